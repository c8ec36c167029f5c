import { profile as en } from '../en/profile.ts';
import { profile as ru } from '../ru/profile.ts';
import { pageTexts } from './page-texts.ts';

export const useProfileTexts = pageTexts({ en, ru });
