import type { LogEntry, Message } from '@parley/contract';
import type { Store } from '../store.ts';
import type { ConversationState } from './state.ts';

/** The messages and log entries of an open chat, in order, each message as it is now. */
export function createTimeline(store: Store<ConversationState>, onMessages: (messages: readonly Message[]) => void) {
  /** Loaded pages may still have them. */
  const removed = new Set<number>();
  /** Newer than in pages that are loaded later. */
  const changes = new Map<number, Message>();

  const latest = (message: Message) => changes.get(message.id) ?? message;

  return {
    /** Adds messages that are not here yet. */
    add(arrived: readonly Message[]) {
      const messages = withNew(store.state.messages, arrived.filter(({ id }) => !removed.has(id)).map(latest));
      if (messages) store.set({ messages });
      onMessages(arrived);
    },
    addLog(arrived: readonly LogEntry[]) {
      const log = withNew(store.state.log, arrived);
      if (log) store.set({ log });
    },
    /** Takes messages as they are now, also those that will be loaded later. */
    replace(current: readonly Message[]) {
      for (const message of current) changes.set(message.id, message);
      const { messages: known } = store.state;
      const messages = known.map(latest);
      if (messages.some((message, at) => message !== known[at])) store.set({ messages });
    },
    remove(id: number) {
      removed.add(id);
      store.set({ messages: store.state.messages.filter((message) => message.id !== id) });
    },
  };
}

/** All rows in order of their ids; undefined if none is new. */
function withNew<Row extends { id: number }>(known: readonly Row[], arrived: readonly Row[]) {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = arrived.filter(({ id }) => !ids.has(id));
  return fresh.length ? [...known, ...fresh].sort((a, b) => a.id - b.id) : undefined;
}
