import { dashboard } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as emailChanges from './service.ts';

export const routes = bind(dashboard.emailChange, {
  request: { beforeTransaction: (ctx, { body }) => emailChanges.request(ctx, body) },
  resend: { beforeTransaction: (ctx, { body }) => emailChanges.resend(ctx, only(body, 'email')) },
  cancel: (ctx) => emailChanges.cancel(ctx),
  confirm: (ctx, { body }) => emailChanges.confirm(ctx, only(body, 'token')),
});
