import { sends as en } from '../en/sends.ts';
import { sends as ru } from '../ru/sends.ts';
import { pageTexts } from './page-texts.ts';

export const useSendsTexts = pageTexts({ en, ru });
