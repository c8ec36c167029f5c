import { describeError, type Log } from '../../infra/log.ts';
import type { UnitOfWork } from '../data/context.ts';
import type { LeasedDelivery } from '../data/leased-delivery.ts';
import type { Queue } from '../leasing/pump.ts';
import type { Couriers, SettlingCourier } from './courier.ts';
import type { createSender } from './sender.ts';

interface DispatcherOptions {
  /** Aborted when the server stops. */
  closing: AbortSignal;
  unitOfWork: UnitOfWork;
  log: Log;
  couriers: Couriers;
  send: ReturnType<typeof createSender>;
}

/** Sends leased deliveries, all of one kind prepared together. */
export function createDispatcher({
  unitOfWork,
  log,
  couriers,
  send,
  closing,
}: DispatcherOptions): Queue<LeasedDelivery>['run'] {
  return async (leased, release) => {
    const kinds = Map.groupBy(leased, ({ kind }) => kind);
    await Promise.all([...kinds].map(([kind, deliveries]) => prepareAndSend(kind, deliveries, release)));
  };

  async function prepareAndSend(
    kind: LeasedDelivery['kind'],
    deliveries: LeasedDelivery[],
    release: Parameters<Queue<LeasedDelivery>['run']>[1],
  ) {
    const courier = couriers[kind];
    if ('deliver' in courier) return settleEach(courier, deliveries, release);
    const requests = await unitOfWork
      .read((work) => courier.prepare(work, deliveries))
      // Their leases expire, and they are leased again.
      .catch((error) => void log.warn({ reason: describeError(error).message }, 'deliveries could not be prepared'));
    await Promise.all(
      deliveries.map(async (delivery) => {
        const isFailed = requests ? await send(delivery, requests.get(delivery.id)) : false;
        release(delivery, { isFailed });
      }),
    );
  }

  async function settleEach(
    courier: SettlingCourier,
    deliveries: LeasedDelivery[],
    release: Parameters<Queue<LeasedDelivery>['run']>[1],
  ) {
    await Promise.all(
      deliveries.map(async (delivery) => {
        const begin = async (options?: { isSuspect: boolean }) =>
          (await couriers.broadcast.begin([delivery], options)).has(delivery.id);
        const isFailed = await courier.deliver(delivery, { closing, begin }).catch((error) => {
          // Its lease expires, and it is leased again.
          log.warn({ reason: describeError(error).message }, 'a message could not be delivered');
          return true;
        });
        release(delivery, { isFailed });
      }),
    );
  }
}
