import { messengerHealth as en } from '../en/messenger-health.ts';
import { messengerHealth as ru } from '../ru/messenger-health.ts';
import { pageTexts } from './page-texts.ts';

export const useMessengerHealthTexts = pageTexts({ en, ru });
