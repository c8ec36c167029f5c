import { and, eq, isNull, lt } from 'drizzle-orm';
import { assignments } from '../../../infra/postgres/assignments.ts';
import { pick, type RowOf } from '../../../infra/postgres/row-schema.ts';
import { join, param } from '../../../infra/postgres/sql.ts';
import type { Read, VisitorContext, WidgetContext, Write } from '../../../kernel/data/context.ts';
import { REFUSE } from '../../../kernel/data/store/assumptions.ts';
import { contacts } from '../../people/contacts/tables.ts';
import { visitors } from './tables.ts';

const columns = pick(visitors, 'id', 'contact_id', 'page', 'referrer', 'locale', 'impression_id', 'custom_data');

export type VisitorRow = RowOf<typeof columns>;

/** Returns the id. */
export async function insert({ db }: Write, visitor: typeof visitors.$inferInsert) {
  const [inserted] = await db.insert(visitors).values(visitor).returning({ id: visitors.id });
  return (inserted as { id: number }).id;
}

const authenticatedColumns = {
  ...pick(visitors, 'id', 'widget_id', 'contact_id'),
  blocked_at: contacts.blocked_at,
};

export async function findByHash({ sql }: Read, hash: Buffer) {
  const [found] = await sql.prepared(authenticatedColumns)`
    SELECT v.id, v.widget_id, v.contact_id, k.blocked_at FROM visitors v
    LEFT JOIN contacts k ON k.widget_id = v.widget_id AND k.id = v.contact_id WHERE v.token_hash = ${hash}`;
  return found;
}

/** Serialises concurrent first messages, so that they share one contact. */
export async function lock({ sql, widgetId }: WidgetContext, id: number) {
  const [found] = await sql.prepared(columns)`
    SELECT id, contact_id, page, referrer, locale, impression_id, custom_data FROM visitors
    WHERE widget_id = ${widgetId} AND id = ${id} FOR UPDATE`;
  return found;
}

/** Locks the visitor; fails unless they are still this contact and answer no invitation. */
export function expectContact({ run, widgetId }: WidgetContext, id: number, contactNumber: number) {
  run.prepared`
    WITH locked AS (SELECT contact_id, impression_id FROM visitors WHERE widget_id = ${widgetId} AND id = ${id} FOR UPDATE)
    SELECT FROM ${REFUSE} WHERE NOT EXISTS (
      SELECT FROM locked WHERE contact_id = ${contactNumber} AND impression_id IS NULL
    )`;
}

const lockedColumns = pick(visitors, 'id', 'contact_id', 'custom_data');

export type LockedVisitor = RowOf<typeof lockedColumns>;

/** The visitor and all other browsers of their contact, in a fixed lock order. */
export async function lockWithOtherBrowsers({ sql, widgetId, principal }: VisitorContext) {
  const [widget, visitor] = [param(widgetId), param(principal.id)];
  const found = await sql(lockedColumns)`
    SELECT id, contact_id, custom_data FROM visitors WHERE widget_id = ${widget} AND (id = ${visitor} OR contact_id = (
      SELECT contact_id FROM visitors WHERE widget_id = ${widget} AND id = ${visitor}
    )) ORDER BY id FOR UPDATE`;
  return found.find(({ id }) => id === principal.id);
}

/** All browsers of these contacts, in the same order. */
export async function lockByContacts({ sql, widgetId }: WidgetContext, contactNumbers: number[]) {
  await sql`
    SELECT FROM visitors WHERE widget_id = ${widgetId} AND contact_id = ANY (${contactNumbers}::bigint[])
    ORDER BY id FOR UPDATE`;
}

/** The visitor's contact number, if it already has that user id. */
export async function findAsUser({ db, widgetId, principal }: VisitorContext, userId: string) {
  const [found] = await db
    .select({ number: contacts.id })
    .from(visitors)
    .innerJoin(contacts, and(eq(contacts.widget_id, visitors.widget_id), eq(contacts.id, visitors.contact_id)))
    .where(
      and(
        eq(visitors.widget_id, widgetId),
        eq(visitors.id, principal.id),
        eq(contacts.user_id, userId),
        isNull(contacts.blocked_at),
      ),
    );
  return found?.number;
}

type Changes = Partial<
  Pick<
    typeof visitors.$inferSelect,
    'contact_id' | 'page' | 'title' | 'referrer' | 'locale' | 'impression_id' | 'custom_data'
  >
>;

interface Page {
  page: string;
  title?: string;
  referrer?: string;
}

/** Records where a visitor is, without building the statement. A missing title or referrer leaves the last one. */
export function recordPage({ run, widgetId, now }: WidgetContext, id: number, { page, title, referrer }: Page) {
  run.prepared`
    UPDATE visitors SET page = ${page}, title = coalesce(${title}, title), referrer = coalesce(${referrer}, referrer),
      seen_at = ${now.toString()}
    WHERE widget_id = ${widgetId} AND id = ${id}`;
}

export function update({ run, widgetId, now }: WidgetContext, id: number, changes: Changes) {
  const changed = assignments(visitors, { ...changes, seen_at: now.toString() });
  run.prepared`UPDATE visitors SET ${join(changed)} WHERE widget_id = ${widgetId} AND id = ${id}`;
}

/** Moves browsers from one contact to another. */
export async function reassignVisitors({ db, sql, widgetId }: WidgetContext, from: number, into: number) {
  await sql`UPDATE visits SET invited_as = ${into} WHERE widget_id = ${widgetId} AND invited_as = ${from}`;
  const moved = await db
    .update(visitors)
    .set({ contact_id: into })
    .where(and(eq(visitors.widget_id, widgetId), eq(visitors.contact_id, from)))
    .returning({ id: visitors.id });
  return moved.map(({ id }) => id);
}

/** Visitors who opened the chat and never wrote. */
export async function removeSilent({ db }: Write, before: Temporal.Instant) {
  await db.delete(visitors).where(and(isNull(visitors.contact_id), lt(visitors.seen_at, before.toString())));
}
