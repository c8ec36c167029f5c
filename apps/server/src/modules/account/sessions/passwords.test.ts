import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { signIn, startApp, type TestApp } from '../../../../test/harness.ts';
import { PASSWORD } from '../../../../test/owners.ts';
import { addAgent, cookieAfter, cookiesOf, withCookie } from '../../../../test/people.ts';
import { tablesWith } from '../../../../test/search-database.ts';
import { until } from '../../../../test/until.ts';

const NEW = 'another long password';
/** Less than the cache's TTL. */
const AT_ONCE_MS = 3_000;

const change = { current_password: PASSWORD, password: NEW };

async function untilEnded(app: TestApp, cookie: string) {
  const use = () => withCookie(app, cookie)(api.contacts.list);
  await until(async () => (await use()).status === 401, 'the session is over', AT_ONCE_MS);
}

test('after a password change the new one signs in and the old one does not', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { call } = await signIn(app, ann);
  expect(await call(dashboard.session.changePassword, { body: change })).toMatchObject({ status: 204 });
  expect((await signIn(app, ann)).answer).toMatchObject({ status: 401, problem: { reason: 'sign_in_failed' } });
  expect((await signIn(app, ann, NEW)).answer).toMatchObject({ status: 201 });
});

test('a password change requires the current password', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { call } = await signIn(app, ann);
  const body = { current_password: 'a wrong password', password: NEW };
  const refused = await call(dashboard.session.changePassword, { body });
  expect(refused).toMatchObject({ status: 401, problem: { reason: 'sign_in_failed' } });
  expect(cookiesOf(refused)).toEqual([]);
  expect((await signIn(app, ann, NEW)).answer).toMatchObject({ status: 401 });
  expect((await signIn(app, ann)).answer).toMatchObject({ status: 201 });
});

test('a password change renews the current session and ends all others, on every node', async () => {
  const app = await startApp();
  const node = await startApp({}, { connection: app.connection });
  const ann = await app.owner();
  const bob = await signIn(app, await addAgent(app, ann, 'operator'));
  const [mine, elsewhere] = [await signIn(app, ann), await signIn(node, ann)];
  for (const { cookie } of [mine, elsewhere, bob]) {
    expect((await withCookie(node, cookie)(api.contacts.list)).status).toBe(200);
  }
  const changed = await mine.call(dashboard.session.changePassword, { body: change });
  const renewed = cookieAfter(changed);
  expect(renewed).toMatch(/^parley=[\w-]{43}$/);
  expect(renewed).not.toBe(mine.cookie);
  for (const each of [app, node]) {
    await untilEnded(each, mine.cookie);
    await untilEnded(each, elsewhere.cookie);
    expect((await withCookie(each, renewed)(dashboard.session.read)).data).toMatchObject({
      user: { email: ann.email },
    });
    expect((await withCookie(each, bob.cookie)(api.contacts.list)).status).toBe(200);
  }
});

test("changing the owner's password replaces the security token, and changing another agent's does not", async () => {
  const app = await startApp();
  const ann = await app.owner();
  const owner = await signIn(app, ann);
  const admin = await signIn(app, await addAgent(app, ann, 'admin'));
  const tokenSeenBy = async (cookie: string) =>
    (await withCookie(app, cookie)(dashboard.widgetAccess.read)).data.security_token;
  const before = await tokenSeenBy(owner.cookie);
  await admin.call(dashboard.session.changePassword, { body: change });
  expect(await tokenSeenBy(owner.cookie)).toBe(before);
  const changed = await owner.call(dashboard.session.changePassword, { body: change });
  const after = await tokenSeenBy(cookieAfter(changed));
  expect(after).toMatch(/^[0-9a-f]{64}$/);
  expect(after).not.toBe(before);
});

test('a password with fewer than 10 or more than 256 characters is refused by name, and the old one stays', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { call } = await signIn(app, ann);
  for (const password of ['123456789', 'x'.repeat(257)]) {
    const answer = await call(dashboard.session.changePassword, { body: { current_password: PASSWORD, password } });
    expect(answer).toMatchObject({ status: 422, problem: { errors: { password: [expect.any(String)] } } });
  }
  expect((await signIn(app, ann)).answer).toMatchObject({ status: 201 });
  const body = { current_password: PASSWORD, password: '1234567890' };
  expect(await call(dashboard.session.changePassword, { body })).toMatchObject({ status: 204 });
});

test('a password matches in any Unicode composition', async () => {
  const app = await startApp();
  const ann = await app.owner({ password: 'caf\u00e9 au lait'.normalize('NFC') });
  expect((await signIn(app, ann, 'caf\u00e9 au lait'.normalize('NFD'))).answer).toMatchObject({ status: 201 });
});

test('the database has only a salted argon2id hash of a password', async () => {
  const app = await startApp();
  const owners = [await app.owner(), await app.owner()];
  for (const owner of owners) {
    const { call } = await signIn(app, owner);
    expect((await call(dashboard.session.changePassword, { body: change })).status).toBe(204);
  }
  expect(await tablesWith(app.connection, NEW)).toEqual([]);
  const emails = owners.map(({ email }) => `'${email}'`);
  const rows = await app.sql<{ hash: string }>(`SELECT password_hash AS hash FROM users WHERE email IN (${emails})`);
  expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2);
  for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]+\$[\w+/]+$/);
});
