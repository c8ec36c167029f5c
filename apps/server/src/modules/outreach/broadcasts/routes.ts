import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import { sends } from '../sends/index.ts';
import { broadcastKind as kind } from './kind.ts';
import { preview } from './preview.ts';
import { listOfChannel } from './service.ts';
import { sendTest } from './test-message.ts';

export const routes = bind(api.broadcasts, {
  list: (ctx, { query }) => listOfChannel(ctx, query),
  create: (ctx, { body }) => sends.create(ctx, kind, body),
  preview: (ctx, { body }) => preview(ctx, body),
  test: (ctx, { body }) => sendTest(ctx, body),
  read: (ctx, { params }) => sends.get(ctx, kind, params.id),
  update: (ctx, { params, body }) => sends.edit(ctx, kind, params.id, body),
  remove: (ctx, { params }) => sends.remove(ctx, kind, params.id),
  start: (ctx, { params }) => sends.start(ctx, kind, params.id),
  transition: (ctx, { params, body }) => sends.transition(ctx, kind, params.id, only(body, 'action')),
  copy: (ctx, { params }) => sends.copy(ctx, kind, params.id),
  listRecipients: (ctx, { params, query }) => sends.listRecipients(ctx, kind, params.id, query),
});
