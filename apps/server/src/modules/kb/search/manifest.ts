import { defineModule } from '../../../kernel/module.ts';
import { addMetrics } from './metrics.ts';
import { startPgvector } from './pgvector.ts';
import { routes } from './routes.ts';

export const manifest = defineModule({
  routes,
  serve: (_http, { metrics }) => addMetrics(metrics),
  background: startPgvector,
});
