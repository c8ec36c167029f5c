import { boolean, integer, nullable, pick } from '../../../../infra/postgres/row-schema.ts';
import { param } from '../../../../infra/postgres/sql.ts';
import type { WidgetContext, WidgetWork, Write } from '../../../../kernel/data/context.ts';
import { activityAt } from '../../../../kernel/data/moments.ts';
import { widgets } from '../../../account/widgets/tables.ts';
import { contacts } from '../../../people/contacts/tables.ts';
import { chatHeads, chats } from '../tables.ts';

/**
 * A chat expires seven minutes after its last message that is no broadcast; until then it is active, whatever state was set. After a day of
 * silence it leaves the sweep until the next message.
 */
export function sweep({ sql, now }: Write, limit: number) {
  const at = param(now.toString());
  return sql({
    ...pick(chatHeads, 'widget_id', 'chat_id', 'version'),
    moves: boolean(),
    is_closed: boolean(),
    is_done: boolean(),
    client_id: chats.contact_id,
    contact_guid: nullable(contacts.guid),
    ...pick(chats, 'channel', 'agent_id', 'ai_operator_id'),
    ...pick(widgets, 'account_id', 'button_guid'),
  })`
    WITH due AS MATERIALIZED (
      SELECT widget_id, chat_id, next, state <> next AS moves, is_recent
      FROM chat_heads, LATERAL (
        SELECT CASE WHEN coalesce(silent_since, last_message_at) <= ${at}::timestamptz - interval '7 minutes' THEN 'expired'
          ELSE 'active' END AS next,
          coalesce(silent_since, last_message_at) > ${at}::timestamptz - interval '1 day' AS is_recent
      ) AS decided
      WHERE is_live AND (state <> next OR NOT is_recent)
      LIMIT ${limit} FOR UPDATE OF chat_heads SKIP LOCKED
    ),
    swept AS (
      UPDATE chat_heads h SET
        state = next,
        is_live = is_recent,
        closed_at = CASE WHEN NOT moves THEN closed_at WHEN next = 'expired' THEN ${at}::timestamptz END,
        close_reason = CASE WHEN NOT moves THEN close_reason WHEN next = 'expired' THEN 'inactivity' END,
        version = version + moves::int,
        changed_in = CASE WHEN moves THEN pg_current_xact_id() ELSE changed_in END,
        updated_at = CASE WHEN moves THEN greatest(updated_at, ${at}) ELSE updated_at END,
        activity = CASE WHEN moves THEN greatest(activity, ${activityAt(now)}) ELSE activity END
      FROM due WHERE h.widget_id = due.widget_id AND h.chat_id = due.chat_id
      RETURNING h.widget_id, h.chat_id, h.version, moves, moves AND next = 'expired' AS is_closed,
        done_at IS NOT NULL AS is_done
    )
    SELECT swept.widget_id, swept.chat_id, swept.version, swept.moves, swept.is_closed, swept.is_done,
      c.contact_id AS client_id, k.guid AS contact_guid, c.channel, c.agent_id, c.ai_operator_id, w.account_id, w.button_guid
    FROM swept JOIN chats c ON c.widget_id = swept.widget_id AND c.id = swept.chat_id
    LEFT JOIN contacts k ON k.widget_id = c.widget_id AND k.id = c.contact_id
    JOIN widgets w ON w.id = swept.widget_id`;
}

/** Marks the visitor's messages that are not marked, `count` of them. Returns the newest. */
export async function see({ sql, widgetId, now }: WidgetWork, chatId: number, count: number) {
  const [widget, chat] = [param(widgetId), param(chatId)];
  const seen = await sql.prepared({ id: integer() })`
    UPDATE messages SET seen_at = ${now.toString()} WHERE widget_id = ${widget} AND chat_id = ${chat} AND id = ANY (ARRAY (
      SELECT id FROM messages WHERE widget_id = ${widget} AND chat_id = ${chat} AND sender = 'client' AND seen_at IS NULL
      ORDER BY id DESC LIMIT ${count}
    )) RETURNING id`;
  return seen.length ? Math.max(...seen.map(({ id }) => id)) : undefined;
}

/** Takes the mark off the visitor's newest messages. Returns whether there are any. */
export async function unsee({ sql, widgetId }: WidgetContext, chatId: number, count: number) {
  const [widget, chat] = [param(widgetId), param(chatId)];
  const unseen = await sql({ id: integer() })`
    UPDATE messages SET seen_at = NULL WHERE widget_id = ${widget} AND chat_id = ${chat} AND id = ANY (ARRAY (
      SELECT id FROM messages WHERE widget_id = ${widget} AND chat_id = ${chat} AND sender = 'client'
      ORDER BY id DESC LIMIT ${count}
    )) RETURNING id`;
  return unseen.length > 0;
}

/** Ends snoozes that are due. Locked chats are left for the next run. */
export function wake({ sql, now }: Write, limit: number) {
  const at = param(now.toString());
  return sql(pick(chatHeads, 'widget_id', 'chat_id'))`
    WITH due AS MATERIALIZED (
      SELECT widget_id, chat_id FROM chat_heads WHERE snoozed_at IS NOT NULL AND snoozed_until <= ${at}
      LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE chat_heads h SET snoozed_at = NULL, snoozed_until = NULL, version = version + 1,
      changed_in = pg_current_xact_id(), updated_at = greatest(updated_at, ${at}),
      activity = greatest(activity, ${activityAt(now)})
    FROM due WHERE h.widget_id = due.widget_id AND h.chat_id = due.chat_id
    RETURNING h.widget_id, h.chat_id`;
}
