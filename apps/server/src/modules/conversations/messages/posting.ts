import {
  agentLive,
  type Chat,
  events,
  type File,
  type LastMessage,
  type MessageType,
  visitorLive,
} from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import type { WidgetContext } from '../../../kernel/data/context.ts';
import { addReply } from '../../../kernel/deliveries/queue.ts';
import * as agents from '../../account/agents/index.ts';
import {
  activityAt,
  agentRoomsOf,
  type ChatChanges,
  channelIdOf,
  type LockedChat,
  publishToVisitor,
  updateChat,
  visitorRoom,
} from '../chats/index.ts';
import { listTold, route } from '../routing/index.ts';
import { createReader, createVisitorReader } from './reading.ts';
import * as store from './store.ts';
import type { Payload } from './tables.ts';

export interface Posted {
  client_message_id?: string;
  sender: store.MessageRow['sender'];
  type: MessageType;
  body?: string;
  markdown?: string;
  file?: Pick<File, 'id' | 'name' | 'type' | 'size'>;
  payload?: Payload;
  origin?: string;
  /** A note, which only operators see. */
  private?: boolean;
  /** Who wrote a note. */
  agent_id?: number | null;
  /** Who speaks for the business; nobody for a visitor or the system. */
  operator?: { id: number; type: 'human' | 'ai' };
  /** It came through the API and not from the console. */
  isFromApi?: boolean;
}

/**
 * Stores a message in a chat that is locked, with everything that follows from it: the state of the chat, who answers
 * and who waits, and what others hear of it. The one way for a message to come into being.
 */
export async function post(ctx: WidgetContext, chat: LockedChat, message: Posted): Promise<store.MessageRow> {
  const { routed, told } = message.sender === 'client' ? await call(ctx, chat) : UNHEARD;
  const stored = toRow(ctx, chat, message);
  const head = message.private ? unmoved(ctx, chat) : moved(ctx, chat, message);
  store.insert(ctx, stored, head);
  const changes = message.private ? {} : { ...answering(ctx, chat, message), ...routed };
  if (Object.keys(changes).length) await updateChat(ctx, chat.id, changes);
  // Seldom enough to be read again: somebody wrote or answered for the first time, or after long.
  if (Object.keys(changes).length || head.state !== chat.state) {
    const whole = await publishToVisitor(ctx, chat.id);
    await show(ctx, chat, { stored, told, change: () => whole });
  } else await show(ctx, chat, { stored, told, change: () => headChange(chat, stored, head) });
  if (!message.private) {
    tell(ctx, chat, { stored, operator: message.operator });
    pass(ctx, chat, stored);
  }
  return stored;
}

/** Nobody has to answer what was not said by a visitor. */
const UNHEARD = { routed: {}, told: [] };

async function call(ctx: WidgetContext, chat: LockedChat) {
  const [routed, told] = await Promise.all([route(ctx, chat), listTold(ctx, chat)]);
  return { routed, told };
}

/** What somebody answers in a chat of a custom channel goes to the other side. */
function pass(ctx: WidgetContext, chat: LockedChat, { id: messageId, sender }: store.MessageRow) {
  const channelId = channelIdOf(chat.channel);
  if (channelId && (sender === 'agent' || sender === 'ai')) addReply(ctx, { channelId, chatId: chat.id, messageId });
}

/** At once, to the other side and to everybody else on this one. */
async function show(
  ctx: WidgetContext,
  chat: LockedChat,
  { stored, told, change }: { stored: store.MessageRow; told: number[]; change: () => Change },
) {
  const said = () => ({ message: createReader(ctx)(stored), chat: change(), ...(told.length && { told }) });
  for (const room of await agentRoomsOf(ctx, chat)) ctx.publish(agentLive.events.message, room, said);
  const room = visitorRoom(ctx, chat);
  if (stored.private || !room) return;
  ctx.publish(visitorLive.events.message, room, () => ({ message: createVisitorReader(ctx)(stored) }));
}

type Change = Partial<Chat> & Pick<Chat, 'id' | 'version'>;

/** What a message changed of its chat, without asking for it. */
function headChange(chat: LockedChat, { created_at }: store.MessageRow, head: store.HeadAfter): Change {
  const change = { id: chat.id, version: chat.version + 1, updated_at: later(chat.updated_at, created_at) };
  if (head.last_seq === chat.last_seq) return change;
  const { state: status, last_seq, last_message, unread, waiting_since, closed_at, close_reason } = head;
  const { done_at, snoozed_at, snoozed_until } = head;
  const last_message_at = later(chat.last_message_at, created_at);
  const awaiting_reply = waiting_since !== null;
  const rest = { unread, waiting_since, awaiting_reply, done_at, snoozed_at, snoozed_until, closed_at, close_reason };
  return { ...change, status, last_seq, last_message_at, last_message, ...rest };
}

