import { IconPencil } from '@tabler/icons-react';
import { useExternalOperatorsTexts } from '../../../locales/pages/external-operators.ts';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import type { ExternalOperator } from '../model/ai-queries.ts';

const TONES = { draft: 'waiting', active: 'good', paused: 'off' } as const;

export function ExternalState({ state }: Pick<ExternalOperator, 'state'>) {
  const { states } = useExternalOperatorsTexts();
  return (
    <StatusBadge tone={TONES[state]} {...(state === 'draft' && { icon: IconPencil })}>
      {states[state]}
    </StatusBadge>
  );
}
