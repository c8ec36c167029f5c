import { unsaved as en } from '../en/unsaved.ts';
import { unsaved as ru } from '../ru/unsaved.ts';
import { pageTexts } from './page-texts.ts';

export const useUnsavedTexts = pageTexts({ en, ru });
