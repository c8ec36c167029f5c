import { agentLive, type api, type site, visitorLive } from '@parley/contract';
import type { Context, Read, WidgetContext } from '../../../kernel/data/context.ts';
import { parseRange } from '../../../kernel/data/moments.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/http/problems.ts';
import { inboxOf, viewersOf } from '../../../kernel/live/rooms.ts';
import * as agents from '../../account/agents/index.ts';
import * as files from '../../account/files/index.ts';
import * as chats from '../chats/index.ts';
import { post } from './posting.ts';
import { createReader, createVisitorReader } from './reading.ts';
import * as store from './store.ts';
import type { Payload } from './tables.ts';

type MessageQuery = Query<typeof api.messages.list, 'from' | 'to' | 'cursor' | 'limit'>;

export function list(ctx: Context<Read>, chatId: number, { from, to, ...query }: MessageQuery) {
  return paged(ctx, query, {
    position: ({ id }: { id: number }) => [id],
    read: async ([before], limit) => {
      const range = parseRange({ from, to });
      const filter = { before, from: range.from?.toString(), to: range.to?.toString(), limit };
      const found = await store.list(ctx, chatId, filter);
      if (!found) throw problem('not_found');
      await chats.requireAccess(ctx, { id: chatId, is_internal: found.is_internal });
      refuseInternal(ctx, found);
      return found.rows;
    },
    item: createReader(ctx),
  });
}

/** What a department writes among itself is read and written by its people, in the console. */
function refuseInternal({ principal }: Context<Read>, { is_internal }: { is_internal: boolean }) {
  if (is_internal && principal.kind === 'token') throw problem('internal_room');
}

/** What somebody sends, before it is known to be possible. */
export type Given = Body<
  typeof api.messages.send,
  keyof Payload | 'client_message_id' | 'type' | 'body' | 'markdown' | 'file' | 'origin' | 'agent_id'
>;

/** A message of an agent: through the API it counts as that person's own. */
export async function send(ctx: Context, chatId: number, given: Given) {
  const named = speakerOf(ctx, given.agent_id);
  // All are asked for at once, and looked at in order.
  const locking = chats.getLocked(ctx, chatId);
  const naming = named === undefined ? undefined : agents.getHuman(ctx, named, 'agent_id');
  naming?.catch(() => undefined);
  const repeating = store.findRepeat(ctx, chatId, given.client_message_id);
  repeating.catch(() => undefined);
  const chat = await locking;
  refuseInternal(ctx, chat);
  const agent = (await naming) ?? (await getOwner(ctx, chat));
  const repeated = await repeating;
  if (repeated) return createReader(ctx)(repeated);
  const stored = await post(ctx, chat, {
    ...(await contentOf(ctx, given)),
    sender: 'agent',
    operator: { id: agent.id, type: 'human' },
    isFromApi: ctx.principal.kind === 'token',
  });
  return createReader(ctx)(stored);
}

/** A person in the console speaks for themselves; a token for whom it names. */
function speakerOf({ principal }: Context, agentId: number | undefined) {
  if (principal.kind === 'token') return agentId;
  if (agentId !== undefined && agentId !== principal.agentId)
    throw invalid({ agent_id: 'must be your own agent id. Only a token can send as another agent' });
  return principal.agentId;
}

async function getOwner(ctx: Context, { agent_id }: chats.LockedChat) {
  if (agent_id === null)
    throw invalid({ agent_id: 'is required because the chat has no agent. Pass the id of a human agent' });
  return agents.getHuman(ctx, agent_id, 'agent_id');
}

/** What is stored of a message as it was sent, its file included. */
export async function contentOf(ctx: WidgetContext, given: Given, uploader?: { visitorId: number }) {
  const { file, coords, sticker, keyboard, agent_id: _, ...content } = given;
  const payload = coords || sticker || keyboard ? { coords, sticker, keyboard } : undefined;
  if (!file) return { ...content, payload };
  const attached = await files.attach(ctx, file.id, { isImage: given.type === 'image', ...uploader });
  // An avatar is deleted when its agent chooses another.
  if (await agents.isAvatar(ctx, file.id)) throw files.notAFile();
  return { ...content, payload, file: attached };
}

