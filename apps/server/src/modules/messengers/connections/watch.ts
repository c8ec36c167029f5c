import type { JobContext } from '../../../kernel/data/context.ts';
import { defineJob } from '../../../kernel/jobs/jobs.ts';
import { type HookState, VendorRefusal } from '../drivers/index.ts';
import { alertRejected } from './alerts.ts';
import { reregister } from './lifecycle.ts';
import { explain, modeOf } from './registration.ts';
import { lineTo, markRejected } from './renewal.ts';
import { hookOf } from './secrets.ts';
import * as siblings from './siblings.ts';
import type { Connection } from './store/connections.ts';
import * as store from './store/connections.ts';

const BATCH = 50;
/** Calls of vendors at a time. */
const AT_ONCE = 8;

/**
 * Asks each vendor whose hook it has. One that lost ours gets it again; somebody else's is reported and left alone: two
 * systems that take a hook from each other would lose messages by turns.
 */
export const checkConnections = defineJob({
  name: 'messengers.check',
  attempts: 1,
  timeoutMs: 500_000,
  every: '*/10 * * * *',
  run: async (work) => {
    for (let after = 0; !work.signal.aborted; ) {
      const batch = await store.listAfter(work, after, BATCH);
      for (let at = 0; at < batch.length; at += AT_ONCE) {
        await Promise.all(batch.slice(at, at + AT_ONCE).map((each) => checkAlone(work, each)));
      }
      after = batch.at(-1)?.id ?? 0;
      if (batch.length < BATCH) return;
    }
  },
});

/** One after the other: the first that is registered serves the others. */
export const recheckConnections = defineJob<{ ids: number[] }>({
  ...siblings.recheckConnections,
  timeoutMs: 500_000,
  run: async (work, { ids }) => {
    for (const each of await store.listByIds(work, ids)) if (!work.signal.aborted) await checkAlone(work, each);
  },
});

/** A vendor that answers in a form that its driver can't read must not stop the check of the others. */
async function checkAlone(work: JobContext, connection: Connection) {
  try {
    await check(work, connection);
  } catch (error) {
    work.log.error({ err: error, connection: connection.id }, 'a messenger could not be checked');
  }
}

async function check(work: JobContext, connection: Connection) {
  if (connection.status !== 'enabled') return;
  if (connection.rejected_at !== null) return alertRejected(work, connection);
  const { driver, access } = lineTo(work, work, connection);
  const hook = hookOf(work.vault, work.publicUrl, connection);
  const mode = modeOf(driver, work.messengers, work.publicUrl);
  if (mode === 'manual' || mode === 'none') return;
  try {
    const found = await driver.check?.(access, hook);
    const state = typeof found === 'object' ? await siblings.readHolder(work, connection, found.heldBy) : found;
    const isLost = mode === 'polling' ? state === 'registered' : state === 'missing';
    const isPolled = mode === 'polling' && connection.poll_due_at !== null;
    const isRegistered = connection.is_registered || isPolled;
    if (!isRegistered || connection.mode !== mode || isLost) return await mend(work, connection, state);
    if (state === 'conflict') return await keep(work, connection, { is_registered: false, reason: 'conflict' });
    // The reader of polls keeps their state.
    const { reason, detail } = connection;
    await keep(work, connection, isPolled ? { reason, detail } : { reason: null });
  } catch (error) {
    if (!(error instanceof VendorRefusal)) throw error;
    if (error.verdict.kind !== 'auth') return keep(work, connection, explain(error));
    await markRejected(work, connection, error);
    await alertRejected(work, connection);
  }
}

/** Registers once more, unless somebody else's hook is there. */
async function mend(work: JobContext, connection: Connection, state: HookState | undefined) {
  if (state === 'conflict') return keep(work, connection, { is_registered: false, reason: 'conflict' });
  await reregister({ ...work, widgetId: connection.widget_id }, work, connection.id);
}

/** Only if nobody changed the connection meanwhile. To be checked is no change of it. */
async function keep({ unitOfWork }: JobContext, connection: Connection, found: store.Changes) {
  const { updated_at } = connection;
  await unitOfWork.write({}, async (work) => {
    const changes = { detail: null, ...found, checked_at: work.now.toString(), updated_at };
    await store.update({ ...work, widgetId: connection.widget_id }, connection, changes);
  });
}
