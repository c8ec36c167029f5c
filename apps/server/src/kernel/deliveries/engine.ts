import type { Clock } from '../../infra/clock.ts';
import { describeError, type Log } from '../../infra/log.ts';
import type { UnitOfWork } from '../data/context.ts';
import type { Lane } from '../data/tables.ts';
import type { Couriers } from './courier.ts';
import { createLanes } from './lanes.ts';
import { createOutcomeWriter } from './outcome-writer.ts';
import { createPump, LEASE } from './pump.ts';
import { createSender } from './sender.ts';
import { listDueLanes } from './store.ts';

interface DeliveryOptions {
  unitOfWork: UnitOfWork;
  clock: Clock;
  log: Log;
  couriers: Couriers;
  /** Whether requests wait for a database connection. */
  isCrowded: () => boolean;
}

const POLL_MS = 1_000;

/**
 * Sends what is pending in `deliveries`. What this node's own commits add is leased by them and sent at once; the poll
 * finds retries that are due and what a node that died left behind.
 */
export function startDeliveries(options: DeliveryOptions) {
  const { unitOfWork, clock, log } = options;
  const closing = new AbortController();
  const lanes = createLanes();
  const outcomes = createOutcomeWriter(unitOfWork.autocommit, log);
  const send = createSender({ ...options, addOutcome: outcomes.add, closing: closing.signal });
  const pump = createPump({ ...options, lanes, send, closing: closing.signal });

  function wake(woken: Lane[]) {
    for (const lane of woken) lanes.markDue(lane);
    pump.wake();
  }

  async function poll() {
    try {
      wake(await unitOfWork.read(({ sql }) => listDueLanes(sql, clock())));
    } catch (error) {
      log.warn({ reason: describeError(error).message }, 'deliveries are delayed');
    }
  }

  let polling: Promise<void> | undefined;
  const timer = setInterval(() => {
    polling ??= poll().finally(() => {
      polling = undefined;
    });
  }, POLL_MS);

  return {
    wake,
    accept: pump.accept,
    leaseUntil: () => (lanes.hasCapacity() && !closing.signal.aborted ? clock().add(LEASE) : undefined),
    /** Waits for deliveries in flight; the caller limits how long. */
    async close() {
      closing.abort();
      clearInterval(timer);
      await Promise.allSettled([polling, pump.drain()]);
      await outcomes.drain();
    },
  };
}
