import { broadcasts as en } from '../en/broadcasts.ts';
import { broadcasts as ru } from '../ru/broadcasts.ts';
import { pageTexts } from './page-texts.ts';

export const useBroadcastsTexts = pageTexts({ en, ru });
