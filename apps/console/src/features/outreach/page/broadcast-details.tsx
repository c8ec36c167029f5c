import { ErrorBoundary } from '../../../ui/feedback/error-boundary.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import type { Broadcast } from '../model/broadcast-queries.ts';
import { BroadcastStatus } from '../parts/broadcast-status.tsx';
import { BroadcastActions } from './broadcast-actions.tsx';
import { Facts } from './facts.tsx';
import { Outcomes } from './outcomes.tsx';
import { PauseNote } from './pause-note.tsx';
import { Progress } from './progress.tsx';
import { Recipients } from './recipients.tsx';

/** A broadcast that was started: how far it is, what came of it and for whom. */
export function BroadcastDetails({ broadcast }: { broadcast: Broadcast }) {
  return (
    <>
      <PageHeading
        title={broadcast.name}
        lead={<BroadcastStatus broadcast={broadcast} />}
        actions={<BroadcastActions broadcast={broadcast} />}
      />
      <PauseNote broadcast={broadcast} />
      <Progress broadcast={broadcast} />
      <Outcomes counts={broadcast.counts} />
      <Facts broadcast={broadcast} />
      <ErrorBoundary>
        <Recipients broadcast={broadcast} />
      </ErrorBoundary>
    </>
  );
}
