import type { VisitorChat, VisitorMessage } from '@parley/contract';
import { onTestFinished } from 'vitest';
import { connectVisitor, type VisitorOptions } from '../src/index.ts';
import { always, quick, serveLive } from './live-server.ts';

const PAGE = 3;

export function visitorMessage(seq: number, more: Partial<VisitorMessage> = {}): VisitorMessage {
  return {
    id: 1_000 + seq,
    seq,
    client_message_id: null,
    sender: 'agent',
    agent_id: 1,
    type: 'text',
    body: `message ${seq}`,
    markdown: null,
    file: null,
    coords: null,
    sticker: null,
    keyboard: null,
    url: null,
    name: null,
    created_at: '2026-01-01T00:00:00.000Z',
    seen_at: null,
    ...more,
  };
}

/** The chat of one visitor, in memory, with pages of three messages. */
export async function serveVisitor() {
  const stored: VisitorMessage[] = [];
  /** Whether events of new messages get lost. */
  const loses = { events: false };
  let chat: VisitorChat | null = null;
  let version = 0;
  let chatId = 7;

  function store(more: Partial<VisitorMessage>) {
    const message = visitorMessage(stored.length + 1, more);
    stored.push(message);
    version += 1;
    chat = {
      version,
      ...(chat ?? { id: chatId, status: 'open', seen_seq: 0, unread: 0, rating_requested_at: null, agent: null }),
      last_seq: message.seq,
    };
    if (message.sender !== 'client') chat.unread += 1;
    if (!loses.events) server.emit('message', { message });
    return message;
  }

  const server = await serveLive('/visitor', {
    resume({ seq }: { seq: number }) {
      const rest = stored.filter((message) => message.seq > seq);
      return { chat, messages: rest.slice(0, PAGE), more: rest.length > PAGE, online: true };
    },
    send: ({ client_message_id, body }: { client_message_id: string; body: string }) =>
      stored.find((message) => message.client_message_id === client_message_id) ??
      store({ sender: 'client', agent_id: null, client_message_id, body }),
    typing: () => ({}),
    received: () => ({}),
    seen: () => ({ unread: 0 }),
  });

  /** A client that is watched: never a gap, never a message twice, never one that is both sent and to be sent. */
  function connect(more: Partial<VisitorOptions> = {}) {
    const { options, ...rest } = more;
    const given = { url: server.url, buttonGuid: 'b'.repeat(32), token: 't', ...rest };
    const client = connectVisitor({ ...given, options: { ...quick, ...options } });
    onTestFinished(client.close);
    always(client, ({ messages, pending }) => {
      const first = messages[0]?.seq ?? 1;
      messages.forEach(({ seq, client_message_id }, index) => {
        if (seq !== first + index) throw new Error(`message ${seq} stands at ${index}`);
        if (pending.some((each) => each.client_message_id === client_message_id)) throw new Error(`${seq} is doubled`);
      });
    });
    return client;
  }

  const write = (body: string) => store({ body });

  /** The visitor is somebody else from now on, who has no chat until something is written in it. */
  function become() {
    stored.length = 0;
    chat = null;
    version = 0;
    chatId += 1;
  }

  return { ...server, server, stored, loses, write, become, connect };
}
