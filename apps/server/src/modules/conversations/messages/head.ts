import type { Chat, LastMessage } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import type { WidgetWork } from '../../../kernel/data/context.ts';
import { activityAt } from '../../../kernel/data/moments.ts';
import { type LockedChat, readingOf, snapshots } from '../chats/index.ts';
import type { Routed } from '../routing/index.ts';
import type { NewMessage } from './new-message.ts';
import type { HeadUpdate, MessageRow } from './store.ts';

export function headAfter(ctx: WidgetWork, chat: LockedChat, message: NewMessage, routed: Routed): HeadUpdate {
  if (message.private) return headAfterNote(ctx, chat);
  return message.isOutreach ? headAfterOutreach(ctx, chat, message) : headAfterMessage(ctx, chat, message, routed);
}

function headAfterMessage({ now }: WidgetWork, chat: LockedChat, message: NewMessage, { reply }: Routed): HeadUpdate {
  const { sender, isFromApi } = message;
  const at = toIsoString(now);
  const isClient = sender === 'client';
  const isSpam = chat.state === 'spam';
  const isReopened = !isSpam && (chat.state === 'expired' || chat.done_at !== null);
  // What a phrase of the platform reopens waits as before.
  const since = chat.waiting_since ?? (isReopened && sender === 'system' ? chat.waited_since : null);
  return {
    state: isReopened ? 'active' : chat.state,
    is_live: !isSpam && !chat.is_internal,
    last_seq: chat.last_seq + 1,
    last_message_at: at,
    last_message: toLastMessage({ ...message, agent_id: message.operator?.id }),
    ...readingAfter(chat, sender),
    visitor_unread: chat.visitor_unread + (isClient ? 0 : 1),
    waiting_since: isSpam ? null : waitingAfter(sender, since, at),
    waited_since: isReopened || (isClient && !isSpam) ? null : waitingAfter(sender, chat.waited_since, at),
    done_at: isReopened ? null : chat.done_at,
    snoozed_at: isClient ? null : chat.snoozed_at,
    snoozed_until: isClient ? null : chat.snoozed_until,
    closed_at: isReopened ? null : chat.closed_at,
    close_reason: isReopened ? null : chat.close_reason,
    api_reply_at: isFromApi ? at : chat.api_reply_at,
    reply_owner: reply.reply_owner ?? chat.reply_owner,
    reply_turn: reply.reply_turn ?? chat.reply_turn,
    handed_over_at: reply.handed_over_at === undefined ? chat.handed_over_at : reply.handed_over_at,
    silent_since: null,
    broadcast_at: isClient && isOver(chat.broadcast_at, now) ? null : chat.broadcast_at,
    activity: activityAt(now),
  };
}

/** An agent who answers has read what came before. The visitor does not learn that spam was read. */
function readingAfter(chat: LockedChat, sender: NewMessage['sender']) {
  if (sender !== 'agent') {
    return { unread: chat.unread + (sender === 'client' ? 1 : 0), agent_seen_seq: chat.agent_seen_seq };
  }
  return readingOf(chat);
}

/** What a customer writes later is no reply to a broadcast. */
const REPLY_TIME = { hours: 7 * 24 };

const isOver = (broadcastAt: string | null, now: Temporal.Instant) =>
  broadcastAt !== null && Temporal.Instant.compare(Temporal.Instant.from(broadcastAt).add(REPLY_TIME), now) < 0;

const PREVIEW_CHARACTERS = 160;

interface Previewed extends Pick<MessageRow, 'sender' | 'type'> {
  agent_id?: number | null;
  body?: string | null;
}

/** Cuts by code points, of which each takes one or two code units. */
export function toLastMessage({ sender, agent_id = null, type, body = null }: Previewed): LastMessage {
  const text = body && [...body.slice(0, 2 * PREVIEW_CHARACTERS)].slice(0, PREVIEW_CHARACTERS).join('');
  return { sender, agent_id, type, text };
}

/** A wait starts with the first unanswered message. */
function waitingAfter(sender: NewMessage['sender'], since: string | null, now: string) {
  if (sender === 'client') return since ?? now;
  return sender === 'system' ? since : null;
}

/** Outreach leaves the chat as it is: it is only its last message. */
function headAfterOutreach({ now }: WidgetWork, chat: LockedChat, message: NewMessage): HeadUpdate {
  return {
    ...chat,
    last_seq: chat.last_seq + 1,
    last_message_at: toIsoString(now),
    last_message: toLastMessage(message),
    activity: activityAt(now),
  };
}

/** A note changes neither unread counts, the sweep nor waiting times. */
function headAfterNote({ now }: WidgetWork, chat: LockedChat): HeadUpdate {
  return { ...chat, last_message: null, activity: activityAt(now) };
}

export type ChatChange = Partial<Chat> & Pick<Chat, 'id' | 'version'>;

/** What the message changed, without reading the chat again. */
export function headChange(
  chat: LockedChat,
  { stored: { created_at }, head, reach }: { stored: MessageRow; head: HeadUpdate; reach: NewMessage['reach'] },
): ChatChange {
  const change = { id: chat.id, version: chat.version + 1, updated_at: snapshots.latest(chat.updated_at, created_at) };
  if (head.last_seq === chat.last_seq) return change;
  const {
    state: status,
    last_seq,
    last_message,
    unread,
    agent_seen_seq,
    waiting_since,
    closed_at,
    close_reason,
  } = head;
  const { done_at, snoozed_at, snoozed_until, reply_owner } = head;
  const last_message_at = snapshots.latest(chat.last_message_at, created_at);
  const awaiting_reply = waiting_since !== null;
  const rest = {
    unread,
    agent_seen_seq,
    reply_owner,
    waiting_since,
    awaiting_reply,
    done_at,
    snoozed_at,
    snoozed_until,
    closed_at,
    close_reason,
    ...(reach && { reach }),
  };
  return { ...change, status, last_seq, last_message_at, last_message, ...rest };
}
