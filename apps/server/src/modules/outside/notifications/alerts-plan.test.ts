import { expect, test } from 'vitest';
import { startApp } from '../../../../test/harness.ts';
import { loadRows } from '../../../../test/load-rows.ts';
import { compile, fragment, raw } from '../../../infra/postgres/sql.ts';
import { claimOf } from './store.ts';

test('waiting chats are searched among recent ones only, however many were never answered', async () => {
  const app = await startApp({}, { isolated: true });
  const { widgetId } = await app.owner();
  await loadRows(
    app,
    `INSERT INTO contacts (widget_id, guid, created_at, updated_at)
     SELECT ${widgetId}, md5('${widgetId} ' || i), now(), now() FROM generate_series(1, 20000) AS i`,
    `INSERT INTO chats (widget_id, contact_id, channel, source, created_at)
     SELECT widget_id, id, 'service', '{}', now() FROM contacts`,
    `INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity, last_seq, waiting_since, is_live)
     SELECT widget_id, id, now(), now(), 1, 1, now() - interval '1 hour', id % 200 = 0 FROM chats`,
    'ANALYZE',
  );
  const now = fragment`now()`;
  const claim = claimOf({ now, validAfter: now, long: fragment`'10 minutes'`, longSince: now, limit: raw(500) });
  const explain = (strings: TemplateStringsArray, ...parts: unknown[]) =>
    app.sql<Record<string, string>>(compile(strings, parts).text);
  const plan = await explain`EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) ${claim}`;
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain('chat_heads_live');
  expect(text).not.toMatch(/Seq Scan on (chat_heads|chats|contacts)/);
});
