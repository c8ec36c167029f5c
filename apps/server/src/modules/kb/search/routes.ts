import { kbSearchRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { search } from './service.ts';

export const routes = bind(kbSearchRoutes, {
  search: { beforeTransaction: (ctx, { query }) => search(ctx, query) },
});
