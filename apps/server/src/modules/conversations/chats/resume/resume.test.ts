import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startApp, type TestApp } from '../../../../../test/harness.ts';
import { loadRows } from '../../../../../test/load-rows.ts';
import { type Executed, inspectors } from '../../../../infra/postgres/run-sql.ts';
import { findChanged } from './store.ts';

test('changed chats are found by the index, also with a generic plan', async () => {
  const app = await startApp({}, { isolated: true });
  const { widgetId } = await app.owner();
  await loadRows(
    app,
    `INSERT INTO chats (widget_id, channel, source, created_at)
     SELECT ${widgetId}, 'service', '{}', now() FROM generate_series(1, 5000)`,
    `INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity)
     SELECT widget_id, id, created_at, created_at, 1000 + id % 500 FROM chats`,
    'ANALYZE chat_heads',
  );
  const client = new Client(app.connection);
  onTestFinished(() => client.end());
  await client.connect();
  await client.query('SET plan_cache_mode = force_generic_plan');
  await client.query(`PREPARE changed AS ${await readStatement(app, widgetId)}`);
  const { rows } = await client.query(`EXPLAIN EXECUTE changed (${widgetId}, 1490, '1:1:')`);
  expect(JSON.stringify(rows)).toContain('chat_heads_activity');
});

async function readStatement({ unitOfWork }: TestApp, widgetId: number) {
  let statement = '';
  const read = ({ text }: Executed) => {
    statement = text;
  };
  inspectors.add(read);
  await unitOfWork.read((work) =>
    findChanged({ ...work, widgetId }, { snapshot: '1:1:', activity: 1490, limit: 1_001 }),
  );
  inspectors.delete(read);
  return statement;
}
