import type { Message, MessageType, VisitorMessage } from '@parley/contract';
import type { Context, WidgetContext } from '../../kernel/context.ts';
import { parseRange } from '../../kernel/moments.ts';
import { toPage } from '../../kernel/pages.ts';
import { invalid, problem } from '../../kernel/problems.ts';
import * as agents from '../agents/index.ts';
import * as chats from '../chats/index.ts';
import * as files from '../files/index.ts';
import { post } from './posting.ts';
import * as store from './store.ts';
import type { Payload } from './tables.ts';

interface Query {
  from?: string;
  to?: string;
  cursor?: string;
  limit: number;
}

export async function list(ctx: Context, chatId: number, { cursor, limit, ...period }: Query) {
  const [before] = (ctx.cursors.read(cursor) ?? []) as [number?];
  const { from, to } = parseRange(period);
  const filter = { before, from: from?.toString(), to: to?.toString(), limit: limit + 1 };
  const found = await store.list(ctx, chatId, filter);
  if (!found) throw problem('not_found');
  refuseInternal(ctx, found);
  const item = createReader(ctx);
  return toPage(found.rows, { limit, cursors: ctx.cursors, position: ({ id }) => [id], item });
}

/** What a department writes among itself is read and written by its people, in the console. */
function refuseInternal({ principal }: Context, { is_internal }: { is_internal: boolean }) {
  if (is_internal && principal.kind === 'token') throw problem('internal_room');
}

/** What somebody sends, before it is known to be possible. */
export interface Given extends Payload {
  client_message_id?: string;
  type: MessageType;
  body?: string;
  markdown?: string;
  file?: { id: number };
  origin?: string;
  agent_id?: number;
}

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
  if (agentId !== undefined && agentId !== principal.agentId) throw invalid({ agent_id: 'must be yourself' });
  return principal.agentId;
}

async function getOwner(ctx: Context, { agent_id }: chats.LockedChat) {
  if (agent_id === null) throw invalid({ agent_id: 'is required: the chat has no agent' });
  return agents.getHuman(ctx, agent_id, 'agent_id');
}

/** What is stored of a message as it was sent, its file included. */
export async function contentOf(ctx: WidgetContext, given: Given, uploader?: { visitorId: number }) {
  const { file, coords, sticker, keyboard, agent_id: _, ...content } = given;
  const payload = coords || sticker || keyboard ? { coords, sticker, keyboard } : undefined;
  if (!file) return { ...content, payload };
  return {
    ...content,
    payload,
    file: await files.attach(ctx, file.id, { isImage: given.type === 'image', ...uploader }),
  };
}

/** A note that only operators see. */
export async function addNote(ctx: Context, chatId: number, given: { body: string; agent_id?: number }) {
  const chat = await chats.getLocked(ctx, chatId);
  refuseInternal(ctx, chat);
  const author = speakerOf(ctx, given.agent_id) ?? null;
  if (author !== null) await agents.getHuman(ctx, author, 'agent_id');
  return createReader(ctx)(await note(ctx, chat, { body: given.body, agent_id: author }));
}

/** The chat is locked. */
export function note(
  ctx: WidgetContext,
  chat: chats.LockedChat,
  { body, agent_id }: { body: string; agent_id: number | null },
) {
  return post(ctx, chat, { type: 'text', sender: 'agent', private: true, body, agent_id });
}

const TYPING_SECONDS = 5;

type TypingState = 'start' | 'stop';

/** Seldom enough not to be a burden, and gone as soon as it is told: what is typed is no fact. */
export async function type(
  ctx: WidgetContext,
  chatId: number,
  { side, state }: { side: 'agent' | 'client'; state: TypingState },
) {
  const { isOver } = await ctx.limits.counter('typing', 1, TYPING_SECONDS).add(`${chatId} ${side} ${state}`);
  if (!isOver) ctx.notify('typing', `${chatId}:${side}:${state}`);
  return { chat_id: chatId, state, dispatched: !isOver };
}

