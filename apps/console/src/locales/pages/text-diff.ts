import { textDiff as en } from '../en/text-diff.ts';
import { textDiff as ru } from '../ru/text-diff.ts';
import { pageTexts } from './page-texts.ts';

export const useTextDiffTexts = pageTexts({ en, ru });
