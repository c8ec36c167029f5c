import { api, dashboard } from '@parley/contract';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { freshAddress } from '../../../test/addresses.ts';
import type { Answer, Call } from '../../../test/call.ts';
import { signedIn, withBearer, withHeaders, withToken } from '../../../test/callers.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { PASSWORD } from '../../../test/owners.ts';
import { addAgent } from '../../../test/people.ts';
import { until } from '../../../test/until.ts';

const { contacts, service } = api;

const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));
const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))];

/** An invalid write, which counts but has no effect. */
const idleWrite = (call: Call) => call(contacts.create, { body: {} });

function limitsOf({ headers }: Answer<unknown>) {
  const number = (name: string) => Number(headers[name]);
  return {
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    reset: number('x-ratelimit-reset'),
    retryAfter: number('retry-after'),
  };
}

/** A 429 with a Retry-After of at most that many seconds. */
function expectOver(answer: Answer<unknown>, seconds = 60) {
  expect(answer.problem).toMatchObject({ status: 429, reason: 'rate_limited' });
  const { retryAfter } = limitsOf(answer);
  expect(retryAfter).toBeGreaterThanOrEqual(1);
  expect(retryAfter).toBeLessThanOrEqual(seconds);
}

test('a token can read 600 times a minute, and responses carry the remaining count', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const call = await withToken(app, ann);
  const first = await call(service.whoAmI);
  expect(limitsOf(first)).toMatchObject({ limit: 600, remaining: 599 });
  const rest = await many(599, () => call(service.whoAmI));
  expect(statuses(rest)).toEqual([200]);
  expect(rest.map((answer) => limitsOf(answer).remaining).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 599 }, (_, left) => left),
  );
  const over = await call(service.whoAmI);
  expectOver(over);
  expect(limitsOf(over)).toMatchObject({ limit: 600, remaining: 0 });
});

test('a token can write 120 times a minute, and failed writes count', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const call = await withToken(app, ann);
  expect(limitsOf(await call(contacts.create, { body: { name: 'Ira' } }))).toMatchObject({
    limit: 120,
    remaining: 119,
  });
  expect(statuses(await many(119, () => idleWrite(call)))).toEqual([422]);
  const over = await call(contacts.create, { body: { name: 'Ira' } });
  expectOver(over);
  expect(limitsOf(over)).toMatchObject({ limit: 120, remaining: 0 });
  const made = await app.sql(`SELECT name FROM contacts WHERE widget_id = ${ann.widgetId}`);
  expect(made).toEqual([{ name: 'Ira' }]);
});

test('X-RateLimit-Reset is in Unix seconds and agrees with Retry-After', async () => {
  const app = await startApp();
  const call = await withToken(app, await app.owner());
  const seconds = () => Date.now() / 1_000;
  const first = seconds();
  await many(120, () => idleWrite(call));
  const before = seconds();
  const { reset, retryAfter } = limitsOf(await idleWrite(call));
  const after = seconds();
  expect(Number.isInteger(reset)).toBe(true);
  expect(reset).toBeGreaterThanOrEqual(first + 60);
  expect(reset).toBeLessThanOrEqual(before + 61);
  expect(retryAfter).toBeGreaterThanOrEqual(Math.floor(reset - after - 1));
  expect(retryAfter).toBeLessThanOrEqual(Math.ceil(reset - before + 1));
});

test('reads and writes have separate rate limits, and so does each token', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const [busy, idle] = [await withToken(app, ann), await withToken(app, ann)];
  await many(121, () => idleWrite(busy));
  expectOver(await idleWrite(busy));
  expect(limitsOf(await busy(service.whoAmI))).toMatchObject({ limit: 600, remaining: 599 });
  expect(limitsOf(await idleWrite(idle))).toMatchObject({ limit: 120, remaining: 119 });
  await many(600, () => busy(service.whoAmI));
  expectOver(await busy(service.whoAmI));
  expect((await idle(service.whoAmI)).status).toBe(200);
});

test('HEAD counts as a read', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const headers = { authorization: `Bearer ${await ann.newToken([])}` };
  const ask = async (method: 'GET' | 'HEAD') =>
    (await app.http.inject({ method, url: '/api/v1', headers })).headers['x-ratelimit-remaining'];
  expect([await ask('GET'), await ask('HEAD'), await ask('GET')].map(Number)).toEqual([599, 598, 597]);
});

test('problems after authentication carry the rate-limit headers too', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const call = await withToken(app, ann);
  const key = 'spent';
  const body = { name: 'Ira' };
  const contentType = (type: string) => ({ 'content-type': type });
  const answers = [
    await call(contacts.create, { body, key }),
    await call(contacts.create, { body, key }),
    await call(contacts.create, { body, key: null }),
    await call(contacts.create, { body: {} }),
    await call(contacts.create, { body: '{' }),
    await call(contacts.create, { body: '{}', headers: contentType('text/plain') }),
    await call(contacts.create, { body: 'x'.repeat(2 ** 20 + 1) }),
    await call(contacts.remove, { params: { id: 'none' } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 409, 400, 422, 400, 415, 413, 404]);
  expect(answers.map((answer) => limitsOf(answer).remaining)).toEqual([119, 118, 117, 116, 115, 114, 113, 112]);
  for (const answer of answers) {
    expect(limitsOf(answer)).toMatchObject({ limit: 120, reset: expect.any(Number) });
    expect(answer.headers['retry-after']).toBeUndefined();
  }
});

