import { defineJob } from '../../../kernel/jobs/jobs.ts';
import { removeOldHours } from './store.ts';

export const sweepTokenHours = defineJob({
  name: 'tokens.sweep_hours',
  attempts: 3,
  timeoutMs: 60_000,
  every: '47 * * * *',
  run: ({ unitOfWork }) => unitOfWork.write({}, removeOldHours),
});
