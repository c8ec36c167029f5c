import { type api, type ChatState, type EventData, events } from '@parley/contract';
import type { Context, WidgetWork } from '../../../../kernel/data/context.ts';
import type { Body } from '../../../../kernel/http/inputs.ts';
import { problem } from '../../../../kernel/problems.ts';
import * as agents from '../../../account/agents/index.ts';
import { tell } from '../../../ai/external-operators/index.ts';
import { eventDataOf } from '../event-data.ts';
import { get, getLocked } from '../service.ts';
import type { HeadChanges, LockedChat } from '../store.ts';
import { takeFromAi } from '../turns/turns.ts';
import { change } from './changes.ts';
import { markRead, readingOf } from './reading.ts';
import { AWAKE } from './snooze.ts';
import { unsee } from './store.ts';

type StateChange = Body<typeof api.chats.setState, 'state' | 'reason'>;

export function close(ctx: Context, id: number, reason?: string) {
  return setState(ctx, id, { state: 'expired', reason });
}

export async function setState(ctx: Context, id: number, { state, reason }: StateChange) {
  const chat = await getLocked(ctx, id);
  if (chat.is_internal) throw problem('chat_has_no_client');
  if (chat.state === 'spam' && state !== 'active') throw problem('chat_is_spam');
  await changeState(ctx, chat, { state, reason });
  return get(ctx, id);
}

/** The chat is locked. Spam can only become active. */
export async function changeState(ctx: Context, chat: LockedChat, { state, reason }: StateChange) {
  const { id } = chat;
  const closedBy = ctx.principal.kind === 'session' ? 'agent' : 'api';
  const now = ctx.now.toString();
  const changes = headChangesFor(state, chat, { now, closedBy, reason });
  const reading = state === 'expired' ? readingOf(chat) : {};
  const head = changes && { ...changes, ...reading, ...replyChangesFor(ctx, state, chat) };
  // The next conversation is routed again.
  const isForgotten = state === 'expired' && chat.is_department_chosen;
  const ofChat = isForgotten ? { chat: { is_department_chosen: false } } : {};
  if (head) await change(ctx, id, { ...ofChat, head, log: happeningsOf(state, chat) });
  if (head && state === 'expired') await markRead(ctx, chat);
  if (head && state === 'expired' && ctx.principal.kind === 'session') {
    agents.record(ctx, ctx.principal.agentId, 'chat_closed');
  }
  if (state === 'expired' && chat.state !== 'expired') emitClosed(ctx, chat, { reason: closedBy, done: true });
}

type Closed = Pick<LockedChat, 'id' | 'client_id' | 'contact_guid' | 'channel' | 'agent_id' | 'ai_operator_id'>;

export function emitClosed(
  ctx: WidgetWork,
  chat: Closed,
  closing: Pick<EventData<typeof events.chatClosed>, 'reason' | 'done'>,
) {
  const data = eventDataOf(chat);
  if (!data) return;
  tellOfClosing(ctx, chat);
  ctx.emit(events.chatClosed, { ...data, ...(chat.agent_id !== null && { agent_id: chat.agent_id }), ...closing });
}

type Told = Pick<LockedChat, 'id' | 'ai_operator_id'>;

/** An external operator who answered in it. */
function tellOfClosing(ctx: WidgetWork, { id: chatId, ai_operator_id: operatorId }: Told) {
  if (operatorId !== null) tell(ctx, 'closed', [{ widgetId: ctx.widgetId, operatorId, chatId }]);
}

/** The AI does not reply in a chat that was closed or marked as spam. */
function replyChangesFor(ctx: Context, state: ChatState, chat: LockedChat): HeadChanges {
  if (state === 'expired') return takeFromAi(ctx, chat, 'closed');
  return state === 'spam' ? takeFromAi(ctx, chat, 'spam') : {};
}

const ENDED = { expired: 'done', spam: 'spam' } as const;

