import { Message } from '@parley/contract';
import {
  printed,
  printedOrRow,
  printedOrRowColumns,
  printedOrRows,
  printedTime,
} from '../../../infra/postgres/printed.ts';
import { integer, json, nullable, pick, type RowOf, text } from '../../../infra/postgres/row-schema.ts';
import { fragment, param, raw } from '../../../infra/postgres/sql.ts';
import type { InWidget, Read, WidgetWork } from '../../../kernel/data/context.ts';
import { REFUSE_OUT_OF_DATE } from '../../../kernel/data/store/assumptions.ts';
import { FULL_NAME, NAMED_AGENTS } from '../../account/agents/tables.ts';
import { files } from '../../account/files/tables.ts';
import type { HeadChanges } from '../chats/index.ts';
import { chats } from '../chats/tables.ts';
import { messages } from './tables.ts';

export const columns = {
  ...pick(messages, 'id', 'chat_id', 'seq', 'client_message_id', 'sender', 'agent_id', 'type', 'body', 'markdown'),
  ...pick(messages, 'payload', 'file_id', 'origin', 'private', 'created_at', 'seen_at', 'delivery', 'edited_at'),
  ...pick(messages, 'deleted_at', 'is_outreach'),
  file_name: nullable(files.name),
  file_type: nullable(files.type),
  file_size: nullable(files.size),
};

/** A message with its file. */
export type MessageRow = RowOf<typeof columns>;

const TIMELESS = fragment`
  m.id, m.chat_id, m.seq, m.client_message_id, m.sender, m.agent_id, m.type, m.body, m.markdown, m.payload, m.file_id,
  f.name AS file_name, f.type AS file_type, f.size AS file_size, m.origin, m.private, m.delivery, m.is_outreach`;

export const COLUMNS = fragment`${TIMELESS}, m.created_at, m.seen_at, m.edited_at, m.deleted_at`;

export const TABLES = fragment`messages m LEFT JOIN files f ON f.widget_id = m.widget_id AND f.id = m.file_id`;

const [CREATED_AT, SEEN_AT] = [fragment`m.created_at`, fragment`m.seen_at`];
const [EDITED_AT, DELETED_AT] = [fragment`m.edited_at`, fragment`m.deleted_at`];

const PLAIN = printed(Message, {
  id: fragment`m.id`,
  chat_id: fragment`m.chat_id`,
  seq: fragment`m.seq`,
  client_message_id: fragment`m.client_message_id`,
  sender: fragment`m.sender`,
  agent_id: fragment`m.agent_id`,
  type: fragment`m.type`,
  body: fragment`m.body`,
  markdown: fragment`m.markdown`,
  file: 'null',
  coords: 'null',
  sticker: 'null',
  keyboard: 'null',
  url: 'null',
  name: 'null',
  origin: fragment`m.origin`,
  private: fragment`m.private`,
  mentions: '[]',
  created_at: CREATED_AT,
  seen_at: SEEN_AT,
  delivery: 'null',
  edited_at: 'null',
  deleted_at: 'null',
});

/** Links are signed by the server, and PostgreSQL prints numbers and members of `jsonb` in another way. */
const IS_PLAIN = fragment`m.payload IS NULL AND m.file_id IS NULL AND m.delivery IS NULL AND m.edited_at IS NULL
  AND m.deleted_at IS NULL`;

const PRINTED = printedOrRow(IS_PLAIN, {
  text: PLAIN,
  row: fragment`
    SELECT ${TIMELESS}, (${printedTime(CREATED_AT)})::json AS created_at, (${printedTime(SEEN_AT)})::json AS seen_at,
      (${printedTime(EDITED_AT)})::json AS edited_at, (${printedTime(DELETED_AT)})::json AS deleted_at
    FROM (SELECT) AS one LEFT JOIN files f ON f.widget_id = m.widget_id AND f.id = m.file_id`,
});

interface Filter {
  /** Newest first, up to this id. */
  before?: number;
  /** Oldest first, from this id. */
  after?: number;
  limit: number;
  from?: string;
  to?: string;
}

const printedColumns = { is_internal: chats.is_internal, ...printedOrRowColumns<MessageRow>() };

