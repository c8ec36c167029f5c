import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as operators from './service.ts';

export const routes = bind(api.aiOperators, {
  list: (ctx, { query }) => operators.list(ctx, query),
  create: (ctx, { body }) => operators.create(ctx, body),
  read: (ctx, { params }) => operators.get(ctx, params.id),
  update: (ctx, { params, body }) => operators.update(ctx, params.id, body),
  remove: (ctx, { params }) => operators.retire(ctx, params.id),
});
