import { boolean } from '../../../infra/postgres/row-schema.ts';
import type { RunSql } from '../../../infra/postgres/run-sql.ts';
import { fragment, param, raw } from '../../../infra/postgres/sql.ts';
import type { InWidget } from '../../../kernel/data/context.ts';

interface BatchSize {
  messages: number;
  /** A batch may exceed this by one message. */
  characters: number;
}

/**
 * Moves messages from `unindexed_messages` to `message_search`, in one statement; returns whether there may be more. Any
 * number of nodes may run it. It waits for nobody: messages of a chat that is being erased or merged are left for later.
 * The lock on other chats lasts until the commit, so that no erased text is indexed.
 *
 * A message is found by the order of its id: where chats are short, the planner would take any index of the chat, and read
 * a long one as a whole for each of its messages.
 */
export async function indexBatch(sql: RunSql, { messages, characters }: BatchSize) {
  const [batch] = await sql.prepared({ has_more: boolean() })`
    WITH next AS MATERIALIZED (
      SELECT ctid AS place, widget_id, chat_id, message_id FROM unindexed_messages
      LIMIT ${raw(messages)} FOR UPDATE SKIP LOCKED
    ),
    held AS MATERIALIZED (
      SELECT c.widget_id, c.id FROM (SELECT DISTINCT widget_id, chat_id FROM next) AS of_next
      JOIN chats c ON c.widget_id = of_next.widget_id AND c.id = of_next.chat_id
      FOR KEY SHARE OF c SKIP LOCKED
    ),
    found AS MATERIALIZED (
      SELECT next.*, m.body, sum(char_length(m.body)) OVER (ROWS UNBOUNDED PRECEDING) - char_length(m.body) AS before
      FROM next LEFT JOIN LATERAL (
        SELECT id, body FROM messages
        WHERE widget_id = next.widget_id AND chat_id = next.chat_id AND id >= next.message_id ORDER BY id LIMIT 1
      ) AS m ON m.id = next.message_id
    ),
    texts AS MATERIALIZED (
      SELECT found.* FROM found JOIN held ON held.widget_id = found.widget_id AND held.id = found.chat_id
      WHERE body IS NOT NULL AND before < ${raw(characters)}
    ),
    added AS (
      INSERT INTO message_search (widget_id, chat_id, message_id, text)
      SELECT widget_id, chat_id, message_id, fold(body) FROM texts ON CONFLICT DO NOTHING
    ),
    removed AS (
      DELETE FROM unindexed_messages WHERE ctid = ANY (ARRAY(
        SELECT place FROM texts UNION ALL SELECT place FROM found WHERE body IS NULL
      )) RETURNING 1
    )
    SELECT (SELECT count(*) FROM removed) > 0
      AND ((SELECT count(*) FROM next) = ${raw(messages)}
        OR EXISTS (SELECT FROM found WHERE before >= ${raw(characters)})) AS has_more`;
  return batch?.has_more ?? false;
}

interface ChangedMessage {
  id: number;
  chat_id: number;
  body: string | null;
}

/**
 * Makes a search find a message by its new text only. Removing the row of `unindexed_messages` first waits for a batch that
 * indexes the text as it was, and keeps later ones from it.
 */
export function reindex({ run, widgetId }: InWidget, { id, chat_id, body }: ChangedMessage) {
  const [widget, chat, message] = [param(widgetId), param(chat_id), param(id)];
  for (const table of [fragment`unindexed_messages`, fragment`message_search`])
    run.prepared`DELETE FROM ${table} WHERE widget_id = ${widget} AND chat_id = ${chat} AND message_id = ${message}`;
  if (body === null) return;
  run.prepared`INSERT INTO unindexed_messages (widget_id, chat_id, message_id) VALUES (${widget}, ${chat}, ${message})`;
}