test('a console session has higher rate limits than a token', async () => {
  const app = await startApp();
  const call = await signedIn(app, await app.owner());
  expect(statuses(await many(601, () => call(service.whoAmI)))).toEqual([200]);
  expect(statuses(await many(121, () => idleWrite(call)))).toEqual([422]);
  expect(limitsOf(await call(service.whoAmI)).limit).toBeGreaterThan(600);
  expect(limitsOf(await idleWrite(call)).limit).toBeGreaterThan(120);
});

test('a widget can create 60 tokens an hour, regardless of the caller; other routes are unaffected', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const [owner, admin] = [await signedIn(app, ann), await signedIn(app, await addAgent(app, ann, 'admin'))];
  const make = (call: Call) =>
    call(dashboard.tokens.create, { body: { password: PASSWORD, name: 'one more', scopes: [] } });
  // One by one: many at once would count as failed sign-ins until their passwords are checked.
  for (let round = 0; round < 30; round += 1) {
    for (const call of [owner, admin]) expect((await make(call)).status).toBe(201);
  }
  for (const call of [owner, admin]) {
    const over = await make(call);
    expectOver(over, 3_600);
    expect(limitsOf(over).retryAfter).toBeGreaterThan(3_000);
    expect((await call(dashboard.tokens.list)).status).toBe(200);
  }
  expect((await make(await signedIn(app, bob))).status).toBe(201);
});

test('unauthenticated requests are rate-limited by IP address', async () => {
  const app = await startApp();
  const [busy, idle] = [withHeaders(app, {}), withHeaders(app, {})];
  const attempt = (call: Call) =>
    call(dashboard.session.confirmReset, { body: { token: 'x', password: 'long enough a password' } });
  expect(statuses(await many(120, () => attempt(busy)))).toEqual([422]);
  expectOver(await attempt(busy));
  expect(limitsOf(await attempt(idle))).toMatchObject({ limit: 120, remaining: 119 });
});

/** Calls from an IP address. */
const asker =
  ({ http }: TestApp, remoteAddress: string) =>
  async (headers: InjectOptions['headers'] = {}) => {
    const answer = await http.inject({ url: '/api/v1', remoteAddress, headers });
    return { status: answer.statusCode, answer };
  };

test('an IP address with 3,000 refused requests in a minute gets 429, and other addresses do not', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const good = { authorization: `Bearer ${ann.token}` };
  const [bad, other] = [asker(app, freshAddress()), asker(app, freshAddress())];
  expect(statuses(await many(2_999, () => bad({ authorization: 'Bearer nonsense' })))).toEqual([401]);
  expect((await bad(good)).status).toBe(200);
  await bad();
  const { answer } = await until(async () => {
    const last = await bad(good);
    return last.status === 429 && last;
  }, 'the address is refused');
  expect(answer.json()).toMatchObject({ status: 429, reason: 'rate_limited' });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await bad({ ...good, 'x-forwarded-for': '203.0.113.7' })).status).toBe(429);
  expect((await other(good)).status).toBe(200);
});

test('behind a trusted proxy, the IP address is taken from X-Forwarded-For', async () => {
  const app = await startApp({ TRUST_PROXY: '127.0.0.1' });
  const ann = await app.owner();
  const ask = asker(app, '127.0.0.1');
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const [bad, other] = [freshAddress(), freshAddress()];
  expect(statuses(await many(3_000, () => ask(from(bad))))).toEqual([401]);
  const good = { authorization: `Bearer ${ann.token}` };
  await until(async () => (await ask({ ...good, ...from(bad) })).status === 429, 'the address is refused');
  expect((await ask({ ...good, ...from(other) })).status).toBe(200);
});

test('requests that fail validation do not count against an IP address', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const tokens = await many(6, () => ann.newToken(['contacts:read']));
  const remoteAddress = freshAddress();
  const ask = (token: string, url: string) =>
    app.http.inject({ url, remoteAddress, headers: { authorization: `Bearer ${token}` } });
  for (const token of tokens) {
    await many(590, () => ask(token, '/api/v1/contacts?surprise=1'));
  }
  expect((await ask(tokens[0] ?? '', '/api/v1')).statusCode).toBe(200);
  expect((await withBearer(app, ann.token)(service.whoAmI)).status).toBe(200);
});

test('RATE_READS and RATE_WRITES are the limits of a token, and of nobody else', async () => {
  const app = await startApp({ RATE_READS: '700', RATE_WRITES: '2' });
  const ann = await app.owner();
  const call = await withToken(app, ann);
  expect(limitsOf(await call(service.whoAmI))).toMatchObject({ limit: 700, remaining: 699 });
  expect(limitsOf(await idleWrite(call))).toMatchObject({ limit: 2, remaining: 1 });
  await idleWrite(call);
  const over = await idleWrite(call);
  expectOver(over);
  expect(limitsOf(over)).toMatchObject({ limit: 2, remaining: 0 });
  const session = await signedIn(app, ann);
  expect(limitsOf(await session(service.whoAmI))).toMatchObject({ limit: 6_000 });
  expect(limitsOf(await idleWrite(session))).toMatchObject({ limit: 3_000 });
});
