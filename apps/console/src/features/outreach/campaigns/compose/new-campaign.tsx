import { useSearch } from '@tanstack/react-router';
import { useCampaignsTexts } from '../../../../locales/pages/campaigns.ts';
import { BackLink } from '../../../../ui/controls/back-link.tsx';
import { Screen } from '../../../../ui/layout/screen.tsx';
import { NewEmail } from './email/new-email.tsx';
import { NewOnsite } from './onsite/new-onsite.tsx';

/** Writes a campaign of the type in the address. */
export function NewCampaign() {
  const { title } = useCampaignsTexts();
  const { type } = useSearch({ from: '/shell/outreach/campaigns/new' });
  return (
    <Screen isWide>
      <BackLink to="/outreach/campaigns">{title}</BackLink>
      {type === 'email' ? <NewEmail /> : <NewOnsite />}
    </Screen>
  );
}
