import { invite as en } from '../en/invite.ts';
import { invite as ru } from '../ru/invite.ts';
import { pageTexts } from './page-texts.ts';

export const useInviteTexts = pageTexts({ en, ru });
