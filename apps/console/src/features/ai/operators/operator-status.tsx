import { IconArchive, IconSparkles } from '@tabler/icons-react';
import { useAiOperatorsTexts } from '../../../locales/pages/ai-operators.ts';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import type { Operator } from '../model/ai-queries.ts';

export function OperatorStatus({ status }: Pick<Operator, 'status'>) {
  const { statuses } = useAiOperatorsTexts();
  if (status === 'active') {
    return (
      <StatusBadge tone="good" icon={IconSparkles}>
        {statuses.active}
      </StatusBadge>
    );
  }
  return (
    <StatusBadge tone="off" {...(status === 'banned' && { icon: IconArchive })}>
      {statuses[status]}
    </StatusBadge>
  );
}
