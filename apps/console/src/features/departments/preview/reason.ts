import type { Preview } from './preview-query.ts';

/** Why routing chooses as it does; `other` is the agent who is next. */
export type Reason =
  | { kind: 'closed' | 'empty' | 'emptyForecast' | 'only' | 'onlyForecast' }
  | { kind: 'turn' | 'first'; other: number }
  | { kind: 'fewest'; chats: number; other: number };

export function findReason({ candidates, departments, is_forecast }: Preview): Reason {
  const [chosen, next] = candidates;
  if (!chosen) {
    if (departments.length && departments.every(({ is_open }) => !is_open)) return { kind: 'closed' };
    return { kind: is_forecast ? 'emptyForecast' : 'empty' };
  }
  if (!next) return { kind: is_forecast ? 'onlyForecast' : 'only' };
  const other = next.agent_id;
  if (chosen.active_chats < next.active_chats) return { kind: 'fewest', chats: chosen.active_chats, other };
  return { kind: chosen.assigned_at === null ? 'first' : 'turn', other };
}
