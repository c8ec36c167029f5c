import { randomUUID } from 'node:crypto';
import { api, dashboard } from '@parley/contract';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type OpenApp, openApp, signIn, startApp, type TestApp } from '../../../../test/harness.ts';
import { startMailbox } from '../../../../test/mailbox.ts';
import { PASSWORD } from '../../../../test/owners.ts';
import { addAgent } from '../../../../test/people.ts';
import { tablesWith } from '../../../../test/search-database.ts';
import { until } from '../../../../test/until.ts';
import type { Letter } from '../../../infra/mail/read-mail.ts';

const PUBLIC_URL = 'https://chat.example.test';
const { emailChange, session } = dashboard;

/** Sends mail in the background, for all tests of this file. */
let mailing: Promise<OpenApp> | undefined;
afterAll(async () => (await mailing)?.end());

const newEmail = () => `${randomUUID()}@example.test`;
const tokenIn = (letter: Letter | undefined) => /#token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '';
const confirm = (app: TestApp, token: string) => app.call(emailChange.confirm, { body: { token } });
const VOID = { status: 422, problem: { errors: { token: [expect.any(String)] } } };

async function startChanging(options: Parameters<typeof startMailbox>[0] = {}) {
  const { url, letters } = await startMailbox(options);
  mailing ??= openApp({ PUBLIC_URL, SMTP_URL: url }, { background: true });
  const app = await mailing;
  // So that the next test doesn't get the notices of this one.
  onTestFinished(async () => {
    await until(async () => !(await app.sql('SELECT FROM graphile_worker._private_jobs')).length, 'the queue is empty');
  });
  const ann = await app.owner();
  const { call } = await signIn(app, ann);
  return {
    app,
    ann,
    call,
    letters,
    request: (email: string, password = PASSWORD) => call(emailChange.request, { body: { email, password } }),
    own: async () => (await call(session.read)).data.user,
  };
}

test('the e-mail changes when the link mailed to the new address is opened, and the former address is notified', async () => {
  const { app, ann, call, letters, request, own } = await startChanging();
  const email = newEmail();
  const { status, data } = await request(email);
  expect({ status, data }).toEqual({ status: 200, data: { email, expires_at: expect.any(String), link: null } });
  expect(letters.map(({ to }) => to)).toEqual([email]);
  expect(letters[0]?.text).toContain(`${PUBLIC_URL}/app/confirm-email#token=`);
  expect(await own()).toMatchObject({ email: ann.email, pending_email: email });
  expect(await tablesWith(app.connection, tokenIn(letters[0]))).toEqual([]);

  expect(await confirm(app, tokenIn(letters[0]))).toMatchObject({ status: 204 });
  // The session goes on.
  expect(await own()).toMatchObject({ email, pending_email: null });
  await until(() => letters.length === 2, 'the notice arrives');
  expect(letters[1]).toMatchObject({ to: ann.email, text: expect.stringContaining(email) });
  expect((await signIn(app, ann)).answer).toMatchObject({ status: 401 });
  expect((await signIn(app, { email })).answer).toMatchObject({ status: 201 });
  const { data: log } = await call(api.auditLog.list, { query: { action: 'agent.email_changed' } });
  expect(log.data).toMatchObject([{ before: { email: ann.email }, after: { email } }]);
  expect(await confirm(app, tokenIn(letters[0]))).toMatchObject(VOID);
});

test('a wrong password or an invalid address sends nothing', async () => {
  const { ann, letters, request } = await startChanging();
  expect(await request(newEmail(), `${PASSWORD}!`)).toMatchObject({
    status: 401,
    problem: { reason: 'sign_in_failed' },
  });
  const refused = { status: 422, problem: { errors: { email: [expect.any(String)] } } };
  for (const email of ['nonsense', ann.email, ann.email.toUpperCase()]) {
    expect(await request(email)).toMatchObject(refused);
  }
  expect(letters).toEqual([]);
});

test('a link expires after 24 hours, and with a newer request', async () => {
  const { app, letters, request, own } = await startChanging();
  await request(newEmail());
  await request(newEmail());
  const [first, second] = letters.map(tokenIn);
  expect(await confirm(app, first ?? '')).toMatchObject(VOID);
  app.clock.now = app.clock.now.add({ hours: 24 });
  expect(await confirm(app, second ?? '')).toMatchObject(VOID);
  expect((await own()).pending_email).toBeNull();
  await request(newEmail());
  app.clock.now = app.clock.now.add({ hours: 23, minutes: 59 });
  expect(await confirm(app, tokenIn(letters[2]))).toMatchObject({ status: 204 });
});