/** A page of messages; undefined if the chat does not exist. One statement, prepared unless filtered. */
export async function list(ctx: WidgetWork<Read>, chatId: number, { before, after, limit, ...period }: Filter) {
  const [widget, chat] = [param(ctx.widgetId), param(chatId)];
  const isFiltered = period.from !== undefined || period.to !== undefined;
  const sql = isFiltered ? ctx.sql : ctx.sql.prepared;
  const { isBeyond, order } = after === undefined ? NEWEST_FIRST : OLDEST_FIRST;
  const rows = await sql(printedColumns)`
    SELECT c.is_internal, page.printed, page.unprinted FROM chats c LEFT JOIN LATERAL (
      SELECT m.id, ${PRINTED} FROM messages m
      WHERE m.widget_id = ${widget} AND m.chat_id = ${chat} AND m.id ${isBeyond} ${after ?? before ?? Number.MAX_SAFE_INTEGER}
        ${isFiltered ? inPeriod(period) : ANY_TIME}
      ORDER BY m.id ${order} LIMIT ${raw(limit)}
    ) AS page ON true WHERE c.widget_id = ${widget} AND c.id = ${chat} ORDER BY page.id ${order}`;
  const [first] = rows;
  return first && { is_internal: first.is_internal, rows: printedOrRows(rows) };
}

const NEWEST_FIRST = { isBeyond: fragment`<`, order: fragment`DESC` };
const OLDEST_FIRST = { isBeyond: fragment`>`, order: fragment`ASC` };

const ANY_TIME = fragment``;

function inPeriod({ from = '-infinity', to = 'infinity' }: Pick<Filter, 'from' | 'to'>) {
  return fragment`AND m.created_at >= ${from} AND m.created_at < ${to}`;
}

/** Messages that the visitor sees, newest first. Prepared unless it starts after a message. */
export function listForVisitor(
  ctx: WidgetWork<Read>,
  chatId: number,
  { before, afterSeq, limit }: { before: number | undefined; afterSeq: number; limit: number },
) {
  const sql = afterSeq ? ctx.sql : ctx.sql.prepared;
  return sql(columns)`
    SELECT ${COLUMNS} FROM ${TABLES}
    WHERE m.widget_id = ${ctx.widgetId} AND m.chat_id = ${chatId} AND m.id < ${before ?? Number.MAX_SAFE_INTEGER}
      AND m.seq > ${afterSeq}
    ORDER BY m.id DESC LIMIT ${raw(limit)}`;
}

const visibleColumns = {
  ...columns,
  agent_name: text(),
  agent_first_name: nullable(text()),
  /** Of an AI operator. */
  name_i18n: nullable(json<Record<string, string>>()),
};

/** Messages that the visitor sees, oldest first, with agent names. */
export function listVisible(
  { sql, widgetId }: Pick<WidgetWork, 'sql' | 'widgetId'>,
  chatId: number,
  { after, lastSeq, limit }: { after: number; lastSeq: number; limit: number },
) {
  return sql.prepared(visibleColumns)`
    SELECT ${COLUMNS}, coalesce(${FULL_NAME}, '') AS agent_name, coalesce(u.name, ai.name) AS agent_first_name, ai.name_i18n
    FROM ${TABLES} LEFT JOIN (${NAMED_AGENTS}) ON a.widget_id = m.widget_id AND a.id = m.agent_id
    WHERE m.widget_id = ${widgetId} AND m.chat_id = ${chatId} AND m.seq > ${after} AND m.seq <= ${lastSeq}
      AND NOT m.private
    ORDER BY m.seq LIMIT ${raw(limit)}`;
}

const [ID, SEQ] = [fragment`m.id`, fragment`m.seq`];

/** Oldest first: messages after `seq`, or messages and notes after `id`. */
export function listAfter(
  { sql, widgetId }: InWidget<Read>,
  chatId: number,
  { seq, id, limit }: { seq?: number; id?: number; limit: number },
) {
  const column = seq === undefined ? ID : SEQ;
  return sql.prepared(columns)`
    SELECT ${COLUMNS} FROM ${TABLES}
    WHERE m.widget_id = ${widgetId} AND m.chat_id = ${chatId} AND ${column} > ${seq ?? id}
    ORDER BY ${column} LIMIT ${limit}`;
}

