import { and, eq } from 'drizzle-orm';
import type { Read, WidgetContext, Write } from '../../../../kernel/data/context.ts';
import { visits } from '../tables.ts';

interface VisitRow {
  id: string;
  page: string;
  title: string | null;
  referrer: string | null;
  pages: number;
  country: string | null;
  since: string;
  seen_at: string;
  contact_id: string | null;
  name: string | null;
  chat_id: number | null;
}

const COLUMNS = `v.id, v.page, v.title, v.referrer, v.pages, v.country, v.since, v.seen_at, k.guid AS contact_id, k.name, c.id AS chat_id`;
const JOINED = `
  LEFT JOIN visitors b ON b.widget_id = v.widget_id AND b.id = v.visitor_id
  LEFT JOIN contacts k ON k.widget_id = v.widget_id AND k.id = coalesce(b.contact_id, v.invited_as)
  LEFT JOIN chats c ON c.widget_id = v.widget_id AND c.contact_id = k.id AND c.channel = 'service' AND c.external_channel_id = ''`;

const SAVE = `
  WITH v AS (
    INSERT INTO visits AS known (widget_id, id, visitor_id, page, title, referrer, country, since, seen_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
    ON CONFLICT (widget_id, id) DO UPDATE SET
      visitor_id = excluded.visitor_id, page = excluded.page, title = excluded.title, country = excluded.country,
      pages = known.pages + (known.page <> excluded.page)::int, seen_at = greatest(known.seen_at, excluded.seen_at)
    RETURNING *
  )
  SELECT v.invited_as, ${COLUMNS} FROM v ${JOINED}`;

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
  const [saved] = await sql<SavedVisit>({
    name: 'visits.save',
    text: SAVE,
    values: [widgetId, id, visitorId ?? null, page, title ?? null, referrer ?? null, country, now.toString()],
  });
  return saved as SavedVisit;
}

interface SavedVisit extends VisitRow {
  invited_as: number | null;
}

/** A visit with the contact created for it. */
export interface VisitInvitation {
  id: string;
  invitedAs: number | null;
}

export async function find({ sql, widgetId }: WidgetContext, id: string) {
  const [found] = await sql<VisitRow>({
    text: `SELECT ${COLUMNS} FROM visits v ${JOINED} WHERE v.widget_id = $1 AND v.id = $2`,
    values: [widgetId, id],
  });
  return found;
}

export type LockedVisit = NonNullable<Awaited<ReturnType<typeof lock>>>;

/** Undefined when the last heartbeat is older than `since`. */
export async function lock({ sql, widgetId }: WidgetContext, id: string, since: Temporal.Instant) {
  const [found] = await sql<Pick<typeof visits.$inferSelect, 'id' | 'visitor_id' | 'page' | 'referrer' | 'invited_as'>>(
    {
      text: `SELECT id, visitor_id, page, referrer, invited_as FROM visits
           WHERE widget_id = $1 AND id = $2 AND seen_at > $3 FOR UPDATE`,
      values: [widgetId, id, since.toString()],
    },
  );
  return found;
}

type Changes = Partial<Pick<typeof visits.$inferSelect, 'visitor_id' | 'invited_as'>>;

export async function update({ db, widgetId }: WidgetContext, id: string, changes: Changes) {
  await db
    .update(visits)
    .set(changes)
    .where(and(eq(visits.widget_id, widgetId), eq(visits.id, id)));
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
  return sql<VisitRow>({
    name: 'visits.page',
    text: `SELECT ${COLUMNS} FROM visits v ${JOINED}
           WHERE v.widget_id = $1 AND v.seen_at > $2 AND (v.since, v.id) < ($3::timestamptz, $4)
           ORDER BY v.since DESC, v.id DESC LIMIT $5`,
    values: [widgetId, after.toString(), since, id, limit],
  });
}

export function removeBefore({ sql }: Write, before: Temporal.Instant) {
  return sql<{ widget_id: number; id: string }>({
    name: 'visits.sweep',
    text: 'DELETE FROM visits WHERE seen_at <= $1 RETURNING widget_id, id',
    values: [before.toString()],
  });
}
