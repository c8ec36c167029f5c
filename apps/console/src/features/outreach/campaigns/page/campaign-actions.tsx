import { api } from '../../../../data/api.ts';
import { useCampaignsTexts } from '../../../../locales/pages/campaigns.ts';
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import { SendActions } from '../../sends/page/send-actions.tsx';
import { useTransition } from '../../sends/page/use-transition.ts';
import { type Campaign, isEmail } from '../model/campaign-queries.ts';
import { useExplainCampaign } from '../model/use-explain-campaign.ts';

/** What can be done with a campaign that was started. */
export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const texts = useCampaignsTexts();
  const { finish } = useSendsTexts();
  const { id, status } = campaign;
  const transition = useTransition({
    kind: 'campaigns',
    request: (action: 'pause' | 'resume' | 'finish') => api.campaigns.transition({ params: { id }, body: { action } }),
    done: texts.done,
    explain: useExplainCampaign(),
  });
  const isActive = status === 'scheduled' || status === 'running' || status === 'paused';
  const end = {
    ...texts.ends.finish,
    name: 'finish' as const,
    menuLabel: finish,
    lead: texts.ends.finish.lead(isEmail(campaign) ? campaign.counts.pending : 0),
    send: () => transition.send('finish'),
  };
  return <SendActions kind="campaigns" send={campaign} transition={transition} ends={isActive ? [end] : []} />;
}
