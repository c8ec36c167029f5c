import { type Agent, agentLive, events } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import type { SessionPrincipal, Tenant } from '../../../kernel/auth/principal.ts';
import type { InWidget, Read, SessionContext, WidgetContext, Write } from '../../../kernel/data/context.ts';
import { inboxOf, viewersOf } from '../../../kernel/live/rooms.ts';
import { problem } from '../../../kernel/problems.ts';
import * as agents from '../../account/agents/index.ts';
import * as widgets from '../../account/widgets/index.ts';
import * as routing from '../routing/index.ts';
import * as store from './store.ts';

export const { findViewersBySocket, listAtWork, listPresence } = store;

export type AgentContext = InWidget & { principal: SessionPrincipal };

/** Connected in any status but suspended. */
export async function isConnected(ctx: InWidget<Read>, agentId: number) {
  return (await store.countConnections(ctx, agentId)) > 0;
}

/** Adds a socket. The agent comes online with the first, or the first after all ended. */
export async function connect(ctx: AgentContext, { socketId, nodeId }: { socketId: string; nodeId: string }) {
  const { agentId, tenant } = ctx.principal;
  const status = await store.lockAgent(ctx, ctx.widgetId, agentId);
  // A suspended agent's sockets are about to be closed.
  if (!status || status === 'banned') return;
  // If the end of earlier connections was not announced yet, the agent never went offline.
  const hadConnection = await store.hasConnection(ctx, ctx.widgetId, agentId);
  const wasConnected = await isConnected(ctx, agentId);
  await routing.publishAvailabilityChange(ctx, () => store.insert(ctx, { id: socketId, nodeId, agentId }));
  if (!hadConnection) recordPresence(ctx, tenant, { id: agentId, status, online: true });
  else if (!wasConnected) publishAgent(ctx, { id: agentId, status, online: true });
}

/** Starts or ends the agent's break. They keep their chats; whether anyone is at work may change. */
export async function setOwnStatus(ctx: SessionContext, status: 'active' | 'relaxation') {
  const { agentId, tenant } = ctx.principal;
  const before = await store.lockAgent(ctx, ctx.widgetId, agentId);
  if (!before || before === 'banned') throw problem('session_required');
  if (before === status) return;
  await routing.publishAvailabilityChange(ctx, () => store.setStatus(ctx, ctx.widgetId, agentId, status));
  await widgets.purge(ctx, 'widget', tenant);
  agents.record(ctx, agentId, status === 'active' ? 'break_ended' : 'break_started');
  publishAgent(ctx, { id: agentId, status, online: await isConnected(ctx, agentId) });
}

/** Takes the agent offline at once, before their sockets close. False if they were suspended already. */
export async function suspend(ctx: WidgetContext, agentId: number) {
  const { tenant } = ctx.principal;
  const chats = await store.listViewedChats(ctx, agentId);
  await store.lockViewers(ctx, chats);
  const before = await store.lockAgent(ctx, ctx.widgetId, agentId);
  if (!before || before === 'banned') return false;
  const hadConnection = await store.hasConnection(ctx, ctx.widgetId, agentId);
  await routing.publishAvailabilityChange(ctx, async () => {
    await store.setStatus(ctx, ctx.widgetId, agentId, 'banned');
    await store.removeOfAgent(ctx, agentId);
  });
  for (const chatId of chats) await publishViewers(ctx, chatId);
  const presence: AgentPresence = { id: agentId, status: 'banned', online: false };
  if (hadConnection) recordPresence(ctx, tenant, presence);
  else publishAgent(ctx, presence);
  return true;
}

/** They come online when they sign in. */
export async function restore(ctx: WidgetContext, agentId: number) {
  await store.setStatus(ctx, ctx.widgetId, agentId, 'active');
  publishNewAgent(ctx, agentId);
}

export function publishNewAgent(ctx: InWidget, agentId: number) {
  publishAgent(ctx, { id: agentId, status: 'active', online: false });
}

/** Closes a socket. The sweep takes the agent offline later: most reconnect. */
export async function disconnect(ctx: InWidget, socketId: string) {
  await store.lockViewers(ctx, [await store.findViewedChat(ctx, socketId)]);
  await publishViewers(ctx, await store.closeConnection(ctx, socketId));
}

/** Sets or clears the chat a socket views, and publishes the viewers to all of them. */
export async function setViewedChat(ctx: AgentContext, socketId: string, chatId: number | null) {
  await store.lockViewers(ctx, [chatId, await store.findViewedChat(ctx, socketId)]);
  const [before, after] = await Promise.all([store.setViewedChat(ctx, socketId, chatId), publishViewers(ctx, chatId)]);
  if (before !== chatId) await publishViewers(ctx, before);
  const { viewers, order } = after ?? { viewers: [], order: 0 };
  return { before, viewers, order };
}

async function publishViewers(ctx: InWidget, chatId: number | null) {
  if (chatId === null) return null;
  const viewers = await store.findViewers(ctx, chatId);
  ctx.publish(agentLive.events.viewers, viewersOf(ctx.widgetId, chatId), viewers);
  return viewers;
}

export const listWithExpiredConnections = store.listWithExpiredConnections;

/** Removes an agent's expired connections and takes them offline if none is left. */
export async function sweepAgent(work: InWidget, tenant: Tenant, agentId: number) {
  const chats = await store.listExpiredViews(work, agentId);
  await store.lockViewers(work, chats);
  // The write that holds the lock connects or sweeps this agent.
  const status = await store.lockAgent(work, work.widgetId, agentId, { isWaiting: false });
  if (!status || !(await store.hasConnection(work, work.widgetId, agentId))) return;
  await routing.publishAvailabilityChange(work, () => store.removeExpired(work, agentId));
  for (const chatId of chats) await publishViewers(work, chatId);
  if (await store.hasConnection(work, work.widgetId, agentId)) return;
  recordPresence(work, tenant, { id: agentId, status, online: false });
}

type AgentPresence = Pick<Agent, 'id' | 'status' | 'online'>;

function recordPresence(work: Write, tenant: Tenant, agent: AgentPresence) {
  const ctx = { ...work, widgetId: tenant.widgetId };
  work.emit(events.agentPresence, { agent_id: agent.id, online: agent.online }, tenant);
  agents.record(ctx, agent.id, agent.online ? 'went_online' : 'went_offline');
  store.setLeftAt(ctx, agent.id, agent.online ? null : toIsoString(work.now));
  publishAgent(ctx, agent);
}

function publishAgent({ publish, widgetId }: InWidget, agent: AgentPresence) {
  publish(agentLive.events.agent, inboxOf(widgetId), { agent });
}
