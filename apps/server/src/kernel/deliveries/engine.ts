import type { Clock } from '../../infra/clock.ts';
import type { Log } from '../../infra/log.ts';
import type { UnitOfWork } from '../data/context.ts';
import type { LeasedDelivery } from '../data/leased-delivery.ts';
import { deliveryKinds, type Lane } from '../data/tables.ts';
import { LEASE, startLeasing } from '../leasing/leasing.ts';
import type { Couriers } from './courier.ts';
import { createDispatcher } from './dispatcher.ts';
import { createOutcomeWriter } from './outcome-writer.ts';
import { createSender } from './sender.ts';
import { lease, listDueLanes, returnLeases } from './store.ts';

interface DeliveryOptions {
  unitOfWork: UnitOfWork;
  clock: Clock;
  log: Log;
  couriers: Couriers;
  /** Whether requests wait for a database connection. */
  isCrowded: () => boolean;
}

const LIMITS = { inLane: 32, inFailingLane: 8 };

/** Sends what is pending in `deliveries`. */
export function startDeliveries(options: DeliveryOptions) {
  const { unitOfWork, clock, log, isCrowded } = options;
  const { autocommit } = unitOfWork;
  const closing = new AbortController();
  const outcomes = createOutcomeWriter(autocommit, options.couriers, log);
  const send = createSender({ ...options, addOutcome: outcomes.add, closing: closing.signal });
  const leasing = startLeasing<LeasedDelivery>({
    queue: {
      name: 'deliveries',
      laneOf: ({ kind, destination_id: destinationId }) => ({ kind, destinationId }),
      listDueLanes: () => unitOfWork.read(({ sql }) => listDueLanes(sql, clock())),
      lease(claimed) {
        const now = clock();
        return lease(autocommit, claimed, { now, until: now.add(LEASE) });
      },
      returnLeases: (deliveries) =>
        returnLeases(
          autocommit,
          deliveries.map(({ id }) => id),
        ),
      run: createDispatcher({ ...options, send, closing: closing.signal }),
    },
    limits: LIMITS,
    log,
    isCrowded,
    closing,
  });

  return {
    wake: (lanes: Lane[]) => leasing.wake(lanes.filter(isDelivery)),
    accept: leasing.accept,
    leaseUntil: () => (leasing.hasCapacity() ? clock().add(LEASE) : undefined),
    /** Waits for deliveries in flight; the caller limits how long. */
    async close() {
      await leasing.close();
      await outcomes.drain();
    },
  };
}

const isDelivery = ({ kind }: Lane) => deliveryKinds.some((each) => each === kind);
