import type { Context } from '../../kernel/context.ts';
import { activityAt, type ChatRow, COLUMNS, TABLES } from './store.ts';

export interface Filter {
  status?: string;
  channel?: string;
  has_client_messages?: number;
  q?: string;
  from?: string;
  to?: string;
  updated_since?: Temporal.Instant;
  agent_id?: number;
  unassigned?: number;
  handling?: string;
  contactNumber?: number;
  department_id?: number;
  awaiting_reply?: number;
  done?: number;
  /** The last chat of the page before. */
  before?: { created_at: string; id: number };
  limit: number;
}

/** More than this a set of candidates need not be: then reading in order meets the rest soon. */
const MANY = 10_000;
/** So many of the newest chats are looked through one by one, which finds what is common at once. */
const NEWEST = 200;

/** Newest first. The plain page is compiled once; a page with filters is planned for their values. */
export async function list(ctx: Context, filter: Filter): Promise<ChatRow[]> {
  const { q, updated_since } = filter;
  const where = whereOf(ctx, filter);
  if (q !== undefined) return search(ctx, q, where);
  if (updated_since) return listUpdated(ctx, updated_since, where);
  return readInOrder(ctx, where);
}

interface Where {
  conditions: string;
  values: unknown[];
  /** The half of the chat whose index is read in order. */
  order: string;
  limit: number;
  isPlain: boolean;
}

function whereOf({ widgetId }: Context, filter: Filter): Where {
  const { before, limit } = filter;
  const isByHead = isOrderedByHead(filter);
  const [time, id] = isByHead ? ['h.created_at', 'h.chat_id'] : ['c.created_at', 'c.id'];
  const values: unknown[] = [widgetId, before?.created_at ?? 'infinity', before?.id ?? Number.MAX_SAFE_INTEGER];
  let conditions = `c.widget_id = $1 AND h.widget_id = $1 AND (${time}, ${id}) < ($2::timestamptz, $3::bigint)`;
  const add = (condition: string, value?: unknown) => {
    if (value !== undefined) values.push(value);
    conditions += ` AND ${condition.replace('$', `$${values.length}`)}`;
  };
  if (filter.status !== undefined) add('h.state = $', filter.status);
  if (filter.channel !== undefined) add('c.channel = $', filter.channel);
  if (filter.has_client_messages !== undefined) add('c.has_client_messages = $', filter.has_client_messages === 1);
  if (filter.from !== undefined) add(`${time} >= $`, filter.from);
  if (filter.to !== undefined) add(`${time} < $`, filter.to);
  if (filter.updated_since) add('h.updated_at >= $', filter.updated_since.toString());
  if (filter.agent_id !== undefined) add('c.agent_id = $', filter.agent_id);
  if (filter.unassigned !== undefined) add(filter.unassigned ? 'c.agent_id IS NULL' : 'c.agent_id IS NOT NULL');
  if (filter.handling !== undefined) add('c.handling = $', filter.handling);
  if (filter.contactNumber !== undefined) add('c.contact_id = $', filter.contactNumber);
  if (filter.department_id !== undefined) add('c.department_id = $', filter.department_id);
  if (filter.awaiting_reply !== undefined) add(`h.waiting_since IS ${filter.awaiting_reply ? 'NOT NULL' : 'NULL'}`);
  if (filter.done !== undefined) add(`h.done_at IS ${filter.done ? 'NOT NULL' : 'NULL'}`);
  return {
    conditions,
    values,
    order: `${time} DESC, ${id} DESC`,
    limit,
    isPlain: conditions.endsWith('$3::bigint)'),
  };
}

/** Which filter is likely to leave the fewest chats; the order comes from the index of its half. */
function isOrderedByHead({ awaiting_reply, status, done, agent_id, contactNumber }: Filter) {
  if (contactNumber !== undefined) return false;
  if (awaiting_reply === 1) return true;
  return agent_id === undefined && (status !== undefined || done === 0);
}

function readInOrder({ sql }: Context, { conditions, values, order, limit, isPlain }: Where) {
  // The limit is part of the text: one that is not known when the plan is made is taken for a tenth of the table.
  const text = `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${conditions} ORDER BY ${order} LIMIT ${limit}`;
  return sql<ChatRow>({ ...(isPlain && { name: `chats.page.${limit}` }), text, values });
}

