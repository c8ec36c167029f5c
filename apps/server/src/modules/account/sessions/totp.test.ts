import { dashboard } from '@parley/contract';
import { Secret, TOTP, URI } from 'otpauth';
import { expect, test } from 'vitest';
import { environmentOn, runCommand } from '../../../../test/command-line.ts';
import { signIn, startApp, type TestApp } from '../../../../test/harness.ts';
import { type Owner, PASSWORD } from '../../../../test/owners.ts';
import { cookieAfter, cookiesOf, withCookie } from '../../../../test/people.ts';
import { tablesWith } from '../../../../test/search-database.ts';

const STEP_SECONDS = 30;

/** The code of the user's authenticator at the server's time. */
function codeAt(app: TestApp, secret: string, steps = 0) {
  const timestamp = app.clock.now.epochMilliseconds + steps * STEP_SECONDS * 1_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

const wrongCode = (app: TestApp, secret: string) => {
  const right = [-1, 0, 1].map((steps) => codeAt(app, secret, steps));
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
};

const passOneStep = (app: TestApp) => {
  app.clock.now = app.clock.now.add({ seconds: STEP_SECONDS });
};

const attempt = (app: TestApp, { email }: Owner, totp?: string, password = PASSWORD) =>
  app.call(dashboard.session.create, { body: { email, password, ...(totp !== undefined && { totp }) } });

/** An owner with a second factor, and the session that enabled it. */
async function protectedOwner(app: TestApp) {
  const owner = await app.owner();
  const { call } = await signIn(app, owner);
  const { secret } = (await call(dashboard.session.beginTotp, { body: { password: PASSWORD } })).data;
  const confirmed = await call(dashboard.session.confirmTotp, { body: { code: codeAt(app, secret) } });
  expect(confirmed.status).toBe(204);
  passOneStep(app);
  return { owner, secret, confirmed, session: withCookie(app, cookieAfter(confirmed)) };
}

const FAILED = { status: 401, problem: { reason: 'sign_in_failed' } };
const REQUIRED = { status: 401, problem: { reason: 'totp_required' } };

test('setting up a second factor requires the password', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { call } = await signIn(app, ann);
  expect(await call(dashboard.session.beginTotp, { body: { password: 'a wrong one' } })).toMatchObject(FAILED);
  const begun = await call(dashboard.session.beginTotp, { body: { password: PASSWORD } });
  expect(begun.status).toBe(200);
  const uri = URI.parse(begun.data.uri);
  expect(uri).toMatchObject({ issuer: 'Parley', label: ann.email });
  expect(uri.secret.base32).toBe(begun.data.secret);
});

test('a second factor is not required before its first code is confirmed', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { call } = await signIn(app, ann);
  const { secret } = (await call(dashboard.session.beginTotp, { body: { password: PASSWORD } })).data;
  expect(await attempt(app, ann)).toMatchObject({ status: 201, data: { user: { totp_enabled: false } } });
  expect(await call(dashboard.session.confirmTotp, { body: { code: wrongCode(app, secret) } })).toMatchObject({
    status: 422,
    problem: { errors: { code: [expect.any(String)] } },
  });
  expect(await attempt(app, ann)).toMatchObject({ status: 201 });
});

test('a second factor cannot be confirmed before it is set up', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { call } = await signIn(app, ann);
  expect(await call(dashboard.session.confirmTotp, { body: { code: '000000' } })).toMatchObject({ status: 422 });
  expect(await attempt(app, ann)).toMatchObject({ status: 201 });
});

test('once confirmed, the password alone gives totp_required, and with the code it signs in', async () => {
  const app = await startApp();
  const { owner, secret, session } = await protectedOwner(app);
  const asked = await attempt(app, owner);
  expect(asked).toMatchObject(REQUIRED);
  expect(cookiesOf(asked)).toEqual([]);
  const answer = await attempt(app, owner, codeAt(app, secret));
  expect(answer).toMatchObject({ status: 201, data: { user: { totp_enabled: true } } });
  expect(await withCookie(app, cookieAfter(answer))(dashboard.session.read)).toMatchObject({ status: 200 });
  expect(await session(dashboard.session.read)).toMatchObject({ status: 200, data: { user: { totp_enabled: true } } });
});

test('a wrong password does not reveal the second factor', async () => {
  const app = await startApp();
  const { owner, secret } = await protectedOwner(app);
  expect(await attempt(app, owner, undefined, 'a wrong one')).toMatchObject(FAILED);
  expect(await attempt(app, owner, codeAt(app, secret), 'a wrong one')).toMatchObject(FAILED);
});

