import { toIsoString } from '../../../infra/clock.ts';
import { defineJob, inBatches } from '../../../kernel/jobs/jobs.ts';
import { removeOld } from './store/impressions.ts';
import { removeDeleted } from './store/rules.ts';

const KEPT = { hours: 24 * 180 };
const BATCH = 5_000;

/** Impressions, and rules, also of campaigns, deleted before the oldest of them. */
export const sweepImpressions = defineJob({
  name: 'smart_invitations.sweep',
  attempts: 3,
  timeoutMs: 240_000,
  every: '17 4 * * *',
  run: async (work) => {
    const before = toIsoString(work.now.subtract(KEPT));
    await inBatches(work, BATCH, (write) => removeOld(write, before, BATCH));
    await work.unitOfWork.write({}, (write) => removeDeleted(write, before));
  },
});
