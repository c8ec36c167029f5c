import { expect, test } from 'vitest';
import { type Answer, hangUp, problem, serve } from '../test/http-server.ts';
import { createClient, ParleyProblem } from './index.ts';

const ann = { id: 'a'.repeat(32), name: 'Ann' };
const created: Answer = { status: 201, body: { data: ann } };
const create = { body: { name: 'Ann' } };
const after = (seconds: string) => ({ headers: { 'retry-after': seconds } });
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise(setImmediate);
};

test.for(['rate_limited', 'unavailable'] as const)('%s is retried with the same idempotency key', async (code) => {
  const server = await serve((_, count) => (count < 3 ? problem(code, after('0')) : created));
  expect(await createClient({ baseUrl: server.url }).contacts.create(create)).toEqual(ann);
  const keys = server.keys();
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(new Set(server.received.map(({ body }) => body))).toEqual(new Set(['{"name":"Ann"}']));
});

test('a retry waits for Retry-After', async () => {
  const server = await serve(({ method }, count) => {
    if (method === 'GET') return { body: { data: [], next_cursor: null } };
    return count === 1 ? problem('rate_limited', after('1')) : created;
  });
  const client = createClient({ baseUrl: server.url });
  const writing = client.contacts.create(create);
  await until(() => server.received.length === 1);
  await client.tags.list();
  await writing;
  expect(server.received.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
});

test('Retry-After can be a date', async () => {
  const past = after(new Date(0).toUTCString());
  const server = await serve((_, count) => (count === 1 ? problem('unavailable', past) : created));
  expect(await createClient({ baseUrl: server.url }).contacts.create(create)).toEqual(ann);
});

test('the last problem is thrown once retries are used up', async () => {
  const server = await serve(() => problem('rate_limited', after('0')));
  await expect(createClient({ baseUrl: server.url }).contacts.list()).rejects.toMatchObject({ code: 'rate_limited' });
  expect(server.received).toHaveLength(3);
  await expect(createClient({ baseUrl: server.url, retries: 0 }).contacts.list()).rejects.toThrow(ParleyProblem);
  expect(server.received).toHaveLength(4);
});

test('a wait that exceeds the maximum, alone or in total, is not started', async () => {
  const long = await serve(() => problem('rate_limited', after('61')));
  await expect(createClient({ baseUrl: long.url }).contacts.list()).rejects.toMatchObject({ retryAfter: 61 });
  expect(long.received).toHaveLength(1);

  const short = await serve(() => problem('rate_limited', after('1')));
  const client = createClient({ baseUrl: short.url, maxWaitMs: 1_500 });
  await expect(client.contacts.list()).rejects.toMatchObject({ retryAfter: 1 });
  expect(short.received).toHaveLength(2);
});

test('a 503 without Retry-After is not retried', async () => {
  const server = await serve(() => problem('unavailable'));
  await expect(createClient({ baseUrl: server.url }).contacts.list()).rejects.toMatchObject({ code: 'unavailable' });
  expect(server.received).toHaveLength(1);
});

test('a call aborted while waiting ends at once and is not retried', async () => {
  const server = await serve(() => problem('rate_limited', after('50')));
  const controller = new AbortController();
  let hasResponded = false;
  const client = createClient({
    baseUrl: server.url,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const answer = new Response(await response.text(), response);
      hasResponded = true;
      return answer;
    },
  });
  const reading = client.contacts.list({ signal: controller.signal });
  const ended = expect(reading).rejects.toThrow('enough');
  await until(() => hasResponded);
  await new Promise(setImmediate);
  controller.abort(new Error('enough'));
  await ended;
  expect(server.received).toHaveLength(1);
});

test('a call aborted before its response rejects with the reason and is not retried', async () => {
  const controller = new AbortController();
  const server = await serve(() => {
    controller.abort(new Error('enough'));
    return new Promise<never>(() => {});
  });
  let calls = 0;
  const client = createClient({
    baseUrl: server.url,
    fetch: (input, init) => {
      calls += 1;
      return fetch(input, init);
    },
  });
  await expect(client.contacts.list({ signal: controller.signal })).rejects.toThrow('enough');
  expect(calls).toBe(1);
});

test('a lost connection is retried for a read and, with the same idempotency key, for a write', async () => {
  const reads = await serve((_, count) => (count === 1 ? hangUp : { body: { data: ann } }));
  expect(await createClient({ baseUrl: reads.url }).account.read()).toEqual(ann);

  const writes = await serve((_, count) => (count < 3 ? hangUp : created));
  expect(await createClient({ baseUrl: writes.url }).contacts.create(create)).toEqual(ann);
  expect(writes.keys()).toHaveLength(3);
  expect(new Set(writes.keys()).size).toBe(1);
});

test('a truncated response is retried like a lost connection', async () => {
  const server = await serve((_, count) =>
    count === 1 ? { headers: { 'content-length': '99', connection: 'close' }, body: { data: ann } } : created,
  );
  expect(await createClient({ baseUrl: server.url }).contacts.create(create)).toEqual(ann);
  expect(server.received).toHaveLength(2);
});

test('a write already done when its response was lost ends with idempotency_key_reused', async () => {
  const server = await serve((_, count) => (count === 1 ? hangUp : problem('idempotency_key_reused')));
  const writing = createClient({ baseUrl: server.url }).contacts.create(create);
  await expect(writing).rejects.toMatchObject({ status: 409, code: 'idempotency_key_reused' });
  expect(server.received).toHaveLength(2);
});

test("a retry waits for its own first attempt in flight, but not for another caller's", async () => {
  const inFlight = problem('idempotency_key_in_flight');
  const own = await serve((_, count) => (count === 1 ? hangUp : count === 2 ? inFlight : created));
  expect(await createClient({ baseUrl: own.url }).contacts.create(create)).toEqual(ann);

  const other = await serve(() => inFlight);
  await expect(createClient({ baseUrl: other.url }).contacts.create({ ...create, key: 'k' })).rejects.toMatchObject({
    code: 'idempotency_key_in_flight',
  });
  expect(other.received).toHaveLength(1);
});

test('a write without an idempotency key is retried after a 429, never when it may have happened', async () => {
  const password = { body: { current_password: 'old', password: 'correct horse' } };
  const lost = await serve(() => hangUp);
  await expect(createClient({ baseUrl: lost.url }).session.changePassword(password)).rejects.toThrow(TypeError);
  expect(lost.received).toHaveLength(1);

  const away = await serve(() => problem('unavailable', after('0')));
  await expect(createClient({ baseUrl: away.url }).session.changePassword(password)).rejects.toThrow(ParleyProblem);
  expect(away.received).toHaveLength(1);

  const busy = await serve((_, count) => (count === 1 ? problem('rate_limited', after('0')) : { status: 204 }));
  await createClient({ baseUrl: busy.url }).session.changePassword(password);
  expect(busy.received).toHaveLength(2);
});
