import type { Clock } from '../../infra/clock.ts';
import { describeError } from '../../infra/log.ts';
import type { LeasedDelivery } from '../data/leased-delivery.ts';
import { createDispatcher, type DispatcherOptions } from './dispatcher.ts';
import { type Lanes, laneOf, nameOf } from './lanes.ts';
import { lease, returnLeases } from './store.ts';

interface PumpOptions extends DispatcherOptions {
  clock: Clock;
  /** Whether requests wait for a database connection. */
  isCrowded: () => boolean;
  /** Aborted when the server stops. */
  closing: AbortSignal;
}

/** Longer than an attempt takes: a node that has not settled by then was killed, and the delivery is sent again. */
export const LEASE = { seconds: 15 };
/** Between two leases, unless half of what is in flight ends before: one statement should take many. */
const PAUSE_MS = 20;
/** While requests wait for a connection, whatever ends. */
const CROWDED_MS = 50;
/** While requests wait for a connection, deliveries of commits are sent together: many at once cost less than one by one. */
const GATHER_MS = 20;

/** Sends deliveries that commits leased, and leases others as long as some are due and their lanes have capacity. */
export function createPump(options: PumpOptions) {
  const { unitOfWork, clock, log, lanes, isCrowded, closing } = options;
  const pauses = createPauses(options);
  const { dispatch, drain } = createDispatcher(options, () => {
    pauses.endEarly();
    wake();
  });
  let pumping: Promise<void> | undefined;
  /** Leased by commits, but their lanes have no capacity. */
  let refused: LeasedDelivery[] = [];
  /** Admitted, and about to be sent together. */
  let gathered: LeasedDelivery[] = [];

  async function pump() {
    while (!closing.aborted) {
      await returnRefused();
      // A server that stops leases nothing more.
      const claimed = closing.aborted ? [] : lanes.claim();
      if (!claimed.length) return;
      await leaseAndSend(claimed);
      await pauses.wait();
    }
  }

  /** Back to the queue, in which others wait already. */
  async function returnRefused() {
    if (!refused.length) return;
    const returned = refused;
    refused = [];
    await returnLeases(
      unitOfWork.autocommit,
      returned.map(({ id }) => id),
    );
    for (const delivery of returned) lanes.markDue(laneOf(delivery));
  }

  async function leaseAndSend(claimed: ReturnType<Lanes['claim']>) {
    const now = clock();
    const leased = await lease(unitOfWork.autocommit, claimed, { now, until: now.add(LEASE) });
    const byLane = Map.groupBy(leased, (each) => nameOf(laneOf(each)));
    for (const { lane, capacity } of claimed)
      lanes.take(lane, { taken: byLane.get(nameOf(lane))?.length ?? 0, capacity });
    dispatch(leased);
  }

  /** A pump that is running picks up newly marked lanes by itself. */
  function wake() {
    if (pumping || closing.aborted || !(lanes.hasDue() || refused.length)) return;
    pumping = pump()
      .catch((error) => log.warn({ reason: describeError(error).message }, 'deliveries are delayed'))
      .finally(() => {
        pumping = undefined;
      });
  }

  function accept(deliveries: LeasedDelivery[]) {
    const isAdmitted = (delivery: LeasedDelivery) => !closing.aborted && lanes.admit(laneOf(delivery));
    const { true: admitted = [], false: others = [] } = Object.groupBy(deliveries, (each) => `${isAdmitted(each)}`);
    if (admitted.length) gather(admitted);
    refused.push(...others);
    for (const delivery of others) lanes.markDue(laneOf(delivery));
    wake();
  }

  function gather(admitted: LeasedDelivery[]) {
    const isFirst = !gathered.length;
    gathered.push(...admitted);
    if (isFirst && isCrowded()) setTimeout(sendGathered, GATHER_MS);
    else if (isFirst) sendGathered();
  }

  function sendGathered() {
    const deliveries = gathered;
    gathered = [];
    dispatch(deliveries);
  }

  return {
    wake,
    /** Sends deliveries that a commit leased. */
    accept,
    /** Resolves when everything in flight has an outcome and the rest is back in the queue. */
    async drain() {
      refused.push(...gathered);
      gathered = [];
      await pumping;
      await drain();
      await returnRefused();
    },
  };
}

/** The pause after a lease. */
function createPauses({ lanes, isCrowded }: PumpOptions) {
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
    /** Called when a delivery has ended. */
    endEarly: () => endEarly(),
  };
}
