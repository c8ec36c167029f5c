import { security as en } from '../en/security.ts';
import { security as ru } from '../ru/security.ts';
import { pageTexts } from './page-texts.ts';

export const useSecurityTexts = pageTexts({ en, ru });
