import type { MessageType } from '@parley/contract';
import type { InWidget, Read, WidgetContext } from '../../../kernel/data/context.ts';
import type { HeadChanges } from '../chats/index.ts';
import type { Payload } from './tables.ts';

/** A row of `messages` with its file. */
export interface MessageRow {
  id: number;
  chat_id: number;
  seq: number | null;
  client_message_id: string | null;
  sender: 'client' | 'agent' | 'ai' | 'system';
  agent_id: number | null;
  type: MessageType;
  body: string | null;
  markdown: string | null;
  payload: Payload | null;
  file_id: number | null;
  file_name: string | null;
  file_type: string | null;
  file_size: number | null;
  origin: string | null;
  private: boolean;
  created_at: string;
  seen_at: string | null;
}

const COLUMNS = `
  m.id, m.chat_id, m.seq, m.client_message_id, m.sender, m.agent_id, m.type, m.body, m.markdown, m.payload, m.file_id,
  f.name AS file_name, f.type AS file_type, f.size AS file_size, m.origin, m.private, m.created_at, m.seen_at`;

const TABLES = 'messages m LEFT JOIN files f ON f.widget_id = m.widget_id AND f.id = m.file_id';

interface Filter {
  before: number | undefined;
  limit: number;
  from?: string;
  to?: string;
  /** Only messages that the visitor sees, after this one. */
  afterSeq?: number;
}

/** A page of messages, newest first; undefined if the chat does not exist. One statement, prepared unless filtered. */
export async function list(
  { sql, widgetId }: WidgetContext<Read>,
  chatId: number,
  { before, limit, from, to, afterSeq }: Filter,
) {
  const values: unknown[] = [widgetId, chatId, before ?? Number.MAX_SAFE_INTEGER];
  let conditions = 'm.widget_id = $1 AND m.chat_id = $2 AND m.id < $3';
  const add = (condition: string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions += ` AND ${condition}${values.length}`;
  };
  add('m.created_at >= $', from);
  add('m.created_at < $', to);
  add('m.seq > $', afterSeq);
  const rows = await sql<(MessageRow | { id: null }) & { is_internal: boolean }>({
    ...(values.length === 3 && { name: `messages.page.${limit}` }),
    text: `SELECT c.is_internal, page.* FROM chats c LEFT JOIN LATERAL (
             SELECT ${COLUMNS} FROM ${TABLES} WHERE ${conditions} ORDER BY m.id DESC LIMIT ${limit}
           ) AS page ON true WHERE c.widget_id = $1 AND c.id = $2 ORDER BY page.id DESC`,
    values,
  });
  const [first] = rows;
  return first && { is_internal: first.is_internal, rows: rows.filter((row) => row.id !== null) };
}

/** Messages that the visitor sees, oldest first, with agent names. */
export function listVisible(
  { sql, widgetId }: Pick<WidgetContext, 'sql' | 'widgetId'>,
  chatId: number,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
) {
  return sql<MessageRow & { agent_name: string | null }>({
    name: 'messages.visible',
    text: `SELECT ${COLUMNS}, concat_ws(' ', u.name, u.surname) AS agent_name FROM ${TABLES}
           LEFT JOIN agents a ON a.widget_id = m.widget_id AND a.id = m.agent_id LEFT JOIN users u ON u.id = a.user_id
           WHERE m.widget_id = $1 AND m.chat_id = $2 AND m.seq > $3 AND m.seq <= $4 AND NOT m.private
           ORDER BY m.seq LIMIT ${limit}`,
    values: [widgetId, chatId, after, upTo],
  });
}

