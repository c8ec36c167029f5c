import type { Context } from '../../../../kernel/data/context.ts';
import type { PlannedContact } from './import-plan.ts';

/** Batch size: neither many statements nor long ones. */
const BATCH = 1_000;

function batchesOf<T>(rows: T[]) {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, at) => rows.slice(at * BATCH, (at + 1) * BATCH));
}

const FIELDS = 'name text, email text, phone text, description text, attributes jsonb, blocked_at timestamptz';

/** In the given order. */
export async function insertAll({ sql, widgetId, now }: Context, contacts: PlannedContact[]) {
  const made: { number: number; guid: string }[] = [];
  for (const batch of batchesOf(contacts)) {
    const rows = await sql<{ number: number; guid: string }>({
      text: `INSERT INTO contacts (widget_id, guid, name, email, phone, description, attributes, blocked_at, created_at, updated_at)
             SELECT $1, guid, name, email, phone, description, attributes, blocked_at, $3, $3
             FROM jsonb_to_recordset($2) AS (place int, guid text, ${FIELDS}) ORDER BY place
             RETURNING id AS number, guid`,
      values: [widgetId, JSON.stringify(batch.map((row, place) => ({ ...row, place }))), now.toString()],
    });
    made.push(...rows);
  }
  return made;
}

export async function updateAll({ sql, widgetId, now }: Context, contacts: (PlannedContact & { number: number })[]) {
  for (const batch of batchesOf(contacts)) {
    await sql({
      text: `UPDATE contacts c SET name = r.name, email = r.email, phone = r.phone, description = r.description,
               attributes = r.attributes, blocked_at = r.blocked_at, updated_at = $3
             FROM jsonb_to_recordset($2) AS r (number bigint, ${FIELDS}) WHERE c.widget_id = $1 AND c.id = r.number`,
      values: [widgetId, JSON.stringify(batch), now.toString()],
    });
  }
}

export async function insertAllTags(ctx: Context, tagged: { number: number; tags: string[] }[]) {
  const rows = tagged.flatMap(({ number, tags }) => tags.map((name) => ({ number, name })));
  for (const batch of batchesOf(rows)) {
    await ctx.sql({
      text: `INSERT INTO contact_tags (account_id, widget_id, contact_id, name)
             SELECT $1, $2, number, name FROM jsonb_to_recordset($3) AS (number bigint, name text) ON CONFLICT DO NOTHING`,
      values: [ctx.accountId, ctx.widgetId, JSON.stringify(batch)],
    });
  }
}
