import { randomBytes } from 'node:crypto';
import { api, dashboard, type Route } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '../../test/call.ts';
import { signedIn, withToken } from '../../test/callers.ts';
import { type OpenApp, type Owner, openApp, startApp, type TestApp } from '../../test/harness.ts';
import { nameOf } from '../../test/resources.ts';
import { routes } from '../modules.ts';

interface List {
  route: Route;
  /** Adds rows and returns nothing: what is there is read back. */
  fill: (app: TestApp, owner: Owner, names: string[]) => Promise<unknown>;
}

const { contacts, tags, quickPhrases } = api;

/** Every list, and how a row gets into it. */
const lists: List[] = [
  {
    route: contacts.list,
    fill: async (app, owner, names) => {
      const call = await withToken(app, owner);
      await Promise.all(names.map((name) => call(contacts.create, { body: { name } })));
    },
  },
  {
    route: tags.list,
    fill: async (app, owner, names) => {
      const call = await withToken(app, owner);
      // A contact has 100 tags at most.
      for (let at = 0; at < names.length; at += 100) {
        const { data } = await call(contacts.create, { body: { name: 'Ira' } });
        await call(contacts.addTags, { params: { id: data.id }, body: { tags: names.slice(at, at + 100) } });
      }
    },
  },
  {
    route: quickPhrases.list,
    fill: async (app, owner, names) => {
      const call = await withToken(app, owner);
      const phrases = names.map((name) => ({ agent_id: owner.agentId, name, phrase: name }));
      await Promise.all(phrases.map((body) => call(quickPhrases.create, { body })));
    },
  },
  {
    route: dashboard.tokens.list,
    fill: (_app, owner, names) => Promise.all(names.map(() => owner.newToken([]))),
  },
];
const named = lists.map((list): [string, List] => [nameOf(list.route), list]);

const names = (count: number) => Array.from({ length: count }, () => randomBytes(6).toString('hex'));

async function callerOf(app: TestApp, owner: Owner, { route }: List) {
  return route.auth === 'session' ? signedIn(app, owner) : withToken(app, owner);
}

interface Page {
  data: unknown[];
  next_cursor: string | null;
}

async function read(call: Call, { route }: List, query: Record<string, unknown> = {}) {
  const answer = await call(route, { query });
  return { ...answer, page: answer.body as Page };
}

/** What tells one row from another. */
const keyOf = (row: unknown) => (typeof row === 'object' ? (row as { id: unknown }).id : row);

let app: OpenApp;
beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app.end());

test('every list is tested here', () => {
  const declared = routes.filter(({ route }) => route.query?.properties.cursor).map(({ route }) => nameOf(route));
  expect(named.map(([name]) => name).sort()).toEqual(declared.sort());
});

test.each(named)('%s · a page has 20 rows unless 1 to 100 are asked for', async (_name, list) => {
  const ann = await app.owner();
  await list.fill(app, ann, names(101));
  const call = await callerOf(app, ann, list);
  const counts = [];
  for (const query of [{}, { limit: 1 }, { limit: 100 }]) counts.push((await read(call, list, query)).page.data.length);
  expect(counts).toEqual([20, 1, 100]);
  for (const limit of ['0', '-1', '101', '1.5', '1e1', 'x', '', ' 5', '9'.repeat(30), 'NaN']) {
    const { status, problem } = await read(call, list, { limit });
    expect({ limit, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({
      limit,
      status: 422,
      fields: ['limit'],
    });
  }
});

test.each(named)('%s · a walk meets every row exactly once while others come', async (_name, list) => {
  const ann = await app.owner();
  await list.fill(app, ann, names(25));
  const call = await callerOf(app, ann, list);
  const before = (await read(call, list, { limit: 100 })).page.data.map(keyOf);
  const seen: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { page } = await read(call, list, { limit: 7, ...(cursor && { cursor }) });
    seen.push(...page.data.map(keyOf));
    cursor = page.next_cursor;
    await list.fill(app, ann, names(2));
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining(before));
});

test.each(named)('%s · walks by one and by all meet the same rows in the same order', async (_name, list) => {
  const ann = await app.owner();
  await list.fill(app, ann, names(5));
  const call = await callerOf(app, ann, list);
  const whole = (await read(call, list, { limit: 100 })).page;
  expect(whole.next_cursor).toBeNull();
  const seen: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { page } = await read(call, list, { limit: 1, ...(cursor && { cursor }) });
    seen.push(...page.data);
    cursor = page.next_cursor;
  }
  expect(seen).toEqual(whole.data);
  // The last page is known to be the last even when it is full.
  expect((await read(call, list, { limit: whole.data.length })).page.next_cursor).toBeNull();
});

test.each(named)('%s · what is no cursor of this list and this widget is 422', async (_name, list) => {
  const [ann, bob] = [await app.owner(), await app.owner()];
  const [call, bobs] = [await callerOf(app, ann, list), await callerOf(app, bob, list)];
  for (const owner of [ann, bob]) for (const { fill } of lists) await fill(app, owner, names(3));
  const cursorOf = async (whose: Call, from: List) => String((await read(whose, from, { limit: 1 })).page.next_cursor);
  const own = await cursorOf(call, list);
  expect((await read(call, list, { cursor: own })).status).toBe(200);
  const other = lists.find((each) => each.route !== list.route) ?? list;
  const bytes = Buffer.from(own, 'base64url');
  const flipped = [0, 15, 16, bytes.length - 1].map((at) => Buffer.from(bytes).fill((bytes[at] ?? 0) ^ 1, at, at + 1));
  const wrong = [
    await cursorOf(bobs, list),
    await cursorOf(await callerOf(app, ann, other), other),
    ...flipped.map((each) => each.toString('base64url')),
    own.slice(0, -4),
    own.slice(4),
    own + own,
    bytes.subarray(0, 16).toString('base64url'),
    Buffer.from('[1]').toString('base64url'),
    '',
    '1',
    'nonsense',
    '\u{1f600}',
    'null',
    'x'.repeat(1_025),
  ];
  for (const cursor of wrong) {
    const { status, problem } = await read(call, list, { cursor });
    expect({ cursor, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({
      cursor,
      status: 422,
      fields: ['cursor'],
    });
  }
});

test('a cursor serves on every node of the installation, and on no other', async () => {
  const [list] = lists as [List];
  const one = await startApp();
  const { connection } = one;
  const two = await startApp({}, { connection });
  const stranger = await startApp({}, { connection, masterKey: Buffer.alloc(32, 8) });
  const ann = await one.owner();
  await list.fill(one, ann, names(2));
  const headers = { authorization: `Bearer ${ann.token}` };
  const cursor = String((await read(ann.call, list, { limit: 1 })).page.next_cursor);
  const statuses = [];
  for (const { call } of [one, two, stranger]) {
    statuses.push((await call(contacts.list, { query: { cursor }, headers })).status);
  }
  expect(statuses).toEqual([200, 200, 422]);
});
