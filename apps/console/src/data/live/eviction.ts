import type { AgentClient, Chat } from '@parley/live';

/** Longer than what a list has read is kept after it was left. */
const EVERY_MS = 600_000;

export type IsNeeded = (chat: Chat) => boolean;

/**
 * Lets the connection forget chats that have stayed as they were, needed by nobody, from one round to the next: a console
 * that is open for weeks hears of every chat there is.
 */
export function createForgetting(client: Pick<AgentClient, 'state' | 'forget'>) {
  const needs = new Set<IsNeeded>();
  let idle: ReadonlyMap<number, Chat> = new Map();

  function goRound() {
    const unneeded = [...client.state.chats].filter(([, chat]) => ![...needs].some((isNeeded) => isNeeded(chat)));
    client.forget(unneeded.flatMap(([id, chat]) => (idle.get(id) === chat ? id : [])));
    idle = new Map(unneeded.filter(([id]) => client.state.chats.has(id)));
  }

  const timer = setInterval(goRound, EVERY_MS);
  return {
    /** Until the function that it gives is called, chats of which this is true are not forgotten. */
    hold(isNeeded: IsNeeded) {
      needs.add(isNeeded);
      return () => void needs.delete(isNeeded);
    },
    stop: () => clearInterval(timer),
  };
}
