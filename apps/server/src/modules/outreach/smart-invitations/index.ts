export * as campaignRules from './campaigns.ts';
export { countByCampaign } from './funnel.ts';
export { answer, isAnyEnabled } from './impressions.ts';
