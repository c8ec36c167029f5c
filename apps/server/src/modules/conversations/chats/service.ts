import { type api, type ChatAi, events } from '@parley/contract';
import type { Context, Read, WidgetContext } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/http/problems.ts';
import * as agents from '../../account/agents/index.ts';
import * as contacts from '../../people/contacts/index.ts';
import { insertRoom } from './internal/room-store.ts';
import { refuseOutsider, withoutForeign } from './internal/rooms.ts';
import { change, show } from './lifecycle/changing.ts';
import { SITE, toChat } from './reading.ts';
import * as store from './store.ts';
import type { Source } from './tables.ts';

export async function get(ctx: WidgetContext<Read>, id: number) {
  return toChat(await getRow(ctx, id));
}

export async function getRow(ctx: WidgetContext<Read>, id: number) {
  const chat = await store.find(ctx, id);
  if (!chat) throw problem('not_found');
  await refuseOutsider(ctx, chat);
  return chat;
}

/** The chat, which nobody else changes until this write is over. */
export async function getLocked(ctx: WidgetContext, id: number) {
  const chat = await store.lock(ctx, id);
  if (!chat) throw problem('not_found');
  await refuseOutsider(ctx, chat);
  return chat;
}

/** Those that there are, in the one order in which all lock who lock several. */
export async function lockAll(ctx: WidgetContext, ids: number[]) {
  const locked: store.LockedChat[] = [];
  for (const id of ids.toSorted((one, other) => one - other)) {
    const chat = await store.lock(ctx, id);
    if (chat) locked.push(chat);
  }
  return withoutForeign(ctx, locked);
}

export const NO_SOURCE: Source = { page: null, referrer: null, language: null };

/** Where the members of a department write among themselves. */
export const createRoom = (ctx: Context) => insertRoom(ctx, NO_SOURCE);

type NewChat = Body<typeof api.chats.create, 'contact_id' | 'agent_id'>;

/** An operator begins, or goes on where the contact is already. */
export async function start(ctx: Context, { contact_id, agent_id }: NewChat) {
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
  /** Which conversation of the channel it is, where it has several. */
  externalId?: string;
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

export async function getAi(ctx: Context<Read>, id: number) {
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
