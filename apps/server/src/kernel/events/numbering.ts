import { describeError, type Log } from '../../infra/log.ts';
import type { Database } from '../../infra/postgres/database.ts';
import * as store from './store.ts';

const BATCH = 1_000;
const PAUSE_MS = 100;
const POLL_MS = 1_000;

/**
 * Assigns events their public numbers after the commit. This node's own commits wake it, with a short delay so that one
 * statement numbers many; the poll finds what a node that died left behind.
 */
export function startNumbering({ autocommit }: Database, log: Log) {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let running = Promise.resolve();

  async function number() {
    try {
      for (let count = BATCH; count === BATCH && !isClosed; ) count = await store.numberEvents(autocommit, BATCH);
    } catch (error) {
      log.warn({ reason: describeError(error).message }, 'numbering of events is delayed');
    }
  }

  function wake(afterMs = PAUSE_MS) {
    if (timer || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      running = running.then(number);
    }, afterMs);
  }

  const poll = setInterval(wake, POLL_MS);
  return {
    wake: () => wake(),
    async close() {
      isClosed = true;
      clearInterval(poll);
      clearTimeout(timer);
      await running;
    },
  };
}