type NewNote = Body<typeof api.messages.addNote, 'body' | 'mentions' | 'agent_id' | 'client_message_id'>;

/** A note that only operators see. */
export async function addNote(ctx: Context, chatId: number, { agent_id, ...given }: NewNote) {
  const chat = await chats.getLocked(ctx, chatId);
  refuseInternal(ctx, chat);
  const author = speakerOf(ctx, agent_id) ?? null;
  if (author !== null) await agents.getHuman(ctx, author, 'agent_id');
  const repeated = await store.findRepeat(ctx, chatId, given.client_message_id);
  if (repeated) return createReader(ctx)(repeated);
  if (given.mentions?.length) await requireAgents(ctx, given.mentions);
  return createReader(ctx)(await note(ctx, chat, { ...given, agent_id: author }));
}

async function requireAgents(ctx: Context, ids: number[]) {
  if (!(await agents.allExist(ctx, ids))) throw invalid({ mentions: 'must all be agents of this widget' });
}

interface Note {
  body: string;
  /** Whom it is meant for. */
  mentions?: number[];
  agent_id: number | null;
  client_message_id?: string;
}

/** The chat is locked. */
export function note(ctx: WidgetContext, chat: chats.LockedChat, { mentions, ...given }: Note) {
  const payload = mentions?.length ? { mentions } : undefined;
  return post(ctx, chat, { type: 'text', sender: 'agent', private: true, ...given, payload });
}

const TYPING_SECONDS = 5;
const PREVIEW_SECONDS = 1;

type TypingState = Body<typeof api.messages.sendTyping, 'state'>['state'];

/** Seldom enough not to be a burden, and gone as soon as it is told: what is typed is no fact. */
async function isTimely({ limits }: WidgetContext, chatId: number, what: string) {
  return !(await limits.counter('typing', 1, TYPING_SECONDS).add(`${chatId} ${what}`)).isOver;
}

export async function typeAsAgent(ctx: Context, chatId: number, state: TypingState) {
  const chat = await chats.getRow(ctx, chatId);
  refuseInternal(ctx, chat);
  const dispatched = await isTimely(ctx, chatId, `agent ${state}`);
  if (dispatched) {
    const agent = ctx.principal.kind === 'session' ? { agent_id: ctx.principal.agentId } : {};
    const said = { chat_id: chatId, side: 'agent' as const, ...agent, state };
    for (const room of await chats.agentRoomsOf(ctx, chat)) ctx.publish(agentLive.events.typing, room, said);
    const room = chats.visitorRoom(ctx, chat);
    if (room) ctx.publish(visitorLive.events.typing, room, { state });
  }
  return { chat_id: chatId, state, dispatched };
}

/** All agents see that somebody types, and those who look at the chat also what. */
export async function typeAsVisitor(ctx: WidgetContext, chatId: number, given: { state: TypingState; text?: string }) {
  const { state, text } = given;
  const said = { chat_id: chatId, side: 'client' as const, state };
  if (await isTimely(ctx, chatId, `client ${state}`)) {
    ctx.publish(agentLive.events.typing, inboxOf(ctx.widgetId), said);
  }
  if (text === undefined) return;
  const { isOver } = await ctx.limits.counter('previews', 1, PREVIEW_SECONDS).add(String(chatId));
  if (!isOver) ctx.publish(agentLive.events.typing, viewersOf(ctx.widgetId, chatId), { ...said, text });
}

export async function see(ctx: Context, chatId: number, messageId: number) {
  const chat = await chats.getLocked(ctx, chatId);
  await requireMessage(ctx, chatId, { message_id: messageId });
  return markSeen(ctx, chat, { fromId: messageId, toId: messageId });
}

