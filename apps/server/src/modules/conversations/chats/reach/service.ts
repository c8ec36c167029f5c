import { agentLive } from '@parley/contract';
import type { InWidget } from '../../../../kernel/data/context.ts';
import { inboxOf } from '../../../../kernel/live/rooms.ts';
import { raiseVersions } from './store.ts';

/** A connection began, ended or changed: consoles read the chats that they show again. */
export async function publishReach(ctx: InWidget, connectionId: number) {
  const heads = await raiseVersions(ctx, connectionId);
  if (heads.length) ctx.publish(agentLive.events.heads, inboxOf(ctx.widgetId), { heads });
}
