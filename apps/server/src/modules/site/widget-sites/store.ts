import { pick } from '../../../infra/postgres/row-schema.ts';
import { fragment } from '../../../infra/postgres/sql.ts';
import type { Read, WidgetContext, Write } from '../../../kernel/data/context.ts';
import { widgets } from '../../account/widgets/tables.ts';
import { blockedSites, siteSightings } from './tables.ts';

/** Kept of a widget: anybody can report a host. */
const MAX_HOSTS = 50;

const HOST = fragment`lower(substring(page FROM '^https?://(?:[^/?#@]*@)?([^/?#]+)'))`;

interface EndedVisit {
  widget_id: number;
  page: string;
  seen_at: string;
}

/** The latest visit of each host. New hosts are left out of a widget that has many already. */
export async function recordSightings({ sql }: Write, ended: EndedVisit[]) {
  await sql`
    INSERT INTO site_sightings AS known (widget_id, host, seen_at)
    SELECT e.widget_id, e.host, max(e.seen_at) FROM (
      SELECT widget_id, left(${HOST}, 253) AS host, seen_at
      FROM json_to_recordset(${JSON.stringify(ended)}) AS x(widget_id bigint, page text, seen_at timestamptz)
    ) AS e
    WHERE e.host IS NOT NULL AND (
      EXISTS (SELECT FROM site_sightings s WHERE s.widget_id = e.widget_id AND s.host = e.host)
      OR (SELECT count(*) FROM site_sightings s WHERE s.widget_id = e.widget_id) < ${MAX_HOSTS}
    )
    GROUP BY e.widget_id, e.host ORDER BY e.widget_id, e.host
    ON CONFLICT (widget_id, host) DO UPDATE SET seen_at = greatest(known.seen_at, excluded.seen_at)`;
}

/** Latest first, with visits that have not ended. */
export function listSeen({ sql, widgetId }: WidgetContext<Read>) {
  return sql(pick(siteSightings, 'host', 'seen_at'))`
    SELECT host, max(seen_at) AS seen_at FROM (
      SELECT host, seen_at FROM site_sightings WHERE widget_id = ${widgetId}
      UNION ALL SELECT ${HOST}, seen_at FROM visits WHERE widget_id = ${widgetId}
    ) AS each WHERE host IS NOT NULL GROUP BY host ORDER BY max(seen_at) DESC, host LIMIT ${MAX_HOSTS}`;
}

const TODAY = (now: Temporal.Instant) => fragment`(${now.toString()}::timestamptz AT TIME ZONE a.timezone)::date`;

export async function countBlocked({ sql, widgetId, now }: WidgetContext, host: string) {
  await sql`
    INSERT INTO blocked_sites AS known (widget_id, day, host, last_at)
    SELECT w.id, ${TODAY(now)}, ${host}, ${now.toString()} FROM widgets w JOIN accounts a ON a.id = w.account_id
    WHERE w.id = ${widgetId} AND (
      EXISTS (SELECT FROM blocked_sites b WHERE b.widget_id = w.id AND b.day = ${TODAY(now)} AND b.host = ${host})
      OR (SELECT count(*) FROM blocked_sites b WHERE b.widget_id = w.id AND b.day = ${TODAY(now)}) < ${MAX_HOSTS}
    )
    ON CONFLICT (widget_id, day, host) DO UPDATE SET count = known.count + 1, last_at = excluded.last_at`;
}

/** Of today, the most frequent first. */
export function listBlocked({ sql, widgetId, now }: WidgetContext<Read>) {
  return sql(pick(blockedSites, 'host', 'count', 'last_at'))`
    SELECT b.host, b.count, b.last_at FROM widgets w JOIN accounts a ON a.id = w.account_id
    JOIN blocked_sites b ON b.widget_id = w.id AND b.day = ${TODAY(now)}
    WHERE w.id = ${widgetId} ORDER BY b.count DESC, b.host`;
}

export async function findDomains({ sql, widgetId }: WidgetContext<Read>) {
  const [found] = await sql(pick(widgets, 'domains'))`SELECT domains FROM widgets WHERE id = ${widgetId}`;
  return found?.domains ?? [];
}

export async function removeBefore({ sql }: Write, before: { seen: Temporal.Instant; blocked: Temporal.Instant }) {
  await sql`DELETE FROM site_sightings WHERE seen_at < ${before.seen.toString()}`;
  await sql`DELETE FROM blocked_sites WHERE last_at < ${before.blocked.toString()}`;
}