/** Nothing is logged when only the sweep's state changes. */
function happeningsOf(state: ChatState, chat: LockedChat) {
  const { unread, agent_seen_seq } = chat;
  const before = { head: { ...stateOf(chat), ...(state === 'expired' && { unread, agent_seen_seq }) } };
  if (state === 'expired' || state === 'spam') return [{ type: ENDED[state], before }];
  if (chat.state === 'spam') return [{ type: 'not_spam' as const, before }];
  if (chat.done_at !== null) return [{ type: 'reopened' as const, before }];
  return chat.snoozed_at === null ? [] : [{ type: 'woken' as const, before }];
}

/** What closing, reopening, spam and snoozing change. */
function stateOf(chat: LockedChat): HeadChanges {
  const { state, is_live, done_at, closed_at, close_reason, snoozed_at, snoozed_until } = chat;
  return { state, is_live, done_at, closed_at, close_reason, snoozed_at, snoozed_until };
}

/** While done or spam nobody waits. */
const isEnded = ({ state, done_at }: LockedChat) => state === 'spam' || done_at !== null;

/** Ends the wait, and keeps it for reopening. */
const endWait = (chat: LockedChat): HeadChanges =>
  isEnded(chat) ? {} : { waiting_since: null, waited_since: chat.waiting_since };

/** Restores the wait that closing or spam ended. */
const resumeWait = (chat: LockedChat): HeadChanges =>
  isEnded(chat) ? { waiting_since: chat.waited_since, waited_since: null } : {};

/** Undoes closing, with what it marked as read, spam, reopening or a snooze of a locked chat. The wait follows from the messages since. */
export async function restoreState(ctx: Context, chat: LockedChat, before: HeadChanges) {
  if (before.unread) await unsee(ctx, chat.id, before.unread);
  const willBeEnded = before.state === 'spam' || (before.done_at ?? null) !== null;
  const wait = willBeEnded ? endWait(chat) : resumeWait(chat);
  await change(ctx, chat.id, { head: { ...before, ...wait }, log: [{ type: undoingOf(chat, before) }] });
}

/** What undoing looks like in the log. */
function undoingOf(chat: LockedChat, before: HeadChanges) {
  if (before.state === 'spam') return 'spam';
  if (chat.state === 'spam') return 'not_spam';
  if ((before.done_at ?? null) !== null) return 'done';
  return chat.done_at === null ? 'woken' : 'reopened';
}

interface Closure {
  now: string;
  /** Used as the reason if none is given. */
  closedBy: 'agent' | 'api';
  reason: string | undefined;
}

/** Undefined if nothing changes. */
function headChangesFor(state: ChatState, chat: LockedChat, closure: Closure) {
  switch (state) {
    case 'expired':
      return closeChanges(chat, closure);
    case 'spam':
      return { state, ...endWait(chat), is_live: false, ...AWAKE };
    default:
      return reopenChanges(chat, state);
  }
}

/** A chat closed by inactivity can still become done; a done chat stays as it is. */
function closeChanges(chat: LockedChat, { now, closedBy, reason }: Closure): HeadChanges | undefined {
  const done = { done_at: now, ...endWait(chat), ...AWAKE };
  if (chat.state !== 'expired') {
    return { ...done, state: 'expired', closed_at: now, close_reason: reason ?? closedBy, is_live: isSwept(chat) };
  }
  return chat.done_at === null ? { ...done, close_reason: reason ?? chat.close_reason } : undefined;
}

function reopenChanges(chat: LockedChat, state: 'active' | 'ready'): HeadChanges | undefined {
  if (chat.state === state && chat.done_at === null && chat.snoozed_at === null) return undefined;
  const wait = resumeWait(chat);
  return { state, ...wait, closed_at: null, close_reason: null, done_at: null, is_live: isSwept(chat), ...AWAKE };
}

/** The sweep ignores chats without messages. */
function isSwept({ last_message_at }: LockedChat) {
  return last_message_at !== null;
}
