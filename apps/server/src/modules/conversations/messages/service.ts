import { agentLive, type api, type Message, type site, visitorLive } from '@parley/contract';
import { isInlineImage } from '../../../infra/files/sniff.ts';
import type { Context, Read, WidgetContext } from '../../../kernel/data/context.ts';
import { parseRange } from '../../../kernel/data/moments.ts';
import { paged, printedPage } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { inboxOf, viewersOf } from '../../../kernel/live/rooms.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as agents from '../../account/agents/index.ts';
import * as files from '../../account/files/index.ts';
import * as recipients from '../../people/recipients/index.ts';
import * as chats from '../chats/index.ts';
import type { NewMessage } from './new-message.ts';
import { post } from './post.ts';
import { createSerializer, createVisitorSerializer } from './serialize.ts';
import * as store from './store.ts';
import type { Payload } from './tables.ts';

type MessageQuery = Query<typeof api.messages.list, 'from' | 'to' | 'after_id' | 'cursor' | 'limit'>;

export function list(ctx: Context<Read>, chatId: number, { from, to, after_id, ...query }: MessageQuery) {
  const serialize = createSerializer(ctx);
  return printedPage(ctx, query, {
    position: (row: string | store.MessageRow) => [(typeof row === 'string' ? (JSON.parse(row) as Message) : row).id],
    read: async ([last], limit) => {
      const range = parseRange({ from, to });
      const start = after_id === undefined ? { before: last } : { after: last ?? after_id };
      const filter = { ...start, from: range.from?.toString(), to: range.to?.toString(), limit };
      const found = await store.list(ctx, chatId, filter);
      if (!found) throw problem('not_found');
      await chats.requireAccess(ctx, { id: chatId, is_internal: found.is_internal });
      refuseTokenInInternalChat(ctx, found);
      return found.rows;
    },
    item: (row) => (typeof row === 'string' ? row : serialize(row)),
  });
}

export async function get(ctx: Context<Read>, { id: chatId, message_id }: { id: number; message_id: number }) {
  const [chat, found] = await Promise.all([chats.getRow(ctx, chatId), store.find(ctx, chatId, message_id)]);
  refuseTokenInInternalChat(ctx, chat);
  if (!found) throw problem('not_found');
  return createSerializer(ctx)(found);
}

/** Internal chats are read and written in the console only. */
export function refuseTokenInInternalChat({ principal }: Context<Read>, { is_internal }: { is_internal: boolean }) {
  if (is_internal && principal.kind === 'token') throw problem('internal_room');
}

export type MessageInput = Body<
  typeof api.messages.send,
  keyof Payload | 'client_message_id' | 'type' | 'body' | 'markdown' | 'file' | 'origin' | 'agent_id'
>;

/** A message of an agent, sent from the console or with a token on their behalf. */
export async function send(ctx: Context, chatId: number, message: MessageInput) {
  const senderId = senderIdOf(ctx, message.agent_id);
  const chat = await chats.getForMessage(ctx, chatId);
  refuseTokenInInternalChat(ctx, chat);
  const agentId = senderId ?? ownerIdOf(chat);
  if (ctx.assume()) agents.expectHuman(ctx, agentId);
  else {
    await agents.getHuman(ctx, agentId, 'agent_id');
    const repeated = await store.findByClientMessageId(ctx, chatId, message.client_message_id);
    if (repeated) return createSerializer(ctx)(repeated);
  }
  const stored = await post(ctx, chat, {
    ...(await toContent(ctx, message)),
    sender: 'agent',
    operator: { id: agentId, type: 'human' },
    isFromApi: ctx.principal.kind === 'token',
  });
  return createSerializer(ctx)(stored);
}

/** In the console agents send as themselves; a token may send as any agent. */
function senderIdOf({ principal }: Context, agentId: number | undefined) {
  if (principal.kind === 'token') return agentId;
  if (agentId !== undefined && agentId !== principal.agentId)
    throw invalid({ agent_id: 'must be your own agent id. Only a token can send as another agent' });
  return principal.agentId;
}

function ownerIdOf({ agent_id }: chats.LockedChat) {
  if (agent_id === null)
    throw invalid({ agent_id: 'is required because the chat has no agent. Pass the id of a human agent' });
  return agent_id;
}

/** Resolves what was sent into what is stored, with its file. */
export async function toContent(ctx: WidgetContext, message: MessageInput, uploader?: { visitorId: number }) {
  const { file, coords, sticker, keyboard, agent_id: _, origin: callerOrigin, ...rest } = message;
  const content = { ...rest, callerOrigin };
  const payload = coords || sticker || keyboard ? { coords, sticker, keyboard } : undefined;
  if (!file) return { ...content, payload };
  return { ...content, payload, file: await attach(ctx, file.id, { isImage: message.type === 'image', ...uploader }) };
}

