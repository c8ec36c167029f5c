import { agentLive, visitorLive } from '@parley/contract';
import type { WidgetContext } from '../../../../kernel/data/context.ts';
import { agentRoomsOf } from '../internal/access.ts';
import { toChat, toVisitorChat, visitorRoom } from '../serialize.ts';
import * as snapshots from '../snapshots.ts';
import { type ChatChanges, findWithAgentName, type HeadChanges, update, type VisitorChatRow } from '../store.ts';

/** Updates a locked chat and publishes it. */
export async function change(ctx: WidgetContext, id: number, changes: { chat?: ChatChanges; head?: HeadChanges }) {
  snapshots.change(ctx, id, changes);
  update(ctx, id, changes);
  await publishChat(ctx, id);
}

export async function publishChat(ctx: WidgetContext, id: number) {
  const chat = await publishToVisitor(ctx, id);
  for (const room of await agentRoomsOf(ctx, chat)) ctx.publish(agentLive.events.chat, room, { chat });
}

/** Returns the chat as agents see it. */
export async function publishToVisitor(ctx: WidgetContext, id: number) {
  const row = (await findWithAgentName(ctx, id)) as VisitorChatRow;
  const room = visitorRoom(ctx, row);
  if (room) ctx.publish(visitorLive.events.chat, room, { chat: toVisitorChat(row) });
  return toChat(row);
}
