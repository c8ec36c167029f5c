import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { signedIn, withToken } from '../callers.ts';
import type { ListExample } from '../fixtures.ts';
import type { OpenApp } from '../harness.ts';
import type { Owner } from '../owners.ts';
import { lists } from '../resources.ts';
import type { MatrixContext } from './context.ts';

interface Page {
  data: unknown[];
  next_cursor: string | null;
}

const names = (count: number) => Array.from({ length: count }, () => randomBytes(6).toString('hex'));

async function callerOf(app: OpenApp, owner: Owner, { route, caller }: ListExample) {
  if (route.auth === 'visitor' && caller) return caller(app, owner);
  return route.auth === 'session' ? signedIn(app, owner) : withToken(app, owner);
}

/** Reads the owner's list as an authorized caller. */
async function readerOf(app: OpenApp, owner: Owner, list: ListExample) {
  const { route, params: name } = list;
  const call = await callerOf(app, owner, list);
  const params = await name?.(app, owner);
  return async (query: Record<string, unknown> = {}) => {
    const answer = await call(route, { query, ...(params && { params }) });
    return { ...answer, page: pageOf(answer.body as Page, list) };
  };
}

function pageOf(page: Page, { rows }: ListExample): Page {
  const { data } = page as { data?: unknown };
  return rows && data ? { ...page, data: (data as Record<string, unknown[]>)[rows] ?? [] } : page;
}

type Read = Awaited<ReturnType<typeof readerOf>>;

/** A row's identity. */
function keyOf(row: unknown) {
  if (typeof row !== 'object') return row;
  const { id, public_id, delivery_id, contact_id, agent_id, rule_id, source } = row as Record<string, unknown>;
  return id ?? public_id ?? delivery_id ?? contact_id ?? agent_id ?? rule_id ?? source;
}

export function testPages({ app, those }: MatrixContext) {
  const named = those(({ query }) => query?.properties.cursor).flatMap(([name, route]): [string, ListExample][] => {
    const list = lists.find((each) => each.route === route);
    return list ? [[name, list]] : [];
  });

  test.each(named)('%s · a limit is 1 to 100 and defaults to 20', async (_name, list) => {
    const ann = await app().owner();
    await list.fill(app(), ann, names(21));
    const read = await readerOf(app(), ann, list);
    const count = async (query: Record<string, unknown>) => (await read(query)).page.data.length;
    expect([await count({}), await count({ limit: 1 })]).toEqual([20, 1]);
    expect(await count({ limit: 100 })).toBeGreaterThan(20);
    for (const limit of ['0', '-1', '101', '1.5', '1e1', 'x', '', ' 5', '9'.repeat(30), 'NaN']) {
      const { status, problem } = await read({ limit });
      expect({ limit, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({
        limit,
        status: 422,
        fields: ['limit'],
      });
    }
  });

  test.each(named)('%s · paging returns every row exactly once while others are added', async (_name, list) => {
    const ann = await app().owner();
    await list.fill(app(), ann, names(25));
    const read = await readerOf(app(), ann, list);
    const before = (await read({ limit: 100 })).page.data.map(keyOf);
    const seen: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { page } = await read({ limit: 7, ...(cursor && { cursor }) });
      seen.push(...page.data.map(keyOf));
      cursor = page.next_cursor;
      await list.fill(app(), ann, names(2));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(before));
  });

  test.each(named)('%s · paging by one gives the same rows and order as a single page', async (_name, list) => {
    const ann = await app().owner();
    await list.fill(app(), ann, names(5));
    const read = await readerOf(app(), ann, list);
    const whole = (await read({ limit: 100 })).page;
    expect(whole.next_cursor).toBeNull();
    const seen: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { page } = await read({ limit: 1, ...(cursor && { cursor }) });
      seen.push(...page.data);
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(whole.data);
    // The last page is known to be the last even when full.
    expect((await read({ limit: whole.data.length })).page.next_cursor).toBeNull();
  });

  test.each(named)('%s · a cursor of another list or widget, or an invalid one, is 422', async (_name, list) => {
    const [ann, bob] = [await app().owner(), await app().owner()];
    const other = lists.find((each) => each.route !== list.route) ?? list;
    for (const owner of [ann, bob]) for (const { fill } of [list, other]) await fill(app(), owner, names(3));
    const [read, bobs] = [await readerOf(app(), ann, list), await readerOf(app(), bob, list)];
    const cursorOf = async (from: Read) => String((await from({ limit: 1 })).page.next_cursor);
    const own = await cursorOf(read);
    expect((await read({ cursor: own })).status).toBe(200);
    const bytes = Buffer.from(own, 'base64url');
    const flipped = [0, 15, 16, bytes.length - 1].map((at) =>
      Buffer.from(bytes).fill((bytes[at] ?? 0) ^ 1, at, at + 1),
    );
    const wrong = [
      await cursorOf(bobs),
      await cursorOf(await readerOf(app(), ann, other)),
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
      const { status, problem } = await read({ cursor });
      expect({ cursor, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({
        cursor,
        status: 422,
        fields: ['cursor'],
      });
    }
  });
}
