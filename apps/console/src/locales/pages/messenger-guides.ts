import { messengerGuides as en } from '../en/messenger-guides.ts';
import { messengerGuides as ru } from '../ru/messenger-guides.ts';
import { pageTexts } from './page-texts.ts';

export const useMessengerGuidesTexts = pageTexts({ en, ru });
