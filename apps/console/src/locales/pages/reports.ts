import { reports as en } from '../en/reports.ts';
import { reports as ru } from '../ru/reports.ts';
import { pageTexts } from './page-texts.ts';

export const useReportsTexts = pageTexts({ en, ru });
