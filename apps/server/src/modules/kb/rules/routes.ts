import { kbRuleRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import * as rules from './service.ts';

export const routes = bind(kbRuleRoutes, {
  listRules: (ctx, { query }) => rules.list(ctx, query),
  createRule: { beforeTransaction: (ctx, { body }) => rules.create(ctx, body) },
  removeSource: (ctx, { query }) => rules.removeSource(ctx, only(query, 'source')),
  readRule: (ctx, { params }) => rules.get(ctx, params.id),
  updateRule: { beforeTransaction: (ctx, { params, body }) => rules.update(ctx, params.id, body) },
  removeRule: (ctx, { params }) => rules.remove(ctx, params.id),
  listSources: (ctx, { query }) => rules.listSources(ctx, query),
});
