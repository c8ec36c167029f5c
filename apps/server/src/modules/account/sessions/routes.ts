import { dashboard } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as sessions from './service.ts';
import * as signIn from './sign-in.ts';

export const routes = bind(dashboard.session, {
  create: { beforeTransaction: (ctx, { body }) => signIn.signIn(ctx, body) },
  read: (ctx) => sessions.get(ctx),
  update: (ctx, { body }) => sessions.switchWidget(ctx, only(body, 'widget_id')),
  remove: (ctx) => sessions.end(ctx),
  list: (ctx, { query }) => sessions.list(ctx, query),
  removeOne: (ctx, { params }) => sessions.endOne(ctx, ctx.principal.userId, params.id),
  removeAll: (ctx, { query }) => (only(query, 'others') ? sessions.endOthers(ctx) : sessions.endAllOwn(ctx)),
  changePassword: { beforeTransaction: (ctx, { body }) => signIn.changePassword(ctx, body) },
  requestReset: (ctx, { body }) => signIn.requestReset(ctx, only(body, 'email')),
  confirmReset: { beforeTransaction: (ctx, { body }) => signIn.confirmReset(ctx, body) },
  beginTotp: { beforeTransaction: (ctx, { body }) => signIn.beginTotp(ctx, only(body, 'password')) },
  confirmTotp: (ctx, { body }) => signIn.confirmTotp(ctx, only(body, 'code')),
  removeTotp: { beforeTransaction: (ctx, { body }) => signIn.removeTotp(ctx, only(body, 'password')) },
});
