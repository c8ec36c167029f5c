import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startApp, type TestApp } from '../../../../../test/harness.ts';
import { loadRows } from '../../../../../test/load-rows.ts';
import { compile } from '../../../../infra/postgres/sql.ts';
import { listSorted, type Sort } from './store.ts';

const INDEXES: [Sort, index: string][] = [
  ['name', 'contacts_name'],
  ['last_seen', 'visitors_seen'],
  ['last_chat', 'chat_heads_recent'],
];

test('a page of sorted contacts is read from an index, however many there are', async () => {
  const app = await startApp({}, { isolated: true });
  const { widgetId } = await app.owner();
  await loadRows(
    app,
    `INSERT INTO contacts (widget_id, guid, name, created_at, updated_at)
     SELECT ${widgetId}, md5(i::text), 'Guest ' || i, now(), now() FROM generate_series(1, 5000) AS i`,
    `INSERT INTO visitors (widget_id, token_hash, contact_id, seen_at, created_at)
     SELECT widget_id, sha256(guid::bytea), id, now() - id * interval '1 minute', now() FROM contacts`,
    `INSERT INTO chats (widget_id, contact_id, channel, source, created_at)
     SELECT widget_id, id, 'service', '{}', now() FROM contacts`,
    `INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity, last_message_at)
     SELECT widget_id, id, now(), now(), 1, now() - id * interval '1 minute' FROM chats`,
    'ANALYZE',
  );
  for (const [sort, index] of INDEXES) {
    const plan = await explainPage(app, widgetId, sort);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan on (contacts|visitors|chats|chat_heads)/);
  }
});

/** The plan of the contacts that have a value to sort by. */
async function explainPage({ connection }: TestApp, widgetId: number, sort: Sort) {
  const client = new Client(connection);
  onTestFinished(() => client.end());
  await client.connect();
  const plans: string[] = [];
  const sql =
    () =>
    async (strings: TemplateStringsArray, ...parts: unknown[]) => {
      const { text, values } = compile(strings, parts);
      const { rows } = await client.query(`EXPLAIN (COSTS OFF) ${text}`, values);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return [];
    };
  await listSorted({ sql, widgetId } as never, sort, { limit: 50, after: undefined } as never);
  return plans[0] ?? '';
}
