import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand, startCommand } from '../../../test/command-line.ts';
import { freshDatabase } from '../../../test/databases.ts';
import { openAndClose, openInstallation, refusalOf } from '../../../test/installations.ts';
import { query } from '../../../test/query.ts';
import { dataDirectory, usedDataDirectory } from '../../../test/server-process.ts';
import { until } from '../../../test/until.ts';
import { createApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';

type Environment = Record<string, string>;

const EMAIL = 'ann@example.test';
const PASSWORD = 'correct horse battery';
const ROTATE = ['key', 'rotate'];

/** A server in this process. */
async function serve(env: Environment) {
  const platform = await openInstallation(env);
  let url = '';
  const app = createApp({
    config: readConfig(env),
    log: createLog('silent'),
    clock: systemClock,
    publicUrl: () => url,
    platform,
  });
  onTestFinished(app.close);
  url = await app.http.listen({ host: '127.0.0.1', port: 0 });
  app.state = 'ready';
  const stop = async () => {
    await app.close();
    await platform.close();
  };
  return { url, stop };
}

/** Calls the console's API on a running server. */
function createConsole(url: string) {
  let cookie = '';
  return async (method: string, path: string, body?: object) => {
    const headers = { origin: url, cookie, ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(`${url}/console-api${path}`, { method, headers, body: body && JSON.stringify(body) });
    cookie = answer.headers.getSetCookie().at(-1)?.split(';')[0] ?? cookie;
    const text = await answer.text();
    return { status: answer.status, data: text ? JSON.parse(text).data : undefined };
  };
}

const codeOf = (secret: string, ahead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 });

/** An owner with a second factor, a CMS plugin, an identity key, a channel, an AI credential and an external operator, all sealed with the master key. */
async function makeSecrets(env: Environment) {
  const { url, stop } = await serve(env);
  await runCommand(env, 'account', 'create', '--email', EMAIL, '--name', 'Ann', '--password', PASSWORD);
  const ask = createConsole(url);
  expect(await ask('POST', '/session', { email: EMAIL, password: PASSWORD })).toMatchObject({ status: 201 });
  const { secret } = (await ask('POST', '/totp', { password: PASSWORD })).data;
  expect(await ask('PUT', '/totp', { code: codeOf(secret) })).toMatchObject({ status: 204 });
  const { identity_key } = (await ask('POST', '/widget/identity-key', { password: PASSWORD })).data;
  const { security_token, button_guid } = (await ask('GET', '/widget')).data;
  expect(await ask('PATCH', '/widget', { api_enabled: true })).toMatchObject({ status: 200 });
  const post = createPost(url, (await ask('POST', '/tokens', TOKEN)).data.token);
  // Looked up by its secret: the lookup value depends on the master key, too.
  const channel = (await post('channels', { name: 'Shop app', legacy_compat_enabled: true })).secret;
  const ofBot = { api_key: 'sk-1', name: 'Bot', url: 'https://1.1.1.1/' };
  await post('external-operators', ofBot);
  const ofWebhook = { provider: 'webhook', base_url: ofBot.url, api_key: 'sk-1', signing_secret: 'x'.repeat(16) };
  await post('ai/credentials', ofWebhook);
  await stop();
  return { secret, channel, identity_key, security_token, button_guid };
}

const TOKEN = {
  name: 'channels',
  scopes: ['channels:register', 'ai:write', 'ai:credentials:write'],
  password: PASSWORD,
};

/** Creates something with a token. */
function createPost(url: string, token: string) {
  return async (path: string, body: object) => {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-service-idempotency-key': randomUUID(),
      },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
    const { data } = (await answer.json()) as { data: { secret: string } };
    return data;
  };
}

