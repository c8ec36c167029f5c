import { tokens as en } from '../en/tokens.ts';
import { tokens as ru } from '../ru/tokens.ts';
import { pageTexts } from './page-texts.ts';

export const useTokensTexts = pageTexts({ en, ru });
