import { agentMetrics, seriesMetrics, widgetMetrics } from '@parley/contract';
import type { Context, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import { boundsOf, windowOf } from '../../../kernel/data/windows.ts';
import { problem } from '../../../kernel/problems.ts';
import { pick, selectMetrics, toAgentMetrics, toChatMetrics, toRatingMetrics, toWidgetMetrics } from './metrics.ts';
import * as figures from './store/queries.ts';
import {
  type AgentQuery,
  type AgentsQuery,
  bucketsOf,
  type Range,
  type SeriesQuery,
  stretchesOf,
  type TotalsQuery,
} from './windows.ts';

export async function read(ctx: Context<Read>, { metric, internal, ...range }: TotalsQuery) {
  const names = selectMetrics(metric, widgetMetrics, ['avg_first_response_seconds']);
  const window = windowOf(range, ctx.now);
  const totals = await figures.findTotals(ctx, stretchesOf(window), { internal: internal === 1 });
  return { ...boundsOf(window), ...pick(toWidgetMetrics(totals), names) };
}

export async function byChannel(ctx: Context<Read>, range: Range) {
  const window = windowOf(range, ctx.now);
  const rows = await figures.listChannels(ctx, stretchesOf(window));
  const data = rows.map(({ channel, ...row }) => ({ channel, ...toChatMetrics(row) }));
  return { data, next_cursor: null, ...boundsOf(window) };
}

export async function ratings(ctx: Context<Read>, range: Range) {
  const window = windowOf(range, ctx.now);
  return { ...boundsOf(window), ...toRatingMetrics(await figures.findRatings(ctx, stretchesOf(window))) };
}

const NOTHING = { chats: 0, accepted_ai: 0, accepted_human: 0, messages: 0 };

export async function series(ctx: Context<Read>, { metric, interval, ...range }: SeriesQuery) {
  const names = selectMetrics(metric, seriesMetrics);
  const window = windowOf(range, ctx.now);
  const buckets = bucketsOf(window, interval);
  const starts = buckets.map(({ from }) => from.toString());
  const rows = await figures.listSeries(ctx, stretchesOf(window), starts);
  const known = new Map(rows.map((row) => [row.number, row]));
  const data = buckets.map((bucket, index) => {
    const row = known.get(index + 1) ?? NOTHING;
    return { ...boundsOf(bucket), ...pick({ ...toChatMetrics(row), messages_total: row.messages }, names) };
  });
  return { data, next_cursor: null, ...boundsOf(window) };
}

export async function listAgents(ctx: Context<Read>, { metric, period, from, to, ...query }: AgentsQuery) {
  const toRow = rowOf(metric);
  const window = windowOf({ period, from, to }, ctx.now);
  const page = await paged(ctx, query, {
    position: ({ agent_id }: figures.AgentRow) => [agent_id],
    read: ([after = 0], limit) => figures.listAgents(ctx, stretchesOf(window), { after, limit }),
    item: toRow,
  });
  return { ...page, ...boundsOf(window) };
}

/** Suspended agents included. */
export async function ofAgent(ctx: Context<Read>, id: number, { metric, ...range }: AgentQuery) {
  const toRow = rowOf(metric);
  const window = windowOf(range, ctx.now);
  const row = await figures.findAgent(ctx, stretchesOf(window), id);
  if (!row) throw problem('not_found');
  return { ...boundsOf(window), ...toRow(row) };
}

function rowOf(metric: string | undefined) {
  const names = selectMetrics(metric, agentMetrics);
  return (row: figures.AgentRow) => {
    const { agent_id, name, type } = row;
    return { agent_id, name, type, ...pick(toAgentMetrics(row), names) };
  };
}
