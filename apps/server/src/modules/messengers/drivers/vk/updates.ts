import type { VendorEvent } from '../events.ts';
import { idOf, type Json, textOf, timeOf } from '../requests.ts';
import { contentOf } from './content.ts';

/** Whether an update is of a community that is not ours. */
export function isOfAnother(update: Json, community: string | null): boolean {
  const id = idOf(update?.group_id);
  return community !== null && id !== undefined && id !== community;
}

/** What an update says: one from the hook and one from a poll look the same. */
export function readUpdate(update: Json, community: string | null): VendorEvent[] {
  if (isOfAnother(update, community)) return [];
  // New messages come with what the customer's app can do, others alone.
  const object = update?.object?.message ?? update?.object;
  return READERS.get(update?.type)?.(eventIdOf(update, object), object) ?? [];
}

/** Versions that we don't ask for have no ids of events. */
const eventIdOf = ({ event_id, type }: Json, object: Json): string =>
  textOf(event_id) ??
  [
    type,
    object?.id ?? object?.user_id ?? object?.peer_id,
    object?.update_time ?? object?.read_message_id ?? object?.date,
  ].join(':');

const READERS = new Map<unknown, (id: string, object: Json) => VendorEvent[]>([
  ['message_new', readMessage],
  ['message_reply', readReply],
  ['message_edit', readEdit],
  ['message_read', readRead],
  ['message_allow', (id, object) => readPermission(id, object, 'allowed')],
  ['message_deny', (id, object) => readPermission(id, object, 'blocked')],
]);

function readMessage(id: string, message: Json): VendorEvent[] {
  const [sender, messageId] = [senderOf(message), idOf(message?.id)];
  if (sender === undefined || messageId === undefined) return [];
  const code = textOf(message.ref);
  return [
    {
      id,
      kind: 'message',
      conversation: sender,
      at: timeOf(message.date),
      person: { id: sender },
      messageId,
      content: contentOf(message),
      ...(code !== undefined && { code }),
    },
  ];
}

/** VK echoes what we send, without an author: with one, a person of ours wrote it in VK. */
function readReply(id: string, message: Json): VendorEvent[] {
  const [customer, messageId] = [customerOf(message), idOf(message?.id)];
  if (customer === undefined || messageId === undefined || !message.admin_author_id) return [];
  return [
    {
      id,
      kind: 'typed-elsewhere',
      conversation: customer,
      at: timeOf(message.date),
      person: { id: customer },
      messageId,
      content: contentOf(message),
    },
  ];
}

function readEdit(id: string, message: Json): VendorEvent[] {
  const conversation = message?.admin_author_id ? customerOf(message) : senderOf(message);
  const messageId = idOf(message?.id);
  if (conversation === undefined || messageId === undefined) return [];
  const text = contentOf(message).text ?? null;
  return [{ id, kind: 'edited', conversation, at: timeOf(message.update_time ?? message.date), messageId, text }];
}

function readRead(id: string, object: Json): VendorEvent[] {
  const [reader, upToId] = [senderOf(object), idOf(object?.read_message_id)];
  return reader === undefined || upToId === undefined ? [] : [{ id, kind: 'read', conversation: reader, upToId }];
}

function readPermission(id: string, object: Json, kind: 'allowed' | 'blocked'): VendorEvent[] {
  const person = idOf(object?.user_id);
  return person === undefined ? [] : [{ id, kind, conversation: person, person: { id: person } }];
}

/** Who did it, if it was a customer, and not in a group chat: then the conversation has another id. */
function senderOf(object: Json): string | undefined {
  const sender = idOf(object?.from_id);
  return sender === idOf(object?.peer_id) && Number(sender) > 0 ? sender : undefined;
}

const GROUP_CHATS = { from: 2_000_000_000, to: 2_100_000_000 };

/** The customer of a conversation, by its id alone. */
function customerOf(message: Json): string | undefined {
  const id = idOf(message?.peer_id);
  const number = Number(id);
  const isGroupChat = number >= GROUP_CHATS.from && number <= GROUP_CHATS.to;
  return number > 0 && !isGroupChat ? id : undefined;
}
