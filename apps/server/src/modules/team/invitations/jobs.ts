import { defineJob } from '../../../kernel/jobs/jobs.ts';
import { removeExpired } from './store.ts';

export const sweepInvitations = defineJob({
  name: 'invitations.sweep',
  attempts: 3,
  timeoutMs: 60_000,
  every: '47 * * * *',
  run: ({ unitOfWork }) => unitOfWork.write({}, removeExpired),
});
