import { randomBytes, randomUUID } from 'node:crypto';
import net from 'node:net';
import { api } from '@parley/contract';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Answer } from '../../../test/call.ts';
import { writesOf } from '../../../test/committed-writes.ts';
import { type OpenApp, openApp, signIn, startApp, type TestApp } from '../../../test/harness.ts';
import type { Owner } from '../../../test/owners.ts';
import { until } from '../../../test/until.ts';
import { integer } from '../../infra/postgres/row-schema.ts';

const { contacts, quickPhrases } = api;
const body = { name: 'Ira' };

const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));

/** Two nodes on a database of their own: tests lock its tables and break its writes. */
let one: OpenApp;
let two: OpenApp;
let address: string;
beforeAll(async () => {
  one = await openApp({}, { isolated: true });
  two = await openApp({}, { connection: one.connection });
  address = await one.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await two.end();
  await one.end();
});

async function countContacts({ sql }: TestApp, { widgetId }: Owner) {
  const [found] = await sql<{ count: number }>(`SELECT count(*)::int FROM contacts WHERE widget_id = ${widgetId}`);
  return found?.count;
}

/** Counts responses by status, or by reason for problems. */
function tally(answers: Answer<unknown>[]) {
  const counts: Record<string, number> = {};
  for (const { status, problem } of answers) {
    const name = status < 400 ? String(status) : problem.reason;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function expectOneOf(count: number, answers: Answer<unknown>[]) {
  const {
    201: made,
    idempotency_key_in_flight: running = 0,
    idempotency_key_reused: reused = 0,
    ...other
  } = tally(answers);
  expect({ made, refused: running + reused, other }).toEqual({ made: 1, refused: count - 1, other: {} });
}

/** Locks a table until released. */
async function lockTable({ connection, sql }: TestApp, table = 'contacts') {
  const client = new Client(connection);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return {
    /** Backends waiting for a lock, once there are at least that many. */
    waiting: (count: number) =>
      until(async () => {
        const found = await sql<{ pid: number }>(
          "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        );
        return found.length >= count && found.map(({ pid }) => pid);
      }, `${count} statements wait`),
    terminate: (pid: number) => client.query('SELECT pg_terminate_backend($1)', [pid]),
    release: () => client.query('COMMIT'),
  };
}

/** Opens as many concurrent transactions as the pool has connections; a leaked one would be missing. */
async function expectWholePool({ unitOfWork }: TestApp) {
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  let inside = 0;
  await many(10, () =>
    unitOfWork.write({}, async ({ sql }) => {
      await sql`SELECT`;
      inside += 1;
      if (inside === 10) openGate();
      await gate;
    }),
  );
}

test('of a thousand concurrent requests with one key, one succeeds and no connection leaks', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { call } = await signIn(app, ann);
  const key = randomUUID();
  const answers = await many(1_000, () => call(contacts.create, { body, key }));
  expectOneOf(1_000, answers);
  expect(await countContacts(app, ann)).toBe(1);
  await expectWholePool(app);
  expect(tally([await call(contacts.create, { body, key })])).toEqual({ idempotency_key_reused: 1 });
});

test('concurrent requests with one key leave connections to others while their session is looked up', async () => {
  const [ann, bob] = [await one.owner(), await one.owner()];
  const { call } = await signIn(one, ann);
  const lock = await lockTable(one, 'sessions');
  const key = randomUUID();
  const requests = many(50, () => call(contacts.create, { body, key }));
  await lock.waiting(1);
  expect((await bob.call(contacts.list)).status).toBe(200);
  await lock.release();
  expectOneOf(50, await requests);
});

test('of concurrent requests with one key on two nodes, one succeeds', async () => {
  const ann = await one.owner();
  const sessions = [(await signIn(one, ann)).call, (await signIn(two, ann)).call];
  for (let round = 1; round <= 10; round += 1) {
    const key = randomUUID();
    const answers = await Promise.all(
      sessions.flatMap((call) => Array.from({ length: 20 }, () => call(contacts.create, { body, key }))),
    );
    expectOneOf(40, answers);
    expect(await countContacts(one, ann)).toBe(round);
  }
  await expectWholePool(one);
  await expectWholePool(two);
});

test('concurrent requests with different keys all succeed', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { call } = await signIn(app, ann);
  expect(tally(await many(100, () => call(contacts.create, { body })))).toEqual({ 201: 100 });
  expect(await countContacts(app, ann)).toBe(100);
});

test('a second request with the key of a running one is 409 at once, on any node', async () => {
  const ann = await one.owner();
  const key = randomUUID();
  const { cookie } = await signIn(one, ann);
  const headers = { cookie, origin: one.publicUrl };
  const lock = await lockTable(one);
  const first = one.call(contacts.create, { body, key, headers });
  await lock.waiting(1);
  for (const { call } of [one, two]) {
    expect((await call(contacts.create, { body, key, headers })).problem).toMatchObject({
      status: 409,
      reason: 'idempotency_key_in_flight',
    });
  }
  await lock.release();
  expect((await first).status).toBe(201);
  expect((await two.call(contacts.create, { body, key, headers })).problem.reason).toBe('idempotency_key_reused');
});

test('a key can be used again after 24 hours, and not before', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const key = randomUUID();
  const create = () => ann.call(contacts.create, { body, key });
  const start = app.clock.now;
  expect((await create()).status).toBe(201);
  app.clock.now = start.add({ hours: 24 }).subtract({ milliseconds: 1 });
  expect((await create()).problem.reason).toBe('idempotency_key_reused');
  app.clock.now = start.add({ hours: 24 });
  expect((await create()).status).toBe(201);
  expect((await create()).problem.reason).toBe('idempotency_key_reused');
  app.clock.now = start.add({ hours: 48 });
  expectOneOf(10, await many(10, create));
  expect(await countContacts(app, ann)).toBe(3);
});

