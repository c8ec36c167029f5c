import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../test/harness.ts';
import { createCursors } from './pages.ts';

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

const key = Buffer.alloc(32, 7);

test('a cursor is the position behind 128 bits of its HMAC-SHA-256', () => {
  // printf 'chats.list\n42\n[1700000000,"é"]' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0707…07
  const mac = 'dd61764183a7865094dc57a849fe0428';
  const cursor = createCursors(key, 'chats.list', 42).write([1_700_000_000, 'é']);
  expect(Buffer.from(cursor, 'base64url').toString('hex')).toBe(mac + Buffer.from('[1700000000,"é"]').toString('hex'));
});

test('a cursor is read by the route, the tenant and the key it was made with, and by no other', () => {
  const position = [1_700_000_000, 'é'];
  const cursors = createCursors(key, 'chats.list', 42);
  const cursor = cursors.write(position);
  expect([cursors.read(cursor), cursors.read(undefined)]).toEqual([position, undefined]);
  const others = [
    createCursors(key, 'contacts.list', 42),
    createCursors(key, 'chats.list', 43),
    createCursors(Buffer.alloc(32, 8), 'chats.list', 42),
  ];
  for (const { read } of others) expect(() => read(cursor)).toThrow();
});

test('a cursor that was changed or cut short is refused', () => {
  const { write, read } = createCursors(key, 'chats.list', 42);
  const bytes = Buffer.from(write([12]), 'base64url');
  const changed = [...bytes.keys()].map((at) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    return copy;
  });
  const cut = [...bytes.keys()].map((length) => bytes.subarray(0, length));
  for (const each of [...changed, ...cut]) expect(() => read(each.toString('base64url'))).toThrow();
});
