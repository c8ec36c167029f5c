import { and, eq, isNull, sql } from 'drizzle-orm';
import { toIsoString } from '../../../infra/clock.ts';
import { integer, pick, type RowOf } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { fragment } from '../../../infra/postgres/sql.ts';
import type { Context, Read, Write } from '../../../kernel/data/context.ts';
import { widgets } from '../widgets/tables.ts';
import { tokens } from './tables.ts';

type NewToken = typeof tokens.$inferInsert;

const stored = pick(tokens, 'id', 'name', 'scopes', 'expires_at', 'revoked_at', 'last_used_at', 'created_at');

/** With the calls of the last 24 hours. */
const columns = { ...stored, calls: integer(), refusals: integer() };
export type Token = RowOf<typeof columns>;

export async function insert({ db }: Write, token: NewToken): Promise<Token> {
  const rows = await db.insert(tokens).values(token).returning(stored);
  return { ...onlyRow(rows), calls: 0, refusals: 0 };
}

/** The hours are the current one and the 23 before it. */
const selected = ({ widgetId, now }: Context<Read>) => fragment`
  SELECT t.id, t.name, t.scopes, t.expires_at, t.revoked_at, t.last_used_at, t.created_at, day.calls, day.refusals
  FROM tokens t CROSS JOIN LATERAL (
    SELECT coalesce(sum(h.calls), 0)::int AS calls, coalesce(sum(h.refusals), 0)::int AS refusals FROM token_hours h
    WHERE h.widget_id = t.widget_id AND h.token_id = t.id
    AND h.hour > ${toIsoString(now)}::timestamptz - interval '24 hours'
  ) AS day
  WHERE t.widget_id = ${widgetId}`;

export function list(ctx: Context<Read>, { before, limit }: { before: number | undefined; limit: number }) {
  return ctx.sql(columns)`
    ${selected(ctx)} AND t.id < ${before ?? Number.MAX_SAFE_INTEGER} ORDER BY t.id DESC LIMIT ${limit}`;
}

export async function find(ctx: Context<Read>, id: number): Promise<Token | undefined> {
  const [found] = await ctx.sql(columns)`${selected(ctx)} AND t.id = ${id}`;
  return found;
}

export async function update(ctx: Context, id: number, changes: Partial<NewToken>) {
  await ctx.db
    .update(tokens)
    .set(changes)
    .where(and(eq(tokens.widget_id, ctx.widgetId), eq(tokens.id, id)));
  return find(ctx, id);
}

/** Revoking again keeps the first time. */
export async function revokeOwn({ db, widgetId, now }: Context, id: number) {
  const [revoked] = await db
    .update(tokens)
    .set({ revoked_at: sql`coalesce(${tokens.revoked_at}, ${now.toString()})` })
    .where(and(eq(tokens.widget_id, widgetId), eq(tokens.id, id)))
    .returning({ id: tokens.id });
  return revoked;
}

export async function revoke({ db, now }: Write, id: number) {
  const revoked = await db
    .update(tokens)
    .set({ revoked_at: now.toString() })
    .where(and(eq(tokens.id, id), isNull(tokens.revoked_at)))
    .returning({ widget_id: tokens.widget_id, name: tokens.name });
  return revoked[0];
}

export async function findByHash({ db }: Pick<Read, 'db'>, hash: Buffer) {
  const [found] = await db
    .select({
      id: tokens.id,
      name: tokens.name,
      scopes: tokens.scopes,
      expires_at: tokens.expires_at,
      revoked_at: tokens.revoked_at,
      widget_id: widgets.id,
      account_id: widgets.account_id,
      button_guid: widgets.button_guid,
      api_enabled: widgets.api_enabled,
    })
    .from(tokens)
    .innerJoin(widgets, eq(widgets.id, tokens.widget_id))
    .where(eq(tokens.hash, hash));
  return found;
}

/** What was counted since the last time. */
export interface TokenUsage {
  id: number;
  widget_id: number;
  /** Null if every call was rejected. */
  lastUsedMs: number | null;
  calls: number;
  refusals: number;
}

export async function updateUsage({ sql: run, now }: Pick<Write, 'sql' | 'now'>, usage: TokenUsage[]) {
  // Sorted, so that two nodes can't deadlock.
  const sorted = usage.toSorted((one, other) => one.id - other.id);
  const used = sorted.filter(({ lastUsedMs }) => lastUsedMs !== null);
  await run`
    UPDATE tokens SET last_used_at = used.at FROM (
      SELECT id, to_timestamp(ms / 1000.0)
      FROM unnest(${used.map(({ id }) => id)}::bigint[], ${used.map(({ lastUsedMs }) => lastUsedMs)}::bigint[]) AS each (id, ms)
    ) AS used (id, at)
    WHERE tokens.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`;
  await run`
    INSERT INTO token_hours (widget_id, token_id, hour, calls, refusals)
    SELECT widget_id, id, date_trunc('hour', ${toIsoString(now)}::timestamptz, 'UTC'), calls, refusals FROM unnest(
      ${sorted.map(({ widget_id }) => widget_id)}::bigint[], ${sorted.map(({ id }) => id)}::bigint[],
      ${sorted.map(({ calls }) => calls)}::integer[], ${sorted.map(({ refusals }) => refusals)}::integer[]
    ) AS each (widget_id, id, calls, refusals)
    ON CONFLICT (widget_id, token_id, hour) DO UPDATE SET
      calls = token_hours.calls + excluded.calls, refusals = token_hours.refusals + excluded.refusals`;
}

/** Removes counters of hours that nothing shows any more. */
export async function removeOldHours({ sql: run, now }: Pick<Write, 'sql' | 'now'>) {
  await run`DELETE FROM token_hours WHERE hour < ${toIsoString(now)}::timestamptz - interval '2 days'`;
}
