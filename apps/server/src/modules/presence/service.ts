import { agentLive, events, visitorLive } from '@parley/contract';
import type { SessionContext, WidgetContext, Write } from '../../kernel/context.ts';
import { inboxOf, lookersAt, siteOf } from '../../kernel/live/rooms.ts';
import type { Tenant } from '../../kernel/principal.ts';
import * as store from './store.ts';

export const listColleagues = store.listColleagues;

type InWidget = Write & { widgetId: number };

/** Whether somebody is there, whatever they do. */
export async function isConnected(ctx: WidgetContext, agentId: number) {
  return (await store.countConnected(ctx, agentId)) > 0;
}

/** Whether somebody would answer now: connected, and not on a break. */
export async function isAnybodyOnline(ctx: WidgetContext) {
  return (await store.countConnected(ctx)) > 0;
}

/** A socket of an agent was opened. The first one, or the first after all were gone, is their coming. */
export async function arrive(ctx: SessionContext, { socketId, nodeId }: { socketId: string; nodeId: string }) {
  const { agentId, tenant } = ctx.principal;
  const status = await store.lockAgent(ctx, ctx.widgetId, agentId);
  if (!status) return;
  // Of whoever was gone a while ago it may not have been said yet: then they never went.
  const wasHere = await store.hasConnection(ctx, ctx.widgetId, agentId);
  const wasConnected = await isConnected(ctx, agentId);
  const wasAnybody = await isAnybodyOnline(ctx);
  await store.insert(ctx, { id: socketId, nodeId, agentId });
  if (!wasHere) tell(ctx, tenant, { id: agentId, status, online: true });
  else if (!wasConnected) show(ctx, { id: agentId, status, online: true });
  if (wasAnybody || status !== 'active') return;
  ctx.publish(visitorLive.events.online, siteOf(ctx.widgetId), { online: true });
}

/** A socket was closed. Whether its agent is gone shows in a moment: most come back. */
export async function leave(ctx: InWidget, socketId: string) {
  await store.lockViewers(ctx, ctx.widgetId);
  await showViewers(ctx, await store.close(ctx, socketId));
}

/** An agent looks at a chat, or at none any more; who else does is told to all who do. */
export async function look(ctx: SessionContext, socketId: string, chatId: number | null) {
  await store.lockViewers(ctx, ctx.widgetId);
  const before = await store.look(ctx, socketId, chatId);
  if (before !== chatId) await showViewers(ctx, before);
  const { viewers, order } = (await showViewers(ctx, chatId)) ?? { viewers: [], order: 0 };
  return { before, viewers, order };
}

async function showViewers(ctx: InWidget, chatId: number | null) {
  if (chatId === null) return null;
  const viewers = await store.findViewers(ctx, chatId);
  ctx.publish(agentLive.events.viewers, lookersAt(ctx.widgetId, chatId), viewers);
  return viewers;
}

/** Who looks at the chat that a connection looks at. */
export async function findViewers(ctx: SessionContext, socketId: string) {
  const chatId = await store.findLookedAt(ctx, socketId);
  return chatId === null ? null : store.findViewers(ctx, chatId);
}

/** Says of everybody whose last connection was closed a while ago, or died with its node, that they are gone. */
export async function sweep(work: Write) {
  const left = new Set<number>();
  for (const { agent_id, ...widget } of await store.listGone(work)) {
    const tenant = { widgetId: widget.widget_id, accountId: widget.account_id, buttonGuid: widget.button_guid };
    if ((await sweepAgent(work, tenant, agent_id)) === 'active') left.add(tenant.widgetId);
  }
  for (const widgetId of left) {
    if ((await store.countConnected({ ...work, widgetId })) > 0) continue;
    work.publish(visitorLive.events.online, siteOf(widgetId), { online: false });
  }
}

/** The status of an agent who is gone by now. */
async function sweepAgent(work: Write, tenant: Tenant, agentId: number) {
  const { widgetId } = tenant;
  const status = await store.lockAgent(work, widgetId, agentId);
  const wereHere = await store.hasConnection(work, widgetId, agentId);
  const chats = await store.removeGone(work, widgetId, agentId);
  if (chats.length) await store.lockViewers(work, widgetId);
  for (const chatId of new Set(chats)) await showViewers({ ...work, widgetId }, chatId);
  if (!status || !wereHere || (await store.hasConnection(work, widgetId, agentId))) return undefined;
  tell(work, tenant, { id: agentId, status, online: false });
  return status;
}

interface Colleague {
  id: number;
  status: 'active' | 'relaxation' | 'banned';
  online: boolean;
}

function tell(work: Write, tenant: Tenant, agent: Colleague) {
  work.emit(events.agentPresence, { agent_id: agent.id, online: agent.online }, tenant);
  show({ ...work, widgetId: tenant.widgetId }, agent);
}

function show({ publish, widgetId }: InWidget, agent: Colleague) {
  publish(agentLive.events.agent, inboxOf(widgetId), { agent });
}
