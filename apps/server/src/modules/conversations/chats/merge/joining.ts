import { agentLive, events, visitorLive } from '@parley/contract';
import type { WidgetContext } from '../../../../kernel/data/context.ts';
import { inboxOf } from '../../../../kernel/live/rooms.ts';
import { change } from '../lifecycle/changing.ts';
import { AWAKE } from '../lifecycle/snoozing.ts';
import { visitorRoom } from '../reading.ts';
import { type ChatChanges, type ChatRow, type HeadChanges, listByIds, update } from '../store.ts';

/** A chat, and the one that another contact has on the same channel, if they do. */
interface Pair {
  chat: JoinedChat;
  twin: JoinedChat | undefined;
}

interface JoinedChat extends ChatRow, NotRead {}

/** What joining needs besides what everybody is shown of a chat. */
interface NotRead {
  visitor_mailed_seq: number;
  external_client_id: string | null;
}

const PAIRS = `
  SELECT c.id, t.id AS twin_id FROM chats c
  LEFT JOIN chats t ON t.widget_id = c.widget_id AND t.contact_id = $3 AND t.channel = c.channel
    AND t.external_channel_id = c.external_channel_id
  WHERE c.widget_id = $1 AND c.contact_id = $2`;

const LOCK = `
  SELECT h.chat_id, h.visitor_mailed_seq, c.external_client_id FROM chat_heads h
  JOIN chats c ON c.widget_id = h.widget_id AND c.id = h.chat_id
  WHERE h.widget_id = $1 AND h.chat_id = ANY ($2::bigint[]) ORDER BY h.chat_id FOR NO KEY UPDATE OF h`;

/** It counts as a part of its twin from now on, and no more as a chat. */
const REMOVE = `
  WITH gone AS (DELETE FROM chats c WHERE widget_id = $1 AND id = $2 RETURNING c AS chat)
  SELECT add_chat_fact(chat, (-1)::smallint) FROM gone`;

const NOTHING: NotRead = { visitor_mailed_seq: 0, external_client_id: null };

/**
 * Every chat of a contact with its twin of another one, all of them locked, in one order. Both contacts are: neither gets
 * another chat meanwhile.
 */
export async function lockPairs(ctx: WidgetContext, from: number, into: number): Promise<Pair[]> {
  const { sql, widgetId } = ctx;
  const found = await sql<{ id: number; twin_id: number | null }>({ text: PAIRS, values: [widgetId, from, into] });
  const ids = found.flatMap(({ id, twin_id }) => (twin_id === null ? id : [id, twin_id]));
  const locked = await sql<NotRead & { chat_id: number }>({ text: LOCK, values: [widgetId, ids] });
  const rest = new Map(locked.map(({ chat_id, ...notRead }) => [chat_id, notRead]));
  const rows = (await listByIds(ctx, ids)).map((row) => ({ ...row, ...(rest.get(row.id) ?? NOTHING) }));
  const of = (id: number | null) => rows.find((row) => row.id === id);
  return found.flatMap(({ id, twin_id }) => {
    const chat = of(id);
    return chat ? { chat, twin: of(twin_id) } : [];
  });
}

/** The chat goes on with another contact, who has none on its channel. Both are locked. */
export const handOver = (ctx: WidgetContext, id: number, contactNumber: number) =>
  change(ctx, id, { chat: { contact_id: contactNumber } });

/** What its messages made of a chat that others were moved into. */
interface Moved extends Pick<ChatChanges, 'first_client_at' | 'responded_at'> {
  /** How many of those that the visitor sees were moved. */
  count: number;
}

/**
 * A chat becomes a part of its twin, whose end its messages are already. Both are locked. The twin is said to have changed
 * without saying how, so that whoever follows it asks for the messages.
 */
export async function absorb(ctx: WidgetContext, { chat, twin }: Record<'chat' | 'twin', JoinedChat>, moved: Moved) {
  const { count, ...firsts } = moved;
  await update(ctx, twin.id, { chat: { ...halfOf(chat, twin), ...firsts }, head: headOf(chat, twin, count) });
  await ctx.sql({ text: REMOVE, values: [ctx.widgetId, chat.id] });
  const inbox = inboxOf(ctx.widgetId);
  ctx.publish(agentLive.events.gone, inbox, { ids: [chat.id] });
  ctx.publish(agentLive.events.heads, inbox, { heads: [{ id: twin.id, version: twin.version + 1 }] });
  const room = visitorRoom(ctx, twin);
  if (room) ctx.publish(visitorLive.events.stale, room, {});
  if (chat.state === 'expired' || chat.client_id === null) return;
  const agent = chat.agent_id === null ? {} : { agent_id: chat.agent_id };
  ctx.emit(events.chatClosed, { chat_id: chat.id, client_id: chat.client_id, ...agent, reason: 'joined' });
}

