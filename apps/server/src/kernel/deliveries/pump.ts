import type { Clock } from '../../infra/clock.ts';
import { describeError, type Log } from '../../infra/log.ts';
import type { UnitOfWork } from '../data/context.ts';
import type { LeasedDelivery } from '../data/leased-delivery.ts';
import type { Lane } from '../data/tables.ts';
import type { Couriers } from './courier.ts';
import { type Lanes, nameOf } from './lanes.ts';
import type { createSender } from './sender.ts';
import { lease, returnLeases } from './store.ts';

interface PumpOptions {
  unitOfWork: UnitOfWork;
  clock: Clock;
  log: Log;
  couriers: Couriers;
  lanes: Lanes;
  send: ReturnType<typeof createSender>;
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
export function createPump({ unitOfWork, clock, log, couriers, lanes, send, isCrowded, closing }: PumpOptions) {
  const sending = new Set<Promise<void>>();
  let pumping: Promise<void> | undefined;
  /** Leased by commits, but their lanes have no capacity. */
  let refused: LeasedDelivery[] = [];
  /** Admitted, and about to be sent together. */
  let gathered: LeasedDelivery[] = [];
  let onRelease = () => {};

  async function pump() {
    while (!closing.aborted) {
      await returnRefused();
      const claimed = lanes.claim();
      if (!claimed.length) return;
      await leaseAndSend(claimed);
      await pause();
    }
  }

  function pause() {
    const isYielding = isCrowded();
    const half = lanes.inFlight() / 2;
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, isYielding ? CROWDED_MS : PAUSE_MS);
      onRelease = () => {
        if (isYielding || lanes.inFlight() > half) return;
        clearTimeout(timer);
        resolve();
      };
    });
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

  function dispatch(deliveries: LeasedDelivery[]) {
    for (const [kind, some] of Map.groupBy(deliveries, (each) => each.kind)) void prepareAndSend(kind, some);
  }

  async function prepareAndSend(kind: Lane['kind'], deliveries: LeasedDelivery[]) {
    const requests = await unitOfWork
      .read((work) => couriers[kind].prepare(work, deliveries))
      // Their leases expire, and they are leased again.
      .catch((error) => void log.warn({ reason: describeError(error).message }, 'deliveries could not be prepared'));
    for (const delivery of deliveries) {
      const sent = requests ? send(delivery, requests.get(delivery.id)) : Promise.resolve(false);
      const done = sent.then((isFailed) => {
        sending.delete(done);
        lanes.release(laneOf(delivery), { isFailed });
        onRelease();
        wake();
      });
      sending.add(done);
    }
  }

  return {
    wake,
    /** Sends deliveries that a commit leased. */
    accept,
    /** Resolves when everything in flight has an outcome and the rest is back in the queue. */
    async drain() {
      refused.push(...gathered);
      gathered = [];
      await Promise.allSettled([pumping, ...sending]);
      await returnRefused();
    },
  };
}

function laneOf({ kind, destination_id: destinationId }: LeasedDelivery): Lane {
  return { kind, destinationId };
}
