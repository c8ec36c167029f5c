import { developers as en } from '../en/developers.ts';
import { developers as ru } from '../ru/developers.ts';
import { pageTexts } from './page-texts.ts';

export const useDevelopersTexts = pageTexts({ en, ru });