/** Who answers is who does where something was said last; nobody who had one of the chats loses it. */
function halfOf(chat: JoinedChat, twin: JoinedChat): ChatChanges {
  const [last, first] = (chat.last_message_at ?? '') > (twin.last_message_at ?? '') ? [chat, twin] : [twin, chat];
  const owner = last.agent_id ?? first.agent_id;
  const everybody = [...twin.agents, ...chat.agents, twin.agent_id, chat.agent_id];
  const { accepted_by, accepted_type, accepted_at } = earliest(chat, twin, 'accepted_at');
  const { handled_by, handled_type, handled_at } = last.handled_by === null ? first : last;
  const { ai_enabled, ai_paused_by, ai_paused_at } = twin.ai_enabled ? chat : twin;
  return {
    has_client_messages: chat.has_client_messages || twin.has_client_messages,
    external_client_id: last.external_client_id ?? first.external_client_id,
    agent_id: owner,
    agents: [...new Set(everybody)].filter((id) => id !== null && id !== owner) as number[],
    ...{ accepted_by, accepted_type, accepted_at, handled_by, handled_type, handled_at },
    ...{ ai_enabled, ai_paused_by, ai_paused_at },
    rating_requested_at: latest(chat, twin, 'rating_requested_at').rating_requested_at,
  };
}

/** As if everything had been written in the one chat, whose last words are those of the other. */
function headOf(chat: JoinedChat, twin: JoinedChat, count: number): HeadChanges {
  const isSpam = twin.state === 'spam';
  // What was put aside as spam opens nothing again.
  const isOpening = count > 0 && chat.state !== 'spam';
  const isReopened = isOpening && twin.state === 'expired' && chat.state !== 'expired';
  const waiting = earliest(chat, twin, 'waiting_since').waiting_since;
  return {
    ...(isReopened && { state: chat.state, closed_at: null, close_reason: null }),
    ...(isOpening && chat.done_at === null && !isSpam && { done_at: null }),
    ...(isOpening && chat.snoozed_at === null && AWAKE),
    is_live: !isSpam && (chat.is_live || twin.is_live),
    last_seq: twin.last_seq + count,
    last_message_at: latest(chat, twin, 'last_message_at').last_message_at,
    last_message: count > 0 ? chat.last_message : twin.last_message,
    api_reply_at: latest(chat, twin, 'api_reply_at').api_reply_at,
    waiting_since: isSpam ? null : waiting,
    unread: chat.unread + twin.unread,
    visitor_unread: chat.visitor_unread + twin.visitor_unread,
    ...marksOf(chat, twin),
  };
}

/**
 * Marks stand at the end of what was looked at without a gap: they go on into what was added only where nothing before it
 * is left. What was mailed is not mailed again, whatever is left before it.
 */
function marksOf(chat: JoinedChat, twin: JoinedChat): HeadChanges {
  const after = (seq: number) => (seq > 0 ? twin.last_seq + seq : 0);
  const isSeen = twin.visitor_unread === 0;
  const isReceived = isSeen || twin.visitor_received_seq === twin.last_seq;
  return {
    visitor_seen_seq: Math.max(twin.visitor_seen_seq, isSeen ? after(chat.visitor_seen_seq) : 0),
    visitor_received_seq: Math.max(twin.visitor_received_seq, isReceived ? after(chat.visitor_received_seq) : 0),
    visitor_mailed_seq: Math.max(twin.visitor_mailed_seq, after(chat.visitor_mailed_seq)),
    agent_seen_seq: Math.max(twin.agent_seen_seq, twin.unread === 0 ? after(chat.agent_seen_seq) : 0),
  };
}

type Time = 'accepted_at' | 'rating_requested_at' | 'last_message_at' | 'api_reply_at' | 'waiting_since';

/** Which of the two had it first, if either did. All times are in UTC, and sort as texts. */
function earliest(chat: JoinedChat, twin: JoinedChat, time: Time) {
  return chat[time] !== null && (twin[time] === null || chat[time] < twin[time]) ? chat : twin;
}

function latest(chat: JoinedChat, twin: JoinedChat, time: Time) {
  return chat[time] !== null && (twin[time] === null || chat[time] > twin[time]) ? chat : twin;
}
