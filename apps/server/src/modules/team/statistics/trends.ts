import type { Context, Read } from '../../../kernel/data/context.ts';
import { boundsOf, windowOf } from '../../../kernel/data/windows.ts';
import { getTimeZone } from '../../account/accounts/index.ts';
import { toChatMetrics, toTrendMetrics } from './metrics.ts';
import * as store from './store/trends.ts';
import { bucketsOf, type HoursQuery, stretchesOf, type TrendQuery } from './windows.ts';

// Figures in the time zone of the account, as its people read them.

const NO_CHATS = { chats: 0, accepted_ai: 0, accepted_human: 0, messages: 0 };
const NOTHING: store.TrendRow = { ...NO_CHATS, responded: 0, first_response_ms: 0, ratings: 0, stars: 0 };
const NOTHING_OF_AGENT: store.AgentTrendRow = { chats: 0, accepted: 0, messages: 0 };

export async function trend(ctx: Context<Read>, query: TrendQuery) {
  const { stretches, starts, fill } = await bucketed(ctx, query);
  return fill(await store.listTrend(ctx, stretches, starts), NOTHING, toTrendMetrics);
}

/** Suspended agents included. */
export async function trendOfAgent(ctx: Context<Read>, agentId: number, query: TrendQuery) {
  const { stretches, starts, fill } = await bucketed(ctx, query);
  const rows = await store.listAgentTrend(ctx, stretches, { agentId, starts });
  return fill(rows, NOTHING_OF_AGENT, ({ chats, accepted, messages }) => ({
    chats_total: chats,
    chats_accepted: accepted,
    messages_total: messages,
  }));
}

/** The buckets of a window, and a function that adds empty ones to those found. */
async function bucketed(ctx: Context<Read>, { interval, ...range }: TrendQuery) {
  const window = windowOf(range, ctx.now);
  const timezone = await getTimeZone(ctx);
  const buckets = bucketsOf(window, interval, timezone);
  return {
    stretches: stretchesOf(window),
    starts: buckets.map(({ from }) => from.toString()),
    fill<Row, Metrics>(rows: (Row & { number: number })[], nothing: Row, toMetrics: (row: Row) => Metrics) {
      const known = new Map(rows.map((row) => [row.number, row]));
      const data = buckets.map((bucket, index) => ({
        ...boundsOf(bucket, timezone),
        ...toMetrics(known.get(index + 1) ?? nothing),
      }));
      return { timezone, data, next_cursor: null, ...boundsOf(window, timezone) };
    },
  };
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export async function hours(ctx: Context<Read>, range: HoursQuery) {
  const window = windowOf(range, ctx.now);
  const timezone = await getTimeZone(ctx);
  const rows = await store.listHours(ctx, stretchesOf(window), timezone);
  const known = new Map(rows.map((row) => [`${row.weekday} ${row.hour}`, row]));
  const data = WEEKDAYS.flatMap((weekday) =>
    HOURS.map((hour) => {
      const row = known.get(`${weekday} ${hour}`) ?? NO_CHATS;
      const { chats_total, chats_missed } = toChatMetrics(row);
      return { weekday, hour, chats_total, chats_missed, messages_total: row.messages };
    }),
  );
  return { timezone, data, next_cursor: null, ...boundsOf(window, timezone) };
}
