import type { ChatReach } from '@parley/contract';
import type { WidgetWork } from '../../../kernel/data/context.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import * as notifications from '../../outside/notifications/index.ts';
import * as suppressions from '../../people/suppressions/index.ts';
import type { Connection } from '../connections/index.ts';
import { driverOf, type MessageEvent, type VendorEvent } from '../drivers/index.ts';
import { type PreparedFile, toMessages } from './content.ts';
import { ensureContact, findContact, joinContact } from './people.ts';
import * as store from './store.ts';
import type { Task } from './tables.ts';

/** What became of an event; `later`: what it is about may only be under way. */
export interface Processed {
  outcome: string;
  chatId?: number;
  contactId?: number;
}

export const LATER: Processed = { outcome: 'later' };

/** The person has opened the conversation, and nothing else: they are greeted. */
export const STARTED = 'started';

interface Processing {
  connection: Connection;
  event: Task;
  /** Files of the message, which were downloaded before. */
  files?: PreparedFile[];
  /** It is not tried again. */
  isLast?: boolean;
}

/** Applies an event. Its queue is locked. */
export async function process(ctx: WidgetWork, processing: Processing): Promise<Processed> {
  const { connection, event, files = [], isLast = false } = processing;
  switch (event.kind) {
    case 'message':
      return receive(ctx, connection, event, files);
    case 'typed-elsewhere':
      return addReply(ctx, connection, event, { files, isLast });
    case 'edited':
    case 'removed':
      return changeMessages(ctx, connection, event);
    case 'delivered':
    case 'read':
      return markMessages(ctx, connection, event, isLast);
    case 'failed':
      return markFailed(ctx, connection, event);
    case 'blocked':
    case 'allowed':
      return setBlocked(ctx, connection, event);
    case 'started':
      return start(ctx, connection, event);
    default:
      return { outcome: 'done' };
  }
}

/** How chats name the connection. */
const channelOf = ({ provider, id }: Pick<Connection, 'provider' | 'id'>) =>
  provider === 'avito' ? `av__${id}` : provider;

/** Vendors whose conversations are about something, so that a person may have several. */
const BY_CONVERSATION = ['avito', 'cian', 'ok', 'ali'];

/** One chat for each account of ours and person, or for each conversation. */
function externalIdOf({ provider, account_id }: Connection, conversation: string) {
  const account = account_id ?? '';
  return BY_CONVERSATION.includes(provider) ? `${account}/${conversation}` : account;
}

/** When it happened, but not in the future: the vendor's clock may be ahead. */
const momentOf = ({ at }: Pick<VendorEvent, 'at'>, { epochMilliseconds: now }: Temporal.Instant) =>
  Temporal.Instant.fromEpochMilliseconds(Math.min(at ?? now, now));

/** Until when the vendor lets us reply; null: always. */
function replyUntil(connection: Connection, event: Pick<VendorEvent, 'at'>, now: Temporal.Instant) {
  const { windowHours } = driverOf(connection);
  if (windowHours === null) return null;
  return momentOf(event, now).add({ hours: windowHours }).toString();
}

/** From here on it is a visitor's message like any other. */
async function receive(
  ctx: WidgetWork,
  connection: Connection,
  event: MessageEvent,
  files: PreparedFile[],
): Promise<Processed> {
  const { messageId, person, conversation } = event;
  const [[known], begun] = await Promise.all([
    messages.findByExternal(ctx, connection.id, [messageId]),
    findConversation(ctx, connection, event),
  ]);
  if (known) return { outcome: 'known', chatId: known.chat_id };
  const contact = begun?.contact ?? (await ensureContact(ctx, connection, event));
  if (contact.isBlocked) return { outcome: 'visitor_blocked', contactId: contact.number };
  if (contact.hasBlockedUs) await liftBlocked(ctx, connection, contact.number);
  const chatId = begun?.chatId ?? (await openChat(ctx, connection, event, contact));
  const reply_until = replyUntil(connection, event, ctx.now);
  const side = { chatId, connectionId: connection.id, accountId: connection.account_id, person, conversation };
  await addProfileTask(ctx, connection, { event, chatId, isNamed: contact.isNamed });
  const reach: ChatReach = { state: 'open', reply_until };
  const alongside = () => store.keepChatSide(ctx, { ...side, messageId, replyUntil: reply_until });
  for (const [part, content] of toMessages(event.content, files).entries()) {
    const chat = await chats.getForMessage(ctx, chatId);
    const { stored, isForPeople } = await messages.receive(ctx, chat, { ...content, reach, alongside });
    if (isForPeople) notifications.enqueuePush(ctx, stored);
    const externalId = partOf(messageId, part);
    messages.recordExternal(ctx, { connectionId: connection.id, externalId, chatId, messageId: stored.id, part });
  }
  return { outcome: 'stored', chatId, contactId: contact.number };
}

