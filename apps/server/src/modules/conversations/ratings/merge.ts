import type { WidgetContext } from '../../../kernel/data/context.ts';

/** For a chat merged into another. */
export async function moveToChat({ sql, widgetId }: WidgetContext, from: number, into: number) {
  await sql({
    text: 'UPDATE ratings SET chat_id = $3 WHERE widget_id = $1 AND chat_id = $2',
    values: [widgetId, from, into],
  });
}

/** For a contact merged into another; if both rated an agent, the later score counts. */
export async function moveToContact({ sql, widgetId }: WidgetContext, from: number, into: number) {
  await sql({
    text: `WITH taken AS (DELETE FROM ratings WHERE widget_id = $1 AND contact_id = $2 RETURNING *)
           INSERT INTO ratings AS known (widget_id, agent_id, contact_id, chat_id, score, comment, created_at, updated_at)
           SELECT widget_id, agent_id, $3, chat_id, score, comment, created_at, updated_at FROM taken
           ON CONFLICT (widget_id, agent_id, contact_id) DO UPDATE SET
             chat_id = excluded.chat_id, score = excluded.score, comment = excluded.comment, updated_at = excluded.updated_at
           WHERE known.updated_at <= excluded.updated_at`,
    values: [widgetId, from, into],
  });
}
