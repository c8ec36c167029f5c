import type { WidgetContext } from '../../../../kernel/data/context.ts';
import * as chats from '../../../conversations/chats/index.ts';
import * as messages from '../../../conversations/messages/index.ts';
import * as ratings from '../../../conversations/ratings/index.ts';
import * as messengers from '../../../messengers/inbound/index.ts';
import * as channels from '../../../outside/channels/index.ts';
import * as contacts from '../../../people/contacts/index.ts';
import * as recipients from '../../../people/recipients/index.ts';
import * as store from '../store.ts';

type Pairs = Awaited<ReturnType<typeof chats.lockPairs>>;

/**
 * Merges one contact into another with its chats, ratings and browsers, and removes it. Both contacts and their chats
 * are locked.
 */
export async function mergeContacts(
  ctx: WidgetContext,
  pairs: Pairs,
  joined: Parameters<typeof contacts.mergeFields>[1],
) {
  const [from, into] = [joined.from.number, joined.into.number];
  for (const { chat, twin } of pairs) {
    if (!twin) {
      await chats.setContact(ctx, chat.id, into);
      continue;
    }
    const moved = await messages.moveMessages(ctx, chat, twin);
    await ratings.moveToChat(ctx, chat.id, twin.id);
    await chats.mergeIntoTwin(ctx, { chat, twin }, moved);
  }
  await ratings.moveToContact(ctx, from, into);
  // The notice moves their sockets to the other contact's room.
  for (const id of await store.reassignVisitors(ctx, from, into)) ctx.notify('visitor', id);
  await channels.reassignClients(ctx, from, into);
  await messengers.reassignPeople(ctx, from, into);
  await recipients.merge(ctx, from, into);
  await contacts.mergeFields(ctx, joined);
}
