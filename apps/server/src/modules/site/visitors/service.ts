import type { CallBody, MessengerProvider, site, Upload, visitorLive } from '@parley/contract';
import { refuseOver } from '../../../kernel/auth/limits.ts';
import type { Before, Read, SiteContext, VisitorContext, WidgetContext } from '../../../kernel/data/context.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as files from '../../account/files/index.ts';
import * as widgets from '../../account/widgets/index.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import * as ratings from '../../conversations/ratings/index.ts';
import * as routing from '../../conversations/routing/index.ts';
import * as links from '../../messengers/links/index.ts';
import * as smartInvitations from '../../outreach/smart-invitations/index.ts';
import * as notifications from '../../outside/notifications/index.ts';
import * as contacts from '../../people/contacts/index.ts';
import * as subscriptions from '../../people/subscriptions/index.ts';
import * as widgetConfig from '../widget-config/index.ts';
import { findChat, findChatWithAgent, listMessages as listChatMessages, type MessageQuery } from './open-chat.ts';
import * as store from './store.ts';
import type { VisitInvitation } from './visits/store.ts';
import * as invitations from './visits/visit-invitations.ts';
import * as visits from './visits/visits.ts';

const HOUR = 3_600;
const DAY = 86_400;
const FILES_OF_VISITOR = 30;
const FILES_OF_NETWORK = 300;
const FILES_OF_WIDGET = 10_000;

export async function readConfig(ctx: SiteContext<Read>) {
  const [config, online] = await Promise.all([widgetConfig.read(ctx, ctx.widgetId), routing.isOnline(ctx)]);
  return { ...config, online };
}

type Visit = Body<typeof site.visitor.visit, 'page' | 'title' | 'referrer' | 'visit_id'>;

/** Records where a visitor is. Viewing a page does not create a contact. */
export async function visit(ctx: SiteContext, { visit_id, ...where }: Visit) {
  const { visitor } = ctx.principal;
  const country = ctx.caller.country();
  const recording = visits.record(ctx, { ...where, id: visit_id, visitorId: visitor?.id, country });
  if (visitor) store.recordPage(ctx, visitor.id, where);
  const [recorded, ownChat, online] = await Promise.all([
    recording,
    findChat(ctx, visitor?.contactId ?? null),
    routing.isOnline(ctx),
  ]);
  const chat = recorded.invitedAs === null ? ownChat : await findInvitedChat(ctx, recorded);
  return {
    online,
    unread: chat?.visitor_unread ?? 0,
    invited: !visitor && chat !== undefined,
    visit_id: recorded.id,
  };
}

/** The chat of a visitor whom an agent wrote to on this visit. */
async function findInvitedChat(ctx: SiteContext, visit: VisitInvitation) {
  const { visitor } = ctx.principal;
  const contactNumber = visitor
    ? await invitations.redeem(ctx, visitor, visit)
    : await invitations.findInvitedContact(ctx, visit.invitedAs);
  return findChat(ctx, contactNumber);
}

export async function listMessages(ctx: VisitorContext<Read>, query: MessageQuery) {
  return listChatMessages(ctx, await findChat(ctx, ctx.principal.contactId), query);
}

type NewMessage = Body<typeof site.visitor.send, 'type' | 'body' | 'file' | 'coords' | 'sticker' | 'client_message_id'>;

export async function send(ctx: VisitorContext, message: NewMessage) {
  const { contactId } = ctx.principal;
  const chat = contactId !== null && ctx.assume() ? await findChatFor(ctx, contactId) : undefined;
  const stored = chat ? await post(ctx, chat, message) : await sendFirst(ctx, message);
  return messages.createVisitorSerializer(ctx)(stored);
}

/** The chat of a visitor who has written before. */
async function findChatFor(ctx: VisitorContext, contactNumber: number) {
  store.expectContact(ctx, ctx.principal.id, contactNumber);
  return chats.findForMessage(ctx, contactNumber);
}

/** The first message creates the contact and the chat. Also for one that may have been stored already. */
async function sendFirst(ctx: VisitorContext, message: NewMessage) {
  const visitor = await store.lock(ctx, ctx.principal.id);
  if (!visitor) throw problem('token_invalid');
  const contactNumber = await ensureContact(ctx, visitor);
  const { page, referrer, locale: language } = visitor;
  const source = { page, referrer, language };
  const isNewContact = visitor.contact_id === null;
  const id = await chats.findOrCreate(ctx, { contactNumber, channel: chats.SITE, source, isNewContact });
  const [chat, known] = await Promise.all([
    chats.getLocked(ctx, id),
    messages.findByClientMessageId(ctx, id, message.client_message_id),
  ]);
  if (known) return known;
  const isInvited = visitor.impression_id !== null && (await storeInvitation(ctx, chat, visitor));
  return post(ctx, isInvited ? await chats.getLocked(ctx, id) : chat, message);
}

/** Stores the words that the visitor answers before their own, once. */
async function storeInvitation(ctx: VisitorContext, chat: chats.LockedChat, { id, ...visitor }: store.VisitorRow) {
  store.update(ctx, id, { impression_id: null });
  const invitation = await smartInvitations.answer(ctx, visitor.impression_id ?? '', visitor.locale);
  if (!invitation || chat.state === 'spam') return false;
  await messages.postOutreach(ctx, chat, invitation);
  return true;
}

