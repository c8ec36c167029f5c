import { agentLive, type Chat, events, visitorLive } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import type { WidgetWork } from '../../../kernel/data/context.ts';
import { addMessengerMessage, addReply } from '../../../kernel/deliveries/replies.ts';
import * as agents from '../../account/agents/index.ts';
import * as recipients from '../../people/recipients/index.ts';
import {
  agentRoomsOf,
  type ChatChanges,
  channelIdOf,
  eventDataOf,
  type LockedChat,
  markRead,
  planTaking,
  publishToVisitor,
  type Snapshot,
  snapshots,
  updateChat,
  visitorRoom,
} from '../chats/index.ts';
import { type Routed, route } from '../routing/index.ts';
import { type ChatChange, headAfter, headChange } from './head.ts';
import { isReply, type NewMessage, toRow } from './new-message.ts';
import { createSerializer, createVisitorSerializer } from './serialize.ts';
import { followStopWords } from './stop-words.ts';
import * as store from './store.ts';

interface Posted {
  stored: store.MessageRow;
  head: store.HeadUpdate;
}

export interface Received {
  stored: store.MessageRow;
  /** Whether agents are to be notified; not while the AI answers. */
  isForPeople: boolean;
}

/** Stores a visitor's message, and decides who replies to it. */
export async function receive(ctx: WidgetWork, chat: Snapshot, message: Omit<NewMessage, 'sender'>): Promise<Received> {
  const routed = await route(ctx, chat);
  await followStopWords(ctx, chat, message);
  if (chat.broadcast_at !== null) recipients.recordReply(ctx, chat.id);
  const stored = await postRouted(ctx, chat, { ...message, sender: 'client' }, routed);
  routed.start(stored.id);
  return { stored, isForPeople: !routed.isForAi };
}

/** Notifies agents of the message that a visitor waits with, in a chat that the AI has given up. */
export async function announce(ctx: WidgetWork, chat: Chat, { notified }: { notified: number[] }) {
  const stored = await store.findLastOfClient(ctx, chat.id);
  if (!stored) return undefined;
  const data = () => ({ message: createSerializer(ctx)(stored), chat, ...(notified.length && { told: notified }) });
  for (const room of await agentRoomsOf(ctx, chat)) ctx.publish(agentLive.events.message, room, data);
  return stored;
}

/** Stores a message of an agent, the AI or the system. */
export async function post(
  ctx: WidgetWork,
  chat: Snapshot,
  message: NewMessage & { sender: 'agent' | 'ai' | 'system' },
) {
  const routed = notRouted(ctx, chat, message);
  const stored = await postRouted(ctx, chat, message, routed);
  routed.start(stored.id);
  return stored;
}

/**
 * Stores words that the visitor has seen outside the chat, before what they write to them. They accept, answer, own and
 * reopen nothing.
 */
export async function postOutreach(
  ctx: WidgetWork,
  chat: Snapshot,
  message: Pick<NewMessage, 'agent_id' | 'body' | 'origin'> & { sender: 'agent' | 'ai' },
) {
  const outreach = { ...message, type: 'text' as const, isOutreach: true };
  return postRouted(ctx, chat, outreach, notRouted(ctx, chat, outreach));
}

/**
 * Stores a message in a chat with all its effects: state, assignment, waiting time, events and live events. The chat is
 * locked, or as this node left it. Every message is created here.
 */
async function postRouted(ctx: WidgetWork, chat: Snapshot, message: NewMessage, routed: Routed) {
  const { notified } = routed;
  const stored = toRow(ctx, chat, message);
  const head = headAfter(ctx, chat, message, routed);
  const inserted = store.insert(ctx, stored, { version: chat.version, head });
  const changes = message.private ? {} : { ...chatChangesOf(ctx, chat, message), ...routed.changes };
  keepSnapshot(ctx, { ...chat, ...changes, needsFullCheck: routed.needsFullCheck }, { stored, head, inserted });
  if (Object.keys(changes).length) updateChat(ctx, chat.id, changes);
  message.alongside?.();
  const isReadNow = head.unread < chat.unread;
  const reading = isReadNow ? markRead(ctx, chat) : undefined;
  // Rare enough to read the chat again: a first message or reply, one after a long silence, or to what nobody had seen.
  if (Object.keys(changes).length || head.state !== chat.state || (isReadNow && visitorRoom(ctx, chat))) {
    const [fullChat] = await Promise.all([publishToVisitor(ctx, chat.id), reading]);
    await publishMessage(ctx, chat, { stored, notified, change: () => fullChat });
  } else {
    await reading;
    const change = () => headChange(chat, { stored, head, reach: message.reach });
    await publishMessage(ctx, chat, { stored, notified, change });
  }
  if (!message.private) {
    emitEvents(ctx, chat, { stored, operator: message.operator, origin: message.origin });
    forward(ctx, chat, stored);
  }
  return stored;
}