/** Oldest first: messages after `seq`, or messages and notes after `id`. */
export function listAfter(
  { sql, widgetId }: InWidget<Read>,
  chatId: number,
  { seq, id, limit }: { seq?: number; id?: number; limit: number },
) {
  const column = seq === undefined ? 'id' : 'seq';
  return sql<MessageRow>({
    name: `messages.after_${column}`,
    text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE m.widget_id = $1 AND m.chat_id = $2 AND m.${column} > $3
           ORDER BY m.${column} LIMIT $4`,
    values: [widgetId, chatId, seq ?? id, limit],
  });
}

/** The message stored earlier under the same `client_message_id`. */
export async function findByClientMessageId(
  { sql, widgetId }: WidgetContext,
  chatId: number,
  clientMessageId: string | undefined,
) {
  if (clientMessageId === undefined) return undefined;
  const [found] = await sql<MessageRow>({
    name: 'messages.repeat',
    text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE m.widget_id = $1 AND m.chat_id = $2 AND m.client_message_id = $3`,
    values: [widgetId, chatId, clientMessageId],
  });
  return found;
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
    | 'visitor_unread'
    | 'waiting_since'
    | 'done_at'
    | 'snoozed_at'
    | 'snoozed_until'
    | 'closed_at'
    | 'close_reason'
    | 'api_reply_at'
    | 'activity'
  >
>;

// A write that waited for the lock may have an earlier time than the one before it. A note has no last message.
const INSERT = `
  WITH head AS (
    UPDATE chat_heads SET last_seq = $3, version = version + 1, changed_in = pg_current_xact_id(), updated_at = greatest(updated_at, $4), state = $5, is_live = $6,
      last_message_at = greatest(last_message_at, $7), unread = $8, visitor_unread = $9, waiting_since = $10, done_at = $11, closed_at = $12,
      close_reason = $13, api_reply_at = $14, activity = greatest(activity, $15), last_message = coalesce($28, last_message),
      snoozed_at = $29, snoozed_until = $30
    WHERE widget_id = $1 AND chat_id = $2
  )
  INSERT INTO messages (widget_id, chat_id, id, seq, created_at, client_message_id, sender, agent_id, type, body,
    markdown, file_id, payload, origin, private)
  OVERRIDING SYSTEM VALUE VALUES ($1, $2, $16, $17, $4, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27)`;

/** Inserts a message and updates the chat's head in one statement. */
export function insert({ run, widgetId }: WidgetContext, message: MessageRow, head: HeadUpdate) {
  run({
    name: 'messages.insert',
    text: INSERT,
    values: [
      widgetId,
      message.chat_id,
      head.last_seq,
      message.created_at,
      head.state,
      head.is_live,
      head.last_message_at,
      head.unread,
      head.visitor_unread,
      head.waiting_since,
      head.done_at,
      head.closed_at,
      head.close_reason,
      head.api_reply_at,
      head.activity,
      message.id,
      message.seq,
      message.client_message_id,
      message.sender,
      message.agent_id,
      message.type,
      message.body,
      message.markdown,
      message.file_id,
      message.payload && JSON.stringify(message.payload),
      message.origin,
      message.private,
      head.last_message && JSON.stringify(head.last_message),
      head.snoozed_at,
      head.snoozed_until,
    ],
  });
}

/** How many were newly marked, and the highest `seq` of them. */
export async function markSeen(
  { sql, widgetId, now }: WidgetContext,
  chatId: number,
  { fromId, toId }: { fromId: number; toId: number },
) {
  const marked = await sql<{ seq: number }>({
    text: `UPDATE messages SET seen_at = $5 WHERE widget_id = $1 AND chat_id = $2 AND id BETWEEN $3 AND $4
           AND sender = 'client' AND seen_at IS NULL RETURNING seq`,
    values: [widgetId, chatId, fromId, toId, now.toString()],
  });
  return { count: marked.length, last: Math.max(0, ...marked.map(({ seq }) => seq)) };
}

export async function markSeenByVisitor({ sql, widgetId, now }: WidgetContext, chatId: number, upToSeq: number) {
  const marked = await sql({
    text: `UPDATE messages SET seen_at = $4 WHERE widget_id = $1 AND chat_id = $2 AND seq <= $3
           AND sender <> 'client' AND seen_at IS NULL RETURNING 1`,
    values: [widgetId, chatId, upToSeq, now.toString()],
  });
  return marked.length;
}

export async function exists({ sql, widgetId }: WidgetContext, chatId: number, id: number) {
  const found = await sql({
    name: 'messages.exists',
    text: 'SELECT FROM messages WHERE widget_id = $1 AND chat_id = $2 AND id = $3',
    values: [widgetId, chatId, id],
  });
  return found.length > 0;
}
