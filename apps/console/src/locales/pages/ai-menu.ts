import { aiMenu as en } from '../en/ai-menu.ts';
import { aiMenu as ru } from '../ru/ai-menu.ts';
import { pageTexts } from './page-texts.ts';

export const useAiMenuTexts = pageTexts({ en, ru });
