import { api, dashboard } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenApp, openApp, startApp } from '../../test/harness.ts';
import { withToken } from '../../test/people.ts';
import { tablesWith } from '../../test/search-database.ts';
import { startServer, usedDataDirectory } from '../../test/server-process.ts';
import { createDemoOwner, type DemoOwner } from './demo-owner.ts';

const read = (stdout: string, name: string) => new RegExp(`^ +${name} +(\\S+)$`, 'm').exec(stdout)?.[1];

let app: OpenApp;
let owner: DemoOwner | undefined;

beforeAll(async () => {
  app = await openApp({}, { isolated: true });
  owner = await createDemoOwner(app.unitOfWork);
});
afterAll(() => app.end());

test('the first start creates an owner who can sign in and whose token has every scope', async () => {
  const { email = '', password = '', token = '' } = owner ?? {};
  expect(await app.call(dashboard.session.create, { body: { email, password } })).toMatchObject({ status: 201 });
  const { status, data } = await withToken(app, token)(api.service.whoAmI);
  expect(status).toBe(200);
  expect(data.token?.scopes).toContain('billing:write');
});

test('neither the password nor the token is stored', async () => {
  const { password = '', token = '' } = owner ?? {};
  expect(password.length).toBeGreaterThanOrEqual(16);
  expect(await tablesWith(app.connection, password)).toEqual([]);
  expect(await tablesWith(app.connection, token.slice(4))).toEqual([]);
});

test('an installation with an account gets no demo owner', async () => {
  const shared = await startApp();
  await shared.owner();
  expect(await createDemoOwner(shared.unitOfWork)).toBeUndefined();
});

test('servers that start together create one owner', async () => {
  const first = await startApp({}, { isolated: true });
  const node = await startApp({}, { connection: first.connection });
  const made = await Promise.all([first, node, first, node].map(({ unitOfWork }) => createDemoOwner(unitOfWork)));
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await first.sql('SELECT FROM accounts')).toHaveLength(1);
});

test("the demo's widget uses the language of the page", async () => {
  const { token = '' } = owner ?? {};
  const { data } = await withToken(app, token)(api.widget.readLanguage);
  expect(data).toMatchObject({ widget_default_language: 'auto', is_default: false });
});

test('the owner is printed at the first start only, the demo URL at every start, and no secret is logged', async () => {
  const DATA_DIR = usedDataDirectory();
  const server = startServer({ DATA_DIR });
  const url = await server.ready();
  expect(await (await fetch(`${url}/demo`)).text()).toMatch(/\/w\/\w+\.js/);
  const first = await server.stop();
  expect(read(first.stdout, 'Demo')).toBe(`${url}/demo`);
  const [email, password, token] = ['E-mail', 'Password', 'Token'].map((name) => read(first.stdout, name) ?? '');
  expect([email, password, token]).toEqual([
    'demo@parley.localhost',
    expect.anything(),
    expect.stringMatching(/^prl_/),
  ]);
  for (const secret of [password, token]) expect(first.stderr).not.toContain(secret);
  expect(first.stdout).not.toContain('account create');

  const again = startServer({ DATA_DIR });
  await again.ready();
  const second = await again.stop();
  expect(read(second.stdout, 'Demo')).toMatch(/\/demo$/);
  for (const name of ['E-mail', 'Password', 'Token']) expect(read(second.stdout, name)).toBeUndefined();
});

test('with DEMO=0 no owner is created, and the start says how to create one', async () => {
  const server = startServer({ DATA_DIR: usedDataDirectory(), DEMO: '0' });
  await server.ready();
  const { stdout } = await server.stop();
  expect(stdout).toContain('cli -- account create');
  for (const name of ['Demo', 'E-mail', 'Password', 'Token']) expect(read(stdout, name)).toBeUndefined();
});
