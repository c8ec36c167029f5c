import type { agentLive, CallBody, Chat, LogEntry, Message } from '@parley/contract';
import { onTestFinished } from 'vitest';
import { type AgentOptions, connectAgent } from '../src/index.ts';
import { quick, serveLive } from './live-server.ts';
import { visitorMessage } from './visitor-server.ts';

const PAGE = 3;
const AT = '2026-01-01T00:00:00.000Z';

/** Chats of one widget, in memory, with pages of three messages. A cursor is how many changes there were. */
export async function serveAgent() {
  const chats = new Map<number, Chat>();
  const messages: Message[] = [];
  const changes: number[] = [];
  const entries: LogEntry[] = [];
  /** By message, the version of its last change. */
  const changedAt = new Map<number, number>();
  /** Whether events get lost. */
  const loses = { events: false };

  const chatOf = (id: number) => chats.get(id) as Chat;
  const ofChat = (id: number) => messages.filter(({ chat_id }) => chat_id === id);
  const emit = (name: string, data: unknown) => void (loses.events || server.emit(name, data));

  function raise(id: number, changed: Partial<Chat> = {}) {
    chats.set(id, { ...chatOf(id), ...changed, version: chatOf(id).version + 1 });
    changes.push(id);
  }

  function make(id: number) {
    chats.set(id, { ...emptyChat, id });
    changes.push(id);
    emit('chat', { chat: chatOf(id) });
    return chatOf(id);
  }

  function write(chat_id: number, body: string, more: Partial<Message> = {}) {
    const seq = ofChat(chat_id).length + 1;
    const message: Message = {
      ...visitorMessage(seq),
      sender: 'client',
      agent_id: null,
      origin: null,
      private: false,
      mentions: [],
      delivery: null,
      edited_at: null,
      deleted_at: null,
      ...more,
      body,
      chat_id,
      id: messages.length + 1,
    };
    messages.push(message);
    raise(chat_id, { last_seq: seq });
    emit('message', { message, chat: { id: chat_id, version: chatOf(chat_id).version, last_seq: seq } });
    return message;
  }

  function edit(id: number, body: string) {
    const at = messages.findIndex((message) => message.id === id);
    const message = { ...(messages[at] as Message), body, edited_at: AT };
    messages[at] = message;
    raise(message.chat_id);
    const { version } = chatOf(message.chat_id);
    changedAt.set(id, version);
    emit('message_changed', { message, chat: { id: message.chat_id, version } });
  }

  function update(id: number, changed: Partial<Chat>, log: LogEntry[] = []) {
    raise(id, changed);
    entries.push(...log);
    emit('chat', { chat: chatOf(id), ...(log.length && { log }) });
  }

  /** A change that leaves an entry in the log. */
  function happen(chat_id: number, type: LogEntry['type']) {
    const rest = { by: 'agent', agent_id: 1, subject_id: null, until: null, tag: null, score: null } as const;
    const about = { department_id: null };
    update(chat_id, {}, [{ ...rest, ...about, id: entries.length + 1, chat_id, type, created_at: AT }]);
  }

  const put = (chat_id: number, client_message_id: string, more: Partial<Message> & { body: string }) =>
    ofChat(chat_id).find((message) => message.client_message_id === client_message_id) ??
    write(chat_id, more.body, { sender: 'agent', agent_id: 1, client_message_id, ...more });

  let looks = 0;
  type CatchUp = CallBody<typeof agentLive.calls.catch_up>;
  type Sent = { chat_id: number; client_message_id: string; body: string; mentions?: number[] };
  const server = await serveLive('/agent', {
    resume({ cursor }: { cursor?: string }) {
      const changed = cursor === undefined ? [] : [...new Set(changes.slice(Number(cursor)))];
      const heads = changed.map((id) => ({ id, version: chatOf(id).version }));
      return {
        cursor: String(changes.length),
        reset: cursor === undefined,
        heads,
        agents: [{ id: 1, online: true, status: 'active' }],
        viewers: null,
      };
    },
    chats: ({ ids }: { ids: number[] }) => ({ chats: ids.flatMap((id) => chats.get(id) ?? []) }),
    catch_up({ chat_id, after_id, after_log_id = 0, after_version = 0 }: CatchUp) {
      const rest = ofChat(chat_id).filter(({ id }) => id > after_id);
      const log = entries.filter((entry) => entry.chat_id === chat_id && entry.id > after_log_id);
      const versionOf = ({ id }: Message) => changedAt.get(id) ?? 0;
      const changed = ofChat(chat_id)
        .filter((message) => message.id <= after_id && versionOf(message) > after_version)
        .sort((one, other) => versionOf(one) - versionOf(other));
      const last = changed.length > PAGE && changed[PAGE - 1];
      return {
        chat: chatOf(chat_id),
        messages: rest.slice(0, PAGE),
        log: log.slice(0, PAGE),
        changed: changed.slice(0, PAGE),
        version: last ? versionOf(last) : chatOf(chat_id).version,
        more: [rest, log, changed].some(({ length }) => length > PAGE),
      };
    },
    look: ({ chat_id }: { chat_id: number | null }) => ({
      viewers: chat_id === null ? [] : [1, 2],
      order: 100 * ++looks,
    }),
    watch: () => ({}),
    send: ({ chat_id, client_message_id, body }: Sent) => put(chat_id, client_message_id, { body }),
    note: ({ chat_id, client_message_id, body, mentions = [] }: Sent) =>
      put(chat_id, client_message_id, { body, mentions, private: true, seq: null }),
    typing: ({ chat_id, state }: { chat_id: number; state: string }) => ({ chat_id, state, dispatched: true }),
    seen: ({ chat_id }: { chat_id: number }) => ({ chat_id, seen: 1, unread: 0 }),
  });

  function connect({ options, ...more }: Partial<AgentOptions> = {}) {
    const client = connectAgent({ url: server.url, ...more, options: { ...quick, ...options } });
    onTestFinished(client.close);
    return client;
  }

  return { ...server, server, chats, chatOf, ofChat, loses, make, write, edit, update, happen, connect };
}

const emptyChat: Omit<Chat, 'id'> = {
  status: 'active',
  channel: 'service',
  external_client_id: null,
  external_channel_id: null,
  reach: null,
  contact_id: null,
  contact_name: null,
  agent_id: null,
  agents: [],
  reply_owner: null,
  department_id: null,
  accepted_by: null,
  handled_by: null,
  handling: 'missed',
  source: { page: null, referrer: null, language: null },
  unread: 0,
  last_seq: 0,
  visitor_received_seq: 0,
  visitor_seen_seq: 0,
  agent_seen_seq: 0,
  awaiting_reply: false,
  waiting_since: null,
  last_message_at: null,
  last_message: null,
  done_at: null,
  snoozed_at: null,
  snoozed_until: null,
  closed_at: null,
  close_reason: null,
  rating_requested_at: null,
  is_internal: false,
  is_new_to_owner: false,
  mentioned: [],
  version: 1,
  created_at: AT,
  updated_at: AT,
};
