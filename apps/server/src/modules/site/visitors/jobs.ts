import { defineJob } from '../../../kernel/jobs/jobs.ts';
import { removeSilent } from './store.ts';

const KEPT = { hours: 24 * 30 };

export const sweepVisitors = defineJob({
  name: 'visitors.sweep',
  attempts: 3,
  timeoutMs: 60_000,
  every: '41 3 * * *',
  run: ({ unitOfWork, now }) => unitOfWork.write({}, (work) => removeSilent(work, now.subtract(KEPT))),
});
