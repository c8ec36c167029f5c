import { api } from '@parley/contract';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '../../../../test/harness.ts';
import { loadRows } from '../../../../test/load-rows.ts';
import { compile } from '../../../infra/postgres/sql.ts';
import { list } from './store.ts';

const { contacts } = api;

test('the list is filtered by the whole e-mail address in any case, and by the digits of the phone', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const people = [
    { name: 'Ира', email: 'Ira@Example.com', phone: '+7 (900) 123-45-67' },
    { name: 'Ирина', email: 'irina@example.com', phone: '79001234568' },
    { name: 'Ия', email: 'ira@example.com', phone: '7 900 1234567' },
  ];
  for (const body of people) await ann.call(contacts.create, { body });
  await bob.call(contacts.create, { body: { email: 'ira@example.com', phone: '79001234567' } });
  const found = async (query: Record<string, unknown>) =>
    (await ann.call(contacts.list, { query })).data.data.map(({ name }) => name).join();
  expect(await found({ email: 'IRA@example.com' })).toBe('Ия,Ира');
  expect(await found({ email: 'ira@example' })).toBe('');
  expect(await found({ phone: '7-900-123-45-67' })).toBe('Ия,Ира');
  expect(await found({ phone: '1234567' })).toBe('');
  expect(await found({ phone: '79001234568', email: 'irina@example.com' })).toBe('Ирина');
  expect(await found({ phone: '79001234568', email: 'ira@example.com' })).toBe('');
  expect(await found({ email: 'ira@example.com', query: 'ия' })).toBe('Ия');
  expect(await found({ email: 'ira@example.com', sort: 'name' })).toBe('Ира,Ия');
  expect((await ann.call(contacts.list, { query: { phone: 'none' } })).problem).toMatchObject({
    status: 422,
    errors: { phone: [expect.any(String)] },
  });
});

test('an exact filter reads an index, however many contacts there are', async () => {
  const { connection, ...app } = await startApp({}, { isolated: true });
  const { widgetId } = await app.owner();
  await loadRows(
    { connection, ...app },
    `INSERT INTO contacts (widget_id, guid, name, email, phone, created_at, updated_at)
     SELECT ${widgetId}, md5(i::text), 'Guest ' || i, 'guest' || i % 500 || '@example.com', '+7 900 ' || i % 500, now(),
       now() FROM generate_series(1, 5000) AS i`,
    'ANALYZE',
  );
  const client = new Client(connection);
  onTestFinished(() => client.end());
  await client.connect();
  const explain = async (filter: { email?: string; phone?: string }) => {
    let plan = '';
    const sql =
      () =>
      async (strings: TemplateStringsArray, ...parts: unknown[]) => {
        const { text, values } = compile(strings, parts);
        const { rows } = await client.query(`EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${text}`, values);
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return [];
      };
    await list({ sql, widgetId } as never, { ...filter, before: undefined, limit: 20 });
    return plan;
  };
  for (const [index, filter] of [
    ['contacts_email', { email: 'guest77@example.com' }],
    ['contacts_phone', { phone: '790077' }],
  ] as const) {
    const plan = await explain(filter);
    expect(plan).toContain(`Index Scan Backward using ${index}`);
    expect(plan).not.toMatch(/Seq Scan on contacts c|Sort Key: c|Rows Removed by Filter/);
  }
});
