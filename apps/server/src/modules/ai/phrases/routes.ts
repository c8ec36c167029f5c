import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as phrases from './service.ts';

export const routes = bind(api.aiMessages, {
  read: (ctx) => phrases.get(ctx),
  update: (ctx, { body }) => phrases.update(ctx, body),
  replace: (ctx, { body }) => phrases.replace(ctx, body),
});
