import { defineJob, inBatches } from '../../../kernel/jobs/jobs.ts';
import { removeOld } from './store.ts';

const BATCH = 5_000;

/** Turns are explained for 90 days. */
export const forgetTurns = defineJob({
  name: 'turns.forget',
  attempts: 3,
  timeoutMs: 240_000,
  every: '40 3 * * *',
  run: (work) => inBatches(work, BATCH, ({ sql, now }) => removeOld(sql, now, BATCH)),
});
