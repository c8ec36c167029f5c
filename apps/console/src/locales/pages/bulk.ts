import { bulk as en } from '../en/bulk.ts';
import { bulk as ru } from '../ru/bulk.ts';
import { pageTexts } from './page-texts.ts';

export const useBulkTexts = pageTexts({ en, ru });