/** Times never go back: who waited for the lock may have come earlier than who had it. All are in UTC, and sort as texts. */
function later(one: string | null, other: string) {
  return one !== null && one > other ? one : other;
}

/** The message as the database will have it: the chat is locked, and so its numbers are known. */
function toRow({ now }: WidgetContext, chat: LockedChat, message: Posted): store.MessageRow {
  const { file, private: isPrivate = false } = message;
  return {
    id: chat.next_message_id,
    chat_id: chat.id,
    seq: isPrivate ? null : chat.last_seq + 1,
    client_message_id: message.client_message_id ?? null,
    sender: message.sender,
    agent_id: message.operator?.id ?? message.agent_id ?? null,
    type: message.type,
    body: message.body ?? null,
    markdown: message.markdown ?? null,
    payload: message.payload ?? null,
    file_id: file?.id ?? null,
    file_name: file?.name ?? null,
    file_type: file?.type ?? null,
    file_size: file?.size ?? null,
    origin: message.origin ?? null,
    private: isPrivate,
    created_at: toIsoString(now),
    seen_at: null,
  };
}

function moved({ now }: WidgetContext, chat: LockedChat, message: Posted): store.HeadAfter {
  const { sender, isFromApi } = message;
  const at = toIsoString(now);
  const isClient = sender === 'client';
  const isSpam = chat.state === 'spam';
  const isReopened = chat.state === 'expired';
  return {
    state: isReopened ? 'active' : chat.state,
    is_live: !isSpam && !chat.is_internal,
    last_seq: chat.last_seq + 1,
    last_message_at: at,
    last_message: lineOf(message),
    unread: chat.unread + (isClient ? 1 : 0),
    visitor_unread: chat.visitor_unread + (isClient ? 0 : 1),
    waiting_since: isSpam ? null : waitingAfter(sender, chat.waiting_since, at),
    done_at: isReopened || (isClient && !isSpam) ? null : chat.done_at,
    snoozed_at: isClient ? null : chat.snoozed_at,
    snoozed_until: isClient ? null : chat.snoozed_until,
    closed_at: isReopened ? null : chat.closed_at,
    close_reason: isReopened ? null : chat.close_reason,
    api_reply_at: isFromApi ? at : chat.api_reply_at,
    activity: activityAt(now),
  };
}

const LINE = 160;

/** By whole characters, of which each takes one or two places. */
function lineOf({ sender, operator, type, body }: Posted): LastMessage {
  const text = body === undefined ? null : [...body.slice(0, 2 * LINE)].slice(0, LINE).join('');
  return { sender, agent_id: operator?.id ?? null, type, text };
}

/** A visitor waits from their first message that nobody has answered. */
function waitingAfter(sender: Posted['sender'], since: string | null, now: string) {
  if (sender === 'client') return since ?? now;
  return sender === 'system' ? since : null;
}

/** A note changes nothing that the visitor, the sweep or the clock of waiting looks at. */
function unmoved({ now }: WidgetContext, chat: LockedChat): store.HeadAfter {
  return { ...chat, last_message: null, activity: activityAt(now) };
}

/** Who answers first has accepted the chat, who answered last handles it, and a person owns a chat that nobody had. */
function answering({ now }: WidgetContext, chat: LockedChat, { sender, operator }: Posted): ChatChanges {
  const at = toIsoString(now);
  if (sender === 'client') return chat.has_client_messages ? {} : { has_client_messages: true, first_client_at: at };
  if (!operator || chat.is_internal || chat.state === 'spam') return {};
  const { id, type } = operator;
  return {
    ...(chat.accepted_by === null && { accepted_by: id, accepted_type: type, accepted_at: at }),
    ...(chat.handled_by !== id && { handled_by: id, handled_type: type, handled_at: at }),
    ...(chat.agent_id === null && type === 'human' && { agent_id: id, agents: others(chat, id) }),
    ...(chat.responded_at === null && chat.has_client_messages && { responded_at: at }),
  };
}

/** Whoever owns a chat is no longer added to it. */
function others({ agents }: LockedChat, id: number) {
  return agents.filter((each) => each !== id);
}

/** Spam is taken in silence, and what a department says among itself is its own. */
function tell(
  ctx: WidgetContext,
  chat: LockedChat,
  { stored, operator }: { stored: store.MessageRow; operator: Posted['operator'] },
) {
  const { id: chat_id, client_id } = chat;
  if (chat.state === 'spam' || client_id === null) return;
  if (operator && chat.accepted_by === null) {
    const { id: agent_id, type: operator_type } = operator;
    agents.record(ctx, agent_id, 'chat_accepted');
    ctx.emit(events.chatAccepted, { chat_id, client_id, agent_id, operator_type });
  }
  const { id: message_id, seq, sender, type } = stored;
  ctx.emit(events.messageCreated, { chat_id, message_id, seq: seq as number, sender, type });
}
