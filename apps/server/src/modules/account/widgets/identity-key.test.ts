import { dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { environmentOn, runCommand } from '../../../../test/command-line.ts';
import { signIn, startApp, type TestApp } from '../../../../test/harness.ts';
import { type Owner, PASSWORD } from '../../../../test/owners.ts';
import { addAgent, addWidget } from '../../../../test/people.ts';
import { tablesWith } from '../../../../test/search-database.ts';
import { findIdentityKey } from './identity-key.ts';

const { identityKey, widgetAccess } = dashboard;
const keyOf = ({ unitOfWork }: TestApp, { widgetId }: Owner) =>
  unitOfWork.read((work) => findIdentityKey(work, widgetId));
const KEY = /^[\w-]{43}$/;

async function startWithOwner() {
  const app = await startApp();
  const owner = await app.owner();
  const { call } = await signIn(app, owner);
  return {
    app,
    owner,
    call,
    hasKey: async () => (await call(widgetAccess.read)).data.has_identity_key,
    renew: async (password = PASSWORD) => call(identityKey.renew, { body: { password } }),
  };
}

const keyIn = ({ data }: { data: { identity_key: string } }) => data.identity_key;

test('an identity key is shown when it is created and never again; a new one replaces it', async () => {
  const { app, owner, call, hasKey, renew } = await startWithOwner();
  expect(await hasKey()).toBe(false);
  const first = keyIn(await renew());
  expect(first).toMatch(KEY);
  expect(await hasKey()).toBe(true);
  expect(JSON.stringify(await call(widgetAccess.read))).not.toContain(first);
  const { data } = await call(widgetAccess.update, { body: { domains: ['shop.example.com'] } });
  expect(JSON.stringify(data)).not.toContain(first);
  expect(await keyOf(app, owner)).toBe(first);
  const second = keyIn(await renew());
  expect(second).not.toBe(first);
  expect(await keyOf(app, owner)).toBe(second);
});

test('creating an identity key takes the password again', async () => {
  const { hasKey, renew } = await startWithOwner();
  expect(await renew('wrong')).toMatchObject({ status: 401, problem: { reason: 'sign_in_failed' } });
  expect(await hasKey()).toBe(false);
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
    (await signIn(app, await addAgent(app, owner, role))).call(identityKey.renew, {
      body: { password: PASSWORD },
    });
  expect(await make('admin')).toMatchObject({ status: 201, data: { identity_key: expect.stringMatching(KEY) } });
  expect(await make('operator')).toMatchObject({ status: 403, problem: { reason: 'role_required' } });
});

test('the identity key is sealed in the database', async () => {
  const { app, renew } = await startWithOwner();
  const key = keyIn(await renew());
  expect(await tablesWith(app.connection, key)).toEqual([]);
});

test('the command line creates and prints an identity key', async () => {
  const { app, owner } = await startWithOwner();
  const env = environmentOn(app.connection);
  const made = await runCommand(env, 'widget', 'identity-key', '--widget', `${owner.widgetId}`);
  expect(made).toMatchObject({
    code: 0,
    lines: [{ widget_id: owner.widgetId, identity_key: expect.stringMatching(KEY) }],
  });
  expect(await keyOf(app, owner)).toBe(made.lines[0]?.identity_key);
  expect(await runCommand(env, 'widget', 'identity-key', '--widget', '999999')).toMatchObject({ code: 1, stdout: '' });
});
