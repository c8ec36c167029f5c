import type { ChatReach } from '@parley/contract';
import { json, nullable } from '../../../../infra/postgres/row-schema.ts';
import { fragment } from '../../../../infra/postgres/sql.ts';

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
