import { IconCircleDashed } from '@tabler/icons-react';
import { useMessengersTexts } from '../../../locales/pages/messengers.ts';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { type ConnectionState, tones } from '../model/connection-state.ts';

/** Whether messages arrive, in a word. */
export function StateBadge({ state }: { state: ConnectionState }) {
  const { states } = useMessengersTexts();
  return (
    <StatusBadge tone={tones[state]} {...(state === 'off' && { icon: IconCircleDashed })}>
      {states[state]}
    </StatusBadge>
  );
}