export async function typeAsAgent(ctx: Context, chatId: number, state: TypingState) {
  refuseInternal(ctx, await chats.getRow(ctx, chatId));
  return type(ctx, chatId, { side: 'agent', state });
}

export async function see(ctx: Context, chatId: number, messageId: number) {
  const chat = await chats.getLocked(ctx, chatId);
  await requireMessage(ctx, chatId, { message_id: messageId });
  return markSeen(ctx, chat, { fromId: messageId, toId: messageId });
}

interface SeenRange {
  to_message_id: number;
  from_message_id?: number;
}

export async function seeRange(ctx: Context, chatId: number, { to_message_id, from_message_id }: SeenRange) {
  const chat = await chats.getLocked(ctx, chatId);
  await requireMessage(ctx, chatId, { to_message_id });
  if (from_message_id !== undefined) await requireMessage(ctx, chatId, { from_message_id });
  if ((from_message_id ?? 0) > to_message_id) throw invalid({ from_message_id: 'must not come after to_message_id' });
  return markSeen(ctx, chat, { fromId: from_message_id ?? 0, toId: to_message_id });
}

async function requireMessage(ctx: Context, chatId: number, named: Record<string, number>) {
  for (const [field, id] of Object.entries(named)) {
    if (!(await store.exists(ctx, chatId, id))) throw invalid({ [field]: 'is not a message of this chat' });
  }
}

async function markSeen(ctx: Context, chat: chats.LockedChat, range: { fromId: number; toId: number }) {
  const seen = await store.markSeen(ctx, chat.id, range);
  const unread = chat.unread - seen;
  if (seen) await chats.update(ctx, chat.id, { head: { unread } });
  return { chat_id: chat.id, seen, unread };
}

/** The chat is locked. */
export async function seeAsVisitor(ctx: WidgetContext, chat: chats.LockedChat, seq: number) {
  const seen = await store.markSeenByVisitor(ctx, chat.id, seq);
  const unread = chat.visitor_unread - seen;
  if (seen) await chats.update(ctx, chat.id, { head: { visitor_unread: unread } });
  return { unread };
}

interface VisitorQuery {
  after_seq?: number;
  cursor?: string;
  limit: number;
}

export async function listForVisitor(
  ctx: WidgetContext,
  chatId: number,
  { after_seq = 0, cursor, limit }: VisitorQuery,
) {
  const [before] = (ctx.cursors.read(cursor) ?? []) as [number?];
  const found = await store.list(ctx, chatId, { before, afterSeq: after_seq, limit: limit + 1 });
  const item = createVisitorReader(ctx);
  return toPage(found?.rows ?? [], { limit, cursors: ctx.cursors, position: ({ id }) => [id], item });
}

/** Messages as they are read, with addresses that are valid now. */
function createReader(ctx: WidgetContext) {
  const read = createVisitorReader(ctx);
  return (row: store.MessageRow): Message => ({
    ...read(row),
    seq: row.seq,
    chat_id: row.chat_id,
    origin: row.origin,
    private: row.private,
  });
}

/** The same without what is not the visitor's business. */
export function createVisitorReader(ctx: WidgetContext) {
  const linkTo = files.createLinks(ctx);
  return (row: store.MessageRow): VisitorMessage => {
    const file = fileOf(row);
    return {
      id: row.id,
      seq: row.seq as number,
      client_message_id: row.client_message_id,
      sender: row.sender,
      agent_id: row.agent_id,
      type: row.type,
      body: row.body,
      markdown: row.markdown,
      file,
      coords: row.payload?.coords ?? null,
      sticker: (row.payload?.sticker ?? null) as VisitorMessage['sticker'],
      keyboard: (row.payload?.keyboard ?? null) as VisitorMessage['keyboard'],
      url: file && linkTo(file),
      name: row.file_name,
      created_at: row.created_at,
      seen_at: row.seen_at,
    };
  };
}

function fileOf({ file_id: id, file_name: name, file_type: type, file_size: size }: store.MessageRow) {
  return id === null || name === null || type === null || size === null ? null : { id, name, type, size };
}
