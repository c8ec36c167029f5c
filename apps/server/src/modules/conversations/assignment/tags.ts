import type { Context } from '../../../kernel/data/context.ts';
import * as contacts from '../../people/contacts/index.ts';
import * as chats from '../chats/index.ts';

/** Tags the contact of a chat, unless they have the tag. The chat is locked. */
export async function tagChat(ctx: Context, { id, client_id }: chats.LockedChat, tag: string) {
  const contact = client_id === null ? undefined : await contacts.findByNumber(ctx, client_id);
  if (!contact || contact.tags.includes(tag)) return;
  await contacts.addTags(ctx, contact.id, [tag]);
  await chats.change(ctx, id, { log: [{ type: 'tagged', tag, before: {} }] });
}

export async function untagChat(ctx: Context, { id, client_id }: chats.LockedChat, tag: string) {
  const contact = client_id === null ? undefined : await contacts.findByNumber(ctx, client_id);
  if (!contact?.tags.includes(tag)) return;
  await contacts.removeTag(ctx, contact.id, tag);
  await chats.change(ctx, id, { log: [{ type: 'untagged', tag }] });
}
