import { createHash } from 'node:crypto';
import type { api } from '@parley/contract';
import type { Context } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import * as ratings from '../../conversations/ratings/index.ts';
import * as contacts from '../../people/contacts/index.ts';
import { unknownRoom } from './service.ts';
import * as store from './store.ts';

interface About {
  room_id: number;
  trigger_message_id: number;
}

/** The chat, locked, in which the customer wrote the message. */
async function getChat(ctx: Context, { room_id, trigger_message_id }: About) {
  const chat = await chats.findLocked(ctx, room_id);
  if (!chat) throw unknownRoom();
  const message = await messages.findOfClient(ctx, room_id, trigger_message_id);
  if (!message || chat.client_id === null) throw problem('trigger_mismatch');
  return { chat, contactNumber: chat.client_id };
}

const hashOf = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest();

type ContactUpdate = Body<
  typeof api.aiBridge.updateContact,
  keyof About | 'contacts' | 'update_id' | 'explicit' | 'source'
>;

/** Fills in what is not known of the contact; all that is given if that is explicit. Repeated, it does nothing. */
export async function updateContact(ctx: Context, update: ContactUpdate) {
  const { contacts: fields, update_id: requestId, explicit, source } = update;
  const { chat, contactNumber } = await getChat(ctx, update);
  if (requestId !== undefined) {
    const { name, email, phone } = fields;
    const content = hashOf([chat.id, name, email, phone, explicit, source]);
    const known = await store.remember(ctx, { kind: 'update', requestId, chatId: chat.id, content });
    if (known && !known.content.equals(content)) throw problem('update_id_reused');
    if (known) return getContact(ctx, contactNumber);
  }
  return contacts.recordDetails(ctx, contactNumber, { fields, isByScript: false, source, isFilling: !explicit });
}

async function getContact(ctx: Context, number: number) {
  const contact = await contacts.findByNumber(ctx, number);
  if (!contact) throw problem('not_found');
  return contact;
}

type Review = Body<typeof api.aiBridge.review, keyof About | 'value' | 'review_request_id' | 'comment'>;

const SCORES = { up: 5, down: 1 };

/** Rates the operator who handles the chat. Repeated, it does nothing. */
export async function review(ctx: Context, { value, review_request_id: requestId, comment, ...about }: Review) {
  const { chat } = await getChat(ctx, about);
  const score = typeof value === 'string' ? SCORES[value] : value;
  const given = { chat_id: chat.id, score, comment: comment ?? null };
  if (requestId !== undefined) {
    const content = hashOf([chat.id, score]);
    const request = { kind: 'review', requestId, chatId: chat.id, content, agentId: chat.handled_by } as const;
    const known = await store.remember(ctx, request);
    if (known && !known.content.equals(content)) throw problem('review_already_given');
    if (known) return { ...given, agent_id: known.agent_id ?? 0 };
  }
  await ratings.rate(ctx, chat, { score, ...(comment && { comment }) });
  return { ...given, agent_id: chat.handled_by ?? 0 };
}
