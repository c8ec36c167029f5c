import type { LockedChat } from '../../chats/index.ts';
import { MAX_AGENTS, type RoutingEntry } from '../../decisions/index.ts';
import type { Candidates } from './store.ts';

/** Why a chat needs an agent, and who may get it. */
export interface Search {
  need: 'unowned' | 'away' | 'suspended' | 'transfer';
  candidates: Candidates;
}

export function resultOf(
  reason: RoutingEntry['reason'],
  { agent_id, department_id }: Pick<LockedChat, 'agent_id' | 'department_id'>,
): RoutingEntry {
  return { step: 'decision', agent_id, department_id, reason };
}

/** The result if nobody gets the chat, which waits in a department. An owner who is away keeps it. */
export function resultWithoutAgent(
  chat: LockedChat,
  { need, candidates: { departments } }: Search,
  departmentId: number | null,
) {
  if (need === 'away') return resultOf('away_owner_stays', chat);
  const isClosed = departments.length > 0 && departments.every(({ is_open }) => !is_open);
  return resultOf(isClosed ? 'departments_closed' : 'nobody_there', { agent_id: null, department_id: departmentId });
}

/** Lines of a decision, apart from its result and the agents at work. */
export function linesOf(
  { agent_id }: Pick<LockedChat, 'agent_id'>,
  { need, candidates: { departments, agents, passed_over } }: Search,
) {
  const owner: RoutingEntry = {
    step: 'owner',
    agent_id,
    department_id: null,
    reason: need === 'away' ? 'owner_away' : 'owner_suspended',
  };
  const listing = departments.map(
    ({ id, is_open }): RoutingEntry => ({
      step: 'department',
      agent_id: null,
      department_id: id,
      reason: is_open ? 'open' : 'closed',
    }),
  );
  const others = passed_over.filter(({ id }) => id !== agent_id).slice(0, Math.max(0, MAX_AGENTS - agents.length));
  const after = others.map(
    ({ id, reason }): RoutingEntry => ({ step: 'agent', agent_id: id, department_id: null, reason }),
  );
  return { before: [...(need === 'away' || need === 'suspended' ? [owner] : []), ...listing], after };
}
