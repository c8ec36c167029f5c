import { describeError, type Log } from '../../infra/log.ts';
import type { Database } from '../../infra/postgres/database.ts';
import * as store from './store.ts';

const BATCH = 1_000;
const PAUSE_MS = 100;
/** Between two runs that somebody waits for: one statement should number many. */
const SHORT_PAUSE_MS = 20;
const POLL_MS = 1_000;

/** An event without its number yet. */
export interface UnnumberedEvent {
  id: number;
  created_at: string;
}

export type EventNumbers = ReturnType<typeof startNumbering>['numbersOf'];

/**
 * Assigns events their public numbers after the commit. This node's own commits wake it, with a short delay so that one
 * statement numbers many; the poll finds what a node that died left behind.
 */
export function startNumbering({ autocommit }: Pick<Database, 'autocommit'>, log: Log) {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let running: Promise<unknown> = Promise.resolve();
  let awaited: Promise<Map<number, number>> | undefined;
  let endedAt = 0;

  async function numberAll() {
    const numbers = new Map<number, number>();
    for (let count = BATCH; count === BATCH && !isClosed; ) {
      const numbered = await store.numberEvents(autocommit, BATCH);
      for (const { id, number } of numbered) numbers.set(id, number);
      count = numbered.length;
    }
    endedAt = performance.now();
    return numbers;
  }

  /** One run at a time. */
  function run() {
    const ran = running.then(numberAll);
    running = ran.catch((error) =>
      log.warn({ reason: describeError(error).message }, 'numbering of events is delayed'),
    );
    return ran;
  }

  function wake(afterMs = PAUSE_MS) {
    if (timer || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      run().catch(() => undefined);
    }, afterMs);
  }

  /** A run that begins after this call, and is shared by all who wait for one. */
  function nextRun() {
    awaited ??= new Promise<void>((resolve) => {
      const pause = SHORT_PAUSE_MS - (performance.now() - endedAt);
      if (pause > 0) setTimeout(resolve, pause);
      else setImmediate(resolve);
    })
      .then(() => running)
      .then(() => {
        awaited = undefined;
        return run();
      });
    return awaited;
  }

  const poll = setInterval(wake, POLL_MS);
  return {
    wake: () => wake(),
    /** Numbers of committed events, by id. What is no event, such as a test of a webhook, has none. */
    async numbersOf(events: UnnumberedEvent[]) {
      const numbers = await nextRun();
      const others = events.filter(({ id }) => !numbers.has(id));
      if (!others.length) return numbers;
      const found = await store.findNumbers(autocommit, others);
      return new Map([...numbers, ...found.map(({ id, number }) => [id, number] as const)]);
    },
    async close() {
      isClosed = true;
      clearInterval(poll);
      clearTimeout(timer);
      await running;
    },
  };
}
