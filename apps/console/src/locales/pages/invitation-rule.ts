import { invitationRule as en } from '../en/invitation-rule.ts';
import { invitationRule as ru } from '../ru/invitation-rule.ts';
import { pageTexts } from './page-texts.ts';

export const useInvitationRuleTexts = pageTexts({ en, ru });
