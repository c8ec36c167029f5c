import {
  type Icon,
  IconCalendarTime,
  IconCircleCheck,
  IconCircleX,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import { StatusBadge, type Tone } from '../../../../ui/feedback/status-badge.tsx';
import type { Send } from '../model/send.ts';

const SIGNS: Record<Send['status'], [Tone, Icon]> = {
  draft: ['off', IconPencil],
  scheduled: ['waiting', IconCalendarTime],
  running: ['good', IconPlayerPlay],
  paused: ['waiting', IconPlayerPause],
  finished: ['good', IconCircleCheck],
  cancelled: ['off', IconCircleX],
};

interface SendStatusProps {
  send: Pick<Send, 'status' | 'pause_reason'>;
  /** Instead of "Sending". */
  runningLabel?: string;
}

/** One that paused itself needs somebody. */
export function SendStatus({ send: { status, pause_reason }, runningLabel }: SendStatusProps) {
  const { statuses } = useSendsTexts();
  const [tone, icon] = SIGNS[status];
  return (
    <StatusBadge tone={pause_reason ? 'bad' : tone} icon={icon}>
      {status === 'running' ? (runningLabel ?? statuses.running) : statuses[status]}
    </StatusBadge>
  );
}
