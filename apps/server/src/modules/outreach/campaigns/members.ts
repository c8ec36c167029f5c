import { type CampaignType, campaignSettings } from '@parley/contract';
import { invalid } from '../../../kernel/problems.ts';

/** Refuses settings that campaigns of another type have. */
export function checkMembers(type: CampaignType, settings: object) {
  const foreign = Object.keys(settings).filter((name) => !campaignSettings[type].includes(name));
  if (!foreign.length) return;
  throw invalid(Object.fromEntries(foreign.map((name) => [`settings.${name}`, `is not a setting of ${NOUNS[type]}`])));
}

const NOUNS: Record<CampaignType, string> = { email: 'an e-mail campaign', onsite: 'an on-site campaign' };
