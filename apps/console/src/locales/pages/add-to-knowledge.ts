import { addToKnowledge as en } from '../en/add-to-knowledge.ts';
import { addToKnowledge as ru } from '../ru/add-to-knowledge.ts';
import { pageTexts } from './page-texts.ts';

export const useAddToKnowledgeTexts = pageTexts({ en, ru });
