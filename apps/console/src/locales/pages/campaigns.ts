import { campaigns as en } from '../en/campaigns.ts';
import { campaigns as ru } from '../ru/campaigns.ts';
import { pageTexts } from './page-texts.ts';

export const useCampaignsTexts = pageTexts({ en, ru });