export async function find({ sql, widgetId }: InWidget<Read>, chatId: number, id: number) {
  const [found] = await sql.prepared(columns)`
    SELECT ${COLUMNS} FROM ${TABLES} WHERE m.widget_id = ${widgetId} AND m.chat_id = ${chatId} AND m.id = ${id}`;
  return found;
}

/** The message stored earlier under the same `client_message_id`. */
export async function findByClientMessageId(
  { sql, widgetId }: WidgetWork,
  chatId: number,
  clientMessageId: string | undefined,
) {
  if (clientMessageId === undefined) return undefined;
  const [found] = await sql.prepared(columns)`
    SELECT ${COLUMNS} FROM ${TABLES}
    WHERE m.widget_id = ${widgetId} AND m.chat_id = ${chatId} AND m.client_message_id = ${clientMessageId}`;
  return found;
}

/** The visitor's newest message. */
export async function findLastOfClient({ sql, widgetId }: InWidget<Read>, chatId: number) {
  const [found] = await sql.prepared(columns)`
    SELECT ${COLUMNS} FROM ${TABLES} WHERE m.widget_id = ${widgetId} AND m.chat_id = ${chatId} AND m.sender = 'client'
    ORDER BY m.id DESC LIMIT 1`;
  return found;
}

/** A message of the visitor. */
export async function findOfClient({ sql, widgetId }: InWidget<Read>, chatId: number, id: number) {
  const [found] = await sql(columns)`
    SELECT ${COLUMNS} FROM ${TABLES}
    WHERE m.widget_id = ${widgetId} AND m.chat_id = ${chatId} AND m.id = ${id} AND m.sender = 'client'`;
  return found;
}

const MAX_SEQ = 2 ** 31 - 1;

const recentColumns = {
  ...pick(messages, 'id', 'seq', 'sender', 'type', 'body', 'markdown', 'origin', 'is_outreach', 'created_at'),
  file_name: nullable(files.name),
};

/** Messages that the visitor sees, newest first, up to one of them. Deleted ones say nothing. */
export function listRecent({ sql, widgetId }: InWidget<Read>, chatId: number, limit: number, lastSeq = MAX_SEQ) {
  return sql.prepared(recentColumns)`
    SELECT m.id, m.seq, m.sender, m.type, m.body, m.markdown, m.origin, m.is_outreach, m.created_at, f.name AS file_name
    FROM ${TABLES}
    WHERE m.widget_id = ${widgetId} AND m.chat_id = ${chatId} AND m.seq <= ${lastSeq} AND m.deleted_at IS NULL
    ORDER BY m.seq DESC LIMIT ${limit}`;
}

/** Every column of the head that a message may change: the row is locked and was read. */
export type HeadUpdate = Required<
  Pick<
    HeadChanges,
    | 'state'
    | 'is_live'
    | 'last_seq'
    | 'last_message_at'
    | 'last_message'
    | 'unread'
    | 'agent_seen_seq'
    | 'visitor_unread'
    | 'waiting_since'
    | 'waited_since'
    | 'done_at'
    | 'snoozed_at'
    | 'snoozed_until'
    | 'closed_at'
    | 'close_reason'
    | 'api_reply_at'
    | 'reply_owner'
    | 'reply_turn'
    | 'handed_over_at'
    | 'silent_since'
    | 'broadcast_at'
    | 'activity'
  >
>;

const nextColumns = {
  /** For the next message of the chat, drawn while its head is locked. */
  next_message_id: integer(),
};

/**
 * Inserts a message and updates the chat's head in one statement, which fails unless the head still has the version
 * that the message was made for.
 */
