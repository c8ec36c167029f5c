import { quickPhrases as en } from '../en/quick-phrases.ts';
import { quickPhrases as ru } from '../ru/quick-phrases.ts';
import { pageTexts } from './page-texts.ts';

export const useQuickPhrasesTexts = pageTexts({ en, ru });
