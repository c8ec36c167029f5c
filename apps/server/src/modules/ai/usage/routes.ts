import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as usage from './service.ts';

export const routes = bind(api.aiUsage, {
  read: (ctx, { query }) => usage.read(ctx, query),
});
