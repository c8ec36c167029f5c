import { integer, nullable, time } from '../../../../infra/postgres/row-schema.ts';
import { param } from '../../../../infra/postgres/sql.ts';
import type { WidgetWork } from '../../../../kernel/data/context.ts';

/**
 * Appends all messages and notes of a chat to another, in order, and returns how many of them the visitor sees. Copies
 * every column, also ones added later, and replaces only those that place a message. Ids are drawn again, since they
 * must grow with `seq` within a chat; so every client fetches them again, whichever version changed them. A
 * `client_message_id` is dropped if the other chat has it already. Pending deliveries, all of custom channels, recipients of sends and
 * the messenger's ids follow their messages. A delivery that is due waits if the other chat sends one: they are sent one at a time.
 */
export async function moveToChat(
  { sql, widgetId, now }: WidgetWork,
  from: { id: number },
  into: { id: number; last_seq: number },
) {
  const [widget, source, target] = [param(widgetId), param(from.id), param(into.id)];
  const [moved] = await sql({ count: integer() })`
    WITH taken AS (
      DELETE FROM messages m WHERE widget_id = ${widget} AND chat_id = ${source}
      RETURNING m AS message, m.id, m.seq, m.client_message_id
    ),
    placed AS (
      SELECT message, id AS old_id, client_message_id, row_number() OVER (ORDER BY id) AS place,
        CASE WHEN seq IS NOT NULL THEN ${into.last_seq} + count(seq) OVER (ORDER BY id) END AS seq
      FROM taken
    ),
    ids AS (
      SELECT id, row_number() OVER (ORDER BY id) AS place
      FROM (SELECT nextval('messages_id_seq') AS id FROM taken) AS each
    ),
    put AS (
      INSERT INTO messages OVERRIDING SYSTEM VALUE
      SELECT moved.* FROM placed JOIN ids USING (place)
      LEFT JOIN messages known ON known.widget_id = ${widget} AND known.chat_id = ${target}
        AND known.client_message_id = placed.client_message_id
      CROSS JOIN LATERAL jsonb_populate_record(message, jsonb_build_object('id', ids.id, 'chat_id', ${target}::bigint,
        'seq', placed.seq, 'changed_version', NULL, 'client_message_id', CASE WHEN known.id IS NULL THEN placed.client_message_id END)) AS moved
      RETURNING seq
    ),
    passed AS (
      UPDATE deliveries d SET chat_id = ${target}, message_id = ids.id,
        due_at = CASE WHEN d.kind = 'messenger' AND d.due_at <= ${now.toString()} AND EXISTS (
          SELECT FROM deliveries
          WHERE widget_id = ${widget} AND chat_id = ${target} AND kind = 'messenger' AND status = 'pending'
        ) THEN 'infinity' ELSE d.due_at END
      FROM placed JOIN ids USING (place)
      WHERE (d.kind IN ('channel', 'broadcast') OR d.kind = 'messenger' AND d.status = 'pending') AND d.widget_id = ${widget}
        AND d.chat_id = ${source} AND d.message_id = placed.old_id
    ),
    counted AS (
      UPDATE send_recipients r SET chat_id = ${target}, message_id = ids.id FROM placed JOIN ids USING (place)
      WHERE r.widget_id = ${widget} AND r.chat_id = ${source} AND r.message_id = placed.old_id
    ),
    renamed AS (
      UPDATE external_messages e SET chat_id = ${target}, message_id = ids.id FROM placed JOIN ids USING (place)
      WHERE e.widget_id = ${widget} AND e.chat_id = ${source} AND e.message_id = placed.old_id
    )
    SELECT count(seq)::int AS count FROM put`;
  return moved?.count ?? 0;
}

/** Times of the visitor's first message in a chat and of the first reply to it. */
export async function findFirstTimes({ sql, widgetId }: WidgetWork, chatId: number) {
  const [widget, chat] = [param(widgetId), param(chatId)];
  const [found] = await sql({ first_client_at: nullable(time()), responded_at: nullable(time()) })`
    SELECT first_client_at, (
      SELECT min(created_at) FROM messages
      WHERE widget_id = ${widget} AND chat_id = ${chat} AND sender IN ('agent', 'ai') AND NOT private AND NOT is_outreach
        AND created_at >= first_client_at
    ) AS responded_at
    FROM (
      SELECT min(created_at) AS first_client_at FROM messages
      WHERE widget_id = ${widget} AND chat_id = ${chat} AND sender = 'client'
    ) AS f`;
  return found ?? { first_client_at: null, responded_at: null };
}
