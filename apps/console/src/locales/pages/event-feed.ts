import { eventFeed as en } from '../en/event-feed.ts';
import { eventFeed as ru } from '../ru/event-feed.ts';
import { pageTexts } from './page-texts.ts';

export const useEventFeedTexts = pageTexts({ en, ru });
