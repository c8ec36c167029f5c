import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as deliveries from './deliveries.ts';
import * as feed from './feed.ts';
import * as subscriptions from './service.ts';

export const routes = [
  ...bind(api.webhooks, {
    list: (ctx, { query }) => subscriptions.list(ctx, query),
    create: { beforeTransaction: (ctx, { body }) => subscriptions.create(ctx, body) },
    read: (ctx, { params }) => subscriptions.get(ctx, params.id),
    update: { beforeTransaction: (ctx, { params, body }) => subscriptions.update(ctx, params.id, body) },
    remove: (ctx, { params }) => subscriptions.remove(ctx, params.id),
    rotateSecret: (ctx, { params, body }) => subscriptions.rotateSecret(ctx, params.id, body),
    listDeliveries: (ctx, { params, query }) => deliveries.list(ctx, params.id, query),
    redeliver: (ctx, { params, body }) => deliveries.redeliver(ctx, params.id, only(body, 'delivery_id')),
    replay: (ctx, { params, body }) => deliveries.replay(ctx, params.id, body),
    test: (ctx, { params }) => deliveries.sendTest(ctx, params.id),
    listHealth: (ctx) => deliveries.listHealth(ctx),
    listEventTypes: async () => feed.listNames(),
  }),
  ...bind(api.events, { list: (ctx, { query }) => feed.list(ctx, query) }),
];
