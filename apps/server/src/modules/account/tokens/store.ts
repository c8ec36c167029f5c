import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import type { Context, Read, Write } from '../../../kernel/data/context.ts';
import { widgets } from '../widgets/tables.ts';
import { tokens } from './tables.ts';

type NewToken = typeof tokens.$inferInsert;

const columns = {
  id: tokens.id,
  name: tokens.name,
  scopes: tokens.scopes,
  expires_at: tokens.expires_at,
  revoked_at: tokens.revoked_at,
  last_used_at: tokens.last_used_at,
  created_at: tokens.created_at,
};

export async function insert({ db }: Write, token: NewToken) {
  const rows = await db.insert(tokens).values(token).returning(columns);
  return onlyRow(rows);
}

export function list(
  { db, widgetId }: Context<Read>,
  { before, limit }: { before: number | undefined; limit: number },
) {
  const older = before === undefined ? undefined : lt(tokens.id, before);
  return db
    .select(columns)
    .from(tokens)
    .where(and(eq(tokens.widget_id, widgetId), older))
    .orderBy(desc(tokens.id))
    .limit(limit);
}

export async function update({ db, widgetId }: Context, id: number, changes: Partial<NewToken>) {
  const [updated] = await db
    .update(tokens)
    .set(changes)
    .where(and(eq(tokens.widget_id, widgetId), eq(tokens.id, id)))
    .returning(columns);
  return updated;
}

/** Revoking again keeps the first time. */
export async function revokeOwn({ db, widgetId, now }: Context, id: number) {
  const [revoked] = await db
    .update(tokens)
    .set({ revoked_at: sql`coalesce(${tokens.revoked_at}, ${now.toString()})` })
    .where(and(eq(tokens.widget_id, widgetId), eq(tokens.id, id)))
    .returning(columns);
  return revoked;
}

export async function revoke({ db, now }: Write, id: number) {
  const revoked = await db
    .update(tokens)
    .set({ revoked_at: now.toString() })
    .where(and(eq(tokens.id, id), isNull(tokens.revoked_at)))
    .returning({ id: tokens.id });
  return revoked.length > 0;
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

export async function updateUsage({ sql: run }: Pick<Write, 'sql'>, used: Map<number, number>) {
  const [ids, times] = [[...used.keys()], [...used.values()]];
  await run`
    UPDATE tokens SET last_used_at = used.at FROM (
      SELECT id, to_timestamp(ms / 1000.0) FROM unnest(${ids}::bigint[], ${times}::bigint[]) AS each (id, ms)
    ) AS used (id, at)
    WHERE tokens.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`;
}
