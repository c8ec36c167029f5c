import type { RecipientState } from '@parley/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ErrorBoundary } from '../../../../ui/feedback/error-boundary.tsx';
import { PageHeading } from '../../../../ui/layout/page-heading.tsx';
import { Outcomes } from '../../sends/page/outcomes.tsx';
import { Progress } from '../../sends/page/progress.tsx';
import { Recipients } from '../../sends/page/recipients.tsx';
import { SendStatus } from '../../sends/parts/send-status.tsx';
import type { Broadcast } from '../model/broadcast-queries.ts';
import { BroadcastActions } from './broadcast-actions.tsx';
import { Facts } from './facts.tsx';
import { PauseNote } from './pause-note.tsx';

/** Nobody bounces in a chat. */
const STATES = ['sent', 'pending', 'failed', 'skipped', 'unknown'] as const;
const EFFECTS = ['delivered', 'read', 'replied', 'unsubscribed'] as const;

/** A broadcast that was started: how far it is, what came of it and for whom. */
export function BroadcastDetails({ broadcast }: { broadcast: Broadcast }) {
  const { state } = useSearch({ from: '/shell/outreach/broadcasts/$id' });
  const navigate = useNavigate({ from: '/outreach/broadcasts/$id' });
  const filter = (chosen: RecipientState | undefined) =>
    void navigate({ search: chosen ? { state: chosen } : {}, replace: true, resetScroll: false });
  return (
    <>
      <PageHeading
        title={broadcast.name}
        lead={<SendStatus send={broadcast} />}
        actions={<BroadcastActions broadcast={broadcast} />}
      />
      <PauseNote broadcast={broadcast} />
      <Progress send={broadcast} />
      <Outcomes counts={broadcast.counts} states={STATES} effects={EFFECTS} />
      <Facts broadcast={broadcast} />
      <ErrorBoundary>
        <Recipients kind="broadcasts" send={broadcast} states={STATES} state={state} onFilter={filter} />
      </ErrorBoundary>
    </>
  );
}
