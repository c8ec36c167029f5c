import { agentLive, visitorLive } from '@parley/contract';
import type { UnitOfWork, Write } from '../../../kernel/data/context.ts';
import { inboxOf } from '../../../kernel/live/rooms.ts';
import * as chats from '../../conversations/chats/index.ts';

/** Shorter than clients show it. */
const REPEAT_MS = 4_000;

/** Shows on both sides that the operator types while an answer is awaited. Drafts are made unseen. */
export function createTyping(unitOfWork: UnitOfWork) {
  const typing = new Set<chats.LeasedTurn>();

  /** All in one write: a hundred turns that wait should cost nothing. */
  function show(turns: Iterable<chats.LeasedTurn>, state: 'start' | 'stop') {
    const shown = [...turns];
    if (!shown.length) return;
    void unitOfWork
      .write({}, async (work) => {
        for (const turn of shown) publish(work, turn, state);
      })
      .catch(() => undefined);
  }

  const timer = setInterval(() => show(typing, 'start'), REPEAT_MS);

  return {
    async during<T>(turn: chats.LeasedTurn, work: () => Promise<T>): Promise<T> {
      if (turn.kind === 'draft') return work();
      const working = work();
      show([turn], 'start');
      typing.add(turn);
      try {
        return await working;
      } finally {
        typing.delete(turn);
        show([turn], 'stop');
      }
    },
    close: () => clearInterval(timer),
  };
}

export type Typing = ReturnType<typeof createTyping>;

function publish({ publish }: Write, turn: chats.LeasedTurn, state: 'start' | 'stop') {
  const { widget_id: widgetId, chat_id, channel, contact_id: client_id, operator_id } = turn;
  const shown = { chat_id, side: 'agent' as const, agent_id: operator_id ?? undefined, state };
  publish(agentLive.events.typing, inboxOf(widgetId), shown);
  const room = chats.visitorRoom({ widgetId }, { channel, client_id });
  if (room) publish(visitorLive.events.typing, room, { state });
}
