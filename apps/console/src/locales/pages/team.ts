import { team as en } from '../en/team.ts';
import { team as ru } from '../ru/team.ts';
import { pageTexts } from './page-texts.ts';

export const useTeamTexts = pageTexts({ en, ru });
