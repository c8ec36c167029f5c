import { defineJob } from '../../../kernel/jobs/jobs.ts';
import { removeOlder } from './store.ts';

const KEPT = { hours: 24 * 400 };

export const sweepAuditLog = defineJob({
  name: 'audit_log.sweep',
  attempts: 3,
  timeoutMs: 60_000,
  every: '11 3 * * *',
  run: ({ unitOfWork, now }) => unitOfWork.write({}, (work) => removeOlder(work, now.subtract(KEPT))),
});
