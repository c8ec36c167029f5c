import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as alerts from './service.ts';

export const routes = bind(api.aiAlerts, {
  list: (ctx, { query }) => alerts.list(ctx, query),
  acknowledge: (ctx, { body }) => alerts.acknowledge(ctx, only(body, 'ids')),
});
