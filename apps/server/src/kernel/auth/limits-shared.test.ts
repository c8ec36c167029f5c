import { api, dashboard } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Call, createCall } from '../../../test/call.ts';
import { withBearer } from '../../../test/callers.ts';
import { type OpenApp, openApp, startApp, type TestApp } from '../../../test/harness.ts';
import { type Owner, PASSWORD } from '../../../test/owners.ts';
import { openRedis, startRedis } from '../../../test/redis.ts';
import { freePort } from '../../../test/scratch-cluster.ts';
import { until } from '../../../test/until.ts';

const { contacts } = api;

/** Two nodes on one database that share a Redis. */
let redis: Awaited<ReturnType<typeof openRedis>>;
let a: OpenApp;
let b: OpenApp;
beforeAll(async () => {
  redis = await openRedis();
  const env = { REDIS_URL: redis.url };
  a = await openApp(env);
  b = await openApp(env, { connection: a.connection });
});
afterAll(async () => {
  await b.end();
  await a.end();
  await redis.end();
});

const remainingOf = ({ headers }: Answer<unknown>) => Number(headers['x-ratelimit-remaining']);

/** An invalid write, which counts but has no effect. */
const idleWrite = (call: Call) => call(contacts.create, { body: {} });

const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));

/** Statuses of sequential writes: if each waited for Redis, the test would time out. */
async function inTurn(count: number, call: Call) {
  const statuses = new Set<number>();
  for (let done = 0; done < count; done++) statuses.add((await idleWrite(call)).status);
  return [...statuses];
}

/** Whether both nodes share a count; checking makes a call on each. */
const isCountedTogether = async (one: Call, other: Call) =>
  remainingOf(await idleWrite(one)) === remainingOf(await idleWrite(other)) + 1;

test('the rate limit of 120 writes for a token is shared by all nodes', async () => {
  const ann = await a.owner();
  const fresh = async () => {
    const token = await ann.newToken(['contacts:write']);
    return [withBearer(a, token), withBearer(b, token)] as const;
  };
  await until(async () => isCountedTogether(...(await fresh())), 'both are connected');
  const [onA, onB] = await fresh();
  const answers = [...(await many(60, () => idleWrite(onA))), ...(await many(60, () => idleWrite(onB)))];
  expect(answers.map(remainingOf).sort((x, y) => x - y)).toEqual(Array.from({ length: 120 }, (_, left) => left));
  for (const call of [onA, onB]) {
    const over = await idleWrite(call);
    expect(over.problem).toMatchObject({ status: 429, reason: 'rate_limited' });
    expect(remainingOf(over)).toBe(0);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(50);
    expect(Number(over.headers['retry-after'])).toBeLessThanOrEqual(60);
  }
});

test('failed sign-ins count on all nodes, and a successful one resets the count on all', async () => {
  const [ann, bob] = [await a.owner(), await a.owner()];
  const signIn = async (app: TestApp, { email }: Owner, password = 'wrong') => {
    const call = createCall((request) => app.http.inject({ ...request, remoteAddress: '203.0.113.7' }), {});
    return (await call(dashboard.session.create, { body: { email, password } })).status;
  };
  const failures = async (app: TestApp, who: Owner, count: number) =>
    new Set(await many(count, () => signIn(app, who)));
  const other = await ann.newToken(['contacts:write']);
  await until(() => isCountedTogether(withBearer(a, other), withBearer(b, other)), 'both are connected');
  expect(await failures(a, ann, 5)).toEqual(new Set([401]));
  expect(await failures(b, ann, 5)).toEqual(new Set([401]));
  expect([await signIn(a, ann, PASSWORD), await signIn(b, ann, PASSWORD)]).toEqual([429, 429]);
  await failures(a, bob, 9);
  expect(await signIn(b, bob, PASSWORD)).toBe(201);
  expect(await failures(a, bob, 9)).toEqual(new Set([401]));
});

test('an IP address with 3,000 refused requests across nodes gets 429 on every node', async () => {
  const { token, newToken } = await a.owner();
  const other = await newToken(['contacts:write']);
  await until(() => isCountedTogether(withBearer(a, other), withBearer(b, other)), 'both are connected');
  const ask = async ({ http }: TestApp, authorization: string) =>
    (await http.inject({ url: '/api/v1', remoteAddress: '203.0.113.8', headers: { authorization } })).statusCode;
  for (const app of [a, b]) {
    expect(new Set(await many(1_500, () => ask(app, 'Bearer nonsense')))).toEqual(new Set([401]));
  }
  for (const app of [a, b]) await until(async () => (await ask(app, `Bearer ${token}`)) === 429, 'it is refused');
});

test.each(['kill', 'pause'] as const)(
  'after a %s of Redis, each node counts by itself without waiting for Redis',
  async (how) => {
    const { newToken } = await a.owner();
    const fresh = async () => {
      const token = await newToken(['contacts:write']);
      return [withBearer(a, token), withBearer(b, token)] as const;
    };
    await until(async () => isCountedTogether(...(await fresh())), 'both are connected');
    const [onA, onB] = await fresh();
    await many(50, () => idleWrite(onA));
    await redis[how]();
    expect(await Promise.all([inTurn(120, onA), inTurn(120, onB)])).toEqual([[422], [422]]);
    expect([(await idleWrite(onA)).status, (await idleWrite(onB)).status]).toEqual([429, 429]);
    if (how === 'kill') await redis.start();
    else redis.resume();
    await until(async () => isCountedTogether(...(await fresh())), 'they count together again');
  },
);

test('a node starts without Redis and still applies rate limits', async () => {
  const app = await startApp({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
  const { newToken } = await app.owner();
  const call = withBearer(app, await newToken(['contacts:write']));
  expect(await inTurn(120, call)).toEqual([422]);
  expect((await idleWrite(call)).status).toBe(429);
});

test('installations that share a Redis do not share rate limits', async () => {
  const { url } = await startRedis();
  const [ours, theirs] = [
    await startApp({ REDIS_URL: url }),
    await startApp({ REDIS_URL: url }, { masterKey: Buffer.alloc(32, 8) }),
  ];
  const tokens = [(await ours.owner()).token, (await theirs.owner()).token];
  const calls = [withBearer(ours, tokens[0] ?? ''), withBearer(theirs, tokens[1] ?? '')];
  for (const call of calls) expect(remainingOf(await idleWrite(call))).toBe(119);
});
