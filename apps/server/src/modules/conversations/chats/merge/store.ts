import { nullable, pick } from '../../../../infra/postgres/row-schema.ts';
import { param } from '../../../../infra/postgres/sql.ts';
import type { WidgetContext } from '../../../../kernel/data/context.ts';
import { chatHeads, chats } from '../tables.ts';

/** The chats of a contact, each with the other contact's chat on the same channel. */
export function listPairs({ sql, widgetId }: WidgetContext, from: number, into: number) {
  return sql({ id: chats.id, twin_id: nullable(chats.id) })`
    SELECT c.id, t.id AS twin_id FROM chats c
    LEFT JOIN chats t ON t.widget_id = c.widget_id AND t.contact_id = ${into} AND t.channel = c.channel
      AND t.external_channel_id = c.external_channel_id
    WHERE c.widget_id = ${widgetId} AND c.contact_id = ${from}`;
}

/** Locks in order of id, and reads what only a merge needs. */
export function lockHeads({ sql, widgetId }: WidgetContext, ids: number[]) {
  return sql({
    ...pick(chatHeads, 'chat_id', 'visitor_mailed_seq', 'broadcast_at'),
    external_client_id: chats.external_client_id,
  })`
    SELECT h.chat_id, h.visitor_mailed_seq, h.broadcast_at, c.external_client_id FROM chat_heads h
    JOIN chats c ON c.widget_id = h.widget_id AND c.id = h.chat_id
    WHERE h.widget_id = ${widgetId} AND h.chat_id = ANY (${ids}::bigint[]) ORDER BY h.chat_id FOR NO KEY UPDATE OF h`;
}

/** In a messenger, replies in the other chat go to the person of this one. */
export async function moveOtherSide({ sql, widgetId }: WidgetContext, id: number, twinId: number) {
  const widget = param(widgetId);
  await sql`
    UPDATE messenger_chats twin SET connection_id = t.connection_id, account_id = t.account_id, person = t.person,
      conversation = t.conversation, last_message = t.last_message, reply_until = t.reply_until, blocked_at = t.blocked_at
    FROM messenger_chats t
    WHERE t.widget_id = ${widget} AND t.chat_id = ${id} AND twin.widget_id = ${widget} AND twin.chat_id = ${twinId}`;
}

/** Statistics stop counting it as a chat. */
export async function remove({ sql, widgetId }: WidgetContext, id: number) {
  await sql`
    WITH gone AS (DELETE FROM chats c WHERE widget_id = ${widgetId} AND id = ${id} RETURNING c AS chat)
    SELECT add_chat_fact(chat, (-1)::smallint) FROM gone`;
}
