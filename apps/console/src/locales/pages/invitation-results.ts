import { invitationResults as en } from '../en/invitation-results.ts';
import { invitationResults as ru } from '../ru/invitation-results.ts';
import { pageTexts } from './page-texts.ts';

export const useInvitationResultsTexts = pageTexts({ en, ru });