/** Identifies a visitor with a signature of the key; returns the status. */
async function identify(url: string, guid: string, key: string) {
  const post = (path: string, body: object, headers = {}) =>
    fetch(`${url}/widget-api/${guid}/${path}`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const { token } = (await (await post('session', {})).json()) as { token: string };
  const expires = Math.floor(Date.now() / 1_000) + 60;
  const signature = createHmac('sha256', key).update(`user-1.${expires}`).digest('hex');
  return (await post('identity', { user_id: 'user-1', expires, signature }, { authorization: `Bearer ${token}` }))
    .status;
}

/** All still work. The code is for the next time step, because the current one was used to confirm. */
async function checkSecrets(env: Environment, secrets: Awaited<ReturnType<typeof makeSecrets>>) {
  const { secret, channel, identity_key, ...access } = secrets;
  const { url, stop } = await serve(env);
  const ask = createConsole(url);
  const credentials = { email: EMAIL, password: PASSWORD };
  expect(await ask('POST', '/session', credentials)).toMatchObject({ status: 401 });
  expect(await ask('POST', '/session', { ...credentials, totp: codeOf(secret, 1) })).toMatchObject({ status: 201 });
  expect((await ask('GET', '/widget')).data).toMatchObject(access);
  expect(await identify(url, access.button_guid, identity_key)).toBe(200);
  expect(await (await fetch(`${url}/api/compat/legacy/chat/${channel}/status`)).text()).toBe('0');
  await stop();
}

const keyIn = (DATA_DIR: string, name = 'master.key') => path.join(DATA_DIR, name);

test('with a generated key a rotation re-encrypts everything, keeps the file private, and the old key is refused', async () => {
  const env = { DATA_DIR: usedDataDirectory(), DEMO: '0' };
  const keyFile = keyIn(env.DATA_DIR);
  const secrets = await makeSecrets(env);
  const old = fs.readFileSync(keyFile, 'utf8');

  const rotated = await runCommand(env, ...ROTATE);
  expect(rotated).toMatchObject({ code: 0, stderr: '', lines: [{ sealed: 8, key_file: keyFile }] });
  const key = fs.readFileSync(keyFile, 'utf8');
  expect(key).not.toBe(old);
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(fs.statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(rotated.stdout).not.toContain(key.trim());
  expect(fs.existsSync(keyIn(env.DATA_DIR, 'master.key.next'))).toBe(false);
  await checkSecrets(env, secrets);

  fs.writeFileSync(keyFile, old);
  expect(await refusalOf(env)).toContain('uses another master key');
});

test('a rotation interrupted after its commit is finished by the next start', async () => {
  const env = { DATA_DIR: usedDataDirectory() };
  const [keyFile, draft] = [keyIn(env.DATA_DIR), keyIn(env.DATA_DIR, 'master.key.next')];
  const secrets = await makeSecrets(env);
  const old = fs.readFileSync(keyFile, 'utf8');
  await runCommand(env, ...ROTATE);
  const key = fs.readFileSync(keyFile, 'utf8');
  // The state between the commit and the rename.
  fs.renameSync(keyFile, draft);
  fs.writeFileSync(keyFile, old, { mode: 0o600 });

  await checkSecrets(env, secrets);
  expect(fs.readFileSync(keyFile, 'utf8')).toBe(key);
  expect(fs.existsSync(draft)).toBe(false);
});

test('a rotation interrupted before its commit leaves the old key in use, and the next one succeeds', async () => {
  const env = { DATA_DIR: usedDataDirectory() };
  const [keyFile, draft] = [keyIn(env.DATA_DIR), keyIn(env.DATA_DIR, 'master.key.next')];
  const old = fs.readFileSync(keyFile, 'utf8');
  fs.writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
  await openAndClose(env);
  expect(fs.readFileSync(keyFile, 'utf8')).toBe(old);
  expect(await runCommand(env, ...ROTATE)).toMatchObject({ code: 0 });
  expect(fs.existsSync(draft)).toBe(false);
  expect(await runCommand(env, 'migrate')).toMatchObject({ code: 0 });
});

test('with DATABASE_URL a rotation switches to NEW_MASTER_KEY, and only that key is accepted afterwards', async () => {
  const keys = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')] as const;
  const env = { DATA_DIR: dataDirectory(), DATABASE_URL: await freshDatabase(), MASTER_KEY: keys[0] };
  const secrets = await makeSecrets(env);

  const missing = await runCommand(env, ...ROTATE);
  expect(missing).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Set NEW_MASTER_KEY') });
  const rotated = await runCommand({ ...env, NEW_MASTER_KEY: keys[1] }, ...ROTATE);
  expect(rotated).toMatchObject({ code: 0, lines: [{ sealed: 8, next: expect.stringContaining('MASTER_KEY') }] });
  expect(rotated.stdout).not.toContain(keys[1]);
  expect(await refusalOf(env)).toContain('uses another master key');
  await checkSecrets({ ...env, MASTER_KEY: keys[1] }, secrets);
});

const KEYS = { MASTER_KEY: randomBytes(32).toString('base64'), NEW_MASTER_KEY: randomBytes(32).toString('base64') };
const IN_USE = { code: 1, stdout: '', stderr: expect.stringContaining('A server is running with the old key') };

test('a rotation is refused while a server runs, and does not disturb it', async () => {
  const env = { DATA_DIR: dataDirectory(), DATABASE_URL: await freshDatabase(), ...KEYS };
  const { url, stop } = await serve(env);
  const before = await query(env.DATABASE_URL, 'SELECT master_key_check FROM installation');
  expect(await runCommand(env, ...ROTATE)).toMatchObject(IN_USE);
  expect(await query(env.DATABASE_URL, 'SELECT master_key_check FROM installation')).toEqual(before);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  await stop();
  expect(await runCommand(env, ...ROTATE)).toMatchObject({ code: 0 });
});

const PREPARE_LOCK = 7_238_003;

test('a server in another container is detected, even if it has the same process id', async () => {
  const env = { DATA_DIR: dataDirectory(), DATABASE_URL: await freshDatabase(), ...KEYS };
  expect(await runCommand(env, 'migrate')).toMatchObject({ code: 0 });
  // Holds the command back until a twin with its process id is connected.
  const gate = new Client({ connectionString: env.DATABASE_URL });
  await gate.connect();
  onTestFinished(() => gate.end());
  await gate.query(`SELECT pg_advisory_lock(${PREPARE_LOCK})`);
  const command = await startCommand(env, ...ROTATE);
  const waiters = `SELECT application_name AS name FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`;
  const findWaiter = async () => (await query<{ name: string }>(env.DATABASE_URL, waiters))[0] ?? false;
  const waiter = await until(findWaiter, 'the command waits for its turn');
  const application_name = waiter.name.replace('parley start', 'parley');
  expect(application_name).toMatch(/^parley \d+$/);
  const twin = new Client({ connectionString: env.DATABASE_URL, application_name });
  await twin.connect();
  onTestFinished(() => twin.end());
  await gate.query(`SELECT pg_advisory_unlock(${PREPARE_LOCK})`);
  expect(await command.ended).toMatchObject(IN_USE);
});

test('a secret that cannot be opened aborts the rotation, and nothing changes', async () => {
  const env = { DATA_DIR: dataDirectory(), DATABASE_URL: await freshDatabase(), ...KEYS };
  await runCommand(env, 'account', 'create', '--email', EMAIL, '--name', 'Ann');
  await runCommand(env, 'account', 'create', '--email', 'bob@example.test', '--name', 'Bob');
  const state = () =>
    query(env.DATABASE_URL, 'SELECT cms_key, master_key_check FROM accounts, installation ORDER BY id');
  await query(env.DATABASE_URL, 'UPDATE accounts SET cms_key = (SELECT cms_key FROM accounts WHERE id = 1)');
  const before = await state();
  expect(before).toHaveLength(2);
  expect(await runCommand(env, ...ROTATE)).toMatchObject({ code: 1, stdout: '' });
  expect(await state()).toEqual(before);
});
