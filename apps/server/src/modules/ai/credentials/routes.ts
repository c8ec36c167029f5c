import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { listModels } from './models.ts';
import * as credentials from './service.ts';

export const routes = bind(api.aiCredentials, {
  list: (ctx, { query }) => credentials.list(ctx, query),
  create: { beforeTransaction: (ctx, { body }) => credentials.create(ctx, body) },
  read: (ctx, { params }) => credentials.get(ctx, params.id),
  listModels: { beforeTransaction: (ctx, { params }) => listModels(ctx, params.id) },
  update: { beforeTransaction: (ctx, { params, body }) => credentials.update(ctx, params.id, body) },
});
