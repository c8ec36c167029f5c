import { toIsoString } from '../../../infra/clock.ts';
import type { WidgetWork } from '../../../kernel/data/context.ts';
import { SITE } from './serialize.ts';
import type { ChatChanges, HeadChanges, LockedChat } from './store.ts';

/** A chat as a write left it. */
export interface Snapshot extends LockedChat {
  /** Whether routing of the visitor's next message takes the full check, see `routing.route`. */
  needsFullCheck?: boolean;
}

const keyOf = ({ widgetId }: WidgetWork, id: number) => `chat ${widgetId} ${id}`;
const contactKeyOf = ({ widgetId }: WidgetWork, number: number) => `chat of contact ${widgetId} ${number}`;

/**
 * A chat as the last write on this node left it, without locking it. Its next message assumes that nothing has changed
 * since and checks `version`, which every change of a chat raises.
 */
export const take = (ctx: WidgetWork, id: number) => ctx.memory.take<Snapshot>(keyOf(ctx, id));

/** The same for a contact's chat on the site. */
export function takeOfContact(ctx: WidgetWork, contactNumber: number) {
  const found = ctx.memory.take<{ id: number }>(contactKeyOf(ctx, contactNumber));
  const chat = found && take(ctx, found.id);
  return chat?.client_id === contactNumber ? chat : undefined;
}

/** Internal chats are left out: who may see one is checked by a read. */
export function keep(ctx: WidgetWork, chat: Snapshot) {
  if (chat.is_internal) return;
  ctx.memory.keep(keyOf(ctx, chat.id), chat);
  if (chat.channel === SITE && chat.client_id !== null) {
    ctx.memory.keep(contactKeyOf(ctx, chat.client_id), { id: chat.id });
  }
}

export const drop = (ctx: WidgetWork, id: number) => ctx.memory.drop(keyOf(ctx, id));

/** Follows a change of counts, which happens all the time. After any other change the chat is read again. */
export function change(ctx: WidgetWork, id: number, { chat, head }: { chat?: ChatChanges; head?: HeadChanges }) {
  const locked = ctx.memory.own<Snapshot>(keyOf(ctx, id));
  if (!locked || chat || !Object.values(head ?? {}).every(Number.isInteger)) return drop(ctx, id);
  const updated_at = latest(locked.updated_at, toIsoString(ctx.now));
  ctx.memory.keep(keyOf(ctx, id), { ...locked, ...head, version: locked.version + 1, updated_at });
}

/**
 * A write that waited for the lock may have an earlier time than the one before it. Times are UTC strings, which sort
 * as text.
 */
export function latest(one: string | null, other: string) {
  return one !== null && one > other ? one : other;
}
