import { IconBan } from '@tabler/icons-react';
import { useTokensTexts } from '../../../locales/pages/tokens.ts';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { stateOf, type Token } from './token-queries.ts';

/** Whether a token works. */
export function TokenState({ token }: { token: Token }) {
  const { states } = useTokensTexts();
  const state = stateOf(token);
  if (state === 'active') return <StatusBadge tone="good">{states.active}</StatusBadge>;
  if (state === 'expired') return <StatusBadge tone="waiting">{states.expired}</StatusBadge>;
  return (
    <StatusBadge tone="off" icon={IconBan}>
      {states.revoked}
    </StatusBadge>
  );
}
