import { api } from '@parley/contract';
import { bind } from '../../kernel/bind.ts';
import * as agents from './service.ts';

export const routes = bind(api.agents, {
  list: (ctx, { query }) => agents.list(ctx, query),
  read: (ctx, { params }) => agents.get(ctx, params.id),
});
