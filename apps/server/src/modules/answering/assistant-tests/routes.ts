import { aiAssistantTestRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { test } from './service.ts';

export const routes = bind(aiAssistantTestRoutes, {
  test: { beforeTransaction: (ctx, { params, body }) => test(ctx, params.id, body) },
});
