import { dashboard } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as signIns from './service.ts';

export const routes = bind(dashboard.signIns, {
  list: (ctx, { query }) => signIns.list(ctx, query),
});
