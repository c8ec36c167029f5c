import { smartInvitations as en } from '../en/smart-invitations.ts';
import { smartInvitations as ru } from '../ru/smart-invitations.ts';
import { pageTexts } from './page-texts.ts';

export const useSmartInvitationsTexts = pageTexts({ en, ru });
