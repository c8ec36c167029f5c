import type { WidgetContext } from '../../../../kernel/data/context.ts';
import * as chats from '../../../conversations/chats/index.ts';
import * as messages from '../../../conversations/messages/index.ts';
import * as ratings from '../../../conversations/ratings/index.ts';
import * as channels from '../../../outside/channels/index.ts';
import * as contacts from '../../../people/contacts/index.ts';
import * as store from '../store.ts';

type Pairs = Awaited<ReturnType<typeof chats.lockPairs>>;

/**
 * One contact becomes a part of another, with its chats, ratings and browsers, and is no more. Both are locked, and so are
 * their chats.
 */
export async function joinContacts(ctx: WidgetContext, pairs: Pairs, joined: Parameters<typeof contacts.absorb>[1]) {
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
  // Their sockets hear of it by the notice, and are in the room of the other contact from then on.
  for (const id of await store.handOver(ctx, from, into)) ctx.notify('visitor', id);
  await channels.handOver(ctx, from, into);
  await contacts.absorb(ctx, joined);
}
