import { departmentRoutingRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { preview } from './preview.ts';

export const routes = bind(departmentRoutingRoutes, {
  previewRouting: (ctx, { query }) => preview(ctx, query),
});
