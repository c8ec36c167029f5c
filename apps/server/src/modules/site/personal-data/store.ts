import { integer, pick } from '../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../infra/postgres/rows.ts';
import { param } from '../../../infra/postgres/sql.ts';
import type { Context, InWidget, Read } from '../../../kernel/data/context.ts';
import { files } from '../../account/files/tables.ts';
import { widgets } from '../../account/widgets/tables.ts';
import { chats } from '../../conversations/chats/tables.ts';
import { messages } from '../../conversations/messages/tables.ts';
import { ratings } from '../../conversations/ratings/tables.ts';
import { visitors } from '../visitors/tables.ts';

/** Widgets whose account keeps chats for a limited time. */
export const listWidgets = ({ sql }: Read) => sql({ id: widgets.id, chats_keep_days: integer() })`
  SELECT w.id, a.chats_keep_days FROM widgets w JOIN accounts a ON a.id = w.account_id
  WHERE a.chats_keep_days IS NOT NULL ORDER BY w.id`;

/** `activity` is the ten-minute bucket of the last message or change. */
export async function countBefore({ sql, accountId }: Context<Read>, activity: number) {
  const rows = await sql({ count: integer() })`
    SELECT count(*) FROM widgets w JOIN chat_heads h ON h.widget_id = w.id AND h.activity < ${activity}
    JOIN chats c ON c.widget_id = h.widget_id AND c.id = h.chat_id AND NOT c.is_internal
    WHERE w.account_id = ${accountId}`;
  return onlyRow(rows).count;
}

/** A chat that somebody changes right now is not old. */
export async function lockBefore({ sql, widgetId }: InWidget, activity: number, limit: number) {
  const found = await sql({ id: chats.id })`
    SELECT c.id FROM chat_heads h JOIN chats c ON c.widget_id = h.widget_id AND c.id = h.chat_id AND NOT c.is_internal
    WHERE h.widget_id = ${widgetId} AND h.activity < ${activity}
    ORDER BY h.activity LIMIT ${limit} FOR UPDATE OF h SKIP LOCKED`;
  return found.map(({ id }) => id);
}

/** The next sweep deletes files that no other chat has. */
export async function releaseFiles({ sql, widgetId, now }: InWidget, ids: number[]) {
  const [widget, gone] = [param(widgetId), param(ids)];
  await sql`
    UPDATE files f SET expires_at = ${now.toString()}
    WHERE f.widget_id = ${widget} AND f.id IN (
      SELECT m.file_id FROM messages m WHERE m.widget_id = ${widget} AND m.chat_id = ANY (${gone}::bigint[])
    ) AND NOT EXISTS (
      SELECT FROM messages other WHERE other.widget_id = ${widget} AND other.file_id = f.id
      AND other.chat_id <> ALL (${gone}::bigint[])
    )`;
}

/** Bodies of the migration layer contain personal data. */
export async function removeDeliveries({ sql, widgetId }: InWidget, ids: number[]) {
  await sql`
    DELETE FROM deliveries d WHERE d.widget_id = ${widgetId} AND d.kind = 'legacy'
    AND (d.data ->> 'chat_id')::bigint = ANY (${ids}::bigint[])`;
}

/** The score stays as a figure, without the visitor's words. */
export async function detachRatings({ sql, widgetId }: InWidget, ids: number[]) {
  await sql`
    UPDATE ratings SET chat_id = NULL, comment = NULL
    WHERE widget_id = ${widgetId} AND chat_id = ANY (${ids}::bigint[])`;
}

/** Foreign keys delete messages, notes and search rows. */
export async function remove({ sql, widgetId }: InWidget, ids: number[]) {
  await sql`DELETE FROM chats WHERE widget_id = ${widgetId} AND id = ANY (${ids}::bigint[])`;
}

export const listChats = ({ sql, widgetId }: Context<Read>, contactId: number) =>
  sql(pick(chats, 'id', 'channel', 'source', 'created_at'))`
    SELECT c.id, c.channel, c.source, c.created_at FROM chats c
    WHERE c.widget_id = ${widgetId} AND c.contact_id = ${contactId} ORDER BY c.id`;

const messageColumns = {
  ...pick(messages, 'id', 'sender', 'type', 'body', 'payload', 'created_at', 'file_id'),
  file_name: files.name,
};

/** Oldest first, without notes, which are the team's, and deleted messages. */
export const listMessages = ({ sql, widgetId }: Context<Read>, chatId: number, after: number, limit: number) =>
  sql(messageColumns)`
    SELECT m.id, m.sender, m.type, m.body, m.payload, m.created_at, m.file_id, coalesce(f.name, '') AS file_name
    FROM messages m LEFT JOIN files f ON f.widget_id = m.widget_id AND f.id = m.file_id
    WHERE m.widget_id = ${widgetId} AND m.chat_id = ${chatId} AND NOT m.private AND m.id > ${after}
      AND m.deleted_at IS NULL
    ORDER BY m.id LIMIT ${limit}`;

export const listRatings = ({ sql, widgetId }: Context<Read>, contactId: number) =>
  sql(pick(ratings, 'agent_id', 'score', 'comment', 'updated_at'))`
    SELECT agent_id, score, comment, updated_at FROM ratings
    WHERE widget_id = ${widgetId} AND contact_id = ${contactId} ORDER BY updated_at`;

export const listBrowsers = ({ sql, widgetId }: Context<Read>, contactId: number) =>
  sql(pick(visitors, 'page', 'title', 'referrer', 'locale', 'created_at', 'seen_at'))`
    SELECT page, title, referrer, locale, created_at, seen_at FROM visitors
    WHERE widget_id = ${widgetId} AND contact_id = ${contactId} ORDER BY id`;
