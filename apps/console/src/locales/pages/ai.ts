import { ai as en } from '../en/ai.ts';
import { ai as ru } from '../ru/ai.ts';
import { pageTexts } from './page-texts.ts';

export const useAiTexts = pageTexts({ en, ru });
