import type { Block } from '../../../../infra/extraction/extractor.ts';
import { array, integer, pick, type RowOf, text } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import type { RunSql } from '../../../../infra/postgres/run-sql.ts';
import type { InWidget, Read, Write } from '../../../../kernel/data/context.ts';
import { kbPages } from '../tables.ts';
import type { LeasedRun } from './runs.ts';

type Held = Pick<LeasedRun, 'widget_id' | 'id' | 'leases'>;

const columns = pick(
  kbPages,
  ...(['id', 'url', 'depth', 'attempts', 'etag', 'last_modified', 'blocks', 'block_hashes', 'hash', 'links'] as const),
);

export type Page = RowOf<typeof columns>;

/** Takes the next page of a run, nearest to the first page first; undefined if none is left to fetch, or the lease is lost. */
export async function begin(sql: RunSql, { widget_id, id, leases, max_pages }: LeasedRun): Promise<Page | undefined> {
  const [page] = await sql.prepared(columns)`
    WITH next AS (
      SELECT id, url FROM kb_pages WHERE widget_id = ${widget_id} AND run_id = ${id} AND state = 'queued'
      ORDER BY depth, id LIMIT 1
    ), held AS (
      UPDATE kb_crawl_runs r SET current_url = next.url FROM next
      WHERE r.widget_id = ${widget_id} AND r.id = ${id} AND r.leases = ${leases} AND r.status = 'running'
        AND r.pages_fetched < ${max_pages} RETURNING next.id
    )
    UPDATE kb_pages p SET attempts = p.attempts + 1 FROM held WHERE p.widget_id = ${widget_id} AND p.id = held.id
    RETURNING p.id, p.url, p.depth, p.attempts, p.etag, p.last_modified, p.blocks, p.block_hashes, p.hash, p.links`;
  return page;
}

export interface FoundPage {
  url: string;
  depth: number;
  /** Left out without fetching it. */
  reason: string | null;
}

/** Adds addresses that the run has not met yet, and returns how many of each state. */
export async function add({ sql, now }: Write, { widget_id, id }: Held, found: FoundPage[]) {
  if (!found.length) return { queued: 0, skipped: 0 };
  const rows = await sql({ queued: integer(), skipped: integer() })`
    WITH added AS (
      INSERT INTO kb_pages AS p (widget_id, url, run_id, depth, state, reason, checked_at)
      SELECT ${widget_id}::bigint, f.url, ${id}::bigint, f.depth, CASE WHEN f.reason IS NULL THEN 'queued' ELSE 'skipped' END, f.reason,
        CASE WHEN f.reason IS NULL THEN NULL ELSE ${now.toString()}::timestamptz END
      FROM unnest(${found.map(({ url }) => url)}::text[], ${found.map(({ depth }) => depth)}::integer[],
        ${found.map(({ reason }) => reason)}::text[]) WITH ORDINALITY AS f (url, depth, reason, place)
      ORDER BY f.place
      ON CONFLICT (widget_id, url) DO UPDATE SET run_id = excluded.run_id, depth = excluded.depth, state = excluded.state,
        reason = excluded.reason, checked_at = excluded.checked_at, attempts = 0
      WHERE p.run_id <> excluded.run_id
      RETURNING state
    )
    SELECT count(*) FILTER (WHERE state = 'queued')::int AS queued, count(*) FILTER (WHERE state = 'skipped')::int AS skipped
    FROM added`;
  return onlyRow(rows);
}

/** The state of an address in this run. */
export async function findState({ sql }: Write, { widget_id, id }: Held, url: string) {
  const [found] = await sql(pick(kbPages, 'id', 'state', 'hash'))`
    SELECT id, state, hash FROM kb_pages WHERE widget_id = ${widget_id} AND run_id = ${id} AND url = ${url}`;
  return found;
}

/** The page of this run that says the same. */
export async function findSame(
  { sql }: Write,
  { widget_id, id }: Held,
  { hash, notId }: { hash: number; notId: number },
) {
  const [found] = await sql(pick(kbPages, 'id'))`
    SELECT id FROM kb_pages
    WHERE widget_id = ${widget_id} AND run_id = ${id} AND hash = ${hash} AND state = 'done' AND id <> ${notId} LIMIT 1`;
  return found;
}

/** Ends a page that has no text. */
export function end(
  { run, now }: Write,
  { widget_id }: Held,
  page: { id: number; state: 'skipped' | 'failed' | 'redirected'; reason: string | null },
) {
  // What failed is fetched whole the next time; what is known of it stays, as its rules do.
  run`
    UPDATE kb_pages SET state = ${page.state}, reason = ${page.reason}, checked_at = ${now.toString()}, etag = NULL, last_modified = NULL
    WHERE widget_id = ${widget_id} AND id = ${page.id}`;
}

export interface PageContent {
  etag: string | null;
  lastModified: string | null;
  blocks: Block[];
  blockHashes: number[];
  hash: number;
  dropped: number[];
  links: string[];
}

