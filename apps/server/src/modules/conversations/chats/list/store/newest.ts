import { integer, optional, type RowOf } from '../../../../../infra/postgres/row-schema.ts';
import { type Fragment, fragment, join, param, raw } from '../../../../../infra/postgres/sql.ts';
import type { Context, Read } from '../../../../../kernel/data/context.ts';
import { activityAt } from '../../../../../kernel/data/moments.ts';
import { type ChatRow, COLUMNS, columns, TABLES } from '../../store.ts';
import { conditionsOf } from './conditions.ts';
import type { Filter } from './filters.ts';

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
  const { q, contact_query, updated_since } = filter;
  if (isPlain(filter)) return listPlain(ctx, filter);
  if (q !== undefined) return search(ctx, q, filter);
  if (contact_query !== undefined) return searchContacts(ctx, contact_query, filter);
  if (updated_since) return listUpdated(ctx, updated_since, filter);
  const { conditions, order } = pageConditionsOf(ctx, filter);
  return ctx.sql(columns)`
    SELECT ${COLUMNS} FROM ${TABLES} WHERE ${join(conditions, ' AND ')} ORDER BY ${order} LIMIT ${raw(filter.limit)}`;
}

function isPlain({ before: _before, limit: _limit, ...filters }: NewestFilter) {
  return Object.values(filters).every((value) => value === undefined);
}

/** The limit is in the text: the planner takes an unknown one for a tenth of the table. */
function listPlain({ sql, widgetId }: Context<Read>, { before, limit }: Pick<NewestFilter, 'before' | 'limit'>) {
  const widget = param(widgetId);
  const { created_at = 'infinity', id = Number.MAX_SAFE_INTEGER } = before ?? {};
  return sql.prepared(columns)`
    SELECT ${COLUMNS} FROM ${TABLES}
    WHERE c.widget_id = ${widget} AND h.widget_id = ${widget}
      AND (c.created_at, c.id) < (${created_at}::timestamptz, ${id}::bigint)
    ORDER BY c.created_at DESC, c.id DESC LIMIT ${raw(limit)}`;
}

type PageConditions = ReturnType<typeof pageConditionsOf>;

function pageConditionsOf({ widgetId }: Context<Read>, filter: NewestFilter) {
  // Columns of the table whose index gives the order.
  const [time, id] = isOrderedByHead(filter)
    ? [fragment`h.created_at`, fragment`h.chat_id`]
    : [fragment`c.created_at`, fragment`c.id`];
  const widget = param(widgetId);
  const { created_at: beforeTime = 'infinity', id: beforeId = Number.MAX_SAFE_INTEGER } = boundOf(filter) ?? {};
  const bound = fragment`(${beforeTime}::timestamptz, ${beforeId}::bigint)`;
  const conditions = [
    fragment`c.widget_id = ${widget} AND h.widget_id = ${widget}`,
    fragment`(${time}, ${id}) < ${bound}`,
    ...conditionsOf(filter, { widget, time }),
  ];
  return { widget, bound, conditions, time, id, order: fragment`${time} DESC, ${id} DESC` };
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
  const { widget, bound } = where;
  const [sinceAt, bucket] = [param(since.toString()), param(activityAt(since))];
  const candidates = fragment`
    SELECT h.chat_id FROM chat_heads h
    WHERE h.widget_id = ${widget} AND h.activity >= ${bucket} AND h.updated_at >= ${sinceAt}
    AND (h.created_at, h.chat_id) < ${bound}`;
  const match = fragment`
    SELECT FROM chat_heads u
    WHERE u.widget_id = ${widget} AND u.chat_id = newest.id AND u.activity >= ${bucket} AND u.updated_at >= ${sinceAt}`;
  return findPage(ctx, where, { candidates, match, limit: filter.limit });
}

/** Chats with the text in a message that the visitor sees. */
async function search(ctx: Context<Read>, q: string, { updated_since, ...filter }: NewestFilter) {
  const where = pageConditionsOf(ctx, filter);
  where.conditions.push(fragment`NOT c.is_internal`);
  const { widget } = where;
  const query = param(q);
  const isUpdated = updated_since
    ? fragment`EXISTS (
        SELECT FROM chat_heads u
        WHERE u.widget_id = ${widget} AND u.chat_id = m.chat_id AND u.updated_at >= ${updated_since.toString()})`
    : fragment`true`;
  const isMatch = fragment`m.widget_id = ${widget} AND NOT m.private AND strpos(fold(m.body), fold(${query})) > 0`;
  // In one statement, so that a message that is being indexed is in exactly one of both.
  const candidates = fragment`
    SELECT m.chat_id FROM (
      SELECT chat_id FROM message_search
      WHERE widget_id = ${widget} AND message_terms(widget_id, text) @> search_terms_of(${widget}, ${query})
        AND strpos(text, fold(${query})) > 0
      UNION ALL
      SELECT m.chat_id FROM unindexed_messages u CROSS JOIN LATERAL (
        SELECT * FROM messages
        WHERE widget_id = ${widget} AND chat_id = u.chat_id AND id >= u.message_id ORDER BY id LIMIT 1
      ) AS m
      WHERE u.widget_id = ${widget} AND m.id = u.message_id AND ${isMatch}
    ) AS m WHERE ${isUpdated}`;
  const match = fragment`SELECT FROM messages m WHERE m.chat_id = newest.id AND ${isMatch} AND ${isUpdated}`;
  return findPage(ctx, where, { candidates, match, limit: filter.limit });
}

