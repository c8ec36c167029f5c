import { defineModule } from '../../../kernel/module.ts';
import { sweepImpressions } from './jobs.ts';
import { addMetrics } from './metrics.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({
  routes,
  jobs: [sweepImpressions],
  serve: (_http, { metrics }) => addMetrics(metrics),
});
