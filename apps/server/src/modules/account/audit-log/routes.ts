import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as auditLog from './service.ts';

export const routes = bind(api.auditLog, {
  list: (ctx, { query }) => auditLog.list(ctx, query),
  export: (ctx, { query }) => auditLog.exportAll(ctx, query),
});
