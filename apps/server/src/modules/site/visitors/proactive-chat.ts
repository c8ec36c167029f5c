import type { api } from '@parley/contract';
import type { Context } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import * as contacts from '../../people/contacts/index.ts';
import { ensureContact } from './service.ts';
import * as store from './store.ts';
import * as visitStore from './visits/store.ts';
import * as visits from './visits/visits.ts';

type FirstMessage = Body<typeof api.visitors.startChat, 'body' | 'agent_id'>;

/**
 * Starts a chat with a visitor on the site. The visit is locked first, as everywhere: of two concurrent agents the
 * second continues the first one's chat.
 */
export async function startChat(ctx: Context, visitId: string, message: FirstMessage) {
  const visit = await visits.getLocked(ctx, visitId);
  const { contactNumber, language } = await ensureContactOfVisit(ctx, visit);
  const { page, referrer } = visit;
  const id = await chats.findOrCreate(ctx, {
    contactNumber,
    channel: chats.SITE,
    source: { page, referrer, language },
  });
  await messages.send(ctx, id, { type: 'text', ...message });
  await visits.publishVisit(ctx, visitId);
  return chats.get(ctx, id);
}

/** The visitor's contact, or one created for them. */
async function ensureContactOfVisit(ctx: Context, { id, visitor_id, invited_as }: visitStore.LockedVisit) {
  const visitor = visitor_id === null ? undefined : await store.lock(ctx, visitor_id);
  if (visitor) return { contactNumber: await ensureContact(ctx, visitor), language: visitor.locale };
  const invited = invited_as === null ? undefined : await contacts.findByNumber(ctx, invited_as);
  if (invited) return { contactNumber: invited.number, language: null };
  const { number } = await contacts.createVisitor(ctx, {});
  visitStore.update(ctx, id, { invited_as: number });
  return { contactNumber: number, language: null };
}
