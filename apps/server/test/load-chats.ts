import type { TestApp } from './harness.ts';
import { loadRows } from './load-rows.ts';
import type { Owner } from './owners.ts';

interface ChatLoad {
  count: number;
  /** Messages in each chat. */
  lines: number;
  text: string;
}

/** Chats with the same text in all their messages; every third is expired. */
export async function loadChats(app: TestApp, { widgetId }: Owner, { count, lines, text }: ChatLoad) {
  const now = `'${app.clock.now}'::timestamptz`;
  await loadRows(
    app,
    `WITH made AS (
      INSERT INTO chats (widget_id, channel, source, created_at)
      SELECT ${widgetId}, 'service', '{"page": null, "referrer": null, "language": null}', ${now}
      FROM generate_series(1, ${count}) RETURNING id
    ),
    heads AS (
      INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity, state)
      SELECT ${widgetId}, id, ${now}, ${now}, 0, CASE id % 3 WHEN 0 THEN 'expired' ELSE 'active' END FROM made
    )
    INSERT INTO messages (widget_id, chat_id, seq, sender, type, body, created_at)
    SELECT ${widgetId}, id, line, 'client', 'text', '${text} ' || line, ${now} FROM made, generate_series(1, ${lines}) AS line`,
  );
  app.clock.now = app.clock.now.add({ seconds: 1 });
}
