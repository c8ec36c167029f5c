import type { Context, Read } from '../../../../kernel/data/context.ts';
import { activityAt, type ChatRow, COLUMNS, TABLES } from '../store.ts';
import { conditionsOf, type Filter, place } from './filters.ts';

interface NewestFilter extends Filter {
  /** The last chat of the previous page. */
  before?: { created_at: string; id: number };
}

/** Candidates read at first. With more, reading in order is likely to fill the page sooner. */
const MAX_CANDIDATES = 10_000;
/** Newest chats checked one by one at first: finds common matches fast. */
const SHALLOW_DEPTH = 200;
/** Newest chats checked one by one when there are many candidates; beyond it all matches are old. */
const FULL_DEPTH = 20_000;

/** Newest first. A page without filters is a prepared statement; one with filters is planned for their values. */
export async function listNewest(ctx: Context<Read>, filter: NewestFilter): Promise<ChatRow[]> {
  const { q, updated_since } = filter;
  if (q !== undefined) return search(ctx, q, filter);
  if (updated_since) return listUpdated(ctx, updated_since, filter);
  const { conditions, values, time, id } = pageConditionsOf(ctx, filter);
  // The limit is in the text: the planner takes an unknown one for a tenth of the table.
  const text = `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${conditions.join(' AND ')} ORDER BY ${time} DESC, ${id} DESC LIMIT ${filter.limit}`;
  const isPlain = conditions.length === PLAIN_CONDITIONS;
  return ctx.sql<ChatRow>({ ...(isPlain && { name: `chats.page.${filter.limit}` }), text, values });
}

interface PageConditions {
  conditions: string[];
  values: unknown[];
  /** Columns of the table whose index gives the order. */
  time: string;
  id: string;
}

/** How many conditions a page without filters has. */
const PLAIN_CONDITIONS = 2;

function pageConditionsOf({ widgetId }: Context<Read>, filter: NewestFilter): PageConditions {
  const before = boundOf(filter);
  const [time, id] = isOrderedByHead(filter) ? ['h.created_at', 'h.chat_id'] : ['c.created_at', 'c.id'];
  const values: unknown[] = [widgetId, before?.created_at ?? 'infinity', before?.id ?? Number.MAX_SAFE_INTEGER];
  const bounds = ['c.widget_id = $1 AND h.widget_id = $1', `(${time}, ${id}) < ($2::timestamptz, $3::bigint)`];
  return { conditions: [...bounds, ...conditionsOf(filter, values, time)], values, time, id };
}

/** The later of the cursor and the end of the period. As two conditions they would read all rows in between. */
function boundOf({ before, to }: NewestFilter) {
  if (to === undefined) return before;
  const isInside = before && Temporal.Instant.compare(before.created_at, to) < 0;
  return isInside ? before : { created_at: to, id: 0 };
}

/** Whether the most selective filter is on `chat_heads`; its index then gives the order. */
function isOrderedByHead({ awaiting_reply, status, done, snoozed, view, agent_id, contactNumber }: Filter) {
  if (contactNumber !== undefined) return false;
  if (awaiting_reply === 1 || snoozed === 1 || (view !== undefined && view !== 'done')) return true;
  return agent_id === undefined && (status !== undefined || done === 0);
}

/** Few chats if `since` is recent. */
async function listUpdated(ctx: Context<Read>, since: Temporal.Instant, filter: NewestFilter) {
  const where = pageConditionsOf(ctx, filter);
  const [sinceAt, bucketAt] = place(where.values, since.toString(), activityAt(since));
  const candidates = `
    SELECT h.chat_id FROM chat_heads h
    WHERE h.widget_id = $1 AND h.activity >= ${bucketAt} AND h.updated_at >= ${sinceAt}
    AND (h.created_at, h.chat_id) < ($2::timestamptz, $3::bigint)`;
  const match = `
    SELECT FROM chat_heads u
    WHERE u.widget_id = $1 AND u.chat_id = newest.id AND u.activity >= ${bucketAt} AND u.updated_at >= ${sinceAt}`;
  return findPage(ctx, where, { candidates, match, limit: filter.limit });
}

