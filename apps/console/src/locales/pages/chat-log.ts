import { chatLog as en } from '../en/chat-log.ts';
import { chatLog as ru } from '../ru/chat-log.ts';
import { pageTexts } from './page-texts.ts';

export const useChatLogTexts = pageTexts({ en, ru });
