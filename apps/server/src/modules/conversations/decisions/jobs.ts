import { defineJob, inBatches } from '../../../kernel/jobs/jobs.ts';
import { removeOld } from './store.ts';

const BATCH = 5_000;

export const forgetDecisions = defineJob({
  name: 'decisions.forget',
  attempts: 3,
  timeoutMs: 240_000,
  every: '50 3 * * *',
  run: (work) => inBatches(work, BATCH, (write) => removeOld(write, BATCH)),
});
