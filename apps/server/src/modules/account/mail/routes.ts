import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as mail from './service.ts';

/** Outside a transaction: only there a handler reaches the mailer. */
export const routes = bind(api.mail, {
  read: { beforeTransaction: (ctx) => mail.readSettings(ctx) },
  test: { beforeTransaction: (ctx) => mail.sendTest(ctx) },
  listOutbox: { beforeTransaction: (ctx, { query }) => mail.listOutbox(ctx, query) },
});
