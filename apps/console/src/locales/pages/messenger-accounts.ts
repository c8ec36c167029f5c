import { messengerAccounts as en } from '../en/messenger-accounts.ts';
import { messengerAccounts as ru } from '../ru/messenger-accounts.ts';
import { pageTexts } from './page-texts.ts';

export const useMessengerAccountsTexts = pageTexts({ en, ru });