test('a code works once, for a sign-in or for a confirmation', async () => {
  const app = await startApp();
  const { owner, secret } = await protectedOwner(app);
  expect(await attempt(app, owner, codeAt(app, secret, -1))).toMatchObject(FAILED);
  const code = codeAt(app, secret);
  expect(await attempt(app, owner, code)).toMatchObject({ status: 201 });
  const again = await attempt(app, owner, code);
  expect(again).toMatchObject(FAILED);
  expect(cookiesOf(again)).toEqual([]);
  passOneStep(app);
  expect(await attempt(app, owner, code)).toMatchObject(FAILED);
  expect(await attempt(app, owner, codeAt(app, secret))).toMatchObject({ status: 201 });
});

test('of two concurrent sign-ins with one code, one succeeds', async () => {
  const app = await startApp();
  const { owner, secret } = await protectedOwner(app);
  const code = codeAt(app, secret);
  const answers = await Promise.all([attempt(app, owner, code), attempt(app, owner, code)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
});

test('a clock may be off by one step only', async () => {
  const app = await startApp();
  const { owner, secret } = await protectedOwner(app);
  passOneStep(app);
  expect(await attempt(app, owner, codeAt(app, secret, -2))).toMatchObject(FAILED);
  expect(await attempt(app, owner, codeAt(app, secret, 2))).toMatchObject(FAILED);
  expect(await attempt(app, owner, codeAt(app, secret, -1))).toMatchObject({ status: 201 });
  expect(await attempt(app, owner, codeAt(app, secret, 1))).toMatchObject({ status: 201 });
});

test('wrong codes count towards the lock-out', async () => {
  const app = await startApp();
  const { owner, secret } = await protectedOwner(app);
  for (let round = 0; round < 10; round += 1) {
    expect(await attempt(app, owner, wrongCode(app, secret))).toMatchObject(FAILED);
  }
  expect(await attempt(app, owner, codeAt(app, secret))).toMatchObject({ status: 429 });
});

test('totp_required does not clear wrong codes, so guessing codes is rate-limited', async () => {
  const app = await startApp();
  const { owner, secret } = await protectedOwner(app);
  for (let round = 0; round < 8; round += 1) await attempt(app, owner, wrongCode(app, secret));
  expect(await attempt(app, owner)).toMatchObject(REQUIRED);
  for (let round = 0; round < 2; round += 1) await attempt(app, owner, wrongCode(app, secret));
  expect(await attempt(app, owner, codeAt(app, secret))).toMatchObject({ status: 429 });
});

test('a code without six digits is 422', async () => {
  const app = await startApp();
  const { owner } = await protectedOwner(app);
  for (const code of ['12345', '1234567', 'abcdef', '']) {
    expect(await attempt(app, owner, code)).toMatchObject({
      status: 422,
      problem: { errors: { totp: [expect.any(String)] } },
    });
  }
});

test('removing the second factor requires the password, which then signs in alone', async () => {
  const app = await startApp();
  const { owner, session } = await protectedOwner(app);
  expect(await session(dashboard.session.removeTotp, { body: { password: 'a wrong one' } })).toMatchObject(FAILED);
  expect(await attempt(app, owner)).toMatchObject(REQUIRED);
  expect(await session(dashboard.session.removeTotp, { body: { password: PASSWORD } })).toMatchObject({ status: 204 });
  expect(await attempt(app, owner)).toMatchObject({ status: 201, data: { user: { totp_enabled: false } } });
  expect(await app.sql(`SELECT FROM users WHERE email = '${owner.email}' AND totp_secret IS NOT NULL`)).toEqual([]);
});

test('the command line removes the second factor of one user only', async () => {
  const app = await startApp();
  const [ann, bob] = [await protectedOwner(app), await protectedOwner(app)];
  const off = await runCommand(environmentOn(app.connection), 'user', 'totp-off', '--email', ann.owner.email);
  expect(off).toMatchObject({ code: 0, stderr: '', lines: [{ user_id: expect.any(Number) }] });
  expect(await attempt(app, ann.owner)).toMatchObject({ status: 201, data: { user: { totp_enabled: false } } });
  expect(await attempt(app, bob.owner)).toMatchObject(REQUIRED);
});

test('a new setup keeps the old factor until it is confirmed', async () => {
  const app = await startApp();
  const { owner, secret, session } = await protectedOwner(app);
  await session(dashboard.session.beginTotp, { body: { password: PASSWORD } });
  expect(await attempt(app, owner)).toMatchObject(REQUIRED);
  expect(await attempt(app, owner, codeAt(app, secret))).toMatchObject({ status: 201 });
});

test('the secret is sealed in the database', async () => {
  const app = await startApp();
  const { owner, secret } = await protectedOwner(app);
  expect(await tablesWith(app.connection, secret)).toEqual([]);
  expect(await tablesWith(app.connection, Secret.fromBase32(secret).hex.toLowerCase())).toEqual([]);
  const [row] = await app.sql<{ sealed: string }>(
    `SELECT totp_secret AS sealed FROM users WHERE email = '${owner.email}'`,
  );
  expect(row?.sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
});