test.each([
  ['midway', 'CREATE TRIGGER broken AFTER INSERT ON contacts FOR EACH ROW EXECUTE FUNCTION break()'],
  [
    'at commit',
    'CREATE CONSTRAINT TRIGGER broken AFTER INSERT ON contacts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION break()',
  ],
])('a write that fails %s stores nothing and leaves the key free', async (_where, trigger) => {
  const ann = await one.owner();
  await one.sql(
    "CREATE OR REPLACE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$",
  );
  await one.sql(trigger);
  const mend = () => one.sql('DROP TRIGGER IF EXISTS broken ON contacts');
  onTestFinished(async () => void (await mend()));
  const key = randomUUID();
  const writes = await writesOf(one, async () => {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect((await ann.call(contacts.create, { body, key })).problem).toMatchObject({
        status: 500,
        reason: 'internal_error',
      });
    }
  });
  expect(writes).toEqual({});
  await mend();
  expect((await ann.call(contacts.create, { body, key })).status).toBe(201);
  await expectWholePool(one);
});

test('a write whose database connection breaks is 503, stores nothing and leaves the key free', async () => {
  const ann = await one.owner();
  const key = randomUUID();
  const lock = await lockTable(one);
  const broken = ann.call(contacts.create, { body, key });
  const [pid = 0] = await lock.waiting(1);
  await lock.terminate(pid);
  expect((await broken).problem).toMatchObject({ status: 503, reason: 'unavailable' });
  await lock.release();
  expect((await ann.call(contacts.create, { body, key })).status).toBe(201);
  expect(await countContacts(one, ann)).toBe(1);
});

test('a write whose client disconnects still completes, and a retry finds its key used', async () => {
  const ann = await one.owner();
  const { port, hostname } = new URL(address);
  const lock = await lockTable(one);
  const key = randomUUID();
  const text = JSON.stringify(body);
  const socket = net.connect(Number(port), hostname);
  socket.write(
    [
      'POST /api/v1/contacts HTTP/1.1',
      'host: x',
      `authorization: Bearer ${ann.token}`,
      `x-service-idempotency-key: ${key}`,
      'content-type: application/json',
      `content-length: ${text.length}`,
      '',
      text,
    ].join('\r\n'),
  );
  await lock.waiting(1);
  socket.destroy();
  expect((await ann.call(contacts.create, { body, key })).problem.reason).toBe('idempotency_key_in_flight');
  await lock.release();
  await until(async () => (await countContacts(one, ann)) === 1, 'the contact exists');
  await until(
    async () => (await ann.call(contacts.create, { body, key })).problem.reason === 'idempotency_key_reused',
    'the key is used',
  );
  expect(await countContacts(one, ann)).toBe(1);
});

test('a used key is refused with any other route or body', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const key = randomUUID();
  expect((await ann.call(contacts.create, { body, key })).status).toBe(201);
  const phrase = { agent_id: ann.agentId, name: 'hi', phrase: 'Hello!' };
  expect((await ann.call(quickPhrases.create, { body: phrase, key })).problem.reason).toBe('idempotency_key_reused');
  expect((await ann.call(contacts.create, { body: { name: 'Ann' }, key })).problem.reason).toBe(
    'idempotency_key_reused',
  );
});

const readHash = ({ hash }: { hash: Buffer }) => hash.toString('latin1');

test('a key is stored as a hash, and only if its write succeeds', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const key = 'a-key-that-says-much';
  const keys = async () => new Set((await app.sql<{ hash: Buffer }>('SELECT * FROM idempotency_keys')).map(readHash));
  const before = await keys();
  await ann.call(contacts.create, { body: { name: 5 }, key });
  expect(await keys()).toEqual(before);
  await ann.call(contacts.create, { body, key });
  const [kept, ...others] = (await keys()).difference(before);
  expect(others).toEqual([]);
  expect(kept).not.toContain(key);
});

test('a read ignores the idempotency key', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const headers = { 'x-service-idempotency-key': 'not a valid key' };
  for (let time = 1; time <= 2; time += 1) expect((await ann.call(contacts.list, { headers })).status).toBe(200);
});

test('a write with a used key runs no statement and reports no other problem', async () => {
  const owner = await one.owner();
  const key = randomUUID();
  const chat = { params: { id: 999_999_999 }, body: { type: 'text', body: 'hi', agent_id: owner.agentId } } as const;
  expect((await owner.call(contacts.create, { body, key })).status).toBe(201);
  expect((await owner.call(api.messages.send, { ...chat, key })).problem.reason).toBe('idempotency_key_reused');
  expect((await owner.call(api.messages.send, { ...chat, key: randomUUID() })).status).toBe(404);

  await one.sql('DROP SEQUENCE IF EXISTS runs; CREATE SEQUENCE runs');
  const hash = randomBytes(32);
  const write = () =>
    one.unitOfWork.write({ key: hash }, async ({ run, sql }) => {
      run({ nextval: integer() })`SELECT nextval('runs')`;
      await sql({ nextval: integer() })`SELECT nextval('runs')`;
    });
  await write();
  await expect(write()).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  expect(await one.sql('SELECT last_value::int FROM runs')).toEqual([{ last_value: 2 }]);
});
