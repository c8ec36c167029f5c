import { randomUUID } from 'node:crypto';
import { dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { freshAddress } from '../../../../test/addresses.ts';
import type { Call } from '../../../../test/call.ts';
import { signIn, startApp, type TestApp } from '../../../../test/harness.ts';
import { hashQuickly, PASSWORD } from '../../../../test/owners.ts';
import { fromAddress } from '../../../../test/people.ts';

const WRONG = 'wrong horse battery';

const attempt = (call: Call, email: string, password = WRONG) =>
  call(dashboard.session.create, { body: { email, password } });

async function failTimes(count: number, call: Call, email: string) {
  for (let round = 0; round < count; round += 1) {
    expect(await attempt(call, email)).toMatchObject({ status: 401, problem: { reason: 'sign_in_failed' } });
  }
}

test('after ten failures the user is locked out at that address, even with the right password, with Retry-After', async () => {
  const app = await startApp();
  const { email } = await app.owner();
  await failTimes(10, app.call, email);
  const locked = await attempt(app.call, email, PASSWORD);
  expect(locked).toMatchObject({ status: 429, problem: { reason: 'rate_limited' } });
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(600);
  expect(Number(locked.headers['retry-after'])).toBeLessThanOrEqual(900);
});

test('the case of the e-mail gives no more attempts', async () => {
  const app = await startApp();
  const { email } = await app.owner();
  await failTimes(5, app.call, email);
  await failTimes(5, app.call, email.toUpperCase());
  expect(await attempt(app.call, email, PASSWORD)).toMatchObject({ status: 429 });
});

test('an unknown e-mail is locked out like any other', async () => {
  const app = await startApp();
  await failTimes(10, app.call, 'nobody@example.test');
  expect(await attempt(app.call, 'nobody@example.test')).toMatchObject({ status: 429 });
});

test('a locked-out user can sign in from another address, and others from that one', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const [here, elsewhere] = [fromAddress(app, freshAddress()), fromAddress(app, freshAddress())];
  await failTimes(10, here, ann.email);
  expect(await attempt(here, ann.email, PASSWORD)).toMatchObject({ status: 429 });
  expect(await attempt(elsewhere, ann.email, PASSWORD)).toMatchObject({ status: 201 });
  expect(await attempt(here, bob.email, PASSWORD)).toMatchObject({ status: 201 });
});

test('an IPv6 network counts as one address', async () => {
  const app = await startApp();
  const { email } = await app.owner();
  for (let host = 1; host <= 10; host += 1) await failTimes(1, fromAddress(app, `2001:db8:0:1::${host}`), email);
  expect(await attempt(fromAddress(app, '2001:db8:0:1:ffff:2:3:4'), email, PASSWORD)).toMatchObject({ status: 429 });
  expect(await attempt(fromAddress(app, '2001:db8:0:2::1'), email, PASSWORD)).toMatchObject({ status: 201 });
  expect(await attempt(fromAddress(app, '::1'), email, PASSWORD)).toMatchObject({ status: 201 });
});

test('the forwarded address counts behind a trusted proxy only', async () => {
  const app = await startApp({ TRUST_PROXY: '127.0.0.1' });
  const { email } = await app.owner();
  const through = (proxy: string, client: string) => (password: string) =>
    fromAddress(app, proxy)(dashboard.session.create, {
      body: { email, password },
      headers: { 'x-forwarded-for': client },
    });
  for (let round = 0; round < 10; round += 1) await through('127.0.0.1', '10.0.0.1')(WRONG);
  expect(await through('127.0.0.1', '10.0.0.1')(PASSWORD)).toMatchObject({ status: 429 });
  expect(await through('127.0.0.1', '10.0.0.2')(PASSWORD)).toMatchObject({ status: 201 });
  for (let round = 0; round < 10; round += 1) await through('10.9.9.9', `10.0.1.${round}`)(WRONG);
  expect(await through('10.9.9.9', '10.0.1.99')(PASSWORD)).toMatchObject({ status: 429 });
});

test('a successful sign-in clears earlier failures', async () => {
  const app = await startApp();
  const { email } = await app.owner();
  for (let round = 0; round < 2; round += 1) {
    await failTimes(9, app.call, email);
    expect(await attempt(app.call, email, PASSWORD)).toMatchObject({ status: 201 });
  }
});

test('wrong passwords in an open console count as failed sign-ins', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { call } = await signIn(app, ann);
  const guess = () => call(dashboard.session.beginTotp, { body: { password: WRONG } });
  for (let round = 0; round < 10; round += 1) expect(await guess()).toMatchObject({ status: 401 });
  expect(await guess()).toMatchObject({ status: 429 });
  expect(await attempt(app.call, ann.email, PASSWORD)).toMatchObject({ status: 429 });
});

/** As many at a time as the server handles concurrently. */
async function attemptMany(count: number, call: Call, credentials: (each: number) => [string, string]) {
  const statuses: number[] = [];
  while (statuses.length < count) {
    const batch = Array.from({ length: Math.min(5, count - statuses.length) }, (_, each) => statuses.length + each);
    const answers = await Promise.all(batch.map((each) => attempt(call, ...credentials(each))));
    statuses.push(...answers.map(({ status }) => status));
  }
  return statuses;
}

/** Mostly of existing users: refusing an unknown e-mail takes a full hash. */
async function addPeople(app: TestApp, count: number) {
  const domain = `${randomUUID()}.example.test`;
  await app.sql(`INSERT INTO users (email, password_hash, created_at, updated_at)
    SELECT each || '@${domain}', '${await hashQuickly(PASSWORD)}', now(), now() FROM generate_series(1, ${count} - 5) each`);
  return Array.from({ length: count }, (_, each) => `${each + 1}@${domain}`);
}

test('an address that fails for a hundred users is locked out for all', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const people = await addPeople(app, 100);
  const [here, elsewhere] = [fromAddress(app, freshAddress()), fromAddress(app, freshAddress())];
  const failed = await attemptMany(100, here, (each) => [people[each] ?? '', WRONG]);
  expect(failed).toEqual(Array(100).fill(401));
  expect(await attempt(here, ann.email, PASSWORD)).toMatchObject({ status: 429 });
  expect(await attempt(elsewhere, ann.email, PASSWORD)).toMatchObject({ status: 201 });
});

test('successful sign-ins never lock out a shared address', async () => {
  const app = await startApp();
  const { email } = await app.owner();
  const statuses = await attemptMany(102, app.call, () => [email, PASSWORD]);
  expect(statuses).toEqual(Array(102).fill(201));
});

/** Twice the size of the connection pool. */
const CROWD = 20;

test('sign-ins hold no database connection while hashing passwords', async () => {
  const app = await startApp();
  const attempts = Array.from({ length: CROWD }, (_, each) => attempt(app.call, `${each}@example.test`));
  const crowd = Promise.all(attempts);
  let isDone = false;
  crowd.finally(() => {
    isDone = true;
  });
  const held: number[] = [];
  while (!isDone) {
    const idle = `datname = current_database() AND state = 'idle in transaction'`;
    held.push((await app.sql(`SELECT FROM pg_stat_activity WHERE ${idle}`)).length);
  }
  // On a busy machine a connection may be idle for a moment.
  for (const { status } of await crowd) expect([401, 503]).toContain(status);
  expect(held.filter((count) => count > 2).length).toBeLessThan(held.length / 3);
});
