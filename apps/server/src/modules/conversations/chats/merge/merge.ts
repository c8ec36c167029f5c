import { agentLive, visitorLive } from '@parley/contract';
import type { WidgetContext } from '../../../../kernel/data/context.ts';
import { inboxOf } from '../../../../kernel/live/rooms.ts';
import { change } from '../lifecycle/changes.ts';
import { AWAKE } from '../lifecycle/snooze.ts';
import { emitClosed } from '../lifecycle/states.ts';
import { copyToChat } from '../log/store.ts';
import { visitorRoom } from '../serialize.ts';
import { type ChatChanges, type ChatRow, type HeadChanges, listByIds, update } from '../store.ts';
import { restartTurn } from '../turns/turns.ts';
import * as store from './store.ts';

/** A chat and the other contact's chat on the same channel, if any. */
interface Pair {
  chat: MergedChat;
  twin: MergedChat | undefined;
}

/** Columns that only a merge needs. */
type MergeFields = Omit<Awaited<ReturnType<typeof store.lockHeads>>[number], 'chat_id'>;

interface MergedChat extends ChatRow, MergeFields {}

const NO_MERGE_FIELDS: MergeFields = { visitor_mailed_seq: 0, broadcast_at: null, external_client_id: null };

/**
 * All chats of a contact with their twins, locked in order of id. The caller holds locks on both contacts, so neither
 * gets a new chat.
 */
export async function lockPairs(ctx: WidgetContext, from: number, into: number): Promise<Pair[]> {
  const found = await store.listPairs(ctx, from, into);
  const ids = found.flatMap(({ id, twin_id }) => (twin_id === null ? id : [id, twin_id]));
  const locked = await store.lockHeads(ctx, ids);
  const rest = new Map(locked.map(({ chat_id, ...fields }) => [chat_id, fields]));
  const rows = (await listByIds(ctx, ids)).map((row) => ({ ...row, ...(rest.get(row.id) ?? NO_MERGE_FIELDS) }));
  const of = (id: number | null) => rows.find((row) => row.id === id);
  return found.flatMap(({ id, twin_id }) => {
    const chat = of(id);
    return chat ? { chat, twin: of(twin_id) } : [];
  });
}

/** For a contact without a chat on this channel. Both are locked. */
export const setContact = (ctx: WidgetContext, id: number, contactNumber: number) =>
  change(ctx, id, { chat: { contact_id: contactNumber } });

/** What moving the messages changed. */
interface MovedMessages extends Pick<ChatChanges, 'first_client_at' | 'responded_at'> {
  /** Moved messages that the visitor sees. */
  count: number;
}

/**
 * Merges a chat into its twin, which has its messages already; both are locked. The twin is published as changed
 * without details, so that clients fetch the messages.
 */
export async function mergeIntoTwin(
  ctx: WidgetContext,
  { chat, twin }: Record<'chat' | 'twin', MergedChat>,
  moved: MovedMessages,
) {
  const { count, ...firsts } = moved;
  update(ctx, twin.id, {
    chat: { ...mergeChatRows(chat, twin), ...firsts },
    head: mergeHeads(chat, twin, count),
  });
  await copyToChat(ctx, chat.id, twin.id);
  if (newestOf(chat, twin) === chat) await store.moveOtherSide(ctx, chat.id, twin.id);
  await store.remove(ctx, chat.id);
  if (chat.reply_owner === 'ai' || twin.reply_owner === 'ai') await restartTurn(ctx, chat, twin);
  const inbox = inboxOf(ctx.widgetId);
  ctx.publish(agentLive.events.gone, inbox, { ids: [chat.id] });
  ctx.publish(agentLive.events.heads, inbox, { heads: [{ id: twin.id, version: twin.version + 1 }] });
  const room = visitorRoom(ctx, twin);
  if (room) ctx.publish(visitorLive.events.stale, room, {});
  const closed = { ...chat, contact_guid: chat.contact_id };
  if (chat.state !== 'expired') emitClosed(ctx, closed, { reason: 'joined', done: chat.done_at !== null });
}

