import * as fs from 'node:fs';
import path from 'node:path';
import { api, dashboard } from '@parley/contract';
import { afterAll, expect, test } from 'vitest';
import { freshAddress } from '../../../../test/addresses.ts';
import { type OpenApp, openApp, signIn, startApp, type TestApp } from '../../../../test/harness.ts';
import { startMailbox } from '../../../../test/mailbox.ts';
import { PASSWORD } from '../../../../test/owners.ts';
import { fromAddress, withCookie } from '../../../../test/people.ts';
import { tablesWith } from '../../../../test/search-database.ts';
import { dataDirectory } from '../../../../test/server-process.ts';
import { until } from '../../../../test/until.ts';
import { type Letter, readMail } from '../../../infra/mail/read-mail.ts';

const PUBLIC_URL = 'https://chat.example.test';
const NEW = 'another long password';

const tokenIn = ({ text }: Letter) => /#token=([\w-]+)/.exec(text)?.[1] ?? '';

/** Sends mail in the background, for all tests of this file. */
let mailing: Promise<OpenApp> | undefined;
afterAll(async () => (await mailing)?.end());

async function startMailing(options: Parameters<typeof startMailbox>[0] = {}) {
  const mailbox = await startMailbox(options);
  mailing ??= openApp({ PUBLIC_URL, SMTP_URL: mailbox.url }, { background: true });
  return { app: await mailing, ...mailbox };
}

const untilQueueIsEmpty = ({ sql }: TestApp) =>
  until(async () => (await sql('SELECT FROM graphile_worker._private_jobs')).length === 0, 'the queue is empty');

async function askFor(app: TestApp, email: string, headers: Record<string, string> = {}) {
  return app.call(dashboard.session.requestReset, { body: { email }, headers });
}

/** Requests a reset and returns the token in the mail. */
async function newToken(app: TestApp, letters: Letter[], email: string) {
  const before = letters.length;
  expect(await askFor(app, email)).toMatchObject({ status: 202 });
  await until(() => letters.length > before, 'the mail arrives');
  return tokenIn(letters.at(-1) as Letter);
}

const confirm = (app: TestApp, token: string, password = NEW) =>
  app.call(dashboard.session.confirmReset, { body: { token, password } });

const VOID = { status: 422, problem: { errors: { token: [expect.any(String)] } } };

