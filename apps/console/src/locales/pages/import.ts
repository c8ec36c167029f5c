import { importing as en } from '../en/import.ts';
import { importing as ru } from '../ru/import.ts';
import { pageTexts } from './page-texts.ts';

export const useImportTexts = pageTexts({ en, ru });
