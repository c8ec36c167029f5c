import { aiTurn as en } from '../en/ai-turn.ts';
import { aiTurn as ru } from '../ru/ai-turn.ts';
import { pageTexts } from './page-texts.ts';

export const useAiTurnTexts = pageTexts({ en, ru });
