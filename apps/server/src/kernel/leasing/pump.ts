import { describeError, type Log } from '../../infra/log.ts';
import type { Lane } from '../data/tables.ts';
import { type Lanes, nameOf } from './lanes.ts';

/** A table of items that nodes lease and work off. */
export interface Queue<Item> {
  /** In the log, such as `deliveries`. */
  name: string;
  laneOf: (item: Item) => Lane;
  /** Lanes in which something is due. */
  listDueLanes: () => Promise<Lane[]>;
  /** Leases up to `capacity` due items of each lane. */
  lease: (claimed: { lane: Lane; capacity: number }[]) => Promise<Item[]>;
  /** Returns leases under which nothing was done. */
  returnLeases: (items: Item[]) => Promise<void>;
  /** Works off leased items, and releases each when it has ended. Does not throw. */
  run: (items: Item[], release: (item: Item, ended: { isFailed: boolean }) => void) => Promise<void>;
}

interface PumpOptions<Item> {
  queue: Queue<Item>;
  lanes: Lanes;
  log: Log;
  /** Whether requests wait for a database connection. */
  isCrowded: () => boolean;
  /** Aborted when the server stops. */
  closing: AbortSignal;
}

/** Between two leases, unless half of what is in flight ends before: one statement should take many. */
const PAUSE_MS = 20;
/** While requests wait for a connection, whatever ends. */
const CROWDED_MS = 50;
/** While requests wait for a connection, items of commits are run together: many at once cost less than one by one. */
const GATHER_MS = 20;

/** Runs items that commits leased, and leases others as long as some are due and their lanes have capacity. */
export function createPump<Item>(options: PumpOptions<Item>) {
  const { queue, log, lanes, isCrowded, closing } = options;
  const { laneOf } = queue;
  const pauses = createPauses(options);
  const running = new Set<Promise<void>>();
  let pumping: Promise<void> | undefined;
  /** Leased by commits, but their lanes have no capacity. */
  let refused: Item[] = [];
  /** Admitted, and about to be run together. */
  let gathered: Item[] = [];

  function run(items: Item[]) {
    const ran = queue.run(items, release).finally(() => running.delete(ran));
    running.add(ran);
  }

  function release(item: Item, ended: { isFailed: boolean }) {
    lanes.release(laneOf(item), ended);
    pauses.endEarly();
    wake();
  }

  async function pump() {
    while (!closing.aborted) {
      await returnRefused();
      // A server that stops leases nothing more.
      const claimed = closing.aborted ? [] : lanes.claim();
      if (!claimed.length) return;
      await leaseAndRun(claimed);
      await pauses.wait();
    }
  }

  /** Back to the queue, in which others wait already. */
  async function returnRefused() {
    if (!refused.length) return;
    const returned = refused;
    refused = [];
    await queue.returnLeases(returned);
    for (const item of returned) lanes.markDue(laneOf(item));
  }

  async function leaseAndRun(claimed: ReturnType<Lanes['claim']>) {
    const leased = await queue.lease(claimed);
    const byLane = Map.groupBy(leased, (each) => nameOf(laneOf(each)));
    for (const { lane, capacity } of claimed)
      lanes.take(lane, { taken: byLane.get(nameOf(lane))?.length ?? 0, capacity });
    run(leased);
  }

  /** A pump that is running picks up newly marked lanes by itself. */
  function wake() {
    if (pumping || closing.aborted || !(lanes.hasDue() || refused.length)) return;
    pumping = pump()
      .catch((error) => log.warn({ reason: describeError(error).message }, `${queue.name} are delayed`))
      .finally(() => {
        pumping = undefined;
      });
  }

  function accept(items: Item[]) {
    const isAdmitted = (item: Item) => !closing.aborted && lanes.admit(laneOf(item));
    const { true: admitted = [], false: others = [] } = Object.groupBy(items, (each) => `${isAdmitted(each)}`);
    if (admitted.length) gather(admitted);
    refused.push(...others);
    for (const item of others) lanes.markDue(laneOf(item));
    wake();
  }

  function gather(admitted: Item[]) {
    const isFirst = !gathered.length;
    gathered.push(...admitted);
    if (isFirst && isCrowded()) setTimeout(runGathered, GATHER_MS);
    else if (isFirst) runGathered();
  }

  function runGathered() {
    const items = gathered;
    gathered = [];
    run(items);
  }

  return {
    wake,
    /** Runs items that a commit leased. */
    accept,
    /** Resolves when everything in flight has ended and the rest is back in the queue. */
    async drain() {
      refused.push(...gathered);
      gathered = [];
      await pumping;
      await Promise.allSettled(running);
      await returnRefused();
    },
  };
}

/** The pause after a lease. */
function createPauses({ lanes, isCrowded }: Pick<PumpOptions<never>, 'lanes' | 'isCrowded'>) {
  let endEarly = () => {};
  return {
    wait() {
      const isYielding = isCrowded();
      const half = lanes.inFlight() / 2;
      return new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, isYielding ? CROWDED_MS : PAUSE_MS);
        endEarly = () => {
          if (isYielding || lanes.inFlight() > half) return;
          clearTimeout(timer);
          resolve();
        };
      });
    },
    /** Called when an item has ended. */
    endEarly: () => endEarly(),
  };
}