const newestOf = (chat: MergedChat, twin: MergedChat) =>
  (chat.last_message_at ?? '') > (twin.last_message_at ?? '') ? chat : twin;

/** The chat with the newest message decides who owns and handles it. Owners and attached agents of both keep access. */
function mergeChatRows(chat: MergedChat, twin: MergedChat): ChatChanges {
  const last = newestOf(chat, twin);
  const first = last === chat ? twin : chat;
  const owner = last.reply_owner === 'ai' ? null : (last.agent_id ?? first.agent_id);
  const agentIds = [...twin.agents, ...chat.agents, twin.agent_id, chat.agent_id];
  const { accepted_by, accepted_type, accepted_at } = earliest(chat, twin, 'accepted_at');
  const { handled_by, handled_type, handled_at } = last.handled_by === null ? first : last;
  const { ai_enabled, ai_paused_by, ai_paused_at } = twin.ai_enabled ? chat : twin;
  return {
    has_client_messages: chat.has_client_messages || twin.has_client_messages,
    external_client_id: last.external_client_id ?? first.external_client_id,
    agent_id: owner,
    is_new_to_owner: last.agent_id !== null && last.is_new_to_owner,
    mentioned: [...new Set([...twin.mentioned, ...chat.mentioned])],
    agents: [...new Set(agentIds)].filter((id) => id !== null && id !== owner) as number[],
    ...{ accepted_by, accepted_type, accepted_at, handled_by, handled_type, handled_at },
    ...{ ai_enabled, ai_paused_by, ai_paused_at },
    ai_operator_id: last.ai_operator_id ?? first.ai_operator_id,
    rating_requested_at: latest(chat, twin, 'rating_requested_at').rating_requested_at,
  };
}

/** As if all messages had been in one chat, those of `chat` last. */
function mergeHeads(chat: MergedChat, twin: MergedChat, count: number): HeadChanges {
  const isSpam = twin.state === 'spam';
  // Spam does not reopen anything.
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
    broadcast_at: latest(chat, twin, 'broadcast_at').broadcast_at,
    silent_since: mergeSilence(chat, twin),
    waiting_since: isSpam ? null : waiting,
    unread: chat.unread + twin.unread,
    visitor_unread: chat.visitor_unread + twin.visitor_unread,
    ...mergeMarks(chat, twin),
    ...mergeReplies(chat, twin),
  };
}

/** While a broadcast is the newest message of both: the newest other one. */
function mergeSilence(chat: MergedChat, twin: MergedChat) {
  if (newestOf(chat, twin).silent_since === null) return null;
  const [one, other] = [chat, twin].map((each) => each.silent_since ?? each.last_message_at ?? '') as [string, string];
  return one > other ? one : other;
}

/** The chat with the newest message decides who owns the next reply. */
function mergeReplies(chat: MergedChat, twin: MergedChat): HeadChanges {
  const { reply_owner, handed_over_at } = latest(chat, twin, 'last_message_at');
  return { reply_owner, handed_over_at, reply_turn: Math.max(chat.reply_turn, twin.reply_turn) + 1 };
}

/**
 * A mark covers messages without a gap, so it extends into the moved ones only if nothing before them is open. The
 * mailed mark always extends: nothing is mailed twice.
 */
function mergeMarks(chat: MergedChat, twin: MergedChat): HeadChanges {
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

type Time =
  | 'broadcast_at'
  | 'accepted_at'
  | 'rating_requested_at'
  | 'last_message_at'
  | 'api_reply_at'
  | 'waiting_since';

/** The chat with the earlier time. All times are UTC strings, which sort as text. */
function earliest(chat: MergedChat, twin: MergedChat, time: Time) {
  return chat[time] !== null && (twin[time] === null || chat[time] < twin[time]) ? chat : twin;
}

function latest(chat: MergedChat, twin: MergedChat, time: Time) {
  return chat[time] !== null && (twin[time] === null || chat[time] > twin[time]) ? chat : twin;
}
