import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import { sendTest } from './email/test-mail.ts';
import * as campaigns from './service.ts';

export const routes = bind(api.campaigns, {
  list: (ctx, { query }) => campaigns.list(ctx, query),
  create: (ctx, { body }) => campaigns.create(ctx, body),
  preview: (ctx, { body }) => campaigns.preview(ctx, body),
  test: { beforeTransaction: (ctx, { body }) => sendTest(ctx, body) },
  read: (ctx, { params }) => campaigns.get(ctx, params.id),
  update: (ctx, { params, body }) => campaigns.edit(ctx, params.id, body),
  remove: (ctx, { params }) => campaigns.remove(ctx, params.id),
  send: (ctx, { params }) => campaigns.send(ctx, params.id),
  transition: (ctx, { params, body }) => campaigns.transition(ctx, params.id, only(body, 'action')),
  copy: (ctx, { params }) => campaigns.copy(ctx, params.id),
  listRecipients: (ctx, { params, query }) => campaigns.listRecipients(ctx, params.id, query),
});
