import { describeError, type Log } from '../../infra/log.ts';
import type { UnitOfWork } from '../data/context.ts';
import type { LeasedDelivery } from '../data/leased-delivery.ts';
import type { Lane } from '../data/tables.ts';
import type { Couriers } from './courier.ts';
import { type Lanes, laneOf } from './lanes.ts';
import type { createSender } from './sender.ts';

export interface DispatcherOptions {
  unitOfWork: UnitOfWork;
  log: Log;
  couriers: Couriers;
  lanes: Lanes;
  send: ReturnType<typeof createSender>;
}

/** Sends leased deliveries, each of which its lane has counted, and calls `onRelease` after each. */
export function createDispatcher({ unitOfWork, log, couriers, lanes, send }: DispatcherOptions, onRelease: () => void) {
  const sending = new Set<Promise<void>>();

  async function prepareAndSend(kind: Lane['kind'], deliveries: LeasedDelivery[]) {
    const requests = await unitOfWork
      .read((work) => couriers[kind].prepare(work, deliveries))
      // Their leases expire, and they are leased again.
      .catch((error) => void log.warn({ reason: describeError(error).message }, 'deliveries could not be prepared'));
    await Promise.all(
      deliveries.map(async (delivery) => {
        const isFailed = requests ? await send(delivery, requests.get(delivery.id)) : false;
        lanes.release(laneOf(delivery), { isFailed });
        onRelease();
      }),
    );
  }

  return {
    dispatch(deliveries: LeasedDelivery[]) {
      for (const [kind, some] of Map.groupBy(deliveries, (each) => each.kind)) {
        const sent = prepareAndSend(kind, some).finally(() => sending.delete(sent));
        sending.add(sent);
      }
    },
    /** Resolves when everything dispatched so far has an outcome. */
    drain: async () => void (await Promise.allSettled(sending)),
  };
}
