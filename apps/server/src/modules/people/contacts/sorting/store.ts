import type { ContactSort } from '@parley/contract';
import { nullable, text, time } from '../../../../infra/postgres/row-schema.ts';
import { type Fragment, fragment } from '../../../../infra/postgres/sql.ts';
import type { Context, Read } from '../../../../kernel/data/context.ts';
import { activityAt } from '../../../../kernel/data/moments.ts';
import { conditionOf, type Filter, LIST_COLUMNS, type ListedRow, listColumns } from '../store.ts';

export type Sort = Exclude<ContactSort, 'created'>;

export interface SortedFilter extends Omit<Filter, 'before'> {
  /** The last contact of the previous page; its key is null if it has no value to sort by. */
  after: { key: string | null; number: number } | undefined;
}

export type SortedRow = ListedRow & { key: string | null };

/** Before the latest. */
const FIRST = { key: 'infinity', number: Number.MAX_SAFE_INTEGER };

/** Contacts with a value to sort by, then those without, newest first. */
export async function listSorted(ctx: Context<Read>, sort: Sort, filter: SortedFilter): Promise<SortedRow[]> {
  const { after, limit } = filter;
  const isAmongKeyless = after !== undefined && after.key === null;
  const keyed = isAmongKeyless ? [] : await KEYED[sort](ctx, filter);
  if (keyed.length === limit) return keyed;
  const before = isAmongKeyless ? after.number : undefined;
  return [...keyed, ...(await listKeyless(ctx, sort, { ...filter, before, limit: limit - keyed.length }))];
}

const KEYED = { name: listByName, last_seen: listBySeen, last_chat: listByChat };

function listByName(ctx: Context<Read>, { after, limit, ...filter }: SortedFilter): Promise<SortedRow[]> {
  const { key, number } = after ?? { key: '', number: 0 };
  return ctx.sql({ ...listColumns, key: nullable(text()) })`
    SELECT ${LIST_COLUMNS}, fold(c.name) AS key FROM contacts c
    WHERE ${conditionOf(ctx, { ...filter, before: undefined })} AND c.name IS NOT NULL
      AND (fold(c.name) COLLATE "C", c.id) > (${key}, ${number}::bigint)
    ORDER BY fold(c.name) COLLATE "C", c.id LIMIT ${limit}`;
}

const timeColumns = { ...listColumns, key: nullable(time()) };

/** A contact has a visitor for each browser; the one seen last counts. */
function listBySeen(ctx: Context<Read>, { after, limit, ...filter }: SortedFilter): Promise<SortedRow[]> {
  const { key, number } = after ?? FIRST;
  return ctx.sql(timeColumns)`
    SELECT ${LIST_COLUMNS}, v.seen_at AS key FROM visitors v
    JOIN contacts c ON c.widget_id = v.widget_id AND c.id = v.contact_id
    WHERE v.widget_id = ${ctx.widgetId} AND v.contact_id IS NOT NULL
      AND (v.seen_at, v.contact_id) < (${key}::timestamptz, ${number}::bigint) AND NOT EXISTS (
        SELECT FROM visitors o WHERE o.widget_id = v.widget_id AND o.contact_id = v.contact_id
          AND (o.seen_at, o.id) > (v.seen_at, v.id)
      ) AND ${conditionOf(ctx, { ...filter, before: undefined })}
    ORDER BY v.seen_at DESC, v.contact_id DESC LIMIT ${limit}`;
}

/** A contact has a chat for each channel; the latest counts. The index has ten-minute buckets, sorted within. */
function listByChat(ctx: Context<Read>, { after, limit, ...filter }: SortedFilter): Promise<SortedRow[]> {
  const { key, number } = after ?? FIRST;
  const bucket = after?.key ? activityAt(Temporal.Instant.from(after.key)) : 2 ** 31 - 1;
  return ctx.sql(timeColumns)`
    SELECT ${LIST_COLUMNS}, h.last_message_at AS key FROM chat_heads h
    JOIN chats t ON t.widget_id = h.widget_id AND t.id = h.chat_id
    JOIN contacts c ON c.widget_id = t.widget_id AND c.id = t.contact_id
    WHERE h.widget_id = ${ctx.widgetId} AND h.recency <= ${bucket}
      AND (h.last_message_at, t.contact_id) < (${key}::timestamptz, ${number}::bigint) AND NOT EXISTS (
        SELECT FROM chats o JOIN chat_heads l ON l.widget_id = o.widget_id AND l.chat_id = o.id
        WHERE o.widget_id = t.widget_id AND o.contact_id = t.contact_id
          AND (l.last_message_at, l.chat_id) > (h.last_message_at, h.chat_id)
      ) AND ${conditionOf(ctx, { ...filter, before: undefined })}
    ORDER BY h.recency DESC, h.last_message_at DESC, t.contact_id DESC LIMIT ${limit}`;
}

const WITHOUT: Record<Sort, Fragment> = {
  name: fragment`c.name IS NULL`,
  last_seen: fragment`NOT EXISTS (SELECT FROM visitors v WHERE v.widget_id = c.widget_id AND v.contact_id = c.id)`,
  last_chat: fragment`NOT EXISTS (
    SELECT FROM chats t JOIN chat_heads h ON h.widget_id = t.widget_id AND h.chat_id = t.id
    WHERE t.widget_id = c.widget_id AND t.contact_id = c.id AND h.last_message_at IS NOT NULL
  )`,
};

async function listKeyless(ctx: Context<Read>, sort: Sort, filter: Filter): Promise<SortedRow[]> {
  const rows = await ctx.sql(listColumns)`
    SELECT ${LIST_COLUMNS} FROM contacts c WHERE ${conditionOf(ctx, filter)} AND ${WITHOUT[sort]}
    ORDER BY c.id DESC LIMIT ${filter.limit}`;
  return rows.map((row) => ({ ...row, key: null }));
}
