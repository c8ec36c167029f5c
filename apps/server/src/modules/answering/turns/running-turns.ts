import type { LeasedTurn } from '../../conversations/chats/index.ts';

/** Turns that this node runs, which can be broken off. */
export function createRunningTurns() {
  const running = new Map<LeasedTurn, AbortController>();

  return {
    start(turn: LeasedTurn) {
      const controller = new AbortController();
      running.set(turn, controller);
      return { signal: controller.signal, end: () => void running.delete(turn) };
    },
    list: () => [...running.keys()],
    abort(isMeant: (turn: LeasedTurn) => boolean, reason: 'ended' | 'changed' | 'closing') {
      for (const [turn, controller] of running) if (isMeant(turn)) controller.abort(reason);
    },
  };
}