/** Chats of contacts with the text in name, e-mail or phone. */
function searchContacts(ctx: Context<Read>, text: string, filter: NewestFilter) {
  const where = pageConditionsOf(ctx, filter);
  const { widget } = where;
  const query = param(text);
  const contactsOfChats = fragment`
    contacts k JOIN chats t ON t.widget_id = k.widget_id AND t.contact_id = k.id
    WHERE k.widget_id = ${widget} AND (strpos(fold(k.name), fold(${query})) > 0
      OR strpos(fold(k.email), fold(${query})) > 0 OR strpos(fold(k.phone), fold(${query})) > 0)`;
  const candidates = fragment`
    SELECT t.id AS chat_id FROM ${contactsOfChats}
    AND search_terms(k.widget_id, k.name, k.email, k.phone) @> search_terms_of(${widget}, ${query})`;
  const match = fragment`SELECT FROM ${contactsOfChats} AND t.id = newest.id`;
  return findPage(ctx, where, { candidates, match, limit: filter.limit });
}

interface CandidateQuery {
  /** Selects every possible match, by an index. */
  candidates: Fragment;
  /** Selects a row if the chat `newest.id` matches. */
  match: Fragment;
  limit: number;
}

/**
 * Checking the newest chats one by one is fast when many match, an index when few do, and the planner often picks the
 * wrong one, which turns milliseconds into seconds. So: check a few of the newest, then try the index up to a limit,
 * then check more of the newest, and read all of the index only if every match is old.
 */
async function findPage(ctx: Context<Read>, where: PageConditions, query: CandidateQuery): Promise<ChatRow[]> {
  const newest = await readNewest(ctx, where, query, SHALLOW_DEPTH);
  if (newest.length === query.limit) return newest;
  const indexed = await readCandidates(ctx, where, query, MAX_CANDIDATES);
  if (indexed) return indexed;
  const newer = await readNewest(ctx, where, query, FULL_DEPTH);
  if (newer.length === query.limit) return newer;
  return (await readCandidates(ctx, where, query)) ?? [];
}

/** All but the count are null in the one row of an empty page. */
const candidateColumns = { found: integer(), ...optional(columns) };

/** Undefined if there are `maxCandidates` candidates or more. */
async function readCandidates(
  { sql }: Context<Read>,
  { widget, conditions, order }: PageConditions,
  { candidates, limit }: CandidateQuery,
  maxCandidates?: number,
): Promise<ChatRow[] | undefined> {
  const rows = await sql(candidateColumns)`
    WITH found AS MATERIALIZED (${candidates} ${maxCandidates ? fragment`LIMIT ${raw(maxCandidates)}` : fragment``}),
    ids AS MATERIALIZED (SELECT DISTINCT chat_id FROM found),
    page AS MATERIALIZED (
      SELECT c.id FROM ids JOIN chats c ON c.id = ids.chat_id JOIN chat_heads h ON h.chat_id = c.id
      WHERE ${join(conditions, ' AND ')} ORDER BY ${order} LIMIT ${raw(limit)}
    )
    SELECT counted.found, page_rows.* FROM (SELECT count(*)::int AS found FROM found) AS counted
    LEFT JOIN (SELECT ${COLUMNS} FROM page JOIN ${TABLES} ON c.widget_id = ${widget} AND c.id = page.id) AS page_rows
    ON true
    ORDER BY page_rows.created_at DESC, page_rows.id DESC`;
  if (maxCandidates && (rows[0]?.found ?? 0) >= maxCandidates) return undefined;
  return rows.filter(hasChat);
}

type CandidateRow = RowOf<typeof candidateColumns>;

const hasChat = (row: CandidateRow): row is CandidateRow & ChatRow => row.id !== null;

/** Checks chats in order, up to `depth`, until the page is full. */
function readNewest(
  { sql }: Context<Read>,
  { widget, conditions, time, id, order }: PageConditions,
  { match, limit }: CandidateQuery,
  depth: number,
) {
  return sql(columns)`
    WITH newest AS (
      SELECT ${id} AS id, ${time} AS created_at FROM chats c JOIN chat_heads h ON h.chat_id = c.id
      WHERE ${join(conditions, ' AND ')} ORDER BY ${order} LIMIT ${raw(depth)}
    ),
    page AS MATERIALIZED (
      SELECT newest.id FROM newest CROSS JOIN LATERAL (${match} LIMIT 1) AS hit
      ORDER BY newest.created_at DESC, newest.id DESC LIMIT ${raw(limit)}
    )
    SELECT ${COLUMNS} FROM page JOIN ${TABLES} ON c.widget_id = ${widget} AND c.id = page.id
    ORDER BY c.created_at DESC, c.id DESC`;
}
