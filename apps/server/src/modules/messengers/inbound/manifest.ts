import { defineModule } from '../../../kernel/module.ts';
import { serveHooks } from './hooks.ts';
import { sweepUpdates } from './jobs.ts';
import { startPolling } from './polling.ts';
import { startUpdates } from './worker.ts';

export const manifest = defineModule({
  serve: serveHooks,
  jobs: [sweepUpdates],
  background: (services) => {
    startUpdates(services);
    startPolling(services);
  },
});
