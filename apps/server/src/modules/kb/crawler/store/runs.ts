import { toIsoString } from '../../../../infra/clock.ts';
import { pick, type RowOf } from '../../../../infra/postgres/row-schema.ts';
import type { RunSql } from '../../../../infra/postgres/run-sql.ts';
import type { InWidget, Read, Write } from '../../../../kernel/data/context.ts';
import { widgets } from '../../../account/widgets/tables.ts';
import { kbCrawlers, kbCrawlRuns } from '../tables.ts';

const columns = pick(
  kbCrawlRuns,
  ...([
    'id',
    'status',
    'trigger',
    'queued_at',
    'started_at',
    'finished_at',
    'current_url',
    'error',
    'undone_at',
  ] as const),
  ...(['pages_found', 'pages_fetched', 'pages_changed', 'pages_unchanged', 'pages_skipped', 'pages_failed'] as const),
  ...(['rules_created', 'rules_updated', 'rules_removed'] as const),
);

export type Run = RowOf<typeof columns>;

/** The last or current one. */
export async function findLast({ sql, widgetId }: InWidget<Read>) {
  const [found] = await sql(columns)`
    SELECT id, status, trigger, queued_at, started_at, finished_at, current_url, error, undone_at, pages_found, pages_fetched,
      pages_changed, pages_unchanged, pages_skipped, pages_failed, rules_created, rules_updated, rules_removed
    FROM kb_crawl_runs WHERE widget_id = ${widgetId} ORDER BY id DESC LIMIT 1`;
  return found;
}

/** State of the last or current one; null if there was none. */
export async function findStatus({ sql, widgetId }: InWidget<Read>) {
  const [found] = await sql(pick(kbCrawlRuns, 'status'))`
    SELECT status FROM kb_crawl_runs WHERE widget_id = ${widgetId} ORDER BY id DESC LIMIT 1`;
  return found?.status ?? null;
}

/** The run that is queued or running, locked. */
export async function findActive({ sql, widgetId }: InWidget) {
  const [found] = await sql(pick(kbCrawlRuns, 'id', 'status'))`
    SELECT id, status FROM kb_crawl_runs WHERE widget_id = ${widgetId} AND status IN ('queued', 'running') FOR UPDATE`;
  return found;
}

/** The last run that changed rules, also if it was undone. */
export async function findLastChange({ sql, widgetId }: InWidget<Read>) {
  const [found] = await sql(pick(kbCrawlRuns, 'id'))`
    SELECT id FROM kb_crawl_runs
    WHERE widget_id = ${widgetId} AND rules_created + rules_updated + rules_removed > 0 ORDER BY id DESC LIMIT 1`;
  return found;
}

export async function insert({ sql, widgetId, now }: InWidget, { url, site }: { url: string; site: string }) {
  const at = now.toString();
  await sql`
    INSERT INTO kb_crawl_runs (widget_id, status, trigger, start_url, site, queued_at, due_at)
    VALUES (${widgetId}, 'queued', 'manual', ${url}, ${site}, ${at}, ${at})`;
}

/** Queues a run for each crawler whose schedule is due, and returns their widgets. One that is still running goes on. */
export async function insertScheduled({ sql, now }: Write) {
  const at = now.toString();
  const rows = await sql(pick(kbCrawlRuns, 'widget_id'))`
    WITH due AS (
      UPDATE kb_crawlers SET next_at = ${at}::timestamptz + CASE schedule WHEN 'daily' THEN interval '24 hours' ELSE interval '168 hours' END
      WHERE next_at <= ${at} RETURNING widget_id, url
    )
    INSERT INTO kb_crawl_runs (widget_id, status, trigger, start_url, site, queued_at, due_at)
    SELECT widget_id, 'queued', 'schedule', url, substring(url FROM '^[a-z]+://[^/?#]+'), ${at}, ${at} FROM due
    ON CONFLICT DO NOTHING
    RETURNING widget_id`;
  return rows.map(({ widget_id }) => widget_id);
}

/** Returns whether there was one. */
export async function cancel({ sql, widgetId, now }: InWidget) {
  const rows = await sql(pick(kbCrawlRuns, 'id'))`
    UPDATE kb_crawl_runs SET status = 'cancelled', finished_at = ${now.toString()}, due_at = NULL, current_url = NULL
    WHERE widget_id = ${widgetId} AND status IN ('queued', 'running') RETURNING id`;
  return rows.length > 0;
}

export function setUndone({ run, widgetId, now }: InWidget, id: number) {
  run`UPDATE kb_crawl_runs SET undone_at = ${now.toString()} WHERE widget_id = ${widgetId} AND id = ${id}`;
}

export async function listDueWidgets(sql: RunSql, now: Temporal.Instant) {
  const rows = await sql.prepared(pick(kbCrawlRuns, 'widget_id'))`
    SELECT widget_id FROM kb_crawl_runs WHERE due_at <= ${toIsoString(now)}`;
  return rows.map(({ widget_id }) => widget_id);
}

const leasedColumns = {
  ...pick(kbCrawlRuns, 'id', 'widget_id', 'start_url', 'site', 'is_moved', 'robots', 'leases', 'crashes'),
  ...pick(widgets, 'account_id', 'button_guid'),
  ...pick(kbCrawlers, 'max_pages', 'max_depth', 'include', 'exclude', 'delay_ms'),
};

/** A run that this node works on. */
export type LeasedRun = RowOf<typeof leasedColumns>;

