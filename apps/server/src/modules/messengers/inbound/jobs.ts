import { toIsoString } from '../../../infra/clock.ts';
import { defineJob, inBatches } from '../../../kernel/jobs/jobs.ts';
import { removeOld } from './store.ts';

const BATCH = 5_000;
const KEPT = { hours: 24 };

/** Forgets updates after a day. */
export const sweepUpdates = defineJob({
  name: 'messengers.sweep_updates',
  attempts: 3,
  timeoutMs: 120_000,
  every: '41 * * * *',
  run: (work) => inBatches(work, BATCH, (write) => removeOld(write, toIsoString(write.now.subtract(KEPT)), BATCH)),
});
