import { assignments } from '../../../../infra/postgres/assignments.ts';
import { nullable, pick, type RowOf } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import { fragment, join, param } from '../../../../infra/postgres/sql.ts';
import type { Read, WidgetContext, Write } from '../../../../kernel/data/context.ts';
import { chats } from '../../../conversations/chats/tables.ts';
import { contacts } from '../../../people/contacts/tables.ts';
import { visits } from '../tables.ts';

const columns = {
  ...pick(visits, 'id', 'page', 'title', 'referrer', 'pages', 'country', 'since', 'seen_at'),
  contact_id: nullable(contacts.guid),
  name: contacts.name,
  chat_id: nullable(chats.id),
};
const savedColumns = { invited_as: visits.invited_as, ...columns };

const COLUMNS = fragment`
  v.id, v.page, v.title, v.referrer, v.pages, v.country, v.since, v.seen_at, k.guid AS contact_id, k.name,
  c.id AS chat_id`;
const JOINED = fragment`
  LEFT JOIN visitors b ON b.widget_id = v.widget_id AND b.id = v.visitor_id
  LEFT JOIN contacts k ON k.widget_id = v.widget_id AND k.id = coalesce(b.contact_id, v.invited_as)
  LEFT JOIN chats c ON c.widget_id = v.widget_id AND c.contact_id = k.id AND c.channel = 'service'
    AND c.external_channel_id = ''`;

interface Visit {
  id: string;
  visitorId?: number;
  page: string;
  title?: string;
  referrer?: string;
  country: string | null;
}

/** The first referrer stays; the rest is overwritten, including the visitor, who may have signed out. */
export async function save({ sql, widgetId, now }: WidgetContext, visit: Visit) {
  const { id, visitorId, page, title, referrer, country } = visit;
  const at = param(now.toString());
  const rows = await sql.prepared(savedColumns)`
    WITH v AS (
      INSERT INTO visits AS known (widget_id, id, visitor_id, page, title, referrer, country, since, seen_at)
      VALUES (${widgetId}, ${id}, ${visitorId}, ${page}, ${title}, ${referrer}, ${country}, ${at}, ${at})
      ON CONFLICT (widget_id, id) DO UPDATE SET
        visitor_id = excluded.visitor_id, page = excluded.page, title = excluded.title, country = excluded.country,
        pages = known.pages + (known.page <> excluded.page)::int, seen_at = greatest(known.seen_at, excluded.seen_at)
      RETURNING *
    )
    SELECT v.invited_as, ${COLUMNS} FROM v ${JOINED}`;
  return onlyRow(rows);
}

/** A visit with the contact created for it. */
export interface VisitInvitation {
  id: string;
  invitedAs: number | null;
}

export async function find({ sql, widgetId }: WidgetContext, id: string) {
  const [found] = await sql(columns)`
    SELECT ${COLUMNS} FROM visits v ${JOINED} WHERE v.widget_id = ${widgetId} AND v.id = ${id}`;
  return found;
}

const lockedColumns = pick(visits, 'id', 'visitor_id', 'page', 'referrer', 'invited_as');

export type LockedVisit = RowOf<typeof lockedColumns>;

/** Undefined when the last heartbeat is older than `since`. */
export async function lock({ sql, widgetId }: WidgetContext, id: string, since: Temporal.Instant) {
  const [found] = await sql(lockedColumns)`
    SELECT id, visitor_id, page, referrer, invited_as FROM visits
    WHERE widget_id = ${widgetId} AND id = ${id} AND seen_at > ${since.toString()} FOR UPDATE`;
  return found;
}

type Changes = Partial<Pick<typeof visits.$inferSelect, 'visitor_id' | 'invited_as'>>;

export function update({ run, widgetId }: WidgetContext, id: string, changes: Changes) {
  run.prepared`
    UPDATE visits SET ${join(assignments(visits, changes))} WHERE widget_id = ${widgetId} AND id = ${id}`;
}

interface Filter {
  /** Last heartbeat after this. */
  after: Temporal.Instant;
  before: { since: string; id: string } | undefined;
  limit: number;
}

/** Newest first. */
export function list({ sql, widgetId }: WidgetContext<Read>, { after, before, limit }: Filter) {
  const { since = 'infinity', id = '' } = before ?? {};
  return sql.prepared(columns)`
    SELECT ${COLUMNS} FROM visits v ${JOINED}
    WHERE v.widget_id = ${widgetId} AND v.seen_at > ${after.toString()}
    AND (v.since, v.id) < (${since}::timestamptz, ${id})
    ORDER BY v.since DESC, v.id DESC LIMIT ${limit}`;
}

export function removeBefore({ sql }: Write, before: Temporal.Instant) {
  return sql.prepared(pick(visits, 'widget_id', 'id', 'page', 'seen_at'))`
    DELETE FROM visits WHERE seen_at <= ${before.toString()} RETURNING widget_id, id, page, seen_at`;
}
