import { fragment, join, param, raw } from '../../../../../infra/postgres/sql.ts';
import type { Context, Read } from '../../../../../kernel/data/context.ts';
import { activityAt } from '../../../../../kernel/data/moments.ts';
import { type ChatRow, COLUMNS, columns, TABLES } from '../../store.ts';
import { conditionsOf } from './conditions.ts';
import type { Filter } from './filters.ts';

/** A position in the list: among the chats that await a reply, or among the rest. */
export interface WaitingPosition {
  part: 'waiting' | 'rest';
  /** `waiting_since`, or the time of the last message. */
  at: string;
  id: number;
}

interface WaitingFilter extends Filter {
  /** The last chat of the previous page. */
  after?: WaitingPosition;
}

export function positionOf(
  { id, waiting_since, last_message_at, created_at }: ChatRow,
  view: Filter['view'],
): WaitingPosition {
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
  const [widget, limit] = [param(ctx.widgetId), raw(filter.limit)];
  const conditions = [
    fragment`c.widget_id = ${widget} AND h.widget_id = ${widget}`,
    ...conditionsOf(filter, { widget, time: fragment`h.created_at` }),
  ];
  if (filter.to !== undefined) conditions.push(fragment`h.created_at < ${filter.to}`);
  const from = fragment`FROM chats c JOIN chat_heads h ON h.chat_id = c.id WHERE ${join(conditions, ' AND ')}`;
  return ctx.sql(columns)`
    WITH waiting AS MATERIALIZED (
      SELECT h.chat_id AS id, h.waiting_since ${from} AND ${waitingAfter(filter)}
      ORDER BY h.waiting_since, h.chat_id LIMIT ${limit}
    ),
    rest AS (
      SELECT h.chat_id AS id, ${LAST_MESSAGE_AT} AS sent_at ${from} AND ${restAfter(filter)}
      ORDER BY h.recency DESC, sent_at DESC, h.chat_id DESC LIMIT ${limit}
    ),
    page AS MATERIALIZED (
      SELECT id, waiting_since, NULL AS sent_at, id AS place FROM waiting UNION ALL
      (SELECT id, NULL, sent_at, -id FROM rest LIMIT ${limit} - (SELECT count(*) FROM waiting))
    )
    SELECT ${COLUMNS} FROM page JOIN ${TABLES} ON c.widget_id = ${widget} AND c.id = page.id
    ORDER BY page.waiting_since, page.sent_at DESC, page.place`;
}

const LAST_MESSAGE_AT = fragment`coalesce(h.last_message_at, h.created_at)`;

function waitingAfter({ view, after }: WaitingFilter) {
  const isOver = !isSplit(view) || after?.part === 'rest';
  const at = isOver ? 'infinity' : (after?.at ?? '-infinity');
  return fragment`h.waiting_since IS NOT NULL
    AND (h.waiting_since, h.chat_id) > (${at}::timestamptz, ${after?.id ?? 0}::bigint)`;
}

/** The index orders by ten-minute buckets; rows within one are few enough to sort. */
function restAfter({ view, after }: WaitingFilter) {
  const isRest = isSplit(view) ? fragment`h.waiting_since IS NULL` : fragment`true`;
  if (after?.part !== 'rest') return isRest;
  const recency = activityAt(Temporal.Instant.from(after.at));
  return fragment`${isRest}
    AND (h.recency, ${LAST_MESSAGE_AT}, h.chat_id) < (${recency}::integer, ${after.at}::timestamptz, ${after.id}::bigint)`;
}
