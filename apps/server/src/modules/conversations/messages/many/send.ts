import { agentLive, events, type FilledTemplate, type MessageType, visitorLive } from '@parley/contract';
import { toIsoString } from '../../../../infra/clock.ts';
import type { WidgetWork } from '../../../../kernel/data/context.ts';
import { inboxOf } from '../../../../kernel/live/rooms.ts';
import { snapshots, visitorRoom } from '../../chats/index.ts';
import { toLastMessage } from '../head.ts';
import type { NewMessage } from '../new-message.ts';
import { createVisitorSerializer } from '../serialize.ts';
import type { Payload } from '../tables.ts';
import * as store from './store.ts';

export { lockFreeHeads, lockHeads } from './store.ts';

/** What is the same in every chat. */
export interface ManyMessages {
  type: MessageType;
  agent_id: number | null;
  file?: NonNullable<NewMessage['file']>;
  payload?: Payload;
  origin: string;
}

/** A chat, and the texts for it. */
export interface ManyText {
  chatId: number;
  body: string | null;
  markdown: string | null;
  template?: FilledTemplate;
}

export type SentMessage = Awaited<ReturnType<typeof store.insertMany>>[number];

/**
 * Stores a message of the team in each of several chats, which are locked. Nobody waited for it: it accepts, assigns, reopens
 * and answers nothing. Returns the messages, to be delivered by the caller where a chat is on another channel.
 */
export async function sendToMany(ctx: WidgetWork, texts: ManyText[], message: ManyMessages): Promise<SentMessage[]> {
  const { type, agent_id, file, payload, origin } = message;
  const at = toIsoString(ctx.now);
  const delivery = { status: 'queued', reason: null, code: null, detail: null, at };
  const sent = await store.insertMany(ctx, {
    chatIds: texts.map(({ chatId }) => chatId),
    bodies: texts.map(({ body }) => body),
    markdowns: texts.map(({ markdown }) => markdown),
    payloads: texts.map(({ template }) => toPayload(payload, template)),
    previews: texts.map(({ body }) => JSON.stringify(toLastMessage({ sender: 'agent', agent_id, type, body }))),
    shared: {
      type,
      agent_id,
      file_id: file?.id ?? null,
      origin,
      delivery: JSON.stringify(delivery),
    },
  });
  const byChat = new Map(texts.map((text) => [text.chatId, text]));
  for (const row of sent) {
    const { id, chat_id, seq, contact_id, channel } = row;
    snapshots.drop(ctx, chat_id);
    const sender = { sender: 'agent' as const, ...(agent_id !== null && { agent_id }) };
    ctx.emit(events.messageCreated, { chat_id, contact_id, channel, message_id: id, seq, ...sender, origin, type });
    publishToVisitor(ctx, row, { ...message, ...byChat.get(chat_id) });
  }
  const heads = sent.map(({ chat_id: id, version }) => ({ id, version }));
  if (heads.length) ctx.publish(agentLive.events.heads, inboxOf(ctx.widgetId), { heads });
  return sent;
}

const toPayload = (shared: Payload | undefined, template: FilledTemplate | undefined) =>
  shared || template ? JSON.stringify({ ...shared, template }) : null;

function publishToVisitor(
  ctx: WidgetWork,
  row: SentMessage,
  { body = null, markdown = null, ...message }: ManyMessages & Partial<ManyText>,
) {
  const room = visitorRoom(ctx, row);
  if (!room) return;
  const { type, agent_id, file, payload = null, origin } = message;
  const stored = {
    id: row.id,
    chat_id: row.chat_id,
    seq: row.seq,
    client_message_id: null,
    sender: 'agent' as const,
    agent_id,
    type,
    body,
    markdown,
    payload,
    file_id: file?.id ?? null,
    file_name: file?.name ?? null,
    file_type: file?.type ?? null,
    file_size: file?.size ?? null,
    origin,
    private: false,
    is_outreach: true,
    created_at: row.created_at,
    seen_at: null,
    delivery: null,
    edited_at: null,
    deleted_at: null,
  };
  ctx.publish(visitorLive.events.message, room, () => ({ message: createVisitorSerializer(ctx)(stored) }));
}
