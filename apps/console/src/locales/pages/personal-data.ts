import { personalData as en } from '../en/personal-data.ts';
import { personalData as ru } from '../ru/personal-data.ts';
import { pageTexts } from './page-texts.ts';

export const usePersonalDataTexts = pageTexts({ en, ru });