/** The chat of a conversation about something: one, even if the vendor first did not say who writes. */
async function findConversation(ctx: WidgetWork, connection: Connection, { conversation, person }: MessageEvent) {
  if (!BY_CONVERSATION.includes(connection.provider)) return undefined;
  const chatId = (await store.listChats(ctx, connection, conversation)).at(-1);
  const contact = chatId === undefined ? undefined : await store.findContactOfChat(ctx, chatId);
  if (chatId === undefined || !contact) return undefined;
  return { chatId, contact: await joinContact(ctx, connection, contact, person) };
}

/** The name of a new person, and what their conversation is about, where the hook has neither. */
async function addProfileTask(
  ctx: WidgetWork,
  connection: Connection,
  { event, chatId, isNamed }: { event: MessageEvent; chatId: number; isNamed: boolean },
) {
  const { person, conversation: about } = event;
  const lacksPage = BY_CONVERSATION.includes(connection.provider) && !('page' in event);
  const lacksName = !isNamed && person.name === undefined;
  if (!(lacksPage || lacksName) || !driverOf(connection).profile) return;
  // Once a chat: the id of the event is that of the chat.
  const name = `profile:${chatId}`;
  const task = { kind: 'profile' as const, id: name, conversation: name, about, person: { id: person.id }, chatId };
  const added = await store.insert(ctx, { connection, event: task, isForLater: true });
  if (added) ctx.wake({ kind: 'update', destinationId: connection.id });
}

async function openChat(
  ctx: WidgetWork,
  connection: Connection,
  { conversation, person, page }: Pick<MessageEvent, 'conversation' | 'person'> & { page?: string },
  { number: contactNumber, isNew }: { number: number; isNew: boolean },
) {
  return chats.findOrCreate(ctx, {
    contactNumber,
    channel: channelOf(connection),
    externalId: externalIdOf(connection, conversation),
    source: { page: page ?? null, referrer: null, language: person.locale ?? null },
    isNewContact: isNew,
    connectionId: connection.id,
  });
}

/** What one of ours wrote in the vendor's own app. */
async function addReply(
  ctx: WidgetWork,
  connection: Connection,
  event: MessageEvent,
  { files, isLast }: { files: PreparedFile[]; isLast: boolean },
): Promise<Processed> {
  const { messageId, conversation } = event;
  const at = momentOf(event, ctx.now);
  const chatId = (await store.listChats(ctx, connection, conversation)).at(-1);
  if (chatId === undefined) return { outcome: 'no_chat' };
  // It may be an echo of what is being sent, whose id is stored when that is over.
  if (!isLast && (await store.hasPendingMessages(ctx, chatId))) return LATER;
  const [known] = await messages.findByExternal(ctx, connection.id, [messageId]);
  if (known) return { outcome: 'known', chatId: known.chat_id };
  for (const [part, content] of toMessages(event.content, files).entries()) {
    const chat = await chats.getLocked(ctx, chatId);
    const reply = { sender: 'agent' as const, agent_id: null, origin: connection.provider, isFromVendor: true };
    const stored = await messages.post(ctx, chat, { ...content, ...reply });
    const externalId = partOf(messageId, part);
    messages.recordExternal(ctx, { connectionId: connection.id, externalId, chatId, messageId: stored.id, part, at });
  }
  return { outcome: 'stored', chatId };
}

/** More than any vendor lets a message have. */
const MAX_FILES = 32;

/** A message with several files is as many of ours. */
const partOf = (messageId: string, part: number) => (part === 0 ? messageId : `${messageId}#${part}`);
const partsOf = (messageId: string) => Array.from({ length: MAX_FILES }, (_, part) => partOf(messageId, part));

async function changeMessages(
  ctx: WidgetWork,
  connection: Connection,
  event: Extract<VendorEvent, { kind: 'edited' | 'removed' }>,
): Promise<Processed> {
  const ids = event.kind === 'edited' ? [event.messageId] : event.messageIds.flatMap(partsOf);
  const found = await messages.findByExternal(ctx, connection.id, ids);
  for (const { chat_id, message_id } of found) {
    if (event.kind === 'edited') await messages.editBody(ctx, chat_id, message_id, event.text);
    else await messages.markDeleted(ctx, chat_id, message_id);
  }
  return { outcome: found.length ? event.kind : 'unknown_message', chatId: found[0]?.chat_id };
}

