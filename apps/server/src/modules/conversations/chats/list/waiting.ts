import type { Context, Read } from '../../../../kernel/data/context.ts';
import { activityAt, type ChatRow, COLUMNS, TABLES } from '../store.ts';
import { conditionsOf, type Filter, place } from './filters.ts';

/** A position in the list: among the chats that await a reply, or among the rest. */
export interface Place {
  part: 'waiting' | 'rest';
  /** `waiting_since`, or the time of the last message. */
  at: string;
  id: number;
}

interface WaitingFilter extends Filter {
  /** The last chat of the previous page. */
  after?: Place;
}

export function placeOf({ id, waiting_since, last_message_at, created_at }: ChatRow, view: Filter['view']): Place {
  if (isSplit(view) && waiting_since !== null) return { part: 'waiting', at: waiting_since, id };
  return { part: 'rest', at: last_message_at ?? created_at, id };
}

/** Chats that are done or spam never await a reply, so these views have one part only. */
const isSplit = (view: Filter['view']) => view !== 'done' && view !== 'spam';

/**
 * Chats awaiting a reply, longest first, then the rest by newest message. One statement: with two, a chat answered in
 * between would be in both parts. The rest is read only if the page has space left.
 */
export async function listWaiting(ctx: Context<Read>, filter: WaitingFilter): Promise<ChatRow[]> {
  const values: unknown[] = [ctx.widgetId];
  const conditions = ['c.widget_id = $1 AND h.widget_id = $1', ...conditionsOf(filter, values, 'h.created_at')];
  if (filter.to !== undefined) conditions.push(`h.created_at < ${place(values, filter.to)}`);
  const from = `FROM chats c JOIN chat_heads h ON h.chat_id = c.id WHERE ${conditions.join(' AND ')}`;
  return ctx.sql<ChatRow>({
    text: `WITH waiting AS MATERIALIZED (
             SELECT h.chat_id AS id, h.waiting_since ${from} AND ${waitingAfter(filter, values)}
             ORDER BY h.waiting_since, h.chat_id LIMIT ${filter.limit}
           ),
           rest AS (
             SELECT h.chat_id AS id, ${SAID_AT} AS said_at ${from} AND ${restAfter(filter, values)}
             ORDER BY h.recency DESC, said_at DESC, h.chat_id DESC LIMIT ${filter.limit}
           ),
           page AS MATERIALIZED (
             SELECT id, waiting_since, NULL AS said_at, id AS place FROM waiting UNION ALL
             (SELECT id, NULL, said_at, -id FROM rest LIMIT ${filter.limit} - (SELECT count(*) FROM waiting))
           )
           SELECT ${COLUMNS} FROM page JOIN ${TABLES} ON c.widget_id = $1 AND c.id = page.id
           ORDER BY page.waiting_since, page.said_at DESC, page.place`,
    values,
  });
}

const SAID_AT = 'coalesce(h.last_message_at, h.created_at)';

function waitingAfter({ view, after }: WaitingFilter, values: unknown[]) {
  const isOver = !isSplit(view) || after?.part === 'rest';
  const [at, id] = place(values, isOver ? 'infinity' : (after?.at ?? '-infinity'), after?.id ?? 0);
  return `h.waiting_since IS NOT NULL AND (h.waiting_since, h.chat_id) > (${at}::timestamptz, ${id}::bigint)`;
}

/** The index orders by ten-minute buckets; rows within one are few enough to sort. */
function restAfter({ view, after }: WaitingFilter, values: unknown[]) {
  const isRest = isSplit(view) ? 'h.waiting_since IS NULL' : 'true';
  if (after?.part !== 'rest') return isRest;
  const recency = activityAt(Temporal.Instant.from(after.at));
  const [recencyAt, at, id] = place(values, recency, after.at, after.id);
  return `${isRest} AND (h.recency, ${SAID_AT}, h.chat_id) < (${recencyAt}::integer, ${at}::timestamptz, ${id}::bigint)`;
}