/** Of a site only one: others wait until its lease ends. Nodes lease in turn, so that each sees what the other took. */
export function lease(
  { sql, run }: Write,
  widgetIds: number[],
  { now, until }: Record<'now' | 'until', Temporal.Instant>,
): Promise<LeasedRun[]> {
  run.prepared`SELECT pg_advisory_xact_lock(hashtextextended('crawls', 0))`;
  return sql.prepared(leasedColumns)`
    UPDATE kb_crawl_runs r SET due_at = ${toIsoString(until)}, leases = r.leases + 1, status = 'running',
      started_at = coalesce(r.started_at, ${toIsoString(now)})
    FROM (
      SELECT DISTINCT ON (d.site) d.widget_id, d.id FROM (
        SELECT widget_id, id, site, due_at FROM kb_crawl_runs
        WHERE widget_id = ANY (${widgetIds}::bigint[]) AND due_at <= ${toIsoString(now)} FOR UPDATE SKIP LOCKED
      ) AS d
      WHERE NOT EXISTS (
        SELECT FROM kb_crawl_runs o WHERE o.due_at > ${toIsoString(now)} AND o.status = 'running' AND o.site = d.site
      )
      ORDER BY d.site, d.due_at
    ) AS due
    JOIN widgets w ON w.id = due.widget_id JOIN kb_crawlers c ON c.widget_id = due.widget_id
    WHERE r.widget_id = due.widget_id AND r.id = due.id
    RETURNING r.id, r.widget_id, r.start_url, r.site, r.is_moved, r.robots, r.leases, r.crashes, w.account_id, w.button_guid,
      c.max_pages, c.max_depth, c.include, c.exclude, c.delay_ms`;
}

type Held = Pick<LeasedRun, 'widget_id' | 'id' | 'leases'>;

/** Sets when the run is due, if this node still holds its lease; returns whether it does. */
export async function setDue(sql: RunSql, { widget_id, id, leases }: Held, due: Temporal.Instant, crashes = 0) {
  const rows = await sql.prepared(pick(kbCrawlRuns, 'id'))`
    UPDATE kb_crawl_runs SET due_at = ${toIsoString(due)}, crashes = ${crashes}
    WHERE widget_id = ${widget_id} AND id = ${id} AND leases = ${leases} AND status = 'running' RETURNING id`;
  return rows.length > 0;
}

const progress = pick(kbCrawlRuns, 'pages_found', 'pages_fetched', 'pages_skipped', 'failed_in_a_row');
export type Progress = RowOf<typeof progress>;

/** Locks the run, and returns how far it is, or undefined if another node has it or it was cancelled. */
export async function lockHeld({ sql }: Write, { widget_id, id, leases }: Held): Promise<Progress | undefined> {
  const [found] = await sql(progress)`
    SELECT pages_found, pages_fetched, pages_skipped, failed_in_a_row FROM kb_crawl_runs
    WHERE widget_id = ${widget_id} AND id = ${id} AND leases = ${leases} AND status = 'running' FOR UPDATE`;
  return found;
}

export function setRobots({ run }: Write, { widget_id, id }: Held, robots: string) {
  run`UPDATE kb_crawl_runs SET robots = ${robots} WHERE widget_id = ${widget_id} AND id = ${id}`;
}

/** Starts again at another spelling of the site. */
export function move({ run }: Write, { widget_id, id }: Held, { url, site }: { url: string; site: string }) {
  run`
    UPDATE kb_crawl_runs SET start_url = ${url}, site = ${site}, is_moved = true, robots = NULL, pages_found = 0
    WHERE widget_id = ${widget_id} AND id = ${id}`;
}

/** What a page adds to the numbers of its run. */
export interface Counts {
  found: number;
  fetched: number;
  changed: number;
  unchanged: number;
  skipped: number;
  failed: number;
  created: number;
  updated: number;
  removed: number;
}

export function count({ run }: Write, { widget_id, id }: Held, counts: Partial<Counts>, failedInARow = 0) {
  const { found = 0, fetched = 0, changed = 0, unchanged = 0, skipped = 0, failed = 0 } = counts;
  const { created = 0, updated = 0, removed = 0 } = counts;
  run`
    UPDATE kb_crawl_runs SET pages_found = pages_found + ${found}, pages_fetched = pages_fetched + ${fetched},
      pages_changed = pages_changed + ${changed}, pages_unchanged = pages_unchanged + ${unchanged},
      pages_skipped = pages_skipped + ${skipped}, pages_failed = pages_failed + ${failed},
      rules_created = rules_created + ${created}, rules_updated = rules_updated + ${updated},
      rules_removed = rules_removed + ${removed}, failed_in_a_row = ${failedInARow}, crashes = 0
    WHERE widget_id = ${widget_id} AND id = ${id}`;
}

/** With the rules it changed altogether: a page may have been written twice. */
export function finish(
  { run, now }: Write,
  { widget_id, id }: Held,
  { error, rules }: { error: string | null; rules: Record<'created' | 'updated' | 'removed', number> },
) {
  run`
    UPDATE kb_crawl_runs SET status = ${error === null ? 'done' : 'failed'}, error = ${error}, finished_at = ${now.toString()},
      due_at = NULL, current_url = NULL, rules_created = ${rules.created}, rules_updated = ${rules.updated},
      rules_removed = ${rules.removed}
    WHERE widget_id = ${widget_id} AND id = ${id}`;
}
