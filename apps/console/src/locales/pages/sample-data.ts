import { sampleData as en } from '../en/sample-data.ts';
import { sampleData as ru } from '../ru/sample-data.ts';
import { pageTexts } from './page-texts.ts';

export const useSampleDataTexts = pageTexts({ en, ru });