/** Chats with the text in a message that the visitor sees. */
async function search(ctx: Context<Read>, q: string, { updated_since, ...filter }: NewestFilter) {
  const where = pageConditionsOf(ctx, filter);
  where.conditions.push('NOT c.is_internal');
  const [queryAt] = place(where.values, q);
  const matches = [`m.widget_id = $1 AND NOT m.private AND strpos(fold(m.body), fold(${queryAt})) > 0`];
  if (updated_since) {
    const [sinceAt] = place(where.values, updated_since.toString());
    matches.push(`EXISTS (
      SELECT FROM chat_heads u WHERE u.widget_id = $1 AND u.chat_id = m.chat_id AND u.updated_at >= ${sinceAt})`);
  }
  const candidates = `
    SELECT m.chat_id FROM messages m
    WHERE ${matches.join(' AND ')} AND search_terms(m.widget_id, m.body) @> search_terms_of($1, ${queryAt})`;
  const match = `SELECT FROM messages m WHERE m.chat_id = newest.id AND ${matches.join(' AND ')}`;
  return findPage(ctx, where, { candidates, match, limit: filter.limit });
}

interface CandidateQuery {
  /** Selects every possible match, by an index. */
  candidates: string;
  /** Selects a row if the chat `newest.id` matches. */
  match: string;
  limit: number;
}

/**
 * Checking the newest chats one by one is fast when many match, an index when few do, and the planner often picks the
 * wrong one, which turns milliseconds into seconds. So: check a few of the newest, then try the index up to a limit,
 * then check more of the newest, and read all of the index only if every match is old.
 */
async function findPage(ctx: Context<Read>, where: PageConditions, sought: CandidateQuery): Promise<ChatRow[]> {
  const newest = await readNewest(ctx, where, sought, SHALLOW_DEPTH);
  if (newest.length === sought.limit) return newest;
  const few = await readCandidates(ctx, where, sought, MAX_CANDIDATES);
  if (few) return few;
  const newer = await readNewest(ctx, where, sought, FULL_DEPTH);
  if (newer.length === sought.limit) return newer;
  return (await readCandidates(ctx, where, sought)) ?? [];
}

/** Undefined if there are `most` candidates or more. */
async function readCandidates(
  { sql }: Context<Read>,
  { conditions, values, time, id }: PageConditions,
  { candidates, limit }: CandidateQuery,
  most?: number,
): Promise<ChatRow[] | undefined> {
  const rows = await sql<ChatRow & { found: number }>({
    text: `WITH found AS MATERIALIZED (${candidates} ${most ? `LIMIT ${most}` : ''}),
           ids AS MATERIALIZED (SELECT DISTINCT chat_id FROM found),
           page AS MATERIALIZED (
             SELECT c.id FROM ids JOIN chats c ON c.id = ids.chat_id JOIN chat_heads h ON h.chat_id = c.id
             WHERE ${conditions.join(' AND ')} ORDER BY ${time} DESC, ${id} DESC LIMIT ${limit}
           )
           SELECT counted.found, page_rows.* FROM (SELECT count(*)::int AS found FROM found) AS counted
           LEFT JOIN (SELECT ${COLUMNS} FROM page JOIN ${TABLES} ON c.widget_id = $1 AND c.id = page.id) AS page_rows ON true
           ORDER BY page_rows.created_at DESC, page_rows.id DESC`,
    values,
  });
  if (most && (rows[0]?.found ?? 0) >= most) return undefined;
  return rows.filter((row) => row.id !== null);
}

/** Checks chats in order, up to `depth`, until the page is full. */
function readNewest(
  { sql }: Context<Read>,
  { conditions, values, time, id }: PageConditions,
  { match, limit }: CandidateQuery,
  depth: number,
) {
  return sql<ChatRow>({
    text: `WITH newest AS (
             SELECT ${id} AS id, ${time} AS created_at FROM chats c JOIN chat_heads h ON h.chat_id = c.id
             WHERE ${conditions.join(' AND ')} ORDER BY ${time} DESC, ${id} DESC LIMIT ${depth}
           ),
           page AS MATERIALIZED (
             SELECT newest.id FROM newest CROSS JOIN LATERAL (${match} LIMIT 1) AS hit
             ORDER BY newest.created_at DESC, newest.id DESC LIMIT ${limit}
           )
           SELECT ${COLUMNS} FROM page JOIN ${TABLES} ON c.widget_id = $1 AND c.id = page.id
           ORDER BY c.created_at DESC, c.id DESC`,
    values,
  });
}
