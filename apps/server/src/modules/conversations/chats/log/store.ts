import { pick, type RowOf } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import { fragment, raw } from '../../../../infra/postgres/sql.ts';
import type { InWidget, Read } from '../../../../kernel/data/context.ts';
import { type Before, chatLog, type EntryDetails } from '../tables.ts';

const columns = pick(chatLog, 'id', 'chat_id', 'type', 'by', 'agent_id', 'details', 'created_at');

export type EntryRow = RowOf<typeof columns>;

const COLUMNS = fragment`id, chat_id, type, by, agent_id, details, created_at`;

export interface NewEntry extends Pick<EntryRow, 'chat_id' | 'type' | 'by' | 'agent_id'> {
  details: EntryDetails;
  before?: Before;
}

export async function insert({ sql, widgetId, now }: InWidget, entry: NewEntry) {
  const { chat_id, type, by, agent_id, details, before } = entry;
  const rows = await sql.prepared(columns)`
    INSERT INTO chat_log (widget_id, chat_id, type, by, agent_id, details, before, created_at)
    VALUES (${widgetId}, ${chat_id}, ${type}, ${by}, ${agent_id}, ${JSON.stringify(details)},
      ${before && JSON.stringify(before)}, ${now.toString()})
    RETURNING ${COLUMNS}`;
  return onlyRow(rows);
}

/** Newest first. */
export function list(
  { sql, widgetId }: InWidget<Read>,
  chatId: number,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before: number | undefined; limit: number },
) {
  return sql.prepared(columns)`
    SELECT ${COLUMNS} FROM chat_log WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND id < ${before}
    ORDER BY id DESC LIMIT ${raw(limit)}`;
}

/** Oldest first. */
export function listAfter({ sql, widgetId }: InWidget<Read>, chatId: number, after: number, limit: number) {
  return sql.prepared(columns)`
    SELECT ${COLUMNS} FROM chat_log WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND id > ${after}
    ORDER BY id LIMIT ${raw(limit)}`;
}

/** By whom the chat was assigned or transferred since, newest first. */
export function listAssigned(
  { sql, widgetId }: InWidget<Read>,
  chatId: number,
  { since, limit }: { since: Temporal.Instant; limit: number },
) {
  return sql(columns)`
    SELECT ${COLUMNS} FROM chat_log WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND type IN ('assigned', 'transferred')
      AND created_at > ${since.toString()} ORDER BY id DESC LIMIT ${limit}`;
}

export async function findNewest({ sql, widgetId }: InWidget<Read>, chatId: number) {
  const [found] = await sql({ ...columns, ...pick(chatLog, 'before') })`
    SELECT ${COLUMNS}, before FROM chat_log WHERE widget_id = ${widgetId} AND chat_id = ${chatId}
    ORDER BY id DESC LIMIT 1`;
  return found;
}

/** For a chat that is merged into another, before it is removed. Ids are drawn again: clients ask for later ones. */
export async function copyToChat({ sql, widgetId }: InWidget, from: number, into: number) {
  await sql`
    INSERT INTO chat_log (widget_id, chat_id, type, by, agent_id, details, created_at)
    SELECT widget_id, ${into}, type, by, agent_id, details, created_at FROM chat_log
    WHERE widget_id = ${widgetId} AND chat_id = ${from} ORDER BY id`;
}
