import { defineJob, inBatches } from '../jobs/jobs.ts';
import { removeOld } from './store.ts';

const BATCH = 10_000;
const KEPT = '30 days';

/** Deletes deliveries older than the log goes back. Pending ones stay. */
export const sweepDeliveries = defineJob({
  name: 'deliveries.sweep',
  attempts: 3,
  timeoutMs: 240_000,
  every: '27 * * * *',
  run: (work) => inBatches(work, BATCH, ({ sql, now }) => removeOld(sql, { now, kept: KEPT }, BATCH)),
});
