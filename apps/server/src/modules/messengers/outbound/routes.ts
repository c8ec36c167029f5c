import { messageChangeRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as changes from './changes.ts';

export const routes = bind(messageChangeRoutes, {
  resend: (ctx, { params }) => changes.resend(ctx, params),
  edit: { beforeTransaction: (ctx, { params, body }) => changes.edit(ctx, params, body) },
  remove: { beforeTransaction: (ctx, { params }) => changes.remove(ctx, params) },
});