async function attach(ctx: WidgetContext, id: number, options: Parameters<typeof files.attach>[2]) {
  const attached = await files.attach(ctx, id, options);
  // An avatar is deleted when it is replaced, so it cannot be attached.
  if (await agents.isAvatar(ctx, id)) throw files.unknownFile();
  return attached;
}

type NewNote = Body<typeof api.messages.addNote, 'body' | 'file' | 'mentions' | 'agent_id' | 'client_message_id'>;

export async function addNote(ctx: Context, chatId: number, { agent_id, file, ...note }: NewNote) {
  if (note.body === undefined && !file) throw invalid({ body: 'is required unless the note has a file' });
  const chat = await chats.getLocked(ctx, chatId);
  refuseTokenInInternalChat(ctx, chat);
  const author = senderIdOf(ctx, agent_id) ?? null;
  if (author !== null) await agents.getHuman(ctx, author, 'agent_id');
  const repeated = await store.findByClientMessageId(ctx, chatId, note.client_message_id);
  if (repeated) return createSerializer(ctx)(repeated);
  if (note.mentions?.length) await requireAgents(ctx, note.mentions);
  const attached = file && (await attachToNote(ctx, file.id));
  const stored = await postNote(ctx, chat, { ...note, ...attached, agent_id: author });
  const colleagues = (note.mentions ?? []).filter((id) => id !== author);
  if (colleagues.length) await markForMentioned(ctx, chat, colleagues);
  return createSerializer(ctx)(stored);
}

/** The bytes decide whether it is shown as a picture. */
async function attachToNote(ctx: WidgetContext, id: number) {
  const file = await attach(ctx, id, { isImage: false });
  return { file, type: isInlineImage(file.type) ? ('image' as const) : ('file' as const) };
}

/** Until they open the chat. */
async function markForMentioned(ctx: Context, chat: chats.LockedChat, ids: number[]) {
  const log = ids.map((subject_id) => ({ type: 'mentioned' as const, subject_id }));
  await chats.change(ctx, chat.id, { chat: { mentioned: [...new Set([...chat.mentioned, ...ids])] }, log });
}

async function requireAgents(ctx: Context, ids: number[]) {
  if (!(await agents.allExist(ctx, ids))) throw invalid({ mentions: 'must all be agents of this widget' });
}

interface NoteContent {
  body?: string;
  type?: 'image' | 'file';
  file?: NewMessage['file'];
  /** Mentioned agents. */
  mentions?: number[];
  agent_id: number | null;
  client_message_id?: string;
}

/** The chat is locked. */
export function postNote(ctx: WidgetContext, chat: chats.LockedChat, { mentions, ...note }: NoteContent) {
  const payload = mentions?.length ? { mentions } : undefined;
  return post(ctx, chat, { type: 'text', sender: 'agent', private: true, ...note, payload });
}

const TYPING_SECONDS = 5;
const PREVIEW_SECONDS = 1;

type TypingState = Body<typeof api.messages.sendTyping, 'state'>['state'];

/** Typing is throttled and never stored. */
async function isWithinTypingLimit({ limits }: WidgetContext, chatId: number, kind: string) {
  return !(await limits.counter('typing', 1, TYPING_SECONDS).add(`${chatId} ${kind}`)).isOver;
}

export async function publishAgentTyping(ctx: Context, chatId: number, state: TypingState) {
  const chat = await chats.getRow(ctx, chatId);
  refuseTokenInInternalChat(ctx, chat);
  const dispatched = await isWithinTypingLimit(ctx, chatId, `agent ${state}`);
  const agent = ctx.principal.kind === 'session' ? { agent_id: ctx.principal.agentId } : {};
  // Colleagues must learn of each other also while one of them is typing already.
  if (
    agent.agent_id === undefined ? dispatched : await isWithinTypingLimit(ctx, chatId, `${agent.agent_id} ${state}`)
  ) {
    const typing = { chat_id: chatId, side: 'agent' as const, ...agent, state };
    for (const room of await chats.agentRoomsOf(ctx, chat)) ctx.publish(agentLive.events.typing, room, typing);
  }
  const room = chats.visitorRoom(ctx, chat);
  if (dispatched && room) ctx.publish(visitorLive.events.typing, room, { state });
  if (dispatched) chats.showTypingInMessenger(ctx, chat, state);
  return { chat_id: chatId, state, dispatched };
}

/** All agents see that the visitor types; agents viewing the chat also see the text. */
export async function publishVisitorTyping(
  ctx: WidgetContext,
  chatId: number,
  { state, text }: { state: TypingState; text?: string },
) {
  const typing = { chat_id: chatId, side: 'client' as const, state };
  if (await isWithinTypingLimit(ctx, chatId, `client ${state}`)) {
    ctx.publish(agentLive.events.typing, inboxOf(ctx.widgetId), typing);
  }
  if (text === undefined) return;
  const { isOver } = await ctx.limits.counter('previews', 1, PREVIEW_SECONDS).add(String(chatId));
  if (!isOver) ctx.publish(agentLive.events.typing, viewersOf(ctx.widgetId, chatId), { ...typing, text });
}

