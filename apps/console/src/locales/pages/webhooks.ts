import { webhooks as en } from '../en/webhooks.ts';
import { webhooks as ru } from '../ru/webhooks.ts';
import { pageTexts } from './page-texts.ts';

export const useWebhooksTexts = pageTexts({ en, ru });
