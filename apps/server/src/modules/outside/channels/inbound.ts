import { createHash } from 'node:crypto';
import type { api } from '@parley/contract';
import type { Context, WidgetContext } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import * as contacts from '../../people/contacts/index.ts';
import * as notifications from '../notifications/index.ts';
import * as store from './store.ts';

type NativeMessage = Body<typeof api.channels.sendMessage, 'external_client_id' | 'external_channel_id' | 'message'>;

export function receiveNative(ctx: Context, id: number, { message, ...ids }: NativeMessage) {
  const { text, id: name } = typeof message === 'string' ? { text: message, id: undefined } : message;
  return receive(ctx, id, { ...ids, text, name });
}

interface InboundMessage {
  external_client_id: string;
  external_channel_id: string;
  text: string;
  /** The remote side's id of the message. */
  name?: string;
  /** Contact fields, as far as the remote side sends them. */
  profile?: { name?: string; email?: string; phone?: string };
}

/**
 * Stores a remote client's message as a visitor message in their one chat. To the remote side, an inactive channel
 * looks like a missing one.
 */
export async function receive(ctx: WidgetContext, channelId: number, inbound: InboundMessage) {
  const { external_client_id, external_channel_id, text } = inbound;
  const [isActive, , known] = await Promise.all([
    store.lockActive(ctx, channelId),
    // Serialises concurrent first messages, so that they share one contact.
    store.lockClient(ctx, channelId, external_client_id),
    store.findContact(ctx, channelId, external_client_id),
  ]);
  if (!isActive) throw problem('not_found');
  if (known?.blocked_at) throw problem('visitor_blocked');
  const contactNumber = known?.number ?? (await createContact(ctx, channelId, inbound));
  const chatId = await chats.findOrCreate(ctx, {
    contactNumber,
    channel: chats.channelName(channelId),
    externalId: external_channel_id,
    source: chats.NO_SOURCE,
  });
  const client_message_id = inbound.name === undefined ? undefined : idempotencyKeyOf(inbound.name, text);
  const [chat, repeated] = await Promise.all([
    chats.getForMessage(ctx, chatId),
    messages.findByClientMessageId(ctx, chatId, client_message_id),
  ]);
  store.setClient(ctx, chatId, external_client_id);
  if (repeated) return { chat_id: chatId, message_id: repeated.id };
  const message = { type: 'text', body: text, client_message_id } as const;
  const { stored, isForPeople } = await messages.receive(ctx, chat, message);
  if (isForPeople) notifications.enqueuePush(ctx, stored);
  return { chat_id: chatId, message_id: stored.id };
}

async function createContact(
  ctx: WidgetContext,
  channelId: number,
  { external_client_id, profile = {} }: InboundMessage,
) {
  const { number } = await contacts.createVisitor(ctx, profile, 'channel');
  store.insertClient(ctx, { channelId, external_client_id, contactNumber: number });
  return number;
}

/** Some clients reuse one id for all messages, so the text is part of the idempotency key. */
function idempotencyKeyOf(name: string, text: string) {
  return `in_${createHash('sha256').update(`${name}\n${text}`).digest('base64url')}`;
}

/** After a merge, the remote client continues as the contact that remains. */
export const reassignClients = store.reassignClients;
