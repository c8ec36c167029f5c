import { chatWhy as en } from '../en/chat-why.ts';
import { chatWhy as ru } from '../ru/chat-why.ts';
import { pageTexts } from './page-texts.ts';

export const useChatWhyTexts = pageTexts({ en, ru });
