import { knowledgeRules as en } from '../en/knowledge-rules.ts';
import { knowledgeRules as ru } from '../ru/knowledge-rules.ts';
import { pageTexts } from './page-texts.ts';

export const useKnowledgeRulesTexts = pageTexts({ en, ru });
