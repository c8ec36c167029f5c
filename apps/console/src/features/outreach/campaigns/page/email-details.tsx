import type { RecipientState } from '@parley/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ErrorBoundary } from '../../../../ui/feedback/error-boundary.tsx';
import { PageHeading } from '../../../../ui/layout/page-heading.tsx';
import { Outcomes } from '../../sends/page/outcomes.tsx';
import { Progress } from '../../sends/page/progress.tsx';
import { Recipients } from '../../sends/page/recipients.tsx';
import type { EmailCampaign } from '../model/campaign-queries.ts';
import { CampaignStatus } from '../parts/campaign-status.tsx';
import { CampaignActions } from './campaign-actions.tsx';
import { EmailFacts } from './email-facts.tsx';
import { MailPauseNote } from './mail-pause-note.tsx';

const STATES = ['sent', 'pending', 'failed', 'bounced', 'skipped', 'unknown'] as const;
/** Answers to an e-mail go to a mailbox, so they are not counted. */
const EFFECTS = ['clicked', 'unsubscribed', 'complained'] as const;
const WITHOUT_CLICKS = ['unsubscribed', 'complained'] as const;

/** An e-mail that was started: how far it is, what came of it and for whom. */
export function EmailDetails({ campaign }: { campaign: EmailCampaign }) {
  const { state } = useSearch({ from: '/shell/outreach/campaigns/$id' });
  const navigate = useNavigate({ from: '/outreach/campaigns/$id' });
  const filter = (chosen: RecipientState | undefined) =>
    void navigate({ search: chosen ? { state: chosen } : {}, replace: true, resetScroll: false });
  return (
    <>
      <PageHeading
        title={campaign.name}
        lead={<CampaignStatus campaign={campaign} />}
        actions={<CampaignActions campaign={campaign} />}
      />
      <MailPauseNote campaign={campaign} />
      <Progress send={campaign} />
      <Outcomes
        counts={campaign.counts}
        states={STATES}
        effects={campaign.settings.track_clicks ? EFFECTS : WITHOUT_CLICKS}
      />
      <EmailFacts campaign={campaign} />
      <ErrorBoundary>
        <Recipients kind="campaigns" send={campaign} states={STATES} state={state} onFilter={filter} />
      </ErrorBoundary>
    </>
  );
}
