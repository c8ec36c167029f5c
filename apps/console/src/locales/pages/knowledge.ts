import { knowledge as en } from '../en/knowledge.ts';
import { knowledge as ru } from '../ru/knowledge.ts';
import { pageTexts } from './page-texts.ts';

export const useKnowledgeTexts = pageTexts({ en, ru });
