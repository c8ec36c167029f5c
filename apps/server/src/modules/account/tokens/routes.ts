import { dashboard } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as tokens from './service.ts';

export const routes = bind(dashboard.tokens, {
  list: (ctx, { query }) => tokens.list(ctx, query),
  create: { beforeTransaction: (ctx, { body }) => tokens.create(ctx, body) },
  read: (ctx, { params }) => tokens.get(ctx, params.id),
  update: (ctx, { params, body }) => tokens.update(ctx, params.id, body),
  remove: (ctx, { params }) => tokens.remove(ctx, params.id),
});
