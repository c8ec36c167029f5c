import type { WidgetContext } from '../../../kernel/data/context.ts';
import type { ContactRow } from './store.ts';

/** A locked contact, with the fields a merge may take from it. */
export interface LockedContact extends Omit<ContactRow, 'tags' | 'created_at' | 'updated_at'> {}

/** Serialises devices of one user that are identified concurrently. Taken before any row lock. */
export async function lockUser({ sql, widgetId }: WidgetContext, userId: string) {
  await sql({
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, $2))',
    values: [`user ${userId}`, widgetId],
  });
}

/**
 * A merge or erasure excludes others in its widget, since concurrently identified visitors could be part of it.
 * Identifications share the lock. Taken before all others.
 */
export async function lockMerging({ sql, widgetId }: WidgetContext, mode: 'shared' | 'alone') {
  const lock = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await sql({ text: `SELECT ${lock}(hashtextextended('merging', $1))`, values: [widgetId] });
}

const LOCKED =
  'id AS number, guid AS id, name, email, phone, description, user_id, attributes, custom_data, crm_data, crm_link, blocked_at';

/** The contact with that number and the one of that user, which may be the same, in a fixed lock order. */
export function lockBoth({ sql, widgetId }: WidgetContext, number: number | null, userId: string) {
  return sql<LockedContact>({
    text: `SELECT ${LOCKED} FROM contacts WHERE widget_id = $1 AND (id = $2 OR user_id = $3) ORDER BY id FOR UPDATE`,
    values: [widgetId, number, userId],
  });
}

/** In the same order. */
export function lockPair({ sql, widgetId }: WidgetContext, numbers: number[]) {
  return sql<LockedContact>({
    text: `SELECT ${LOCKED} FROM contacts WHERE widget_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE`,
    values: [widgetId, numbers],
  });
}

/** Prevents erasing or merging the contact until this write ends. */
export async function lockAgainstMerge({ sql, widgetId }: WidgetContext, number: number) {
  await sql({
    name: 'contacts.hold',
    text: 'SELECT FROM contacts WHERE widget_id = $1 AND id = $2 FOR KEY SHARE',
    values: [widgetId, number],
  });
}

export async function copyTags({ sql, widgetId }: WidgetContext, from: number, into: number) {
  await sql({
    text: `INSERT INTO contact_tags (account_id, widget_id, contact_id, name)
           SELECT account_id, widget_id, $3, name FROM contact_tags WHERE widget_id = $1 AND contact_id = $2
           ON CONFLICT DO NOTHING`,
    values: [widgetId, from, into],
  });
}

/** Only once nothing else refers to it: foreign keys delete the rest. */
export async function removeByNumber({ sql, widgetId }: WidgetContext, number: number) {
  await sql({ text: 'DELETE FROM contacts WHERE widget_id = $1 AND id = $2', values: [widgetId, number] });
}
