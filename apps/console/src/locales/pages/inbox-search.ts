import { inboxSearch as en } from '../en/inbox-search.ts';
import { inboxSearch as ru } from '../ru/inbox-search.ts';
import { pageTexts } from './page-texts.ts';

export const useSearchTexts = pageTexts({ en, ru });
