import { describeError, type Log } from '../../../infra/log.ts';
import type { UnitOfWork } from '../../../kernel/data/context.ts';
import type { ConnectedAgent } from '../../../kernel/live/live.ts';
import {
  type AgentContext,
  connect,
  disconnect,
  listWithExpiredConnections,
  setViewedChat,
  sweepAgent,
} from './service.ts';
import * as store from './store.ts';

interface Options {
  nodeId: string;
  unitOfWork: UnitOfWork;
  log: Log;
  /** Agents connected to this node. */
  agents: () => ConnectedAgent[];
}

/** Makes the table of connections equal to the sockets of this node, and marks agents offline whose connections ended. */
export function createReconciler({ nodeId, unitOfWork, log, agents }: Options) {
  const warn = (error: unknown) =>
    log.warn({ reason: describeError(error).message }, 'a connection could not be reconciled');

  const listOpen = () => unitOfWork.read((work) => store.listOpen(work, nodeId));

  /** Two writes: they lock the same rows in opposite order. */
  async function addConnection({ socketId, principal, chatId }: ConnectedAgent) {
    const { tenant } = principal;
    const write = (act: (ctx: AgentContext) => Promise<unknown>) =>
      unitOfWork.write({ tenant }, (work) => act({ ...work, principal, widgetId: tenant.widgetId }));
    await write((ctx) => connect(ctx, { socketId, nodeId }));
    if (chatId !== null) await write((ctx) => setViewedChat(ctx, socketId, chatId));
  }

  async function disconnectAll(connections: { id: string; widget_id: number }[]) {
    for (const { id, widget_id: widgetId } of connections) {
      await unitOfWork.write({}, (work) => disconnect({ ...work, widgetId }, id)).catch(warn);
    }
  }

  return {
    /** Writes what could not be written when it happened. */
    async reconcile() {
      const open = await listOpen();
      const connected = new Map(agents().map((agent) => [agent.socketId, agent]));
      const known = new Set(open.map(({ id }) => id));
      for (const agent of connected.values()) if (!known.has(agent.socketId)) await addConnection(agent).catch(warn);
      await disconnectAll(open.filter(({ id }) => !connected.has(id)));
    },
    /** Takes the time of the beat: a beat that waited for the database must not find its own connections expired. */
    async sweep(now: Temporal.Instant) {
      for (const { agent_id, ...widget } of await unitOfWork.read((work) =>
        listWithExpiredConnections({ ...work, now }),
      )) {
        const tenant = { widgetId: widget.widget_id, accountId: widget.account_id, buttonGuid: widget.button_guid };
        await unitOfWork
          .write({ tenant }, (work) => sweepAgent({ ...work, now, widgetId: tenant.widgetId }, tenant, agent_id))
          .catch(warn);
      }
    },
    close: async () => disconnectAll(await listOpen()),
  };
}
