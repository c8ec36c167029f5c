import { suppressions as en } from '../en/suppressions.ts';
import { suppressions as ru } from '../ru/suppressions.ts';
import { pageTexts } from './page-texts.ts';

export const useSuppressionsTexts = pageTexts({ en, ru });
