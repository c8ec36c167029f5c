import type { Context, Read } from '../../../../kernel/data/context.ts';
import { activityAt, type ChatRow, COLUMNS, TABLES } from '../store.ts';
import { conditionsOf, type Filter, place } from './filters.ts';

interface NewestFilter extends Filter {
  /** The last chat of the page before. */
  before?: { created_at: string; id: number };
}

/** More than this a set of candidates need not be, as long as reading in order may meet enough of them. */
const MANY = 10_000;
/** So many of the newest chats are looked through one by one, which finds what is common at once. */
const NEWEST = 200;
/** So many of them when the candidates are many: past that they are all old, and all of them are looked at. */
const NEWER = 20_000;

/** Newest first. The plain page is compiled once; a page with filters is planned for their values. */
export async function listNewest(ctx: Context<Read>, filter: NewestFilter): Promise<ChatRow[]> {
  const { q, updated_since } = filter;
  if (q !== undefined) return search(ctx, q, filter);
  if (updated_since) return listUpdated(ctx, updated_since, filter);
  const { conditions, values, time, id } = whereOf(ctx, filter);
  // The limit is part of the text: one that is not known when the plan is made is taken for a tenth of the table.
  const text = `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${conditions.join(' AND ')} ORDER BY ${time} DESC, ${id} DESC LIMIT ${filter.limit}`;
  const isPlain = conditions.length === PLAIN;
  return ctx.sql<ChatRow>({ ...(isPlain && { name: `chats.page.${filter.limit}` }), text, values });
}

interface Where {
  conditions: string[];
  values: unknown[];
  /** Of the half of the chat whose index is read in order. */
  time: string;
  id: string;
}

/** The conditions of a page without a filter. */
const PLAIN = 2;

function whereOf({ widgetId }: Context<Read>, filter: NewestFilter): Where {
  const before = boundOf(filter);
  const [time, id] = isOrderedByHead(filter) ? ['h.created_at', 'h.chat_id'] : ['c.created_at', 'c.id'];
  const values: unknown[] = [widgetId, before?.created_at ?? 'infinity', before?.id ?? Number.MAX_SAFE_INTEGER];
  const bounds = ['c.widget_id = $1 AND h.widget_id = $1', `(${time}, ${id}) < ($2::timestamptz, $3::bigint)`];
  return { conditions: [...bounds, ...conditionsOf(filter, values, time)], values, time, id };
}

/** Where the page begins: behind the one before, or at the end of the period. As two conditions they would read all between. */
function boundOf({ before, to }: NewestFilter) {
  if (to === undefined) return before;
  const isInside = before && Temporal.Instant.compare(before.created_at, to) < 0;
  return isInside ? before : { created_at: to, id: 0 };
}

/** Which filter is likely to leave the fewest chats; the order comes from the index of its half. */
function isOrderedByHead({ awaiting_reply, status, done, snoozed, view, agent_id, contactNumber }: Filter) {
  if (contactNumber !== undefined) return false;
  if (awaiting_reply === 1 || snoozed === 1 || (view !== undefined && view !== 'done')) return true;
  return agent_id === undefined && (status !== undefined || done === 0);
}

/** What moved since: few chats if it is not long ago. */
async function listUpdated(ctx: Context<Read>, since: Temporal.Instant, filter: NewestFilter) {
  const where = whereOf(ctx, filter);
  const [sinceAt, bucketAt] = place(where.values, since.toString(), activityAt(since));
  const candidates = `
    SELECT h.chat_id FROM chat_heads h
    WHERE h.widget_id = $1 AND h.activity >= ${bucketAt} AND h.updated_at >= ${sinceAt}
    AND (h.created_at, h.chat_id) < ($2::timestamptz, $3::bigint)`;
  const match = `
    SELECT FROM chat_heads u
    WHERE u.widget_id = $1 AND u.chat_id = newest.id AND u.activity >= ${bucketAt} AND u.updated_at >= ${sinceAt}`;
  return find(ctx, where, { candidates, match, limit: filter.limit });
}

/** Chats with a text in a message that the visitor sees. */
async function search(ctx: Context<Read>, q: string, { updated_since, ...filter }: NewestFilter) {
  const where = whereOf(ctx, filter);
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
  return find(ctx, where, { candidates, match, limit: filter.limit });
}

interface Sought {
  /** Every chat that may be meant, from an index of its own. */
  candidates: string;
  /** Whether the chat `newest.id` is meant. */
  match: string;
  limit: number;
}

/**
 * Two ways lead to a page: reading the newest chats one by one is quick when many fit, asking another index when few do.
 * Left to choose, the planner takes the wrong one often enough to turn milliseconds into seconds. So a few of the newest
 * are read, then the index is asked; where that has too much to tell, more of the newest are read, and only where all of
 * it is old is the index asked for everything.
 */
async function find(ctx: Context<Read>, where: Where, sought: Sought): Promise<ChatRow[]> {
  const newest = await readNewest(ctx, where, sought, NEWEST);
  if (newest.length === sought.limit) return newest;
  const few = await readCandidates(ctx, where, sought, MANY);
  if (few) return few;
  const newer = await readNewest(ctx, where, sought, NEWER);
  if (newer.length === sought.limit) return newer;
  return (await readCandidates(ctx, where, sought)) ?? [];
}

/** Undefined when there are as many candidates as were asked for. */
async function readCandidates(
  { sql }: Context<Read>,
  { conditions, values, time, id }: Where,
  { candidates, limit }: Sought,
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

/** So deep and no deeper; each chat is asked about in turn, until the page is full. */
function readNewest(
  { sql }: Context<Read>,
  { conditions, values, time, id }: Where,
  { match, limit }: Sought,
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
