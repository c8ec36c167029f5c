import { outreach as en } from '../en/outreach.ts';
import { outreach as ru } from '../ru/outreach.ts';
import { pageTexts } from './page-texts.ts';

export const useOutreachTexts = pageTexts({ en, ru });
