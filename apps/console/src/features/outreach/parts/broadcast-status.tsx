import {
  type Icon,
  IconCalendarTime,
  IconCircleCheck,
  IconCircleX,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { useBroadcastsTexts } from '../../../locales/pages/broadcasts.ts';
import { StatusBadge, type Tone } from '../../../ui/feedback/status-badge.tsx';
import type { Broadcast } from '../model/broadcast-queries.ts';

const SIGNS: Record<Broadcast['status'], [Tone, Icon]> = {
  draft: ['off', IconPencil],
  scheduled: ['waiting', IconCalendarTime],
  running: ['good', IconPlayerPlay],
  paused: ['waiting', IconPlayerPause],
  finished: ['good', IconCircleCheck],
  cancelled: ['off', IconCircleX],
};

/** A broadcast that paused itself needs somebody. */
export function BroadcastStatus({ broadcast: { status, pause_reason } }: { broadcast: Broadcast }) {
  const { statuses } = useBroadcastsTexts();
  const [tone, icon] = SIGNS[status];
  return (
    <StatusBadge tone={pause_reason ? 'bad' : tone} icon={icon}>
      {statuses[status]}
    </StatusBadge>
  );
}
