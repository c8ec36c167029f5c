import { createHash } from 'node:crypto';
import type { api } from '@parley/contract';
import type { Context, WidgetContext } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/http/problems.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import * as contacts from '../../people/contacts/index.ts';
import * as notifications from '../notifications/index.ts';
import * as store from './inbound-store.ts';

type NativeMessage = Body<typeof api.channels.sendMessage, 'external_client_id' | 'external_channel_id' | 'message'>;

export function receiveNative(ctx: Context, id: number, { message, ...ids }: NativeMessage) {
  const { text, id: name } = typeof message === 'string' ? { text: message, id: undefined } : message;
  return receive(ctx, id, { ...ids, text, name });
}

interface Inbound {
  external_client_id: string;
  external_channel_id: string;
  text: string;
  /** What the other side calls the message. */
  name?: string;
  /** Who they are, as far as the other side says. */
  profile?: { name?: string; email?: string; phone?: string };
}

/**
 * Stores what somebody wrote on the other side, as a visitor's message in the one chat of theirs. A channel that is
 * switched off is to the other side as one that is not there.
 */
export async function receive(ctx: WidgetContext, channelId: number, inbound: Inbound) {
  const { external_client_id, external_channel_id, text } = inbound;
  if (!(await store.holdActive(ctx, channelId))) throw problem('not_found');
  // Two first messages at one moment are of one contact.
  await store.lockClient(ctx, channelId, external_client_id);
  const contactNumber = await ensureContact(ctx, channelId, inbound);
  const chatId = await chats.findOrCreate(ctx, {
    contactNumber,
    channel: chats.channelName(channelId),
    externalId: external_channel_id,
    source: chats.NO_SOURCE,
  });
  const client_message_id = inbound.name === undefined ? undefined : nameOf(inbound.name, text);
  const [chat, known] = await Promise.all([
    chats.getLocked(ctx, chatId),
    messages.findByClientMessageId(ctx, chatId, client_message_id),
  ]);
  store.setClient(ctx, chatId, external_client_id);
  if (known) return { chat_id: chatId, message_id: known.id };
  const stored = await messages.post(ctx, chat, { sender: 'client', type: 'text', body: text, client_message_id });
  notifications.tell(ctx, stored);
  return { chat_id: chatId, message_id: stored.id };
}

async function ensureContact(ctx: WidgetContext, channelId: number, { external_client_id, profile = {} }: Inbound) {
  const known = await store.findContact(ctx, channelId, external_client_id);
  if (known?.blocked_at) throw problem('visitor_blocked');
  if (known) return known.number;
  const { number } = await contacts.createVisitor(ctx, profile, 'channel');
  store.insertClient(ctx, { channelId, external_client_id, contactNumber: number });
  return number;
}

/** Some call all their messages the same: what says something else is another one. */
function nameOf(name: string, text: string) {
  return `in_${createHash('sha256').update(`${name}\n${text}`).digest('base64url')}`;
}

/** One contact becomes a part of another: whoever it was on the other side is that other one from now on. */
export const handOver = store.handOver;