test('a cancelled change and one from before a new password are void', async () => {
  const { app, call, letters, request, own } = await startChanging();
  await request(newEmail());
  expect(await call(emailChange.cancel)).toMatchObject({ status: 204 });
  expect((await own()).pending_email).toBeNull();
  await request(newEmail());
  const next = 'another long password';
  expect(await call(session.changePassword, { body: { current_password: PASSWORD, password: next } })).toMatchObject({
    status: 204,
  });
  for (const letter of letters) expect(await confirm(app, tokenIn(letter))).toMatchObject(VOID);
});

test('a new link is sent without the password, to the pending address only, and voids the old one', async () => {
  const { app, call, letters, request } = await startChanging();
  const email = newEmail();
  const resend = (to: string) => call(emailChange.resend, { body: { email: to } });
  expect(await resend(email)).toMatchObject({ status: 422 });
  await request(email);
  expect(await resend(newEmail())).toMatchObject({ status: 422 });
  expect(await resend(email)).toMatchObject({ status: 200, data: { email, link: null } });
  expect(letters.map(({ to }) => to)).toEqual([email, email]);
  expect(await confirm(app, tokenIn(letters[0]))).toMatchObject(VOID);
  expect(await confirm(app, tokenIn(letters[1]))).toMatchObject({ status: 204 });
});

test('an address of another account gets the same response, and a mail without a link', async () => {
  const { app, letters, request, own } = await startChanging();
  const bob = await app.owner();
  expect(await request(bob.email.toUpperCase())).toMatchObject({ status: 200, data: { link: null } });
  expect(letters[0]).toMatchObject({ text: expect.not.stringContaining('http') });
  expect((await own()).pending_email).toBe(bob.email.toUpperCase());
  expect((await signIn(app, bob)).answer).toMatchObject({ status: 201 });
});

test('an address of the own team is refused', async () => {
  const { app, ann, letters, request } = await startChanging();
  const { email } = await addAgent(app, ann, 'operator');
  expect(await request(email)).toMatchObject({ status: 409, problem: { reason: 'already_agent' } });
  expect(letters).toEqual([]);
});

test('of two users who confirm one address, the first gets it', async () => {
  const { app, letters, request } = await startChanging();
  const { call } = await signIn(app, await app.owner());
  const email = newEmail();
  await request(email);
  await call(emailChange.request, { body: { email, password: PASSWORD } });
  const [first = '', second = ''] = letters.map(tokenIn);
  expect(await confirm(app, second)).toMatchObject({ status: 204 });
  expect(await confirm(app, first)).toMatchObject(VOID);
});

test('a changed e-mail voids the reset link that went to the former one', async () => {
  const { app, ann, letters, request } = await startChanging();
  await app.call(session.requestReset, { body: { email: ann.email } });
  await until(() => letters.length === 1, 'the reset mail arrives');
  await request(newEmail());
  expect(await confirm(app, tokenIn(letters[1]))).toMatchObject({ status: 204 });
  const body = { token: tokenIn(letters[0]), password: 'another long password' };
  expect(await app.call(session.confirmReset, { body })).toMatchObject(VOID);
});

test('a mail that the server refuses changes nothing', async () => {
  const { request, own } = await startChanging({
    beforeTaking: () => {
      throw Object.assign(new Error('no such mailbox'), { responseCode: 550 });
    },
  });
  expect(await request(newEmail())).toMatchObject({ status: 502, problem: { reason: 'upstream_failed' } });
  expect((await own()).pending_email).toBeNull();
});

test('links are limited to five in 15 minutes per user and per mailbox', async () => {
  const { app, letters, request } = await startChanging();
  const email = newEmail();
  for (let round = 0; round < 5; round += 1) expect(await request(email)).toMatchObject({ status: 200 });
  expect(await request(newEmail())).toMatchObject({ status: 429, problem: { reason: 'rate_limited' } });
  const { call } = await signIn(app, await app.owner());
  const body = { email: email.toUpperCase(), password: PASSWORD };
  expect(await call(emailChange.request, { body })).toMatchObject({ status: 429 });
  expect(letters).toHaveLength(5);
});

test('without a mail server the response has the link', async () => {
  const app = await startApp();
  const { call } = await signIn(app, await app.owner());
  const email = newEmail();
  const { data } = await call(emailChange.request, { body: { email, password: PASSWORD } });
  const token = /\/app\/confirm-email#token=([\w-]+)$/.exec(data.link ?? '')?.[1] ?? '';
  expect(await confirm(app, token)).toMatchObject({ status: 204 });
  expect((await call(session.read)).data.user.email).toBe(email);
});
