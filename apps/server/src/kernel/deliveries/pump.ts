import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../infra/clock.ts';
import { describeError, type Log } from '../../infra/log.ts';
import type { UnitOfWork } from '../data/context.ts';
import type { Lane } from '../data/tables.ts';
import type { Couriers } from './courier.ts';
import { type Lanes, nameOf } from './lanes.ts';
import type { createSender } from './sender.ts';
import { type LeasedDelivery, lease } from './store.ts';

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
const LEASE = { seconds: 15 };
/** While requests wait for a connection, deliveries are leased less often and more at a time. */
const CROWDED_MS = 100;

/** Leases and sends deliveries as long as some are due and their lanes have capacity. */
export function createPump({ unitOfWork, clock, log, couriers, lanes, send, isCrowded, closing }: PumpOptions) {
  const sending = new Set<Promise<void>>();
  let pumping: Promise<void> | undefined;

  async function pump() {
    for (let claimed = lanes.claim(); claimed.length && !closing.aborted; claimed = lanes.claim()) {
      if (isCrowded()) await setTimeout(CROWDED_MS);
      const now = clock();
      const leased = await lease(unitOfWork.autocommit, claimed, { now, until: now.add(LEASE) });
      const byLane = Map.groupBy(leased, (each) => nameOf(laneOf(each)));
      for (const { lane, capacity } of claimed)
        lanes.take(lane, { taken: byLane.get(nameOf(lane))?.length ?? 0, capacity });
      for (const [kind, deliveries] of Map.groupBy(leased, (each) => each.kind)) void dispatch(kind, deliveries);
    }
  }

  /** A pump that is running picks up newly marked lanes by itself. */
  function wake() {
    if (pumping || closing.aborted) return;
    pumping = pump()
      .catch((error) => log.warn({ reason: describeError(error).message }, 'deliveries are delayed'))
      .finally(() => {
        pumping = undefined;
      });
  }

  async function dispatch(kind: Lane['kind'], deliveries: LeasedDelivery[]) {
    const requests = await unitOfWork
      .read((work) => couriers[kind].prepare(work, deliveries))
      // Their leases expire, and they are leased again.
      .catch((error) => void log.warn({ reason: describeError(error).message }, 'deliveries could not be prepared'));
    for (const delivery of deliveries) {
      const sent = requests ? send(delivery, requests.get(delivery.id)) : Promise.resolve(false);
      const done = sent.then((isFailed) => {
        sending.delete(done);
        lanes.release(laneOf(delivery), { isFailed });
        wake();
      });
      sending.add(done);
    }
  }

  return {
    wake,
    /** Resolves when everything in flight has an outcome. */
    drain: async () => void (await Promise.allSettled([pumping, ...sending])),
  };
}

function laneOf({ kind, destination_id: destinationId }: LeasedDelivery): Lane {
  return { kind, destinationId };
}
