import { useCampaignsTexts } from '../../../../locales/pages/campaigns.ts';
import { SendStatus } from '../../sends/parts/send-status.tsx';
import type { Campaign } from '../model/campaign-queries.ts';

/** Nothing is sent while an on-site campaign runs. */
export function CampaignStatus({ campaign }: { campaign: Campaign }) {
  const { onsiteRunning } = useCampaignsTexts();
  return <SendStatus send={campaign} {...(campaign.type === 'onsite' && { runningLabel: onsiteRunning })} />;
}
