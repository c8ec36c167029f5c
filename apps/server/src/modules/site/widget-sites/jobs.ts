import { defineJob } from '../../../kernel/jobs/jobs.ts';
import { sweep } from './service.ts';

export const sweepSites = defineJob({
  name: 'widget_sites.sweep',
  attempts: 3,
  timeoutMs: 60_000,
  every: '52 3 * * *',
  run: ({ unitOfWork }) => unitOfWork.write({}, sweep),
});
