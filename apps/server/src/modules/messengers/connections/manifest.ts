import { defineModule } from '../../../kernel/module.ts';
import { sendAlert } from './alerts.ts';
import { exposeUnregistered } from './metrics.ts';
import { routes } from './routes.ts';
import { checkConnections } from './watch.ts';

export const manifest = defineModule({ routes, jobs: [checkConnections, sendAlert], background: exposeUnregistered });
