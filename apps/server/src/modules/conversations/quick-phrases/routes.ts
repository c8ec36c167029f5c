import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as phrases from './service.ts';

export const routes = bind(api.quickPhrases, {
  list: (ctx, { query }) => phrases.list(ctx, query),
  create: (ctx, { body }) => phrases.create(ctx, body),
  update: (ctx, { params, body }) => phrases.update(ctx, params.id, body),
  remove: (ctx, { params }) => phrases.remove(ctx, params.id),
});
