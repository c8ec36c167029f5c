import { aiPhrases as en } from '../en/ai-phrases.ts';
import { aiPhrases as ru } from '../ru/ai-phrases.ts';
import { pageTexts } from './page-texts.ts';

export const useAiPhrasesTexts = pageTexts({ en, ru });