export async function markMessageSeen(ctx: Context, chatId: number, messageId: number) {
  return markSeen(ctx, chatId, { fields: { message_id: messageId }, fromId: messageId, toId: messageId });
}

type SeenRange = Body<typeof api.messages.markRangeSeen, 'to_message_id' | 'from_message_id'>;

export async function markRangeSeen(ctx: Context, chatId: number, { to_message_id, from_message_id }: SeenRange) {
  const [fromId, toId] = [from_message_id ?? 0, to_message_id];
  const result = await markSeen(ctx, chatId, { fields: { to_message_id, from_message_id }, fromId, toId });
  if (fromId > toId) throw invalid({ from_message_id: 'must not be after to_message_id' });
  return result;
}

interface SeenMessages {
  /** Ids that must be messages of the chat, by field. */
  fields: Record<string, number | undefined>;
  fromId: number;
  toId: number;
}

async function requireMessage(ctx: Context, chatId: number, field: string, id: number) {
  if (!(await store.exists(ctx, chatId, id))) throw invalid({ [field]: 'is not a message of this chat' });
}

/** The queries run concurrently, after the lock, and are awaited in order. */
async function markSeen(ctx: Context, chatId: number, { fields, ...range }: SeenMessages) {
  const chatQuery = chats.getLocked(ctx, chatId);
  const checks = Object.entries(fields).flatMap(([field, id]) =>
    id === undefined ? [] : requireMessage(ctx, chatId, field, id),
  );
  const marking = store.markSeen(ctx, chatId, range);
  for (const query of [...checks, marking]) query.catch(() => undefined);
  const chat = await chatQuery;
  for (const check of checks) await check;
  const { count: seen, lastSeq, lastId } = await marking;
  const unread = chat.unread - seen;
  // The visitor does not learn that spam was read.
  const agent_seen_seq = Math.max(chat.agent_seen_seq, chat.state === 'spam' ? 0 : lastSeq);
  if (seen) await chats.change(ctx, chat.id, { head: { unread, agent_seen_seq } });
  if (seen && chat.state !== 'spam') chats.markSeenInMessenger(ctx, chat, lastId);
  return { chat_id: chat.id, seen, unread };
}

export async function markSeenByVisitor(ctx: WidgetContext, chatId: number, seq: number) {
  const [chat, marked] = await Promise.all([chats.getLocked(ctx, chatId), store.markSeenByVisitor(ctx, chatId, seq)]);
  const seen = marked.length;
  const broadcasts = marked.flatMap(({ id, is_outreach }) => (is_outreach ? id : []));
  if (broadcasts.length) recipients.recordSeen(ctx, chatId, broadcasts);
  const head = headAfterSeen(chat, { seq, seen });
  if (seen) await chats.change(ctx, chat.id, { head });
  return { unread: head.visitor_unread };
}

/** When the visitor has seen messages up to `seq`, this many of them for the first time. */
export function headAfterSeen(chat: chats.LockedChat, { seq, seen }: { seq: number; seen: number }) {
  const lastSeq = Math.min(seq, chat.last_seq);
  return {
    visitor_unread: chat.visitor_unread - seen,
    visitor_seen_seq: Math.max(lastSeq, chat.visitor_seen_seq),
    visitor_received_seq: Math.max(lastSeq, chat.visitor_received_seq),
  };
}

type ReceivedChat = Pick<chats.LockedChat, 'id' | 'last_seq' | 'visitor_unread' | 'visitor_received_seq'>;

/** What the visitor has received up to `seq`, if that is news. */
function newlyReceived(chat: ReceivedChat, seq: number) {
  const received = Math.min(seq, chat.last_seq);
  return chat.visitor_unread > 0 && received > chat.visitor_received_seq ? received : undefined;
}

/** Agents see what has arrived before it is seen. Locks the chat only for news. */
export async function markReceivedByVisitor(ctx: WidgetContext, found: ReceivedChat, seq: number) {
  if (newlyReceived(found, seq) === undefined) return;
  const chat = await chats.getLocked(ctx, found.id);
  const visitor_received_seq = newlyReceived(chat, seq);
  if (visitor_received_seq === undefined) return;
  if (chat.broadcast_at !== null) recipients.recordReceived(ctx, chat.id, visitor_received_seq);
  await chats.change(ctx, chat.id, { head: { visitor_received_seq } });
}

type VisitorQuery = Query<typeof site.visitor.listMessages, 'after_seq' | 'cursor' | 'limit'>;

export function listForVisitor(
  ctx: WidgetContext<Read>,
  chat: chats.ChatRow,
  { after_seq = 0, ...query }: VisitorQuery,
) {
  return paged(ctx, query, {
    position: ({ id }: { id: number }) => [id],
    read: ([before], limit) => store.listForVisitor(ctx, chat.id, { before, afterSeq: after_seq, limit }),
    item: createVisitorSerializer(ctx, chat.agent_seen_seq),
  });
}
