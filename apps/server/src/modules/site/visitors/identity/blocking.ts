import type { Context } from '../../../../kernel/data/context.ts';
import * as chats from '../../../conversations/chats/index.ts';
import * as routing from '../../../conversations/routing/index.ts';
import * as contacts from '../../../people/contacts/index.ts';

/** The AI does not finish a reply to a contact who was blocked meanwhile; what they wrote is left to people. */
export async function setBlocked(ctx: Context, guid: string, isBlocked: boolean) {
  const contact = await contacts.setBlocked(ctx, guid, isBlocked);
  const found = isBlocked ? await contacts.find(ctx, guid) : undefined;
  if (found) await takeFromAi(ctx, found.number);
  return contact;
}

async function takeFromAi(ctx: Context, contactNumber: number) {
  for (const chat of await chats.lockAnswered(ctx, contactNumber)) {
    const routed = chat.waiting_since === null ? undefined : await routing.routeWaiting(ctx, chat);
    await chats.change(ctx, chat.id, { chat: routed?.changes ?? {}, head: chats.takeFromAi(ctx, chat, 'blocked') });
  }
}
