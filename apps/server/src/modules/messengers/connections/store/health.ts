import type { MessengerProvider } from '@parley/contract';
import { integer, nullable, pick, text, time } from '../../../../infra/postgres/row-schema.ts';
import { onlyRow } from '../../../../infra/postgres/rows.ts';
import { param } from '../../../../infra/postgres/sql.ts';
import type { InWidget, Read } from '../../../../kernel/data/context.ts';
import { messengerConnections } from '../tables.ts';

/** Connected now or before: what failed may be the reason why it no longer is. */
export async function listConnectionIds({ sql, widgetId }: InWidget<Read>, provider: MessengerProvider) {
  const rows = await sql(pick(messengerConnections, 'id'))`
    SELECT id FROM messenger_connections WHERE widget_id = ${widgetId} AND provider = ${provider}`;
  return rows.map(({ id }) => id);
}

const timeColumns = { last_inbound_at: nullable(time()), last_outbound_at: nullable(time()), waiting: integer() };

/** Updates are kept for a day: of a connection that is silent for longer, the customer's last message is looked up. */
export async function readTimes({ sql, widgetId }: InWidget<Read>, connectionIds: number[]) {
  const [widget, ids] = [param(widgetId), param(connectionIds)];
  const rows = await sql(timeColumns)`
    SELECT coalesce((
      SELECT max(created_at) FROM messenger_updates
      WHERE connection_id = ANY (${ids}::bigint[]) AND event->>'kind' <> 'profile'
    ), (
      SELECT max(e.at) FROM external_messages e JOIN messages m
        ON m.widget_id = e.widget_id AND m.chat_id = e.chat_id AND m.id = e.message_id AND m.sender = 'client'
      WHERE e.widget_id = ${widget} AND e.connection_id = ANY (${ids}::bigint[])
    )) AS last_inbound_at, (
      SELECT max((sent.log->-1->>'at')::timestamptz) FROM unnest(${ids}::bigint[]) AS connection (id)
      CROSS JOIN LATERAL (
        SELECT log FROM deliveries
        WHERE widget_id = ${widget} AND destination_id = connection.id AND kind = 'messenger' AND status = 'delivered'
        ORDER BY id DESC LIMIT 1
      ) AS sent
    ) AS last_outbound_at, (
      SELECT count(*)::int FROM deliveries
      WHERE widget_id = ${widget} AND kind = 'messenger' AND destination_id = ANY (${ids}::bigint[]) AND status = 'pending'
    ) AS waiting`;
  return onlyRow(rows);
}

/** Messages by the reason that agents see. A vendor may report for a day that it could not deliver one. */
export function countFailures({ sql, widgetId }: InWidget<Read>, connectionIds: number[], since: string) {
  return sql({ reason: text(), count: integer() })`
    SELECT m.delivery->>'reason' AS reason, count(DISTINCT m.id)::int AS count FROM deliveries d
    JOIN messages m ON m.widget_id = d.widget_id AND m.chat_id = d.chat_id AND m.id = d.message_id
    WHERE d.widget_id = ${widgetId} AND d.kind = 'messenger' AND d.destination_id = ANY (${connectionIds}::bigint[])
      AND d.created_at >= ${since}::timestamptz - interval '1 day' AND m.delivery->>'status' = 'failed'
      AND (m.delivery->>'at')::timestamptz >= ${since}
    GROUP BY 1 ORDER BY 2 DESC, 1`;
}

const exchangeColumns = {
  at: time(),
  direction: text<'in' | 'out'>(),
  kind: text(),
  chat_id: nullable(integer()),
  outcome: text(),
  code: nullable(text()),
  duration_ms: nullable(integer()),
};

/** Updates that arrived and attempts that were made, newest first. */
export function listExchanges({ sql, widgetId }: InWidget<Read>, connectionIds: number[], count: number) {
  const [widget, ids, limit] = [param(widgetId), param(connectionIds), param(count)];
  return sql(exchangeColumns)`
    SELECT * FROM (
      (SELECT created_at AS at, 'in' AS direction, event->>'kind' AS kind, chat_id,
        coalesce(outcome, 'waiting') AS outcome, NULL::text AS code, NULL::integer AS duration_ms
       FROM messenger_updates
       WHERE connection_id = ANY (${ids}::bigint[]) AND event->>'kind' <> 'profile' ORDER BY id DESC LIMIT ${limit})
      UNION ALL
      (SELECT (attempt->>'at')::timestamptz, 'out', 'message', chat_id, CASE
          WHEN attempt->>'error' IS NULL THEN 'sent'
          WHEN status = 'failed' AND number = jsonb_array_length(log) THEN 'failed' ELSE 'retry' END,
        attempt->>'answer', (attempt->>'duration_ms')::integer
       FROM (
         SELECT chat_id, status, log, id FROM deliveries
         WHERE widget_id = ${widget} AND kind = 'messenger' AND destination_id = ANY (${ids}::bigint[])
         ORDER BY id DESC LIMIT ${limit}
       ) AS d CROSS JOIN LATERAL jsonb_array_elements(d.log) WITH ORDINALITY AS attempts (attempt, number))
    ) AS e ORDER BY at DESC LIMIT ${limit}`;
}

/** Connections of all widgets whose updates don't arrive. */
export function countUnregistered({ sql }: Pick<Read, 'sql'>) {
  return sql({ provider: messengerConnections.provider, reason: text(), count: integer() })`
    SELECT provider, coalesce(reason, 'none') AS reason, count(*)::int AS count FROM messenger_connections
    WHERE token IS NOT NULL AND NOT is_registered AND status = 'enabled' GROUP BY 1, 2`;
}
