import { mail as en } from '../en/mail.ts';
import { mail as ru } from '../ru/mail.ts';
import { pageTexts } from './page-texts.ts';

export const useMailTexts = pageTexts({ en, ru });
