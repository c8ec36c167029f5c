import { pick, type RowOf } from '../../../../infra/postgres/row-schema.ts';
import { fragment } from '../../../../infra/postgres/sql.ts';
import type { WidgetContext } from '../../../../kernel/data/context.ts';
import { contacts } from '../tables.ts';

/** Serialises devices of one user that are identified concurrently. Taken before any row lock. */
export async function lockUser({ sql, widgetId }: WidgetContext, userId: string) {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`user ${userId}`}, ${widgetId}))`;
}

const LOCKS = { shared: fragment`pg_advisory_xact_lock_shared`, alone: fragment`pg_advisory_xact_lock` };

/**
 * A merge or erasure excludes others in its widget, since concurrently identified visitors could be part of it.
 * Identifications share the lock. Taken before all others.
 */
export async function lockMerging({ sql, widgetId }: WidgetContext, mode: keyof typeof LOCKS) {
  await sql`SELECT ${LOCKS[mode]}(hashtextextended('merging', ${widgetId}))`;
}

const columns = {
  number: contacts.id,
  id: contacts.guid,
  ...pick(contacts, 'name', 'email', 'phone', 'description', 'user_id', 'attributes', 'custom_data', 'crm_data'),
  ...pick(contacts, 'crm_link', 'blocked_at', 'email_consent', 'email_consent_at'),
};

/** A locked contact, with the fields a merge may take from it. */
export type LockedContact = RowOf<typeof columns>;

const COLUMNS = fragment`
  id AS number, guid AS id, name, email, phone, description, user_id, attributes, custom_data, crm_data, crm_link,
  blocked_at, email_consent, email_consent_at`;

/** The contact with that number and the one of that user, which may be the same, in a fixed lock order. */
export function lockBoth({ sql, widgetId }: WidgetContext, number: number | null, userId: string) {
  return sql(columns)`
    SELECT ${COLUMNS} FROM contacts
    WHERE widget_id = ${widgetId} AND (id = ${number} OR user_id = ${userId}) ORDER BY id FOR UPDATE`;
}

/** The guid of the user's contact. */
export async function findUser({ sql, widgetId }: WidgetContext, userId: string) {
  const [found] = await sql({ id: contacts.guid })`
    SELECT guid AS id FROM contacts WHERE widget_id = ${widgetId} AND user_id = ${userId}`;
  return found?.id;
}

/** In the same order. */
export function lockPair({ sql, widgetId }: WidgetContext, numbers: number[]) {
  return sql(columns)`
    SELECT ${COLUMNS} FROM contacts WHERE widget_id = ${widgetId} AND id = ANY (${numbers}::bigint[])
    ORDER BY id FOR UPDATE`;
}

/** Prevents erasing or merging the contact until this write ends. */
export async function lockAgainstMerge({ sql, widgetId }: WidgetContext, number: number) {
  await sql.prepared`SELECT FROM contacts WHERE widget_id = ${widgetId} AND id = ${number} FOR KEY SHARE`;
}

export async function copyTags({ sql, widgetId }: WidgetContext, from: number, into: number) {
  await sql`
    INSERT INTO contact_tags (account_id, widget_id, contact_id, name)
    SELECT account_id, widget_id, ${into}, name FROM contact_tags WHERE widget_id = ${widgetId} AND contact_id = ${from}
    ON CONFLICT DO NOTHING`;
}

/** Only once nothing else refers to it: foreign keys delete the rest. */
export async function removeByNumber({ sql, widgetId }: WidgetContext, number: number) {
  await sql`DELETE FROM contacts WHERE widget_id = ${widgetId} AND id = ${number}`;
}
