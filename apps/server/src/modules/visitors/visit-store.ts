import type { WidgetContext, Work } from '../../kernel/context.ts';

interface VisitRow {
  id: string;
  page: string;
  title: string | null;
  referrer: string | null;
  pages: number;
  since: string;
  seen_at: string;
  contact_id: string | null;
  name: string | null;
  chat_id: number | null;
}

const COLUMNS = `v.id, v.page, v.title, v.referrer, v.pages, v.since, v.seen_at, k.guid AS contact_id, k.name, c.id AS chat_id`;
const JOINED = `
  LEFT JOIN visitors b ON b.widget_id = v.widget_id AND b.id = v.visitor_id
  LEFT JOIN contacts k ON k.widget_id = v.widget_id AND k.id = b.contact_id
  LEFT JOIN chats c ON c.widget_id = v.widget_id AND c.contact_id = k.id AND c.channel = 'service' AND c.external_channel_id = ''`;

const SAVE = `
  WITH v AS (
    INSERT INTO visits AS known (widget_id, id, visitor_id, page, title, referrer, since, seen_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
    ON CONFLICT (widget_id, id) DO UPDATE SET
      visitor_id = excluded.visitor_id, page = excluded.page, title = excluded.title,
      pages = known.pages + (known.page <> excluded.page)::int, seen_at = greatest(known.seen_at, excluded.seen_at)
    RETURNING *
  )
  SELECT ${COLUMNS} FROM v ${JOINED}`;

interface Visit {
  id: string;
  visitorId?: number;
  page: string;
  title?: string;
  referrer?: string;
}

/** Where they came from first stays; the rest is how it is now, also who they are: nobody once they signed out. */
export async function save({ sql, widgetId, now }: WidgetContext, { id, visitorId, page, title, referrer }: Visit) {
  const [saved] = await sql<VisitRow>({
    name: 'visits.save',
    text: SAVE,
    values: [widgetId, id, visitorId ?? null, page, title ?? null, referrer ?? null, now.toString()],
  });
  return saved as VisitRow;
}

interface Filter {
  /** Heard of after this. */
  after: Temporal.Instant;
  before: { since: string; id: string } | undefined;
  limit: number;
}

/** Whoever came last first. */
export function list({ sql, widgetId }: WidgetContext, { after, before, limit }: Filter) {
  const { since = 'infinity', id = '' } = before ?? {};
  return sql<VisitRow>({
    name: 'visits.page',
    text: `SELECT ${COLUMNS} FROM visits v ${JOINED}
           WHERE v.widget_id = $1 AND v.seen_at > $2 AND (v.since, v.id) < ($3::timestamptz, $4)
           ORDER BY v.since DESC, v.id DESC LIMIT $5`,
    values: [widgetId, after.toString(), since, id, limit],
  });
}

export function removeBefore({ sql }: Work, before: Temporal.Instant) {
  return sql<{ widget_id: number; id: string }>({
    name: 'visits.sweep',
    text: 'DELETE FROM visits WHERE seen_at <= $1 RETURNING widget_id, id',
    values: [before.toString()],
  });
}
