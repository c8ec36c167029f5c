import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../test/harness.ts';
import { createCursors, paged } from './pages.ts';

const { contacts } = api;

test('a cursor is valid on every node of its installation, and on no other', async () => {
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

test('a cursor is 128 bits of HMAC-SHA-256 followed by the position', () => {
  // printf 'chats.list\n42\n[1700000000,"é"]' | openssl dgst -sha256 -mac HMAC -macopt hexkey:0707…07
  const mac = 'dd61764183a7865094dc57a849fe0428';
  const cursor = createCursors(key, 'chats.list', 42).write([1_700_000_000, 'é']);
  expect(Buffer.from(cursor, 'base64url').toString('hex')).toBe(mac + Buffer.from('[1700000000,"é"]').toString('hex'));
});

test('a cursor is valid only for the route, tenant and key it was created with', () => {
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

test('a modified or truncated cursor is refused', () => {
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

const cursors = createCursors(key, 'letters.list', 42);

/** A page of letters by place and name, and the arguments of its read. */
async function letters(limit: number, cursor?: string | null) {
  const asked: unknown[] = [];
  const rows = [...'abcde'].map((name, place) => ({ name, place }));
  const { data, next_cursor } = await paged(
    { cursors },
    { limit, ...(cursor && { cursor }) },
    {
      position: ({ place, name }: { place: number; name: string }) => [place, name],
      read: async ([place, name], most) => {
        asked.push(place, name, most);
        return place === undefined ? rows.slice(0, most) : rows.slice(place + 1, place + 1 + most);
      },
      item: ({ name }) => name,
    },
  );
  return { data, next_cursor, asked };
}

test('a page reads one extra row, and its cursor holds the position of its last row', async () => {
  const first = await letters(2);
  expect(first).toEqual({ data: ['a', 'b'], next_cursor: cursors.write([1, 'b']), asked: [undefined, undefined, 3] });
  const second = await letters(2, first.next_cursor);
  expect(second).toEqual({ data: ['c', 'd'], next_cursor: cursors.write([3, 'd']), asked: [1, 'b', 3] });
  expect(await letters(2, second.next_cursor)).toMatchObject({ data: ['e'], next_cursor: null });
});

test('a full last page has no next cursor', async () => {
  expect(await letters(5)).toMatchObject({ data: [...'abcde'], next_cursor: null });
});

test('a cursor of another list is refused before any row is read', async () => {
  const foreign = createCursors(key, 'numbers.list', 42).write([1, 'b']);
  const read = async () => expect.fail('rows were read');
  const list = { position: () => [1], read, item: (row: unknown) => row };
  await expect(paged({ cursors }, { limit: 2, cursor: foreign }, list)).rejects.toMatchObject({
    code: 'validation_failed',
  });
});
