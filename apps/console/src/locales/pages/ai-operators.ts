import { aiOperators as en } from '../en/ai-operators.ts';
import { aiOperators as ru } from '../ru/ai-operators.ts';
import { pageTexts } from './page-texts.ts';

export const useAiOperatorsTexts = pageTexts({ en, ru });
