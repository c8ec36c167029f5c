import { dashboard } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as statistics from '../statistics/index.ts';
import * as profiles from './service.ts';

export const routes = bind(dashboard.profile, {
  stats: (ctx, { query }) => statistics.ofAgent(ctx, ctx.principal.agentId, query),
  trend: (ctx, { query }) => statistics.trendOfAgent(ctx, ctx.principal.agentId, query),
  update: (ctx, { body }) => profiles.update(ctx, body),
  setAvatar: { beforeTransaction: (ctx, { upload }) => profiles.setAvatar(ctx, upload) },
  removeAvatar: (ctx) => profiles.removeAvatar(ctx),
});
