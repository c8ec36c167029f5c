import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../test/harness.ts';

const { contacts } = api;

test('a cursor serves on every node of the installation, and on no other', async () => {
  const one = await startApp();
  const { connection } = one;
  const two = await startApp({}, { connection });
  const stranger = await startApp({}, { connection, masterKey: Buffer.alloc(32, 8) });
  const ann = await one.owner();
  for (const name of ['Ira', 'Ola']) await ann.call(contacts.create, { body: { name } });
  const headers = { authorization: `Bearer ${ann.token}` };
  const cursor = String((await ann.call(contacts.list, { query: { limit: 1 } })).data.next_cursor);
  const statuses = [];
  for (const { call } of [one, two, stranger]) {
    statuses.push((await call(contacts.list, { query: { cursor }, headers })).status);
  }
  expect(statuses).toEqual([200, 200, 422]);
});
