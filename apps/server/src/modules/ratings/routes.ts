import { api } from '@parley/contract';
import { bind } from '../../kernel/bind.ts';
import * as ratings from './service.ts';

export const routes = bind(api.ratings, {
  list: (ctx, { query }) => ratings.list(ctx, query),
  request: (ctx, { params }) => ratings.request(ctx, params.id),
  read: (ctx, { params }) => ratings.getOfChat(ctx, params.id),
});
