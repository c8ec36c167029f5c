import { type Agent, agentLive, events } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import type { SessionPrincipal, Tenant } from '../../../kernel/auth/principal.ts';
import type { InWidget, Read, SessionContext, WidgetContext, Write } from '../../../kernel/data/context.ts';
import { problem } from '../../../kernel/http/problems.ts';
import { inboxOf, viewersOf } from '../../../kernel/live/rooms.ts';
import * as agents from '../../account/agents/index.ts';
import * as widgets from '../../account/widgets/index.ts';
import * as routing from '../routing/index.ts';
import * as store from './store.ts';

export const { listAtWork, listColleagues } = store;

/** A write for an agent who is connected; the heartbeat makes them too. */
export type ByAgent = InWidget & { principal: SessionPrincipal };

/** Whether somebody is there, whatever they do. */
export async function isConnected(ctx: InWidget<Read>, agentId: number) {
  return (await store.countConnections(ctx, agentId)) > 0;
}

/** A socket of an agent was opened. The first one, or the first after all were gone, is their coming. */
export async function arrive(ctx: ByAgent, { socketId, nodeId }: { socketId: string; nodeId: string }) {
  const { agentId, tenant } = ctx.principal;
  const status = await store.lockAgent(ctx, ctx.widgetId, agentId);
  // Whoever was shut out a moment ago is about to be hung up on.
  if (!status || status === 'banned') return;
  // Of whoever was gone a while ago it may not have been said yet: then they never went.
  const wasHere = await store.hasConnection(ctx, ctx.widgetId, agentId);
  const wasConnected = await isConnected(ctx, agentId);
  await routing.tellingVisitors(ctx, () => store.insert(ctx, { id: socketId, nodeId, agentId }));
  if (!wasHere) tell(ctx, tenant, { id: agentId, status, online: true });
  else if (!wasConnected) show(ctx, { id: agentId, status, online: true });
}

/** Somebody goes on a break, or is back. They keep their chats; whether anybody would answer may be another now. */
export async function setOwnStatus(ctx: SessionContext, status: 'active' | 'relaxation') {
  const { agentId, tenant } = ctx.principal;
  const before = await store.lockAgent(ctx, ctx.widgetId, agentId);
  if (!before || before === 'banned') throw problem('session_required');
  if (before === status) return;
  // Those of a widget take turns here: of two who leave at one moment, the second knows to be the last.
  await widgets.purge(ctx, 'widget', tenant);
  await routing.tellingVisitors(ctx, () => store.setStatus(ctx, ctx.widgetId, agentId, status));
  agents.record(ctx, agentId, status === 'active' ? 'break_ended' : 'break_started');
  show(ctx, { id: agentId, status, online: await isConnected(ctx, agentId) });
}

/**
 * Somebody may not work here any more: they are gone at once, and not when their sockets are. False when they were shut
 * out before.
 */
export async function shutOut(ctx: WidgetContext, agentId: number) {
  const { tenant } = ctx.principal;
  const chats = await store.listLookedAt(ctx, agentId);
  await store.lockViewers(ctx, chats);
  const before = await store.lockAgent(ctx, ctx.widgetId, agentId);
  if (!before || before === 'banned') return false;
  await widgets.takeTurn(ctx, ctx.widgetId);
  const wasHere = await store.hasConnection(ctx, ctx.widgetId, agentId);
  await routing.tellingVisitors(ctx, async () => {
    await store.setStatus(ctx, ctx.widgetId, agentId, 'banned');
    await store.removeOfAgent(ctx, agentId);
  });
  for (const chatId of chats) await showViewers(ctx, chatId);
  const gone: Colleague = { id: agentId, status: 'banned', online: false };
  if (wasHere) tell(ctx, tenant, gone);
  else show(ctx, gone);
  return true;
}

/** Somebody was let in again; they come when they sign in. */
export async function letIn(ctx: WidgetContext, agentId: number) {
  await store.setStatus(ctx, ctx.widgetId, agentId, 'active');
  welcome(ctx, agentId);
}

/** Colleagues learn of somebody who may come from now on. */
export function welcome(ctx: InWidget, agentId: number) {
  show(ctx, { id: agentId, status: 'active', online: false });
}

/** A socket was closed. Whether its agent is gone shows in a moment: most come back. */
export async function leave(ctx: InWidget, socketId: string) {
  await store.lockViewers(ctx, [await store.findLookedAt(ctx, socketId)]);
  await showViewers(ctx, await store.close(ctx, socketId));
}

/** An agent looks at a chat, or at none any more; who else does is told to all who do. */
export async function look(ctx: ByAgent, socketId: string, chatId: number | null) {
  await store.lockViewers(ctx, [chatId, await store.findLookedAt(ctx, socketId)]);
  const before = await store.look(ctx, socketId, chatId);
  if (before !== chatId) await showViewers(ctx, before);
  const { viewers, order } = (await showViewers(ctx, chatId)) ?? { viewers: [], order: 0 };
  return { before, viewers, order };
}

async function showViewers(ctx: InWidget, chatId: number | null) {
  if (chatId === null) return null;
  const viewers = await store.findViewers(ctx, chatId);
  ctx.publish(agentLive.events.viewers, viewersOf(ctx.widgetId, chatId), viewers);
  return viewers;
}

/** Who looks at the chat that a connection looks at. */
export async function findViewers(ctx: SessionContext<Read>, socketId: string) {
  const chatId = await store.findLookedAt(ctx, socketId);
  return chatId === null ? null : store.findViewers(ctx, chatId);
}

/** Agents some of whose connections are no longer good. */
export const listGone = store.listGone;

/** Says of an agent whose last connection was closed a while ago, or died with its node, that they are gone. */
export async function sweep(work: InWidget, tenant: Tenant, agentId: number) {
  const chats = await store.listChatsLeft(work, agentId);
  await store.lockViewers(work, chats);
  // Whoever holds the row says of the agent that they came, or does the same as we.
  const status = await store.lockAgent(work, work.widgetId, agentId, { isPatient: false });
  if (!status || !(await store.hasConnection(work, work.widgetId, agentId))) return;
  await routing.tellingVisitors(work, () => store.removeGone(work, agentId));
  for (const chatId of chats) await showViewers(work, chatId);
  if (await store.hasConnection(work, work.widgetId, agentId)) return;
  tell(work, tenant, { id: agentId, status, online: false });
}

type Colleague = Pick<Agent, 'id' | 'status' | 'online'>;

function tell(work: Write, tenant: Tenant, agent: Colleague) {
  const ctx = { ...work, widgetId: tenant.widgetId };
  work.emit(events.agentPresence, { agent_id: agent.id, online: agent.online }, tenant);
  agents.record(ctx, agent.id, agent.online ? 'went_online' : 'went_offline');
  store.setLeft(ctx, agent.id, agent.online ? null : toIsoString(work.now));
  show(ctx, agent);
}

function show({ publish, widgetId }: InWidget, agent: Colleague) {
  publish(agentLive.events.agent, inboxOf(widgetId), { agent });
}
