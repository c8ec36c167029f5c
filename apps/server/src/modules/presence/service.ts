import type { SessionContext, WidgetContext } from '../../kernel/context.ts';
import * as store from './store.ts';

const HERE_SECONDS = 30;

/** Connected for a while: whoever stays says so again before it is over. */
export function arrive(ctx: SessionContext) {
  return store.save(ctx, ctx.principal.agentId, ctx.now.add({ seconds: HERE_SECONDS }));
}

export function leave(ctx: SessionContext) {
  return store.remove(ctx, ctx.principal.agentId);
}

export async function isConnected(ctx: WidgetContext, agentId: number) {
  return (await store.countConnected(ctx, agentId)) > 0;
}

/** Whether somebody would answer now: connected, and not on a break. */
export async function isAnybodyOnline(ctx: WidgetContext) {
  return (await store.countConnected(ctx)) > 0;
}
