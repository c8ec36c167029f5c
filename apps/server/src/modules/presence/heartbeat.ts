import { randomBytes } from 'node:crypto';
import { describeError, type Log } from '../../infra/log.ts';
import type { Notices } from '../../infra/postgres/notices.ts';
import type { Read, UnitOfWork, Write } from '../../kernel/context.ts';
import type { ConnectedAgent } from '../../kernel/live/live.ts';
import { arrive, type ByAgent, leave, listGone, look, sweep } from './service.ts';
import * as store from './store.ts';

const BEAT_MS = 5_000;

interface Options {
  unitOfWork: UnitOfWork;
  notices: Notices;
  log: Log;
  /** Who is connected here. */
  agents: () => ConnectedAgent[];
  /** What else is swept on every beat. */
  also: (work: Write) => Promise<void>;
}

/** Names this process among those that work on the database. */
export const newNodeId = () => randomBytes(12).toString('base64url');

/**
 * A node says every five seconds that it is there, sets right what the table says of its connections, and finds who is
 * gone. A node that was frozen and given up says everything anew.
 */
export function createHeartbeat(nodeId: string, { unitOfWork, notices, log, agents, also }: Options) {
  let isAlone = true;
  let isOpen = false;
  let hasBegun = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let heard = 0;
  const notice = () => {
    heard += 1;
    isAlone = false;
  };
  notices.on('node', (id) => {
    if (id !== nodeId) notice();
  });
  // Somebody may have come unheard.
  notices.onGap(() => {
    if (hasBegun) void unitOfWork.read(count).catch(notice);
  });

  async function count(work: Read) {
    const before = heard;
    const others = await store.countOtherNodes(work, nodeId);
    if (heard === before) isAlone = others === 0;
  }

  /** That it is there is said first, whatever becomes of the rest. */
  async function beat() {
    const now = await unitOfWork.write({}, async (work) => {
      if (await store.beat(work, nodeId)) work.notify('node', nodeId);
      await count(work);
      await store.removeNodes(work);
      return work.now;
    });
    await reconcile();
    await sweepAll(now);
    await unitOfWork.write({}, also);
  }

  /** By the time of the beat: one that had to wait for the database must not find itself gone. */
  async function sweepAll(now: Temporal.Instant) {
    for (const { agent_id, ...widget } of await unitOfWork.read((work) => listGone({ ...work, now }))) {
      const tenant = { widgetId: widget.widget_id, accountId: widget.account_id, buttonGuid: widget.button_guid };
      await unitOfWork
        .write({ tenant }, (work) => sweep({ ...work, now, widgetId: tenant.widgetId }, tenant, agent_id))
        .catch(warn);
    }
  }

  /** What could not be written when it happened. */
  async function reconcile() {
    const open = await unitOfWork.read((work) => store.listOpen(work, nodeId));
    const here = new Map(agents().map((agent) => [agent.socketId, agent]));
    const known = new Set(open.map(({ id }) => id));
    for (const agent of here.values()) if (!known.has(agent.socketId)) await restore(agent).catch(warn);
    await leaveAll(open.filter(({ id }) => !here.has(id)));
  }

  /** In two writes: what one locks last is what the other locks first. */
  async function restore({ socketId, principal, chatId }: ConnectedAgent) {
    const { tenant } = principal;
    const write = (act: (ctx: ByAgent) => Promise<unknown>) =>
      unitOfWork.write({ tenant }, (work) => act({ ...work, principal, widgetId: tenant.widgetId }));
    await write((ctx) => arrive(ctx, { socketId, nodeId }));
    if (chatId !== null) await write((ctx) => look(ctx, socketId, chatId));
  }

  async function leaveAll(connections: { id: string; widget_id: number }[]) {
    for (const { id, widget_id: widgetId } of connections) {
      await unitOfWork.write({}, (work) => leave({ ...work, widgetId }, id)).catch(warn);
    }
  }

  function warn(error: unknown) {
    log.warn({ reason: describeError(error).message }, 'a heartbeat was missed');
  }

  async function tick() {
    await beat().catch(warn);
    if (isOpen) timer = setTimeout(run, BEAT_MS);
  }

  function run() {
    running = tick();
    return running;
  }

  return {
    /** Also before it has begun: it is no node yet. */
    isAlone: () => !hasBegun || isAlone,
    async start() {
      isOpen = true;
      hasBegun = true;
      await run();
    },
    /** Once, now: for tests that move the clock. */
    beat,
    async close() {
      if (!isOpen) return;
      isOpen = false;
      clearTimeout(timer);
      await running;
      await leaveAll(await unitOfWork.read((work) => store.listOpen(work, nodeId)));
      await unitOfWork.write({}, (work) => store.removeNodes(work, nodeId));
    },
  };
}