async function markMessages(
  ctx: WidgetWork,
  connection: Connection,
  event: Extract<VendorEvent, { kind: 'delivered' | 'read' }>,
  isLast: boolean,
): Promise<Processed> {
  const { kind, messageIds, upToId, upToTime, conversation } = event;
  if (upToTime !== undefined) {
    const chatId = (await store.listChats(ctx, connection, conversation)).at(-1);
    const upToSeq = chatId === undefined ? undefined : await messages.findSeqAt(ctx, chatId, upToTime);
    if (chatId === undefined || upToSeq === undefined) return { outcome: 'unknown_message' };
    await messages.markReadByCustomer(ctx, chatId, { upToSeq }, kind);
    return { outcome: kind, chatId };
  }
  const found = await messages.findByExternal(ctx, connection.id, upToId === undefined ? (messageIds ?? []) : [upToId]);
  if (!found.length) return isLast && upToId !== undefined ? markBefore(ctx, connection, event, upToId) : LATER;
  for (const [chatId, own] of Map.groupBy(found, ({ chat_id }) => chat_id)) {
    const messageIds = own.map(({ message_id }) => message_id);
    const which = upToId === undefined ? { messageIds } : { upToSeq: own[0]?.seq ?? 0 };
    await messages.markReadByCustomer(ctx, chatId, which, kind);
  }
  return { outcome: kind, chatId: found[0]?.chat_id };
}

/** Nobody recorded the message, such as one that another system sent: those before it were read all the same. */
async function markBefore(
  ctx: WidgetWork,
  connection: Connection,
  { kind, conversation }: Extract<VendorEvent, { kind: 'delivered' | 'read' }>,
  externalId: string,
): Promise<Processed> {
  const chatId = (await store.listChats(ctx, connection, conversation)).at(-1);
  if (chatId === undefined) return LATER;
  const upToSeq = await messages.findSeqBefore(ctx, { connectionId: connection.id, chatId, externalId });
  if (upToSeq === undefined) return LATER;
  await messages.markReadByCustomer(ctx, chatId, { upToSeq }, kind);
  return { outcome: kind, chatId };
}

async function markFailed(
  ctx: WidgetWork,
  connection: Connection,
  { messageId, conversation, reason, code, detail }: Extract<VendorEvent, { kind: 'failed' }>,
): Promise<Processed> {
  const [found] = await messages.findByExternal(ctx, connection.id, [messageId]);
  if (!found) return LATER;
  const { chat_id: chatId, message_id } = found;
  const failure = { messageId: message_id, status: 'failed' as const, reason, code, detail };
  const [changed] = await messages.setDelivery(ctx, chatId, [failure]);
  if (changed && reason === 'recipient_blocked') {
    await changeReach(ctx, connection, conversation, true);
    const contact = changed.is_outreach ? await store.findContactOfChat(ctx, chatId) : undefined;
    const target = { channel: channelOf(connection), number: contact?.number ?? 0, reason };
    if (contact) await suppressions.suppressAll(ctx, target);
  }
  if (changed && reason === 'window_closed') {
    await store.closeWindow(ctx, chatId);
    await chats.change(ctx, chatId, {});
  }
  return { outcome: 'failed', chatId };
}

async function setBlocked(
  ctx: WidgetWork,
  connection: Connection,
  { kind, conversation }: Extract<VendorEvent, { kind: 'blocked' | 'allowed' }>,
): Promise<Processed> {
  return { outcome: kind, chatId: await changeReach(ctx, connection, conversation, kind === 'blocked') };
}

/** Returns one of the chats that it changed. */
async function changeReach(ctx: WidgetWork, connection: Connection, conversation: string, isBlocked: boolean) {
  const ids = await store.listChats(ctx, connection, conversation);
  for (const id of ids) await chats.findLocked(ctx, id);
  const changed = await store.setBlocked(ctx, ids, isBlocked ? ctx.now.toString() : null);
  for (const id of changed) {
    await chats.change(ctx, id, {});
    const contact = isBlocked ? undefined : await store.findContactOfChat(ctx, id);
    if (contact) await liftBlocked(ctx, connection, contact.number);
  }
  return changed[0];
}

/** Who had blocked us and came back gets broadcasts again. */
const liftBlocked = (ctx: WidgetWork, connection: Connection, number: number) =>
  suppressions.liftAll(ctx, { channel: channelOf(connection), number, reasons: ['recipient_blocked'] });

/**
 * A person who came by a link of ours has a chat at once, so that agents can write first. Who had blocked us and starts again
 * has not any more.
 */
async function start(
  ctx: WidgetWork,
  connection: Connection,
  event: Extract<VendorEvent, { kind: 'started' }>,
): Promise<Processed> {
  const known = await findContact(ctx, connection, event);
  await changeReach(ctx, connection, event.conversation, false);
  if (known?.isBlocked) return { outcome: 'visitor_blocked', contactId: known.number };
  if (!known?.isByLink) return { outcome: STARTED, contactId: known?.number };
  const { person, conversation } = event;
  const chatId = await openChat(ctx, connection, event, known);
  await chats.findLocked(ctx, chatId);
  const side = { chatId, connectionId: connection.id, accountId: connection.account_id, person, conversation };
  store.keepChatSide(ctx, { ...side, messageId: null, replyUntil: replyUntil(connection, event, ctx.now) });
  await chats.change(ctx, chatId, {});
  return { outcome: 'linked', chatId, contactId: known.number };
}
