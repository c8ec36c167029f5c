import type { RowOf } from '../../../../infra/postgres/row-schema.ts';
import { fragment, param } from '../../../../infra/postgres/sql.ts';
import type { Context } from '../../../../kernel/data/context.ts';
import { contacts } from '../tables.ts';

/** Batch size: neither many statements nor long ones. */
const BATCH = 1_000;

function batchesOf<T>(rows: T[]) {
  return Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, at) => rows.slice(at * BATCH, (at + 1) * BATCH));
}

export interface ImportedContact {
  guid: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  description: string | null;
  attributes: Record<string, unknown>;
  blocked_at: string | null;
  email_consent: boolean | null;
  email_consent_at: string | null;
}

const FIELDS = fragment`name text, email text, phone text, description text, attributes jsonb, blocked_at timestamptz,
  email_consent boolean, email_consent_at timestamptz`;

const insertedColumns = { number: contacts.id, guid: contacts.guid };

/** In the given order. */
export async function insertAll({ sql, widgetId, now }: Context, imported: ImportedContact[]) {
  const at = param(now.toString());
  const inserted: RowOf<typeof insertedColumns>[] = [];
  for (const batch of batchesOf(imported)) {
    const rows = JSON.stringify(batch.map((row, place) => ({ ...row, place })));
    const added = await sql(insertedColumns)`
      INSERT INTO contacts (
        widget_id, guid, name, email, phone, description, attributes, blocked_at, email_consent, email_consent_at,
        created_at, updated_at
      )
      SELECT ${widgetId}, guid, name, email, phone, description, attributes, blocked_at, email_consent, email_consent_at, ${at}, ${at}
      FROM jsonb_to_recordset(${rows}) AS (place int, guid text, ${FIELDS}) ORDER BY place
      RETURNING id AS number, guid`;
    inserted.push(...added);
  }
  return inserted;
}

export async function updateAll({ sql, widgetId, now }: Context, imported: (ImportedContact & { number: number })[]) {
  for (const batch of batchesOf(imported)) {
    await sql`
      UPDATE contacts c SET name = r.name, email = r.email, phone = r.phone, description = r.description,
        attributes = r.attributes, blocked_at = r.blocked_at, email_consent = r.email_consent,
        email_consent_at = r.email_consent_at, updated_at = ${now.toString()}
      FROM jsonb_to_recordset(${JSON.stringify(batch)}) AS r (number bigint, ${FIELDS})
      WHERE c.widget_id = ${widgetId} AND c.id = r.number`;
  }
}

export async function insertAllTags(ctx: Context, tagged: { number: number; tags: string[] }[]) {
  const rows = tagged.flatMap(({ number, tags }) => tags.map((name) => ({ number, name })));
  for (const batch of batchesOf(rows)) {
    await ctx.sql`
      INSERT INTO contact_tags (account_id, widget_id, contact_id, name)
      SELECT ${ctx.accountId}, ${ctx.widgetId}, number, name
      FROM jsonb_to_recordset(${JSON.stringify(batch)}) AS (number bigint, name text) ON CONFLICT DO NOTHING`;
  }
}
