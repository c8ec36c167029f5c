import { knowledgeSearch as en } from '../en/knowledge-search.ts';
import { knowledgeSearch as ru } from '../ru/knowledge-search.ts';
import { pageTexts } from './page-texts.ts';

export const useKnowledgeSearchTexts = pageTexts({ en, ru });
