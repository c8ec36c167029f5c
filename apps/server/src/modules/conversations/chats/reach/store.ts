import type { ChatReach } from '@parley/contract';
import { json, nullable, pick } from '../../../../infra/postgres/row-schema.ts';
import { fragment, param } from '../../../../infra/postgres/sql.ts';
import type { InWidget } from '../../../../kernel/data/context.ts';
import { activityAt } from '../../../../kernel/data/moments.ts';
import { chatHeads } from '../tables.ts';

/** As it is stored: whether `reply_until` has passed depends on the time of the request. */
export type StoredReach = NonNullable<ChatReach>;

export const reachColumn = nullable(json<StoredReach>());

/** Null for chats of the site and of custom channels, for which nothing is looked up. */
export const REACH = fragment`
  CASE WHEN c.connection_id IS NOT NULL THEN (
    SELECT json_build_object('reply_until', t.reply_until, 'state', CASE
      WHEN n.token IS NULL OR n.status <> 'enabled' OR t.account_id <> n.account_id THEN 'not_connected'
      WHEN t.blocked_at IS NOT NULL THEN 'blocked' ELSE 'open' END)
    FROM messenger_chats t LEFT JOIN messenger_connections n ON n.widget_id = t.widget_id AND n.id = c.connection_id
    WHERE t.widget_id = c.widget_id AND t.chat_id = c.id
  ) END AS reach`;

/** Counts as a change of every chat of the connection that is not done. Locks in order of id, as every bulk write. */
export function raiseVersions({ sql, widgetId, now }: InWidget, connectionId: number) {
  const [widget, at] = [param(widgetId), param(now.toString())];
  return sql({ id: chatHeads.chat_id, ...pick(chatHeads, 'version') })`
    WITH reached AS MATERIALIZED (
      SELECT h.chat_id FROM messenger_chats t
      JOIN chat_heads h ON h.widget_id = t.widget_id AND h.chat_id = t.chat_id
      WHERE t.widget_id = ${widget} AND t.connection_id = ${connectionId} AND h.done_at IS NULL
      ORDER BY h.chat_id FOR NO KEY UPDATE OF h
    )
    UPDATE chat_heads h SET version = version + 1, changed_in = pg_current_xact_id(),
      updated_at = greatest(updated_at, ${at}), activity = greatest(activity, ${activityAt(now)})
    FROM reached WHERE h.widget_id = ${widget} AND h.chat_id = reached.chat_id
    RETURNING h.chat_id AS id, h.version`;
}