/** Only messages of visitors are routed. A person's reply takes the chat from the AI. */
function notRouted(ctx: WidgetWork, chat: Snapshot, { sender, private: isPrivate, isOutreach }: NewMessage): Routed {
  const taking = sender === 'agent' && !isPrivate && !isOutreach ? planTaking(ctx, chat, 'person') : undefined;
  return {
    changes: {},
    reply: taking ? { ...taking.head, handed_over_at: null } : {},
    isForAi: false,
    start: () => taking?.end(),
    notified: () => [],
    needsFullCheck: chat.needsFullCheck ?? false,
  };
}

/** The chat after the message, for the next one. Notes are rare and leave none. */
function keepSnapshot(
  ctx: WidgetWork,
  chat: Snapshot,
  { stored, head, inserted }: Posted & { inserted: Promise<number> },
) {
  if (stored.private) return snapshots.drop(ctx, chat.id);
  const { last_message: _, activity: __, ...rest } = head;
  const last_message_at = snapshots.latest(chat.last_message_at, stored.created_at);
  const updated_at = snapshots.latest(chat.updated_at, stored.created_at);
  const next = { ...chat, ...rest, last_message_at, updated_at, version: chat.version + 1 };
  snapshots.keep(ctx, next);
  // Arrives before the result of the commit, and nobody takes the snapshot before that.
  inserted.then((id) => Object.assign(next, { next_message_id: id })).catch(() => undefined);
}

/** Replies in a chat of a custom channel or a messenger are delivered there. */
function forward(ctx: WidgetWork, chat: LockedChat, stored: store.MessageRow) {
  const { connection_id: connectionId } = chat;
  const channelId = channelIdOf(chat.channel);
  const ids = { chatId: chat.id, messageId: stored.id };
  if (channelId && isReply(stored)) addReply(ctx, { channelId, ...ids });
  const isQueued = stored.delivery?.status === 'queued';
  if (connectionId !== null && isQueued) addMessengerMessage(ctx, { connectionId, ...ids });
}

/** Publishes to agents and, unless it is a note, to the visitor. */
async function publishMessage(
  ctx: WidgetWork,
  chat: LockedChat,
  { stored, notified, change }: { stored: store.MessageRow; notified: Routed['notified']; change: () => ChatChange },
) {
  const data = () => {
    const told = notified();
    return { message: createSerializer(ctx)(stored), chat: change(), ...(told.length && { told }) };
  };
  for (const room of await agentRoomsOf(ctx, chat)) ctx.publish(agentLive.events.message, room, data);
  const room = visitorRoom(ctx, chat);
  if (stored.private || !room) return;
  ctx.publish(visitorLive.events.message, room, () => ({ message: createVisitorSerializer(ctx)(stored) }));
}

/**
 * The first reply accepts the chat, the last one handles it, and a human reply assigns an unowned chat. A chat that the AI
 * answers has no owner: one that it took over keeps its person attached.
 */
function chatChangesOf({ now }: WidgetWork, chat: LockedChat, { sender, operator }: NewMessage): ChatChanges {
  const at = toIsoString(now);
  if (sender === 'client') return chat.has_client_messages ? {} : { has_client_messages: true, first_client_at: at };
  if (!operator || chat.is_internal || chat.state === 'spam') return {};
  const { id, type } = operator;
  return {
    ...(chat.accepted_by === null && { accepted_by: id, accepted_type: type, accepted_at: at }),
    ...(chat.handled_by !== id && { handled_by: id, handled_type: type, handled_at: at }),
    ...(chat.agent_id === null && type === 'human' && { agent_id: id, agents: withoutAgent(chat, id) }),
    ...(chat.agent_id !== null && type === 'ai' && { agent_id: null, agents: [...chat.agents, chat.agent_id] }),
    ...(type === 'ai' && chat.ai_operator_id !== id && { ai_operator_id: id }),
    ...(chat.responded_at === null && chat.has_client_messages && { responded_at: at }),
  };
}

/** The owner is not an attached agent. */
function withoutAgent({ agents }: LockedChat, id: number) {
  return agents.filter((each) => each !== id);
}

/** Spam and internal chats emit no events. */
function emitEvents(
  ctx: WidgetWork,
  chat: LockedChat,
  { stored, operator, origin }: { stored: store.MessageRow } & Pick<NewMessage, 'operator' | 'origin'>,
) {
  const data = eventDataOf(chat);
  if (chat.state === 'spam' || !data) return;
  if (operator && chat.accepted_by === null) {
    const { id: agent_id, type: operator_type } = operator;
    agents.record(ctx, agent_id, 'chat_accepted');
    ctx.emit(events.chatAccepted, { ...data, agent_id, operator_type });
  }
  const { client_id: _, ...ofChat } = data;
  const { id: message_id, seq, sender, agent_id, type } = stored;
  ctx.emit(events.messageCreated, {
    ...ofChat,
    message_id,
    seq: seq as number,
    sender,
    ...(agent_id !== null && { agent_id }),
    ...(origin !== undefined && { origin }),
    type,
  });
}
