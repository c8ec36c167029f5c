import { type api, events } from '@parley/contract';
import type { Context, Read, WidgetWork } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as agents from '../../account/agents/index.ts';
import * as contacts from '../../people/contacts/index.ts';
import { filterAccessible, requireAccess } from './internal/access.ts';
import { insertInternalChat } from './internal/store.ts';
import { change, publishChat } from './lifecycle/changes.ts';
import { SITE, toChat } from './serialize.ts';
import * as snapshots from './snapshots.ts';
import * as store from './store.ts';
import type { Source } from './tables.ts';
import { takeFromAi } from './turns/turns.ts';

export async function get(ctx: WidgetWork<Read>, id: number) {
  return toChat(await getRow(ctx, id), ctx.now);
}

export async function getRow(ctx: WidgetWork<Read>, id: number) {
  const chat = await store.find(ctx, id);
  if (!chat) throw problem('not_found');
  await requireAccess(ctx, chat);
  return chat;
}

export async function getLocked(ctx: WidgetWork, id: number) {
  const chat = await store.lock(ctx, id);
  if (!chat) throw problem('not_found');
  await requireAccess(ctx, chat);
  snapshots.keep(ctx, chat);
  return chat;
}

/** Undefined if it was erased or merged into another. For work of the server itself. */
export const findLocked = store.lock;

/** For a message, whose statement checks that the chat is as this node left it; locked if this node does not know it. */
export const getForMessage = async (ctx: WidgetWork, id: number) => snapshots.take(ctx, id) ?? getLocked(ctx, id);

/** The same for a contact's chat on the site; undefined if there is none. */
export async function findForMessage(ctx: WidgetWork, contactNumber: number) {
  return snapshots.takeOfContact(ctx, contactNumber) ?? store.lockOfContact(ctx, { contactNumber, channel: SITE });
}

/** Skips unknown ids. Locks in order of id, so that two bulk writes cannot deadlock. */
export async function lockAll(ctx: WidgetWork, ids: number[]) {
  const locked: store.LockedChat[] = [];
  for (const id of ids.toSorted((one, other) => one - other)) {
    const chat = await store.lock(ctx, id);
    if (chat) locked.push(chat);
  }
  return filterAccessible(ctx, locked);
}

export const NO_SOURCE: Source = { page: null, referrer: null, language: null };

export const createInternalChat = (ctx: Context) => insertInternalChat(ctx, NO_SOURCE);

type NewChat = Body<typeof api.chats.create, 'contact_id' | 'agent_id'>;

/** Returns the existing chat on the site if the contact has one. */
export async function start(ctx: Context, { contact_id, agent_id }: NewChat) {
  const contact = await contacts.find(ctx, contact_id);
  if (!contact) throw unknownContact();
  const owner = agent_id === undefined ? undefined : await agents.getHuman(ctx, agent_id, 'agent_id');
  const id = await findOrInsert(ctx, { contactNumber: contact.number, channel: SITE, source: NO_SOURCE });
  const chat = id === undefined ? undefined : await store.lock(ctx, id);
  // The contact may have been erased since it was read.
  if (id === undefined || !chat) throw unknownContact();
  if (owner && chat.agent_id === null) {
    const agents = chat.agents.filter((each) => each !== owner.id);
    await change(ctx, id, { chat: { agent_id: owner.id, agents }, head: takeFromAi(ctx, chat, 'person') });
  } else await publishChat(ctx, id);
  return get(ctx, id);
}

function unknownContact() {
  return invalid({ contact_id: 'is not a contact of this widget' });
}

interface NewChatKey {
  contactNumber: number;
  channel: string;
  /** Distinguishes chats of one contact on a custom channel. */
  externalId?: string;
  source: Source;
  /** What replies go through, in a messenger. Stored with a new chat only. */
  connectionId?: number;
  /** Whether the contact was created by this write, and so has no chat. */
  isNewContact?: boolean;
}

export async function findOrCreate(ctx: WidgetWork, key: NewChatKey): Promise<number> {
  const id = await findOrInsert(ctx, key);
  if (id === undefined) throw problem('not_found');
  return id;
}

/** Undefined if the contact no longer exists. */
async function findOrInsert(ctx: WidgetWork, { isNewContact, ...key }: NewChatKey) {
  const known = isNewContact ? undefined : await store.findByKey(ctx, key);
  if (known !== undefined) return known;
  const created = await store.insert(ctx, key);
  if (created === undefined) return store.findByKey(ctx, key);
  const { contactNumber: client_id, channel } = key;
  ctx.emit(events.chatCreated, { chat_id: created.id, client_id, contact_id: created.contact_id, channel });
  return created.id;
}
