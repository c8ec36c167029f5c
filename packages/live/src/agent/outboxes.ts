import type { Message } from '@parley/contract';
import type { Connection } from '../connection/connection.ts';
import { createOutbox, type Pending } from '../outbox.ts';
import { createPerChat } from './per-chat.ts';
import type { AgentCalls, AgentPending, AgentWriting } from './state.ts';

interface OutboxesPorts {
  pending: readonly AgentPending[];
  pauseMs: number | undefined;
  onStored(message: Message): void;
  onChange(pending: AgentPending[]): void;
}

/** An outbox for each chat, so that a problem in one does not delay the others. */
export function createOutboxes({ call, isCurrent }: Connection<AgentCalls>, ports: OutboxesPorts) {
  const { all, find, of } = createPerChat((chat_id) => {
    const outbox = createOutbox<AgentWriting, Message>({
      pending: ports.pending.filter((entry) => entry.chat_id === chat_id),
      pauseMs: ports.pauseMs,
      isOpen: isCurrent,
      send: (entry) => send(chat_id, entry),
      onStored: ports.onStored,
      onChange,
    });
    return { ...outbox, entries: () => outbox.list().map((entry): AgentPending => ({ chat_id, ...entry })) };
  });
  for (const { chat_id } of ports.pending) of(chat_id);

  function send(chat_id: number, { client_message_id, message }: Pending<AgentWriting>) {
    if (message.type !== 'note') return call('send', { ...message, chat_id, client_message_id });
    const { type: _, mentions, ...note } = message;
    return call('note', { chat_id, client_message_id, ...note, ...(mentions?.length && { mentions: [...mentions] }) });
  }

  function onChange() {
    ports.onChange(all().flatMap(({ entries }) => entries()));
  }

  return {
    add: (chatId: number, message: AgentWriting, id: string) => of(chatId).add(message, id),
    has: ({ chat_id, client_message_id }: Message) => find(chat_id)?.has(client_message_id) ?? false,
    settle(chatId: number, ids: (string | null)[]) {
      const outbox = find(chatId);
      if (!ids.some((id) => outbox?.has(id))) return;
      outbox?.settle(ids);
      onChange();
    },
    retry(id: string) {
      for (const outbox of all()) if (outbox.has(id)) outbox.retry(id);
    },
    discard(id: string) {
      for (const outbox of all()) if (outbox.has(id)) outbox.discard(id);
    },
    run() {
      for (const outbox of all()) void outbox.run();
    },
    stop() {
      for (const outbox of all()) outbox.stop();
    },
  };
}
