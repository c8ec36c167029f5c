import { messengerChat as en } from '../en/messenger-chat.ts';
import { messengerChat as ru } from '../ru/messenger-chat.ts';
import { pageTexts } from './page-texts.ts';

export const useMessengerChatTexts = pageTexts({ en, ru });
