import type { campaignComposer as en } from '../en/campaign-composer.ts';

export const campaignComposer: typeof en = {};