test('a reset mail goes only to the user, with a link at PUBLIC_URL, whatever the Host header', async () => {
  const { app, letters } = await startMailing();
  const ann = await app.owner();
  const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' };
  expect(await askFor(app, ann.email.toUpperCase(), headers)).toMatchObject({ status: 202 });
  await until(() => letters.length === 1, 'the mail arrives');
  const [letter] = letters as [Letter];
  expect(letter).toMatchObject({ to: ann.email, from: 'Parley <no-reply@chat.example.test>' });
  expect(letter.text.match(/https?:\/\/\S+/g)).toEqual([
    expect.stringMatching(/^https:\/\/chat\.example\.test\/app\/reset-password#token=[\w-]{43}$/),
  ]);
  expect(letter.raw).not.toContain('evil');
});

test('a reset token sets a new password once and ends all sessions', async () => {
  const { app, letters } = await startMailing();
  const ann = await app.owner();
  const { cookie } = await signIn(app, ann);
  const token = await newToken(app, letters, ann.email);
  expect((await signIn(app, ann)).answer).toMatchObject({ status: 201 });
  expect(await confirm(app, token)).toMatchObject({ status: 204 });
  expect((await signIn(app, ann)).answer).toMatchObject({ status: 401 });
  expect((await signIn(app, ann, NEW)).answer).toMatchObject({ status: 201 });
  const use = () => withCookie(app, cookie)(api.contacts.list);
  await until(async () => (await use()).status === 401, 'the session is over', 3_000);
  expect(await confirm(app, token, 'a third long password')).toMatchObject(VOID);
});

test('of two concurrent resets with one token, one succeeds', async () => {
  const { app, letters } = await startMailing();
  const ann = await app.owner();
  const token = await newToken(app, letters, ann.email);
  const answers = await Promise.all([confirm(app, token), confirm(app, token, 'a third long password')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
});

test('a reset token expires after an hour', async () => {
  const { app, letters } = await startMailing();
  const { email } = await app.owner();
  const token = await newToken(app, letters, email);
  app.clock.now = app.clock.now.add({ minutes: 60 });
  expect(await confirm(app, token)).toMatchObject(VOID);
  const another = await newToken(app, letters, email);
  app.clock.now = app.clock.now.add({ minutes: 59 });
  expect(await confirm(app, another)).toMatchObject({ status: 204 });
});

test('a newer reset mail voids the token', async () => {
  const { app, letters } = await startMailing();
  const { email } = await app.owner();
  const first = await newToken(app, letters, email);
  app.clock.now = app.clock.now.add({ minutes: 3 });
  const second = await newToken(app, letters, email);
  expect(await confirm(app, first)).toMatchObject(VOID);
  expect(await confirm(app, second)).toMatchObject({ status: 204 });
});

test('a mailbox gets at most one reset mail in two minutes, from any number of addresses', async () => {
  const { app, letters } = await startMailing();
  const { email } = await app.owner();
  await newToken(app, letters, email);
  for (let round = 0; round < 5; round += 1) {
    const call = fromAddress(app, freshAddress());
    expect(await call(dashboard.session.requestReset, { body: { email } })).toMatchObject({ status: 202 });
  }
  await untilQueueIsEmpty(app);
  expect(letters).toHaveLength(1);
});

test('a password change voids the reset token', async () => {
  const { app, letters } = await startMailing();
  const ann = await app.owner();
  const { call } = await signIn(app, ann);
  const token = await newToken(app, letters, ann.email);
  const body = { current_password: PASSWORD, password: 'a third long password' };
  expect(await call(dashboard.session.changePassword, { body })).toMatchObject({ status: 204 });
  expect(await confirm(app, token)).toMatchObject(VOID);
});

test('a short password or an unknown token changes nothing', async () => {
  const { app, letters } = await startMailing();
  const ann = await app.owner();
  const token = await newToken(app, letters, ann.email);
  expect(await confirm(app, token, 'short')).toMatchObject({
    status: 422,
    problem: { errors: { password: [expect.any(String)] } },
  });
  expect(await confirm(app, 'made-up')).toMatchObject(VOID);
  expect(await confirm(app, '')).toMatchObject(VOID);
  expect((await signIn(app, ann)).answer).toMatchObject({ status: 201 });
  expect(await confirm(app, token)).toMatchObject({ status: 204 });
});

test('an unknown e-mail gets the same response and no mail', async () => {
  const { app, letters } = await startMailing();
  const ann = await app.owner();
  const unknown = await askFor(app, 'nobody@example.test');
  const known = await askFor(app, ann.email);
  expect(unknown).toMatchObject({ status: 202, body: undefined });
  const shape = ({ status, headers }: typeof known) => ({ status, headers: Object.keys(headers) });
  expect(shape(unknown)).toEqual(shape(known));
  // Jobs run in order, so a mail to the unknown address would have come before Ann's.
  await until(() => letters.length > 0, 'the mail arrives');
  await untilQueueIsEmpty(app);
  expect(letters.map(({ to }) => to)).toEqual([ann.email]);
});

test('the database has only the hash of a reset token, also while the mail is queued', async () => {
  const found: string[][] = [];
  const { app, letters } = await startMailing({
    beforeTaking: async (letter) => {
      const { connection } = app;
      found.push(await tablesWith(connection, tokenIn(letter)), await tablesWith(connection, 'sessions.send_reset'));
    },
  });
  const { email } = await app.owner();
  const token = await newToken(app, letters, email);
  // The job was queued then, so its payload was searched too.
  expect(found).toEqual([[], expect.arrayContaining([expect.stringContaining('graphile_worker')])]);
  expect(await tablesWith(app.connection, token)).toEqual([]);
});

test('without SMTP_URL the mail is a file in the outbox, readable by its owner only', async () => {
  const DATA_DIR = dataDirectory();
  const app = await startApp({ PUBLIC_URL, DATA_DIR }, { background: true });
  const ann = await app.owner();
  const outbox = path.join(DATA_DIR, 'outbox');
  const mails = () => (fs.existsSync(outbox) ? fs.readdirSync(outbox).filter((name) => name.endsWith('.eml')) : []);
  await askFor(app, ann.email);
  await until(() => mails().length === 1, 'the mail is there');
  const file = path.join(outbox, mails()[0] ?? '');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  const letter = readMail(fs.readFileSync(file, 'utf8').replace(/\r?\n/g, '\r\n'));
  expect(letter).toMatchObject({ to: ann.email, subject: 'Reset your Parley password · Сброс пароля в Parley' });
  expect(await confirm(app, tokenIn(letter))).toMatchObject({ status: 204 });
});

test('reset requests are limited to five in 15 minutes per user and address', async () => {
  const app = await startApp();
  for (const email of [(await app.owner()).email, 'nobody@example.test']) {
    for (let round = 0; round < 5; round += 1) expect(await askFor(app, email)).toMatchObject({ status: 202 });
    const limited = await askFor(app, email.toUpperCase());
    expect(limited).toMatchObject({ status: 429, problem: { reason: 'rate_limited' } });
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    const elsewhere = fromAddress(app, freshAddress());
    expect(await elsewhere(dashboard.session.requestReset, { body: { email } })).toMatchObject({ status: 202 });
  }
});
