import { events } from '@parley/contract';
import type { WidgetContext } from '../../kernel/context.ts';
import { activityAt, type ChatChanges, type ChatRow, updateChat } from '../chats/index.ts';
import * as store from './store.ts';

export interface Posted extends store.NewMessage {
  /** Who speaks for the business; nobody for a visitor or the system. */
  operator?: { id: number; type: 'human' | 'ai' };
  /** It came through the API and not from the console. */
  isFromApi?: boolean;
}

/**
 * Stores a message in a chat that is locked, with everything that follows from it: the state of the chat, who answers
 * and who waits, and what others hear of it. The one way for a message to come into being.
 */
export async function post(ctx: WidgetContext, chat: ChatRow, message: Posted): Promise<store.MessageRow> {
  const given = { ...message, agent_id: message.operator?.id ?? message.agent_id };
  const head = message.private ? unmoved(ctx, chat) : moved(ctx, chat, message);
  const stored = await store.insert(ctx, chat.id, given, head);
  if (message.private) return stored;
  const changes = answering(ctx, chat, message);
  if (Object.keys(changes).length) await updateChat(ctx, chat.id, changes);
  tell(ctx, chat, { stored, operator: message.operator });
  return stored;
}

function moved(ctx: WidgetContext, chat: ChatRow, { sender, isFromApi }: Posted): store.HeadAfter {
  const now = ctx.now.toString();
  const isClient = sender === 'client';
  const isSpam = chat.state === 'spam';
  const isReopened = chat.state === 'expired';
  return {
    ...unmoved(ctx, chat),
    state: isReopened ? 'active' : chat.state,
    is_live: !isSpam && !chat.is_internal,
    last_message_at: now,
    unread: chat.unread + (isClient ? 1 : 0),
    visitor_unread: chat.visitor_unread + (isClient ? 0 : 1),
    waiting_since: isSpam ? null : waitingAfter(sender, chat.waiting_since, now),
    ...((isReopened || (isClient && !isSpam)) && { done_at: null }),
    ...(isReopened && { closed_at: null, close_reason: null }),
    ...(isFromApi && { api_reply_at: now }),
  };
}

/** A visitor waits from their first message that nobody has answered. */
function waitingAfter(sender: Posted['sender'], since: string | null, now: string) {
  if (sender === 'client') return since ?? now;
  return sender === 'system' ? since : null;
}

/** A note changes nothing that the visitor, the sweep or the clock of waiting looks at. */
function unmoved(ctx: WidgetContext, chat: ChatRow): store.HeadAfter {
  const { state, last_message_at, unread, visitor_unread, waiting_since } = chat;
  const { done_at, closed_at, close_reason, api_reply_at, is_live } = chat;
  return {
    ...{ state, is_live, last_message_at, unread, visitor_unread, waiting_since },
    ...{ done_at, closed_at, close_reason, api_reply_at, activity: activityAt(ctx.now) },
  };
}

/** Who answers first has accepted the chat, who answered last handles it, and a person owns a chat that nobody had. */
function answering({ now }: WidgetContext, chat: ChatRow, { sender, operator }: Posted): ChatChanges {
  if (sender === 'client') return chat.has_client_messages ? {} : { has_client_messages: true };
  if (!operator || chat.is_internal || chat.state === 'spam') return {};
  const { id, type } = operator;
  const at = now.toString();
  return {
    ...(chat.accepted_by === null && { accepted_by: id, accepted_type: type, accepted_at: at }),
    ...(chat.handled_by !== id && { handled_by: id, handled_type: type, handled_at: at }),
    ...(chat.agent_id === null && type === 'human' && { agent_id: id, agents: others(chat, id) }),
  };
}

/** Whoever owns a chat is no longer added to it. */
function others({ agents }: ChatRow, id: number) {
  return agents.filter((each) => each !== id);
}

/** Spam is taken in silence, and what a department says among itself is its own. */
function tell(
  ctx: WidgetContext,
  chat: ChatRow,
  { stored, operator }: { stored: store.MessageRow; operator: Posted['operator'] },
) {
  const { id: chat_id, client_id } = chat;
  if (chat.state === 'spam' || client_id === null) return;
  if (operator && chat.accepted_by === null) {
    const { id: agent_id, type: operator_type } = operator;
    ctx.emit(events.chatAccepted, { chat_id, client_id, agent_id, operator_type });
  }
  const { id: message_id, seq, sender, type } = stored;
  ctx.emit(events.messageCreated, { chat_id, message_id, seq: seq as number, sender, type });
}
