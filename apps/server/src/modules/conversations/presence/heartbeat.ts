import { describeError } from '../../../infra/log.ts';
import type { Read } from '../../../kernel/data/context.ts';
import type { Heartbeat, Module } from '../../../kernel/module.ts';
import { createReconciler } from './reconciler.ts';
import * as store from './store.ts';

const HEARTBEAT_MS = 5_000;

type Options = Parameters<NonNullable<Module['heartbeat']>>[0];

/**
 * Every five seconds a node records that it is alive, corrects the table of its connections, and finds agents whose
 * connections are gone. A node that was frozen and given up registers itself again.
 */
export function createHeartbeat(options: Options): Heartbeat {
  const { nodeId, unitOfWork, log, onBeat } = options;
  const reconciler = createReconciler(options);
  const others = watchOthers(options);
  let isOpen = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  /** Records liveness first, whether or not the rest succeeds. */
  async function beat() {
    const now = await unitOfWork.write({}, async (work) => {
      const [isNew] = await Promise.all([store.beat(work, nodeId), others.count(work), store.removeNodes(work)]);
      if (isNew) work.notify('node', nodeId);
      return work.now;
    });
    await reconciler.reconcile();
    await reconciler.sweep(now);
    for (const callback of onBeat) await unitOfWork.write({}, callback);
  }

  async function tick() {
    await beat().catch((error) => log.warn({ reason: describeError(error).message }, 'a heartbeat was missed'));
    if (isOpen) timer = setTimeout(run, HEARTBEAT_MS);
  }

  function run() {
    running = tick();
    return running;
  }

  return {
    isAlone: others.isAlone,
    async start() {
      isOpen = true;
      others.start();
      await run();
    },
    beat,
    async close() {
      if (!isOpen) return;
      isOpen = false;
      clearTimeout(timer);
      await running;
      await reconciler.close();
      await unitOfWork.write({}, (work) => store.removeNodes(work, nodeId));
    },
  };
}

/** Knows whether there are other nodes. */
function watchOthers({ nodeId, unitOfWork, notices }: Options) {
  let isAlone = true;
  let hasStarted = false;
  /** A notice that arrives while nodes are counted is newer than the count. */
  let noticeCount = 0;
  const onNode = () => {
    noticeCount += 1;
    isAlone = false;
  };
  notices.on('node', (id) => {
    if (id !== nodeId) onNode();
  });
  // A notice may have been missed.
  notices.onGap(() => {
    if (hasStarted) void unitOfWork.read(count).catch(onNode);
  });

  async function count(work: Read) {
    const before = noticeCount;
    const others = await store.countOtherNodes(work, nodeId);
    if (noticeCount === before) isAlone = others === 0;
  }

  return {
    count,
    /** Before it starts, the process is no node yet. */
    isAlone: () => !hasStarted || isAlone,
    start() {
      hasStarted = true;
    },
  };
}
