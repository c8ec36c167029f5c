import { agentLive, visitorLive } from '@parley/contract';
import type { WidgetContext } from '../../../../kernel/data/context.ts';
import { audienceOf } from '../internal/rooms.ts';
import { toChat, toVisitorChat, visitorRoom } from '../reading.ts';
import { type ChatChanges, findShown, type HeadChanges, type ShownChat, update } from '../store.ts';

/** Changes a chat that is locked, and shows everybody how it is now. */
export async function change(ctx: WidgetContext, id: number, changes: { chat?: ChatChanges; head?: HeadChanges }) {
  await update(ctx, id, changes);
  await show(ctx, id);
}

export async function show(ctx: WidgetContext, id: number) {
  const chat = await showVisitor(ctx, id);
  for (const room of await audienceOf(ctx, chat)) ctx.publish(agentLive.events.chat, room, { chat });
}

/** What their visitor knows of a chat may have changed. Gives it as agents know it. */
export async function showVisitor(ctx: WidgetContext, id: number) {
  const row = (await findShown(ctx, id)) as ShownChat;
  const room = visitorRoom(ctx, row);
  if (room) ctx.publish(visitorLive.events.chat, room, { chat: toVisitorChat(row) });
  return toChat(row);
}