/** Ends a page with its text. */
export function store({ run, now }: Write, { widget_id }: Held, id: number, content: PageContent) {
  run`
    UPDATE kb_pages SET state = 'done', reason = NULL, checked_at = ${now.toString()}, etag = ${content.etag},
      last_modified = ${content.lastModified}, blocks = ${JSON.stringify(content.blocks)}::jsonb,
      block_hashes = ${content.blockHashes}::bigint[], hash = ${content.hash}, dropped_hashes = ${content.dropped}::bigint[],
      links = ${content.links}::text[]
    WHERE widget_id = ${widget_id} AND id = ${id}`;
}

/** Hashes of blocks that were left out of any page last. */
export async function listDropped({ sql }: Read, { widget_id }: Held) {
  const rows = await sql({ hash: integer() })`
    SELECT DISTINCT block AS hash FROM kb_pages CROSS JOIN unnest(dropped_hashes) AS block WHERE widget_id = ${widget_id}`;
  return rows.map(({ hash }) => hash);
}

/** What at least half of a site's pages repeat, and at least four, is about none of them. */
const LEAST_PAGES = 4;
const LEAST_SHARE = 0.5;

/** Hashes of blocks that most pages of the run have. */
export async function listRepeated({ sql }: Read, { widget_id, id }: Held) {
  const rows = await sql({ hash: integer() })`
    WITH pages AS (
      SELECT block_hashes FROM kb_pages WHERE widget_id = ${widget_id} AND run_id = ${id} AND state = 'done'
    )
    SELECT hash FROM pages CROSS JOIN unnest(block_hashes) AS hash GROUP BY hash
    HAVING count(*) >= greatest(${LEAST_PAGES}::integer, (SELECT count(*) FROM pages) * ${LEAST_SHARE}::float)`;
  return rows.map(({ hash }) => hash);
}

const rewrittenColumns = { id: kbPages.id, dropped: array(integer()) };

/** Pages of which other blocks are repeated than when their rules were written. */
export function listRewritten({ sql }: Read, { widget_id, id }: Held, repeated: number[]) {
  return sql(rewrittenColumns)`
    SELECT id, dropped FROM (
      SELECT id, dropped_hashes, (
        SELECT coalesce(array_agg(hash ORDER BY hash), '{}') FROM unnest(block_hashes) AS hash
        WHERE hash = ANY (${repeated}::bigint[])
      ) AS dropped
      FROM kb_pages WHERE widget_id = ${widget_id} AND run_id = ${id} AND state = 'done'
    ) AS p
    WHERE dropped_hashes IS DISTINCT FROM dropped ORDER BY id`;
}

export async function findText({ sql }: Write, { widget_id }: Held, id: number) {
  const [found] = await sql(pick(kbPages, 'url', 'blocks'))`
    SELECT url, blocks FROM kb_pages WHERE widget_id = ${widget_id} AND id = ${id}`;
  return found;
}

export function setDropped({ run }: Write, { widget_id }: Held, id: number, dropped: number[]) {
  run`UPDATE kb_pages SET dropped_hashes = ${dropped}::bigint[] WHERE widget_id = ${widget_id} AND id = ${id}`;
}

/** Addresses whose rules stay: those with text, and those that may be back. */
export async function listKept({ sql }: Write, { widget_id, id }: Held) {
  const rows = await sql({ url: text() })`
    SELECT url FROM kb_pages WHERE widget_id = ${widget_id} AND run_id = ${id}
      AND (state = 'done' OR (state = 'failed' AND reason NOT IN ('http_404', 'http_410')))`;
  return rows.map(({ url }) => url);
}

/** How many pages could not be fetched though they may exist, and how many could. */
export async function countFailed({ sql }: Write, { widget_id, id }: Held) {
  const rows = await sql({ failed: integer(), others: integer() })`
    SELECT count(*) FILTER (WHERE state = 'failed' AND reason NOT IN ('http_404', 'http_410'))::int AS failed,
      count(*) FILTER (WHERE state = 'done')::int AS others
    FROM kb_pages WHERE widget_id = ${widget_id} AND run_id = ${id}`;
  return onlyRow(rows);
}

/** Pages that the run did not reach. */
export function removeOthers({ run }: Write, { widget_id, id }: Held) {
  run`DELETE FROM kb_pages WHERE widget_id = ${widget_id} AND (run_id <> ${id} OR state = 'queued')`;
}

export function removeAll({ run, widgetId }: InWidget) {
  run`DELETE FROM kb_pages WHERE widget_id = ${widgetId}`;
}

/** Of a run that starts again elsewhere. */
export function removeFound({ run }: Write, { widget_id, id }: Held) {
  run`DELETE FROM kb_pages WHERE widget_id = ${widget_id} AND run_id = ${id}`;
}

/** Forgets what pages say, so that the next run reads them. What they repeat is still true. */
export function forgetContents({ run, widgetId }: InWidget) {
  run`
    UPDATE kb_pages SET etag = NULL, last_modified = NULL, blocks = NULL, block_hashes = NULL, hash = NULL, links = NULL
    WHERE widget_id = ${widgetId}`;
}

/** The newest that were left out, with the reason. */
export function listSkipped({ sql, widgetId }: InWidget<Read>, runId: number, limit: number) {
  return sql({ url: kbPages.url, reason: text() })`
    SELECT url, reason FROM kb_pages
    WHERE widget_id = ${widgetId} AND run_id = ${runId} AND state IN ('skipped', 'failed') AND reason IS NOT NULL
    ORDER BY checked_at DESC, id DESC LIMIT ${limit}`;
}
