import { chatAi as en } from '../en/chat-ai.ts';
import { chatAi as ru } from '../ru/chat-ai.ts';
import { pageTexts } from './page-texts.ts';

export const useChatAiTexts = pageTexts({ en, ru });
