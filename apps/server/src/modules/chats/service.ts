import { type ChatAi, events } from '@parley/contract';
import type { Context, WidgetContext } from '../../kernel/context.ts';
import { parseRange, readMoment } from '../../kernel/moments.ts';
import { toPage } from '../../kernel/pages.ts';
import { invalid, problem } from '../../kernel/problems.ts';
import * as agents from '../agents/index.ts';
import * as contacts from '../contacts/index.ts';
import { change, show } from './changing.ts';
import * as lists from './lists.ts';
import { SITE, toChat } from './reading.ts';
import * as store from './store.ts';
import type { Source } from './tables.ts';

interface Query extends Omit<lists.Filter, 'updated_since' | 'contactNumber' | 'before'> {
  updated_since?: string;
  contact_id?: string;
  cursor?: string;
}

export async function list(ctx: Context, { cursor, limit, contact_id, updated_since, from, to, ...filters }: Query) {
  const [created_at, id] = (ctx.cursors.read(cursor) ?? []) as [string?, number?];
  const range = parseRange({ from, to });
  const rows = await lists.list(ctx, {
    ...filters,
    ...(await knownIds(ctx, { ...filters, contact_id })),
    from: range.from?.toString(),
    to: range.to?.toString(),
    updated_since: updated_since === undefined ? undefined : readMoment(updated_since),
    before: created_at !== undefined && id !== undefined ? { created_at, id } : undefined,
    limit: limit + 1,
  });
  return toPage(rows, {
    limit,
    cursors: ctx.cursors,
    position: (row) => [row.created_at, row.id],
    item: toChat,
  });
}

/** A filter names something that exists; what does not is 404, never an empty list. */
async function knownIds(ctx: Context, { agent_id, channel, department_id, contact_id }: Partial<Query>) {
  if (agent_id !== undefined && !(await agents.exists(ctx, agent_id))) throw problem('not_found');
  // Neither custom channels nor departments can be made yet, so that every id of one is unknown.
  if (department_id !== undefined || channel?.startsWith('ch')) throw problem('not_found');
  return contact_id === undefined ? {} : { contactNumber: (await contacts.get(ctx, contact_id)).number };
}

export async function count(ctx: Context, { agent_id }: { agent_id?: number }) {
  if (agent_id !== undefined && !(await agents.exists(ctx, agent_id))) throw problem('not_found');
  const own = ctx.principal.kind === 'session' ? ctx.principal.agentId : null;
  return lists.count(ctx, agent_id ?? own);
}

export async function get(ctx: WidgetContext, id: number) {
  return toChat(await getRow(ctx, id));
}

export async function getRow(ctx: WidgetContext, id: number) {
  const chat = await store.find(ctx, id);
  if (!chat) throw problem('not_found');
  return chat;
}

/** The chat, which nobody else changes until this write is over. */
export async function getLocked(ctx: WidgetContext, id: number) {
  const chat = await store.lock(ctx, id);
  if (!chat) throw problem('not_found');
  return chat;
}

const NO_SOURCE: Source = { page: null, referrer: null, language: null };

/** An operator begins, or goes on where the contact is already. */
export async function start(ctx: Context, { contact_id, agent_id }: { contact_id: string; agent_id?: number }) {
  const contact = await contacts.find(ctx, contact_id);
  if (!contact) throw unknownContact();
  const owner = agent_id === undefined ? undefined : await agents.getHuman(ctx, agent_id, 'agent_id');
  const id = await findOrMake(ctx, { contactNumber: contact.number, channel: SITE, source: NO_SOURCE });
  const chat = id === undefined ? undefined : await store.lock(ctx, id);
  // They were erased a moment ago.
  if (id === undefined || !chat) throw unknownContact();
  if (owner && chat.agent_id === null) {
    const agents = chat.agents.filter((each) => each !== owner.id);
    await change(ctx, id, { chat: { agent_id: owner.id, agents } });
  } else await show(ctx, id);
  return get(ctx, id);
}

function unknownContact() {
  return invalid({ contact_id: 'is not a contact of this widget' });
}

interface Conversation {
  contactNumber: number;
  channel: string;
  source: Source;
}

/** The one chat of a contact on a channel: the one there is, or a new one. */
export async function ensure(ctx: WidgetContext, conversation: Conversation): Promise<number> {
  const id = await findOrMake(ctx, conversation);
  if (id === undefined) throw problem('not_found');
  return id;
}

/** Undefined when there is no such contact any more. */
async function findOrMake(ctx: WidgetContext, conversation: Conversation) {
  const known = await store.findConversation(ctx, conversation);
  if (known !== undefined) return known;
  const made = await store.insert(ctx, conversation);
  if (made === undefined) return store.findConversation(ctx, conversation);
  ctx.emit(events.chatCreated, { chat_id: made, client_id: conversation.contactNumber });
  return made;
}

export async function getAi(ctx: Context, id: number) {
  return toAi(await getRow(ctx, id));
}

/** Silenced by whoever said so first; the AI answers again from the next message of the visitor on. */
export async function setAi(ctx: Context, id: number, isEnabled: boolean) {
  const chat = await getLocked(ctx, id);
  if (chat.ai_enabled !== isEnabled) {
    const agentId = ctx.principal.kind === 'session' ? ctx.principal.agentId : null;
    const paused = { ai_paused_by: agentId, ai_paused_at: ctx.now.toString() };
    const resumed = { ai_paused_by: null, ai_paused_at: null };
    await change(ctx, id, { chat: { ai_enabled: isEnabled, ...(isEnabled ? resumed : paused) } });
  }
  return getAi(ctx, id);
}

function toAi(row: store.ChatRow): ChatAi {
  return {
    chat_id: row.id,
    ai_enabled: row.ai_enabled,
    paused_by: row.ai_paused_by,
    paused_at: row.ai_paused_at,
    api_reply_at: row.api_reply_at,
  };
}