export async function insert(
  { run, widgetId }: WidgetWork,
  message: MessageRow,
  { version, head }: { version: number; head: HeadUpdate },
) {
  const [widget, chat, at] = [param(widgetId), param(message.chat_id), param(message.created_at)];
  // A write that waited for the lock may have an earlier time than the one before it. A note has no last message.
  const [inserted] = await run.prepared(nextColumns)`
    WITH head AS (
      UPDATE chat_heads SET last_seq = ${head.last_seq}, version = version + 1, changed_in = pg_current_xact_id(),
        updated_at = greatest(updated_at, ${at}), state = ${head.state}, is_live = ${head.is_live},
        last_message_at = greatest(last_message_at, ${head.last_message_at}), unread = ${head.unread},
        agent_seen_seq = ${head.agent_seen_seq},
        visitor_unread = ${head.visitor_unread}, waiting_since = ${head.waiting_since},
        waited_since = ${head.waited_since}, done_at = ${head.done_at},
        closed_at = ${head.closed_at}, close_reason = ${head.close_reason}, api_reply_at = ${head.api_reply_at},
        activity = greatest(activity, ${head.activity}),
        last_message = coalesce(${head.last_message && JSON.stringify(head.last_message)}, last_message),
        snoozed_at = ${head.snoozed_at}, snoozed_until = ${head.snoozed_until}, reply_owner = ${head.reply_owner},
        reply_turn = ${head.reply_turn}, handed_over_at = ${head.handed_over_at}, silent_since = ${head.silent_since},
        broadcast_at = ${head.broadcast_at}
      WHERE widget_id = ${widget} AND chat_id = ${chat} AND version = ${version} RETURNING ${at}::timestamptz AS at
    )
    INSERT INTO messages (widget_id, chat_id, id, seq, created_at, client_message_id, sender, agent_id, type, body,
      markdown, file_id, payload, origin, private, is_outreach, seen_at, delivery)
    OVERRIDING SYSTEM VALUE
    VALUES (${widget}, ${chat}, ${message.id}, ${message.seq}, coalesce((SELECT at FROM head), ${REFUSE_OUT_OF_DATE}),
      ${message.client_message_id}, ${message.sender}, ${message.agent_id}, ${message.type}, ${message.body},
      ${message.markdown}, ${message.file_id}, ${message.payload && JSON.stringify(message.payload)}, ${message.origin},
      ${message.private}, ${message.is_outreach}, ${message.seen_at}, ${message.delivery && JSON.stringify(message.delivery)})
    RETURNING nextval('messages_id_seq') AS next_message_id`;
  return inserted?.next_message_id ?? 0;
}

/** A draft of the AI, which is removed. */
export async function removeDraft({ sql, widgetId }: InWidget, chatId: number, id: number) {
  const [removed] = await sql(pick(messages, 'body', 'markdown'))`
    DELETE FROM messages WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND id = ${id} AND private AND sender = 'ai'
    RETURNING body, markdown`;
  return removed;
}

/** How many were newly marked, and the `seq` and id of the newest of them. */
export async function markSeen(
  { sql, widgetId, now }: WidgetWork,
  chatId: number,
  { fromId, toId }: { fromId: number; toId: number },
) {
  const marked = await sql.prepared({ id: messages.id, seq: integer() })`
    UPDATE messages SET seen_at = ${now.toString()}
    WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND id BETWEEN ${fromId} AND ${toId}
    AND sender = 'client' AND seen_at IS NULL RETURNING id, seq`;
  const lastSeq = Math.max(0, ...marked.map(({ seq }) => seq));
  const lastId = Math.max(0, ...marked.map(({ id }) => id));
  return { count: marked.length, lastSeq, lastId };
}

/** Returns those that were newly marked. */
export function markSeenByVisitor({ sql, widgetId, now }: WidgetWork, chatId: number, seq: number) {
  return sql.prepared(pick(messages, 'id', 'is_outreach'))`
    UPDATE messages SET seen_at = ${now.toString()}
    WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND seq <= ${seq}
    AND sender <> 'client' AND seen_at IS NULL RETURNING id, is_outreach`;
}

export async function exists({ sql, widgetId }: WidgetWork, chatId: number, id: number) {
  const found = await sql.prepared({})`
    SELECT FROM messages WHERE widget_id = ${widgetId} AND chat_id = ${chatId} AND id = ${id}`;
  return found.length > 0;
}
