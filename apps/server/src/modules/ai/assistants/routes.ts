import { aiAssistantRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as assistants from './service.ts';

export const routes = bind(aiAssistantRoutes, {
  list: (ctx, { query }) => assistants.list(ctx, query),
  create: (ctx, { body }) => assistants.create(ctx, body),
  read: (ctx, { params }) => assistants.get(ctx, params.id),
  update: (ctx, { params, body }) => assistants.update(ctx, params.id, body),
  remove: (ctx, { params }) => assistants.remove(ctx, params.id),
});
