import { aiAssistants as en } from '../en/ai-assistants.ts';
import { aiAssistants as ru } from '../ru/ai-assistants.ts';
import { pageTexts } from './page-texts.ts';

export const useAiAssistantsTexts = pageTexts({ en, ru });
