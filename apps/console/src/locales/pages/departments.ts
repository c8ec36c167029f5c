import { departments as en } from '../en/departments.ts';
import { departments as ru } from '../ru/departments.ts';
import { pageTexts } from './page-texts.ts';

export const useDepartmentsTexts = pageTexts({ en, ru });
