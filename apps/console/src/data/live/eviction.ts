import type { AgentClient, Chat } from '@parley/live';

/** Longer than the query cache keeps the pages of a list. */
const SWEEP_MS = 600_000;

export type RetainPredicate = (chat: Chat) => boolean;

/**
 * Evicts chats that nobody retains and that did not change between two sweeps: a console that stays open for weeks
 * receives every chat there is.
 */
export function createEviction(client: Pick<AgentClient, 'state' | 'forget'>) {
  const retained = new Set<RetainPredicate>();
  /** Versions at the last sweep. */
  let idle: ReadonlyMap<number, number> = new Map();

  function sweep() {
    const unneeded = [...client.state.chats].filter(
      ([, chat]) => ![...retained].some((isRetained) => isRetained(chat)),
    );
    client.forget(unneeded.flatMap(([id, chat]) => (idle.get(id) === chat.version ? id : [])));
    idle = new Map(unneeded.filter(([id]) => client.state.chats.has(id)).map(([id, { version }]) => [id, version]));
  }

  const timer = setInterval(sweep, SWEEP_MS);
  return {
    /** Protects matching chats until the returned function is called. */
    retain(isRetained: RetainPredicate) {
      retained.add(isRetained);
      return () => void retained.delete(isRetained);
    },
    stop: () => clearInterval(timer),
  };
}