type SeenRange = Body<typeof api.messages.markRangeSeen, 'to_message_id' | 'from_message_id'>;

export async function seeRange(ctx: Context, chatId: number, { to_message_id, from_message_id }: SeenRange) {
  const chat = await chats.getLocked(ctx, chatId);
  await requireMessage(ctx, chatId, { to_message_id });
  if (from_message_id !== undefined) await requireMessage(ctx, chatId, { from_message_id });
  if ((from_message_id ?? 0) > to_message_id) throw invalid({ from_message_id: 'must not be after to_message_id' });
  return markSeen(ctx, chat, { fromId: from_message_id ?? 0, toId: to_message_id });
}

async function requireMessage(ctx: Context, chatId: number, named: Record<string, number>) {
  for (const [field, id] of Object.entries(named)) {
    if (!(await store.exists(ctx, chatId, id))) throw invalid({ [field]: 'is not a message of this chat' });
  }
}

async function markSeen(ctx: Context, chat: chats.LockedChat, range: { fromId: number; toId: number }) {
  const { count: seen, last } = await store.markSeen(ctx, chat.id, range);
  const unread = chat.unread - seen;
  // Whoever writes spam is not told that anybody looked.
  const agent_seen_seq = Math.max(chat.agent_seen_seq, chat.state === 'spam' ? 0 : last);
  if (seen) await chats.change(ctx, chat.id, { head: { unread, agent_seen_seq } });
  return { chat_id: chat.id, seen, unread };
}

/** The chat is locked. */
export async function seeAsVisitor(ctx: WidgetContext, chat: chats.LockedChat, seq: number) {
  const seen = await store.markSeenByVisitor(ctx, chat.id, seq);
  const unread = chat.visitor_unread - seen;
  const upTo = Math.min(seq, chat.last_seq);
  if (seen) {
    const visitor_seen_seq = Math.max(upTo, chat.visitor_seen_seq);
    const visitor_received_seq = Math.max(upTo, chat.visitor_received_seq);
    await chats.change(ctx, chat.id, { head: { visitor_unread: unread, visitor_seen_seq, visitor_received_seq } });
  }
  return { unread };
}

/** The chat is locked. Agents see what has arrived, long before it is looked at. */
export async function receiveAsVisitor(ctx: WidgetContext, chat: chats.LockedChat, seq: number) {
  const visitor_received_seq = Math.min(seq, chat.last_seq);
  if (chat.visitor_unread === 0 || visitor_received_seq <= chat.visitor_received_seq) return;
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
    read: async ([before], limit) => {
      const found = await store.list(ctx, chat.id, { before, afterSeq: after_seq, limit });
      return found?.rows ?? [];
    },
    item: createVisitorReader(ctx, chat.agent_seen_seq),
  });
}

const MOST_AT_ONCE = 100;

/** What a visitor's browser lacks, oldest first. */
export async function listAfterSeq(ctx: WidgetContext<Read>, chat: chats.ChatRow, seq: number) {
  const rows = await store.listAfter(ctx, chat.id, { seq, limit: MOST_AT_ONCE + 1 });
  return upTo(rows, createVisitorReader(ctx, chat.agent_seen_seq));
}

/** A chat with what an agent's client lacks of it. The chat is read first: what is newer than it does no harm. */
export async function catchUp(ctx: Context<Read>, chatId: number, afterId: number) {
  const row = await chats.getRow(ctx, chatId);
  const rows = await store.listAfter(ctx, chatId, { id: afterId, limit: MOST_AT_ONCE + 1 });
  return { chat: chats.toChat(row), ...upTo(rows, createReader(ctx)) };
}

function upTo<T>(rows: store.MessageRow[], read: (row: store.MessageRow) => T) {
  return { messages: rows.slice(0, MOST_AT_ONCE).map(read), more: rows.length > MOST_AT_ONCE };
}
