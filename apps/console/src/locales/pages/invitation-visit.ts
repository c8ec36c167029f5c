import { invitationVisit as en } from '../en/invitation-visit.ts';
import { invitationVisit as ru } from '../ru/invitation-visit.ts';
import { pageTexts } from './page-texts.ts';

export const useInvitationVisitTexts = pageTexts({ en, ru });
