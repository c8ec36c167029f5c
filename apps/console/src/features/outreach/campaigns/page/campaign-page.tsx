import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useCampaignsTexts } from '../../../../locales/pages/campaigns.ts';
import { BackLink } from '../../../../ui/controls/back-link.tsx';
import { LoadedOne } from '../../../../ui/feedback/loaded-one.tsx';
import { Screen } from '../../../../ui/layout/screen.tsx';
import { EditEmail } from '../compose/email/edit-email.tsx';
import { EditOnsite } from '../compose/onsite/edit-onsite.tsx';
import { type Campaign, campaignQuery, isEmail, isOnsite } from '../model/campaign-queries.ts';
import { EmailDetails } from './email-details.tsx';
import { OnsiteDetails } from './onsite-details.tsx';

/** A draft to work on, or what became of a campaign that was started. */
export function CampaignPage() {
  const texts = useCampaignsTexts();
  const { id } = useParams({ from: '/shell/outreach/campaigns/$id' });
  const query = useQuery(campaignQuery(id));
  return (
    <Screen isWide={query.data?.status === 'draft'}>
      <BackLink to="/outreach/campaigns">{texts.title}</BackLink>
      <LoadedOne query={query} failure={texts.failedOne} missing={texts.missing}>
        {(campaign) => <Content key={id} campaign={campaign} />}
      </LoadedOne>
    </Screen>
  );
}

function Content({ campaign }: { campaign: Campaign }) {
  if (isEmail(campaign)) {
    return campaign.status === 'draft' ? <EditEmail campaign={campaign} /> : <EmailDetails campaign={campaign} />;
  }
  if (!isOnsite(campaign)) return null;
  return campaign.status === 'draft' ? <EditOnsite campaign={campaign} /> : <OnsiteDetails campaign={campaign} />;
}
