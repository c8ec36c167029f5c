import { externalOperatorRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { setState, test } from './lifecycle.ts';
import * as operators from './service.ts';

export const routes = bind(externalOperatorRoutes, {
  list: (ctx, { query }) => operators.list(ctx, query),
  create: { beforeTransaction: (ctx, { body }) => operators.create(ctx, body) },
  read: (ctx, { params }) => operators.get(ctx, params.public_id),
  update: { beforeTransaction: (ctx, { params, body }) => operators.update(ctx, params.public_id, body) },
  remove: (ctx, { params }) => operators.remove(ctx, params.public_id),
  test: { beforeTransaction: (ctx, { params }) => test(ctx, params.public_id) },
  setState: (ctx, { params, body }) => setState(ctx, params.public_id, body),
  rotateSecret: (ctx, { params }) => operators.rotateSecret(ctx, params.public_id),
});
