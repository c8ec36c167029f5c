import { confirmEmail as en } from '../en/confirm-email.ts';
import { confirmEmail as ru } from '../ru/confirm-email.ts';
import { pageTexts } from './page-texts.ts';

export const useConfirmEmailTexts = pageTexts({ en, ru });
