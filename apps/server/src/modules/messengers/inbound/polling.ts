import { setTimeout as wait } from 'node:timers/promises';
import { toIsoString } from '../../../infra/clock.ts';
import { describeError } from '../../../infra/log.ts';
import { startLeasing } from '../../../kernel/leasing/leasing.ts';
import { whileRenewed } from '../../../kernel/leasing/renewal.ts';
import type { BackgroundServices } from '../../../kernel/module.ts';
import {
  findWithTenant,
  keepPosition,
  leasePolls,
  lineTo,
  listDuePolls,
  markRejected,
  renewPoll,
  reportPolls,
} from '../connections/index.ts';
import { VendorRefusal } from '../drivers/index.ts';
import { storePolled } from './accept.ts';

const LIMITS = { inLane: 1, inFailingLane: 1 };
/** Together with the poll of the queue, another node takes over within 15 seconds. */
const LEASE = { seconds: 12 };
const WAIT_SECONDS = 20;
const RETRY_MS = 5_000;

interface Poll {
  id: number;
  revision: number;
}

const toLane = (id: number) => ({ kind: 'poll' as const, destinationId: id });

/** Polls connections whose vendors don't push: one node each, so that nothing is read twice. */
export function startPolling(services: BackgroundServices) {
  const { unitOfWork, clock, log, isCrowded, onWake, onClose } = services;
  const { autocommit } = unitOfWork;
  const closing = new AbortController();
  const at = (duration: { seconds: number }) => toIsoString(clock().add(duration));

  async function run(poll: Poll) {
    try {
      const renew = () => renewPoll(autocommit, poll, at(LEASE));
      await whileRenewed(renew, closing.signal, (signal) => pollUntilStopped(services, poll, signal));
    } catch (error) {
      if (!closing.signal.aborted)
        log.warn({ reason: describeError(error).message }, 'a messenger could not be polled');
    } finally {
      await renewPoll(autocommit, poll, at({ seconds: closing.signal.aborted ? 0 : 2 })).catch(() => undefined);
    }
  }

  const leasing = startLeasing<Poll>({
    queue: {
      name: 'polls of messengers',
      laneOf: ({ id }) => toLane(id),
      listDueLanes: async () => (await unitOfWork.read((work) => listDuePolls(work, toIsoString(clock())))).map(toLane),
      lease: (claimed) =>
        leasePolls(
          autocommit,
          claimed.map(({ lane }) => lane.destinationId),
          { now: toIsoString(clock()), until: at(LEASE) },
        ),
      returnLeases: async (polls) =>
        void (await Promise.all(polls.map((poll) => renewPoll(autocommit, poll, at({ seconds: 0 }))))),
      run: async (polls, release) =>
        void (await Promise.all(polls.map((each) => run(each).finally(() => release(each, { isFailed: false }))))),
    },
    limits: LIMITS,
    log,
    isCrowded,
    closing,
  });
  onWake({ woken: (lanes) => leasing.wake(lanes.filter(({ kind }) => kind === 'poll')), handed: () => undefined });
  onClose(leasing.close);
}

async function pollUntilStopped(services: BackgroundServices, poll: Poll, signal: AbortSignal) {
  for (let failures = 0; !signal.aborted; ) {
    const polled = await pollOnce(services, poll, { failures, signal });
    if (!polled) return;
    failures = polled.isFailed ? failures + 1 : 0;
    if (polled.pauseMs) await wait(polled.pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Undefined when the connection is no longer polled. */
async function pollOnce(
  services: BackgroundServices,
  poll: Poll,
  { failures, signal }: { failures: number; signal: AbortSignal },
): Promise<{ pauseMs: number; isFailed: boolean } | undefined> {
  const { unitOfWork } = services;
  const found = await unitOfWork.read((work) => findWithTenant(work, poll.id));
  if (!found || found.connection.revision !== poll.revision || found.connection.poll_due_at === null) return undefined;
  const { connection, tenant } = found;
  const { driver, access } = await unitOfWork.read(async (work) => lineTo(work, services, connection, { signal }));
  try {
    const polled = await driver.poll?.(access, connection.poll_position, WAIT_SECONDS);
    if (!polled || signal.aborted) return undefined;
    const isKept = await unitOfWork.write({ tenant }, async (work) => {
      if (!(await keepPosition(work, connection, polled.position))) return false;
      await storePolled({ ...work, widgetId: tenant.widgetId }, connection, polled.events);
      return true;
    });
    if (!isKept) return undefined;
    await reportPolls(services, connection, null);
    return { pauseMs: driver.pollEveryMs ?? 0, isFailed: false };
  } catch (error) {
    if (!(error instanceof VendorRefusal)) throw error;
    if (error.verdict.kind === 'auth') return void (await markRejected(services, connection, error));
    // One failure may be a moment's.
    if (failures > 0 && !signal.aborted) await reportPolls(services, connection, error);
    return { pauseMs: RETRY_MS, isFailed: true };
  }
}
