import { knowledgeSite as en } from '../en/knowledge-site.ts';
import { knowledgeSite as ru } from '../ru/knowledge-site.ts';
import { pageTexts } from './page-texts.ts';

export const useKnowledgeSiteTexts = pageTexts({ en, ru });
