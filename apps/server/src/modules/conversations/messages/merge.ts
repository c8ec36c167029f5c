import type { WidgetContext } from '../../../kernel/data/context.ts';

/**
 * Copies every column, also ones added later, and replaces only those that place a message. Ids are drawn again, since
 * they must grow with `seq` within a chat. A `client_message_id` is dropped if the other chat has it already. Pending
 * deliveries to channels follow their messages.
 */
const MOVE = `
  WITH taken AS (
    DELETE FROM messages m WHERE widget_id = $1 AND chat_id = $2
    RETURNING m AS message, m.id, m.seq, m.client_message_id
  ),
  placed AS (
    SELECT message, id AS old_id, client_message_id, row_number() OVER (ORDER BY id) AS place,
      CASE WHEN seq IS NOT NULL THEN $4 + count(seq) OVER (ORDER BY id) END AS seq
    FROM taken
  ),
  ids AS (
    SELECT id, row_number() OVER (ORDER BY id) AS place
    FROM (SELECT nextval('messages_id_seq') AS id FROM taken) AS each
  ),
  put AS (
    INSERT INTO messages OVERRIDING SYSTEM VALUE
    SELECT moved.* FROM placed JOIN ids USING (place)
    LEFT JOIN messages known
      ON known.widget_id = $1 AND known.chat_id = $3 AND known.client_message_id = placed.client_message_id
    CROSS JOIN LATERAL jsonb_populate_record(message, jsonb_build_object('id', ids.id, 'chat_id', $3::bigint,
      'seq', placed.seq, 'client_message_id', CASE WHEN known.id IS NULL THEN placed.client_message_id END)) AS moved
    RETURNING seq
  ),
  passed AS (
    UPDATE deliveries d SET chat_id = $3, message_id = ids.id FROM placed JOIN ids USING (place)
    WHERE d.kind = 'channel' AND d.status = 'pending' AND d.widget_id = $1 AND d.chat_id = $2 AND d.message_id = placed.old_id
  )
  SELECT count(seq)::int AS count FROM put`;

const FIRSTS = `
  SELECT first_client_at, (
    SELECT min(created_at) FROM messages
    WHERE widget_id = $1 AND chat_id = $2 AND sender IN ('agent', 'ai') AND NOT private AND created_at >= first_client_at
  ) AS responded_at
  FROM (SELECT min(created_at) AS first_client_at FROM messages WHERE widget_id = $1 AND chat_id = $2 AND sender = 'client') AS f`;

interface MovedMessages {
  /** Messages that the visitor sees. */
  count: number;
  /** Of the merged chat. */
  first_client_at: string | null;
  responded_at: string | null;
}

/** Appends all messages and notes of a chat to another, in order. Both chats are locked. */
export async function moveMessages(
  { sql, widgetId }: WidgetContext,
  from: { id: number },
  into: { id: number; last_seq: number },
): Promise<MovedMessages> {
  const [moved] = await sql<{ count: number }>({ text: MOVE, values: [widgetId, from.id, into.id, into.last_seq] });
  const [firsts] = await sql<Omit<MovedMessages, 'count'>>({ text: FIRSTS, values: [widgetId, into.id] });
  return { count: moved?.count ?? 0, first_client_at: null, responded_at: null, ...firsts };
}
