import { campaignComposer as en } from '../en/campaign-composer.ts';
import { campaignComposer as ru } from '../ru/campaign-composer.ts';
import { pageTexts } from './page-texts.ts';

export const useCampaignComposerTexts = pageTexts({ en, ru });
