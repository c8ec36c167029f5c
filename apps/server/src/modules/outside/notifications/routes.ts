import { dashboard } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as notifications from './service.ts';

export const routes = bind(dashboard.push, {
  readKey: (ctx) => notifications.readKey(ctx),
  subscribe: { beforeTransaction: (ctx, { body }) => notifications.subscribe(ctx, body) },
  unsubscribe: (ctx, { body }) => notifications.unsubscribe(ctx, only(body, 'endpoint')),
});