/** The page of those chats that a query tells, and how much that had to tell. */
async function readCandidates(
  { sql }: Context,
  candidates: string,
  { conditions, values, order, limit }: Where,
): Promise<ChatRow[] | undefined> {
  const rows = await sql<ChatRow & { found: number }>({
    text: `WITH found AS MATERIALIZED (${candidates} LIMIT ${MANY}),
           ids AS MATERIALIZED (SELECT DISTINCT chat_id FROM found),
           page AS MATERIALIZED (
             SELECT c.id FROM ids JOIN chats c ON c.id = ids.chat_id JOIN chat_heads h ON h.chat_id = c.id
             WHERE ${conditions} ORDER BY ${order} LIMIT ${limit}
           )
           SELECT counted.found, page_rows.* FROM (SELECT count(*)::int AS found FROM found) AS counted
           LEFT JOIN (SELECT ${COLUMNS} FROM page JOIN ${TABLES} ON c.widget_id = $1 AND c.id = page.id) AS page_rows ON true
           ORDER BY page_rows.created_at DESC, page_rows.id DESC`,
    values,
  });
  if ((rows[0]?.found ?? 0) >= MANY) return undefined;
  return rows.filter(({ id }) => id !== null);
}

/** What moved since: few chats if it is not long ago. Where they are many, reading in order meets them soon. */
async function listUpdated(ctx: Context, since: Temporal.Instant, where: Where) {
  const values = [...where.values, activityAt(since), since.toString()];
  const at = where.values.length;
  const candidates = `
    SELECT h.chat_id FROM chat_heads h
    WHERE h.widget_id = $1 AND h.activity >= $${at + 1} AND h.updated_at >= $${at + 2}
    AND (h.created_at, h.chat_id) < ($2::timestamptz, $3::bigint)`;
  return (await readCandidates(ctx, candidates, { ...where, values })) ?? readInOrder(ctx, where);
}

/**
 * Chats with a text in a message that the visitor sees. Left to choose, the planner takes the wrong way often enough to
 * turn milliseconds into seconds; so the newest chats are read first, then the index is asked, and where that has too
 * much to tell, all are read in order until the page is full.
 */
async function search(ctx: Context, q: string, { values: given, ...where }: Where) {
  const values = [...given, q];
  const queryAt = `$${values.length}`;
  const matches = `NOT m.private AND strpos(fold(m.body), fold(${queryAt})) > 0`;
  const hasMatch = `EXISTS (SELECT FROM messages m WHERE m.widget_id = $1 AND m.chat_id = c.id AND ${matches})`;
  const matching = { ...where, values, conditions: `${where.conditions} AND ${hasMatch}` };
  const newest = await readNewest(ctx, hasMatch, { ...where, values });
  if (newest.length === where.limit) return newest;
  const candidates = `
    SELECT m.chat_id FROM messages m
    WHERE m.widget_id = $1 AND ${matches} AND search_terms(m.widget_id, m.body) @> search_terms_of($1, ${queryAt})`;
  return (await readCandidates(ctx, candidates, { ...where, values })) ?? readInOrder(ctx, matching);
}

function readNewest({ sql }: Context, hasMatch: string, { conditions, values, order, limit }: Where) {
  return sql<ChatRow>({
    text: `WITH newest AS MATERIALIZED (
             SELECT c.id, c.created_at FROM chats c JOIN chat_heads h ON h.chat_id = c.id
             WHERE ${conditions} ORDER BY ${order} LIMIT ${NEWEST}
           ),
           page AS MATERIALIZED (
             SELECT c.id FROM newest c WHERE ${hasMatch} ORDER BY c.created_at DESC, c.id DESC LIMIT ${limit}
           )
           SELECT ${COLUMNS} FROM page JOIN ${TABLES} ON c.widget_id = $1 AND c.id = page.id
           ORDER BY c.created_at DESC, c.id DESC`,
    values,
  });
}

const MOST_COUNTED = 1_000;

const COUNTS: Record<string, string> = {
  open: "h.done_at IS NULL AND h.state <> 'spam'",
  unassigned: "h.done_at IS NULL AND h.state <> 'spam' AND c.agent_id IS NULL",
  awaiting_reply: 'h.waiting_since IS NOT NULL',
  mine: "h.done_at IS NULL AND h.state <> 'spam' AND c.agent_id = $2",
  done: 'h.done_at IS NOT NULL',
  spam: "h.state = 'spam'",
};

export interface Counts {
  open: number;
  unassigned: number;
  awaiting_reply: number;
  mine: number;
  done: number;
  spam: number;
}

/** Each up to a thousand, so that it costs the same however many there are. */
export async function count({ sql, widgetId }: Context, agentId: number | null): Promise<Counts> {
  const columns = Object.entries(COUNTS).map(
    ([name, condition]) => `(SELECT count(*) FROM (
      SELECT FROM chats c JOIN chat_heads h ON h.widget_id = c.widget_id AND h.chat_id = c.id
      WHERE c.widget_id = $1 AND h.widget_id = $1 AND ${condition} LIMIT ${MOST_COUNTED}) AS counted)::int AS ${name}`,
  );
  const [counts] = await sql<Counts>({ text: `SELECT ${columns.join(', ')}`, values: [widgetId, agentId] });
  return counts as Counts;
}
