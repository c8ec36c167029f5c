import { aiUsage as en } from '../en/ai-usage.ts';
import { aiUsage as ru } from '../ru/ai-usage.ts';
import { pageTexts } from './page-texts.ts';

export const useAiUsageTexts = pageTexts({ en, ru });
