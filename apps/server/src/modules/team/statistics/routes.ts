import { api } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as statistics from './service.ts';
import * as trends from './trends.ts';

export const routes = bind(api.stats, {
  read: (ctx, { query }) => statistics.read(ctx, query),
  channels: (ctx, { query }) => statistics.byChannel(ctx, query),
  timeseries: (ctx, { query }) => statistics.series(ctx, query),
  trend: (ctx, { query }) => trends.trend(ctx, query),
  hours: (ctx, { query }) => trends.hours(ctx, query),
  ratings: (ctx, { query }) => statistics.ratings(ctx, query),
  agents: (ctx, { query }) => statistics.listAgents(ctx, query),
  agent: (ctx, { params, query }) => statistics.ofAgent(ctx, params.id, query),
});
