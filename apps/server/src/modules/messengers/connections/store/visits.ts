import { pick } from '../../../../infra/postgres/row-schema.ts';
import type { InWidget } from '../../../../kernel/data/context.ts';
import { avitoVisits } from '../tables.ts';

interface Visit {
  hash: Buffer;
  userId: number;
}

/** Forgets visits that did not come back. */
export async function insertVisit(
  { sql, widgetId, now }: InWidget,
  { hash, userId, expiresAt }: Visit & { expiresAt: string },
) {
  await sql`DELETE FROM avito_visits WHERE expires_at < ${now.toString()}`;
  await sql`
    INSERT INTO avito_visits (hash, widget_id, user_id, expires_at)
    VALUES (${hash}, ${widgetId}, ${userId}, ${expiresAt})`;
}

/** Whether this user started the visit in this widget. Any attempt uses the visit up. */
export async function takeVisit({ sql, widgetId, now }: InWidget, { hash, userId }: Visit) {
  const [taken] = await sql(pick(avitoVisits, 'widget_id', 'user_id', 'expires_at'))`
    DELETE FROM avito_visits WHERE hash = ${hash} RETURNING widget_id, user_id, expires_at`;
  const isFresh = taken && Temporal.Instant.compare(taken.expires_at, now) > 0;
  return Boolean(isFresh && taken.widget_id === widgetId && taken.user_id === userId);
}
