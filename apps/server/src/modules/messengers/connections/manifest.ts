import { defineModule } from '../../../kernel/module.ts';
import { sendAlert } from './alerts.ts';
import { exposeUnregistered } from './metrics.ts';
import { routes } from './routes.ts';
import { checkConnections, recheckConnections } from './watch.ts';

export const manifest = defineModule({
  routes,
  jobs: [checkConnections, recheckConnections, sendAlert],
  background: exposeUnregistered,
});
