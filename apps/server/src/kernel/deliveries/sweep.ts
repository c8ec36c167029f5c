import { defineJob, inBatches } from '../jobs/jobs.ts';
import { removeOld, removeOldHours } from './store.ts';

const BATCH = 10_000;
const KEPT = '30 days';
/** Longer than an outage takes to be reported. */
const HOURS_KEPT = '8 days';

/** Deletes deliveries older than the log goes back, and counters of past days. Pending deliveries stay. */
export const sweepDeliveries = defineJob({
  name: 'deliveries.sweep',
  attempts: 3,
  timeoutMs: 240_000,
  every: '27 * * * *',
  run: async (work) => {
    await inBatches(work, BATCH, ({ sql, now }) => removeOld(sql, { now, kept: KEPT }, BATCH));
    await inBatches(work, BATCH, ({ sql, now }) => removeOldHours(sql, { now, kept: HOURS_KEPT }, BATCH));
  },
});
