import type { Message } from '@parley/contract';
import type { Connection } from '../connection/connection.ts';
import { createOutbox, type Pending } from '../outbox.ts';
import { createPerChat } from './per-chat.ts';
import type { AgentCalls, AgentPending, AgentWriting } from './state.ts';

interface OutboxesPlan {
  pending: readonly AgentPending[];
  pauseMs: number | undefined;
  onStored(message: Message): void;
  onChange(pending: AgentPending[]): void;
}

/** One outbox for each chat, so that the trouble of one does not hold up the others. */
export function createOutboxes({ call, isCurrent }: Connection<AgentCalls>, plan: OutboxesPlan) {
  const { all, find, of } = createPerChat((chat_id) => {
    const outbox = createOutbox<AgentWriting, Message>({
      pending: plan.pending.filter((entry) => entry.chat_id === chat_id),
      pauseMs: plan.pauseMs,
      isOpen: isCurrent,
      send: (entry) => send(chat_id, entry),
      onStored: plan.onStored,
      onChange,
    });
    return { ...outbox, named: () => outbox.list().map((entry): AgentPending => ({ chat_id, ...entry })) };
  });
  for (const { chat_id } of plan.pending) of(chat_id);

  function send(chat_id: number, { client_message_id, message }: Pending<AgentWriting>) {
    if (message.type !== 'note') return call('send', { ...message, chat_id, client_message_id });
    const { body, mentions } = message;
    return call('note', { chat_id, client_message_id, body, ...(mentions?.length && { mentions: [...mentions] }) });
  }

  function onChange() {
    plan.onChange(all().flatMap(({ named }) => named()));
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
