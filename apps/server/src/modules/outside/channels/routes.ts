import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import { receiveNative } from './inbound.ts';
import * as again from './replies/again.ts';
import { listReplies } from './replies/deliveries.ts';
import * as channels from './service.ts';

export const routes = bind(api.channels, {
  list: (ctx, { query }) => channels.list(ctx, query),
  create: { beforeTransaction: (ctx, { body }) => channels.create(ctx, body) },
  read: (ctx, { params }) => channels.get(ctx, params.id),
  update: { beforeTransaction: (ctx, { params, body }) => channels.update(ctx, params.id, body) },
  remove: (ctx, { params }) => channels.remove(ctx, params.id),
  rotateSecret: (ctx, { params }) => channels.rotateSecret(ctx, params.id),
  listReplies: (ctx, { params, query }) => listReplies(ctx, params.id, query),
  redeliver: (ctx, { params, body }) => again.redeliver(ctx, params.id, only(body, 'delivery_id')),
  replay: (ctx, { params, body }) => again.replay(ctx, params.id, body),
  readStatus: (ctx, { params }) => channels.readStatus(ctx, params.id),
  sendMessage: (ctx, { params, body }) => receiveNative(ctx, params.id, body),
});
