import { account as en } from '../en/account.ts';
import { account as ru } from '../ru/account.ts';
import { pageTexts } from './page-texts.ts';

export const useAccountTexts = pageTexts({ en, ru });
