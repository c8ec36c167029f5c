import { setTimeout } from 'node:timers/promises';
import { type Clock, toIsoString } from '../../infra/clock.ts';
import { describeError, type Log } from '../../infra/log.ts';
import type { OutboundError } from '../../infra/outbound/outbound-error.ts';
import type { Read, UnitOfWork } from '../data/context.ts';
import { scrub } from '../data/scrub.ts';
import type { Attempt } from '../data/tables.ts';
import { createLanes, type Lane, nameOf } from './lanes.ts';
import { type Leased, lease, listDueLanes, type Outcome, settle } from './queue.ts';

/** What came back. */
export interface Answer {
  status: number;
  /** Its beginning. */
  text: string;
}

/** What one kind of deliveries is made of; its module says. */
export interface Courier {
  /** How each is sent, by its id; what is missing is skipped: whoever it was for does not want it any more. */
  prepare: (work: Read, deliveries: Leased[]) => Promise<Map<number, () => Promise<Answer>>>;
  /** What is read in an answer that says yes. It is done before the delivery is, and so at least once. */
  heed?: (delivery: Leased, answer: Answer) => Promise<void>;
}

export type Couriers = Record<Lane['kind'], Courier>;

interface Options {
  unitOfWork: UnitOfWork;
  clock: Clock;
  log: Log;
  couriers: Couriers;
  /** Whether requests queue for the database. */
  isCrowded: () => boolean;
}

const POLL_MS = 1_000;
/** As long as people wait for an answer, fewer and larger bites are taken. */
const CROWDED_MS = 100;
/** Outcomes are written together. */
const GATHER_MS = 10;
const MOST_ATTEMPTS = 4;
const KEPT_CHARACTERS = 1_024;

/** 10, 20 and 40 seconds after the first, second and third failure. */
const pauseAfter = (failures: number) => ({ seconds: Math.min(60, 2 ** failures * 5) });

/**
 * Sends what waits in `deliveries`. Woken by this node's own writes, as soon as they are committed; the poll finds what
 * is due again, and what another node left behind when it died.
 */
export function startDeliveries({ unitOfWork, clock, log, couriers, isCrowded }: Options) {
  const lanes = createLanes();
  const sending = new Set<Promise<void>>();
  let outcomes: Outcome[] = [];
  let settling: Promise<void> | undefined;
  let pumping: Promise<void> | undefined;
  let isClosed = false;

  /** Takes and sends as long as there is something to take and room for it. */
  async function pump() {
    for (let claimed = lanes.claim(); claimed.length && !isClosed; claimed = lanes.claim()) {
      if (isCrowded()) await setTimeout(CROWDED_MS);
      const leased = await lease(unitOfWork.autocommit, claimed, clock());
      const byLane = Map.groupBy(leased, (each) => nameOf(laneOf(each)));
      for (const { lane, room } of claimed) lanes.take(lane, { taken: byLane.get(nameOf(lane))?.length ?? 0, room });
      for (const [kind, deliveries] of Map.groupBy(leased, (each) => each.kind)) void begin(kind, deliveries);
    }
  }

  /** While one is at it, it sees what others want. */
  function pumpSoon() {
    if (pumping || isClosed) return;
    pumping = pump()
      .catch((error) => log.warn({ reason: describeError(error).message }, 'deliveries are delayed'))
      .finally(() => {
        pumping = undefined;
      });
  }

  async function begin(kind: Lane['kind'], deliveries: Leased[]) {
    const calls = await unitOfWork
      .read((work) => couriers[kind].prepare(work, deliveries))
      // Their leases end, and they are taken again.
      .catch((error) => void log.warn({ reason: describeError(error).message }, 'deliveries could not be prepared'));
    for (const delivery of deliveries) {
      const sent = calls ? send(delivery, calls.get(delivery.id)) : Promise.resolve(false);
      const done = sent.then((isFailed) => {
        sending.delete(done);
        lanes.release(laneOf(delivery), { isFailed });
        pumpSoon();
      });
      sending.add(done);
    }
  }

  /** Whether the other side did not take it. */
  async function send(delivery: Leased, call: (() => Promise<Answer>) | undefined) {
    if (!call) {
      settleSoon({ delivery, status: 'skipped', failures: delivery.failures, due_at: null, attempt: null });
      return false;
    }
    const { attempt, answer } = await attemptOf(call);
    // It was broken off by ourselves.
    if (!answer && isClosed) {
      settleSoon({ delivery, status: 'pending', failures: delivery.failures, due_at: attempt.at, attempt: null });
      return false;
    }
    const isTaken = answer !== undefined && answer.status >= 200 && answer.status < 300;
    if (isTaken) await heed(delivery, answer);
    settleSoon(isTaken ? delivered(delivery, attempt) : undelivered(delivery, attempt));
    return !isTaken;
  }

  async function attemptOf(call: () => Promise<Answer>): Promise<{ attempt: Attempt; answer?: Answer }> {
    const at = toIsoString(clock());
    const began = performance.now();
    const duration = () => Math.round(performance.now() - began);
    try {
      const answer = await call();
      const text = scrub(storable(answer.text.slice(0, KEPT_CHARACTERS)));
      return { attempt: { at, status: answer.status, duration_ms: duration(), error: null, answer: text }, answer };
    } catch (error) {
      const { message } = error as OutboundError;
      return { attempt: { at, status: null, duration_ms: duration(), error: message, answer: null } };
    }
  }

  async function heed(delivery: Leased, answer: Answer) {
    await couriers[delivery.kind]
      .heed?.(delivery, answer)
      .catch((error) => log.warn({ reason: describeError(error).message }, 'a response could not be processed'));
  }

  function undelivered(delivery: Leased, attempt: Attempt): Outcome {
    const failures = delivery.failures + 1;
    if (failures >= MOST_ATTEMPTS) return { delivery, status: 'failed', failures, due_at: null, attempt };
    const due_at = toIsoString(clock().add(pauseAfter(failures)));
    return { delivery, status: 'pending', failures, due_at, attempt };
  }

  /** Nobody waits for it, so that one write takes all that come together. */
  function settleSoon(outcome: Outcome) {
    outcomes.push(outcome);
    settling ??= setTimeout(GATHER_MS)
      .then(settleAll)
      .finally(() => {
        settling = undefined;
      });
  }

  async function settleAll() {
    while (outcomes.length) {
      const batch = outcomes;
      outcomes = [];
      await settle(unitOfWork.autocommit, batch)
        // Their leases end, and they are sent once more: whoever got them knows them by their key.
        .catch((error) =>
          log.warn({ reason: describeError(error).message }, 'outcomes of deliveries could not be stored'),
        );
    }
  }

  async function poll() {
    try {
      for (const lane of await unitOfWork.read(({ sql }) => listDueLanes(sql, clock()))) lanes.want(lane);
      pumpSoon();
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
    wake(woken: Lane[]) {
      for (const lane of woken) lanes.want(lane);
      pumpSoon();
    },
    /** What is on its way is waited for; whoever closes it has a limit of their own. */
    async close() {
      isClosed = true;
      clearInterval(timer);
      await Promise.allSettled([polling, pumping, ...sending]);
      await settling;
    },
  };
}

/** Whatever a stranger answers: PostgreSQL takes neither NUL nor half of a pair. */
function storable(text: string) {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

function delivered(delivery: Leased, attempt: Attempt): Outcome {
  return { delivery, status: 'delivered', failures: delivery.failures, due_at: null, attempt };
}

function laneOf({ kind, destination_id: destinationId }: Leased): Lane {
  return { kind, destinationId };
}
