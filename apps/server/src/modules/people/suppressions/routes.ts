import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as suppressions from './service.ts';

export const routes = bind(api.suppressions, {
  list: (ctx, { query }) => suppressions.list(ctx, query),
  create: (ctx, { body }) => suppressions.create(ctx, body),
  remove: (ctx, { params }) => suppressions.remove(ctx, params.id),
});
