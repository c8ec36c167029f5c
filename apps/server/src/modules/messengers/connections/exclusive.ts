import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { toIsoString } from '../../../infra/clock.ts';
import type { UnitOfWork } from '../../../kernel/data/context.ts';
import { problem } from '../../../kernel/problems.ts';
import * as store from './store/connections.ts';

/** Longer than all calls of a vendor for one change may take together: `unregister` and `register` have limits. */
const HELD = { seconds: 60 };
const PATIENCE_MS = 40_000;
const PAUSE_MS = 50;

/** The connection that this flow of calls holds: renewing its token in the midst of a change does not wait for itself. */
const held = new AsyncLocalStorage<number>();

/**
 * Changes a connection at its vendor while nobody else does, on any node. Without it, two requests could each register
 * their hook and leave the vendor with that of the one whose credential was replaced.
 */
export async function exclusively<T>(unitOfWork: UnitOfWork, id: number, work: () => Promise<T>): Promise<T> {
  if (held.getStore() === id) return work();
  const by = randomUUID();
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await tryToAcquire(unitOfWork, id, by))) {
    if (performance.now() > deadline) throw problem('unavailable', 'Another change of this messenger is under way.');
    await wait(PAUSE_MS);
  }
  try {
    return await held.run(id, work);
  } finally {
    await store.release(unitOfWork.autocommit, { id, by });
  }
}

/** By the clock of the machine: the lease is about a process that died, not about the time of the request. */
function tryToAcquire({ autocommit }: UnitOfWork, id: number, by: string) {
  const now = Temporal.Now.instant();
  return store.acquire(autocommit, { id, by, now: toIsoString(now), until: toIsoString(now.add(HELD)) });
}
