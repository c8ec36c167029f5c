import { knowledgeFiles as en } from '../en/knowledge-files.ts';
import { knowledgeFiles as ru } from '../ru/knowledge-files.ts';
import { pageTexts } from './page-texts.ts';

export const useKnowledgeFilesTexts = pageTexts({ en, ru });