async function post(ctx: VisitorContext, chat: chats.LockedChat, input: messages.MessageInput) {
  const content = await messages.toContent(ctx, input, { visitorId: ctx.principal.id });
  const { stored, isForPeople } = await messages.receive(ctx, chat, content);
  if (isForPeople) notifications.enqueuePush(ctx, stored);
  return stored;
}

/** The visitor is locked. */
export async function ensureContact(
  ctx: WidgetContext,
  { id, contact_id, custom_data }: Pick<store.VisitorRow, 'id' | 'contact_id' | 'custom_data'>,
) {
  if (contact_id !== null) return contact_id;
  const { number } = await contacts.createVisitor(ctx, { custom_data });
  store.update(ctx, id, { contact_id: number });
  ctx.notify('visitor', id);
  return number;
}

/** Carries the visitor into a messenger as the contact they are here. */
export async function linkMessenger(ctx: VisitorContext, provider: MessengerProvider) {
  const visitor = await store.lock(ctx, ctx.principal.id);
  if (!visitor) throw problem('token_invalid');
  return links.create(ctx, { provider, contactNumber: await ensureContact(ctx, visitor) });
}

/** Capped per browser, network and widget, since the owner pays for anonymous uploads. */
export async function upload(ctx: Before<VisitorContext<Read>>, file: Upload | undefined) {
  if (!file) throw problem('validation_failed');
  const { limits, caller, principal, widgetId } = ctx;
  refuseOver(await limits.counter('files of a visitor', FILES_OF_VISITOR, HOUR).add(String(principal.id)));
  refuseOver(await limits.counter('files of a network', FILES_OF_NETWORK, HOUR).add(caller.network));
  refuseOver(await limits.counter('files of a widget', FILES_OF_WIDGET, DAY).add(String(widgetId)));
  return files.createForVisitor(ctx, file, principal.id);
}

export async function publishTyping(ctx: VisitorContext, typing: CallBody<typeof visitorLive.calls.typing>) {
  const chat = await findChat(ctx, ctx.principal.contactId);
  if (chat && chat.state !== 'spam') await messages.publishVisitorTyping(ctx, chat.id, typing);
}

/** Messages that a browser with everything up to `seq` lacks. */
export async function resume(ctx: VisitorContext<Read>, seq: number) {
  const [row, online] = await Promise.all([findChatWithAgent(ctx, ctx.principal.contactId), routing.isOnline(ctx)]);
  if (!row) return { chat: null, messages: [], more: false, online };
  const missed = row.last_seq > seq ? await messages.listAfterSeq(ctx, row, seq) : { messages: [], more: false };
  return { chat: chats.toVisitorChat(row), ...missed, online };
}

export async function markReceived(ctx: VisitorContext, seq: number) {
  const found = await findChat(ctx, ctx.principal.contactId);
  if (found) await messages.markReceivedByVisitor(ctx, found, seq);
}

export async function markSeen(ctx: VisitorContext, seq: number) {
  const found = await findChat(ctx, ctx.principal.contactId);
  if (!found) return { unread: 0 };
  return messages.markSeenByVisitor(ctx, found.id, seq);
}

export async function rate(ctx: VisitorContext, rating: ratings.RatingInput) {
  const found = await findChat(ctx, ctx.principal.contactId);
  if (!found?.client_id) throw problem('nobody_to_rate');
  // Lock order: merging locks contacts before chats, and a rating belongs to both.
  await contacts.lockAgainstMerge(ctx, found.client_id);
  return ratings.rate(ctx, await chats.getLocked(ctx, found.id), rating);
}

type Fields = Body<typeof site.visitor.updateContact, 'name' | 'email' | 'phone' | 'description' | 'marketing_consent'>;
type Via = Query<typeof site.visitor.updateContact, 'via'>['via'];

/** From the widget's form, or from a site script, which needs the API to be switched on. */
export async function updateContact(ctx: VisitorContext, { marketing_consent, ...fields }: Fields, via: Via) {
  if (via === 'api') requireApi(ctx);
  const visitor = await store.lock(ctx, ctx.principal.id);
  if (!visitor) throw problem('token_invalid');
  const contact = await contacts.recordDetails(ctx, await ensureContact(ctx, visitor), {
    fields,
    isByScript: via === 'api',
  });
  const { id, number, name, email, phone, description } = contact;
  if (marketing_consent && email !== null && (await hasMarketingBox(ctx, via))) {
    await subscriptions.requestConfirmation(ctx, number, visitor.locale);
  }
  return { id, name, email, phone, description };
}

/** Only a person ticks it. A page that was opened before the owner removed the box may still send it. */
async function hasMarketingBox(ctx: VisitorContext, via: Via) {
  if (via === 'api') return false;
  const { config } = await widgets.readSettings(ctx, ctx.widgetId);
  return config.marketing_consent !== null;
}

export function requireApi({ principal }: VisitorContext) {
  if (!principal.isApiEnabled) throw problem('api_disabled');
}

type CustomField = Body<typeof site.visitor.setCustomData, 'fields'>['fields'][number];

/** Custom data of a visitor who is not a contact yet is kept until they are one. */
export async function setCustomData(ctx: VisitorContext, input: CustomField[]) {
  requireApi(ctx);
  const visitor = await store.lock(ctx, ctx.principal.id);
  if (!visitor) throw problem('token_invalid');
  const fields = input.map(({ title, content, link }) => ({ title: title ?? null, content, link: link || null }));
  store.update(ctx, visitor.id, { custom_data: fields });
  if (visitor.contact_id !== null) await contacts.setCustomData(ctx, visitor.contact_id, fields);
}
