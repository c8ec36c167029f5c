import type { site } from '@parley/contract';
import { refuseOver } from '../../../kernel/auth/limits.ts';
import type { Read, SiteContext, WidgetContext } from '../../../kernel/data/context.ts';
import { createCursors } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import * as routing from '../../conversations/routing/index.ts';
import * as contacts from '../../people/contacts/index.ts';
import { hashToken, newToken } from './authentication.ts';
import * as store from './store.ts';
import * as visitStore from './visits/store.ts';
import * as invitations from './visits/visit-invitations.ts';
import * as visits from './visits/visits.ts';

const MINUTE = 60;
const SESSIONS_OF_NETWORK = 300;
const FIRST_PAGE = 30;

type OpenChatRequest = Body<typeof site.visitor.open, 'visit_id' | 'page' | 'referrer' | 'locale' | 'impression_id'>;

/** Issues a token to a visitor without a valid one, or returns the chat of one who has it. */
export async function openChat(ctx: SiteContext, { visit_id, ...opening }: OpenChatRequest) {
  const { visitor } = ctx.principal;
  if (visitor) {
    store.update(ctx, visitor.id, opening);
    return { token: ctx.caller.bearer, ...(await readInitialState(ctx, visitor.contactId)) };
  }
  refuseOver(await ctx.limits.counter('sessions of a network', SESSIONS_OF_NETWORK, MINUTE).add(ctx.caller.network));
  const visit = visit_id === undefined ? undefined : await visits.lock(ctx, visit_id);
  const contact_id = await invitations.findInvitedContact(ctx, visit?.invited_as ?? null);
  const token = newToken();
  const known = { widget_id: ctx.widgetId, contact_id, token_hash: hashToken(token) };
  const now = ctx.now.toString();
  const id = await store.insert(ctx, { ...opening, ...known, created_at: now, seen_at: now });
  // The invitation stays until the token is used: the response may be lost.
  if (visit) visitStore.update(ctx, visit.id, { visitor_id: id });
  return { token, ...(await readInitialState(ctx, contact_id)) };
}

/** The chat's initial state. */
export async function readInitialState(ctx: WidgetContext, contactNumber: number | null) {
  const [online, contact, chat] = await Promise.all([
    routing.isOnline(ctx),
    contactNumber === null ? undefined : contacts.findByNumber(ctx, contactNumber),
    findChatWithAgent(ctx, contactNumber),
  ]);
  return {
    contact_id: contact?.id ?? null,
    chat_id: chat?.id ?? null,
    unread: chat?.visitor_unread ?? 0,
    rating_requested_at: chat?.rating_requested_at ?? null,
    chat: chat ? chats.toVisitorChat(chat) : null,
    contact: contact ? toVisitorFields(contact) : null,
    history: await listMessages(ctx, chat, { limit: FIRST_PAGE }),
    online,
  };
}

export async function findChat(ctx: WidgetContext<Read>, contactNumber: number | null) {
  return contactNumber === null ? undefined : chats.findOfContact(ctx, { contactNumber, channel: chats.SITE });
}

/** The chat as the visitor's browser shows it. */
export async function findChatWithAgent(ctx: WidgetContext<Read>, contactNumber: number | null) {
  return contactNumber === null ? undefined : chats.findOfContactWithAgent(ctx, { contactNumber, channel: chats.SITE });
}

export type MessageQuery = Query<typeof site.visitor.listMessages, 'after_seq' | 'cursor' | 'limit'>;

/** Cursors are scoped to the list, not the route: two routes return this list. */
export async function listMessages(ctx: WidgetContext<Read>, chat: chats.ChatRow | undefined, query: MessageQuery) {
  const cursors = createCursors(ctx.vault.derive('cursors'), 'messages of a visitor', ctx.widgetId);
  return chat ? messages.listForVisitor({ ...ctx, cursors }, chat, query) : { data: [], next_cursor: null };
}

function toVisitorFields({ name, email, phone, description }: Awaited<ReturnType<typeof contacts.recordDetails>>) {
  return { name, email, phone, description };
}
