import { dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { environmentOn, runCommand } from '../../../../test/command-line.ts';
import { signIn, startApp } from '../../../../test/harness.ts';
import { addAgent, addWidget } from '../../../../test/people.ts';
import { tablesWith } from '../../../../test/search-database.ts';

const { widgetAccess } = dashboard;
const KEY = /^[\w-]{43}$/;

async function startWithOwner() {
  const app = await startApp();
  const owner = await app.owner();
  const { call } = await signIn(app, owner);
  return {
    app,
    owner,
    call,
    read: async () => (await call(widgetAccess.read)).data.identity_key,
    renew: async () => (await call(widgetAccess.renewIdentityKey)).data.identity_key,
  };
}

test('there is no identity key until one is created, and a new one replaces it', async () => {
  const { read, renew } = await startWithOwner();
  expect(await read()).toBeNull();
  const first = await renew();
  expect(first).toMatch(KEY);
  expect(await read()).toBe(first);
  const second = await renew();
  expect(second).not.toBe(first);
  expect(await read()).toBe(second);
});

test('changing api_enabled or the domain returns the key unchanged', async () => {
  const { call, renew } = await startWithOwner();
  const key = await renew();
  const { data } = await call(widgetAccess.update, { body: { domain: 'shop.example.com' } });
  expect(data).toMatchObject({ domain: 'shop.example.com', identity_key: key });
});

test('each widget has its own identity key', async () => {
  const { app, owner, renew } = await startWithOwner();
  const second = await addWidget(app, owner);
  await renew();
  const rows = await app.sql(
    `SELECT id::int FROM widgets WHERE account_id = ${owner.accountId} AND identity_key IS NOT NULL`,
  );
  expect(rows).toEqual([{ id: owner.widgetId }]);
  expect(second.widgetId).not.toBe(owner.widgetId);
});

test('an admin can create an identity key, an operator cannot', async () => {
  const { app, owner } = await startWithOwner();
  const make = async (role: 'admin' | 'operator') =>
    (await signIn(app, await addAgent(app, owner, role))).call(widgetAccess.renewIdentityKey);
  expect(await make('admin')).toMatchObject({ status: 201, data: { identity_key: expect.stringMatching(KEY) } });
  expect(await make('operator')).toMatchObject({ status: 403, problem: { reason: 'role_required' } });
});

test('the identity key is sealed in the database', async () => {
  const { app, renew } = await startWithOwner();
  const key = await renew();
  expect(await tablesWith(app.connection, key)).toEqual([]);
});

test('the command line creates and prints an identity key', async () => {
  const { app, owner, read } = await startWithOwner();
  const env = environmentOn(app.connection);
  const made = await runCommand(env, 'widget', 'identity-key', '--widget', `${owner.widgetId}`);
  expect(made).toMatchObject({
    code: 0,
    lines: [{ widget_id: owner.widgetId, identity_key: expect.stringMatching(KEY) }],
  });
  expect(await read()).toBe(made.lines[0]?.identity_key);
  expect(await runCommand(env, 'widget', 'identity-key', '--widget', '999999')).toMatchObject({ code: 1, stdout: '' });
});
