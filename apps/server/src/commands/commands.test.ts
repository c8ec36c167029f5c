import { randomUUID } from 'node:crypto';
import { api, dashboard, presets, scopeNames } from '@parley/contract';
import { expect, test } from 'vitest';
import { environmentOn, runCommand } from '../../test/command-line.ts';
import { freshDatabase } from '../../test/databases.ts';
import { signIn, startApp } from '../../test/harness.ts';
import { PASSWORD } from '../../test/owners.ts';
import { withCookie, withToken } from '../../test/people.ts';
import { query } from '../../test/query.ts';
import { until } from '../../test/until.ts';

async function startWithCommands() {
  const app = await startApp();
  const env = environmentOn(app.connection);
  return { app, run: (...args: string[]) => runCommand(env, ...args) };
}

const newEmail = () => `${randomUUID()}@example.test`;

const ACCOUNT = ['account', 'create', '--email', 'ann@example.test', '--name', 'Ann'];
const NUMBER = expect.any(Number);
const GUID = expect.stringMatching(/^[0-9a-f]{32}$/);

test('account create makes an account whose owner can sign in at once', async () => {
  const { app, run } = await startWithCommands();
  const email = newEmail();
  const options = ['--email', email, '--name', 'Ann', '--password', PASSWORD, '--domain', 'Shop.Example.com'];
  const made = await run('account', 'create', ...options, '--api-enabled');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.lines).toEqual([{ account_id: NUMBER, widget_id: NUMBER, button_guid: GUID, agent_id: NUMBER }]);
  const { answer } = await signIn(app, { email });
  expect(answer).toMatchObject({
    status: 201,
    data: {
      user: { email, name: 'Ann' },
      agent: { id: made.lines[0]?.agent_id, role: 'owner' },
      widget: { id: made.lines[0]?.widget_id, domain: 'shop.example.com', api_enabled: true },
    },
  });
});

test('without --password the owner cannot sign in, and without --api-enabled the API is off', async () => {
  const { app, run } = await startWithCommands();
  const email = newEmail();
  const made = await run('account', 'create', '--email', email, '--name', 'Ann');
  expect(made.code).toBe(0);
  const rows = await app.sql(`SELECT password_hash, api_enabled, domains FROM users, widgets
    WHERE users.email = '${email}' AND widgets.account_id = ${made.lines[0]?.account_id}`);
  expect(rows).toEqual([{ password_hash: null, api_enabled: false, domains: [] }]);
});

test('agent create adds a new user, or one who already works in another widget', async () => {
  const { app, run } = await startWithCommands();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const [eve, nobody] = [newEmail(), newEmail()];
  const create = (widget: number, email: string, ...more: string[]) =>
    run('agent', 'create', '--widget', `${widget}`, '--email', email, '--name', 'Eve', ...more);
  const made = await create(ann.widgetId, eve, '--password', PASSWORD, '--role', 'admin');
  expect(made).toMatchObject({ code: 0, lines: [{ agent_id: NUMBER }] });
  const { answer } = await signIn(app, { email: eve });
  expect(answer.data).toMatchObject({ agent: { id: made.lines[0]?.agent_id, role: 'admin' }, user: { name: 'Eve' } });
  expect(await create(bob.widgetId, eve.toUpperCase())).toMatchObject({ code: 0, lines: [{ agent_id: NUMBER }] });
  expect(await app.sql(`SELECT 1 FROM users WHERE lower(email) = '${eve}'`)).toHaveLength(1);
  for (const args of [
    [ann.widgetId, eve],
    [999_999_999, nobody],
    [ann.widgetId, 'nonsense'],
    [ann.widgetId, nobody, '--role', 'owner'],
  ] as [number, string, ...string[]][]) {
    expect((await create(...args)).code).not.toBe(0);
  }
  await ann.call(api.agents.suspend, { params: { id: made.lines[0]?.agent_id } });
  expect((await create(ann.widgetId, eve)).stderr).toContain('is already an agent of this widget');
  expect(await app.sql(`SELECT 1 FROM users WHERE email = '${nobody}'`)).toHaveLength(0);
});

test('account set changes the seats and the time zone, either or both', async () => {
  const { app, run } = await startWithCommands();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const set = (...args: string[]) => run('account', 'set', '--account', `${ann.accountId}`, ...args);
  expect(await set('--seats', '12')).toMatchObject({ code: 0, lines: [{ account_id: ann.accountId }] });
  expect((await ann.call(api.account.read)).data).toMatchObject({ seats: 12, timezone: 'Europe/Moscow' });
  expect(await set('--timezone', 'Asia/Tokyo', '--seats', '3')).toMatchObject({ code: 0 });
  expect((await ann.call(api.account.read)).data).toMatchObject({ seats: 3, timezone: 'Asia/Tokyo' });
  expect((await bob.call(api.account.read)).data).toMatchObject({ seats: 5, timezone: 'Europe/Moscow' });
  // Office hours are served in that time zone.
  const revisions = await app.sql(`SELECT config_revision::int AS revision FROM widgets
    WHERE id IN (${ann.widgetId}, ${bob.widgetId}) ORDER BY id`);
  expect(revisions).toEqual([{ revision: 3 }, { revision: 1 }]);
});

test('account set changes the plan and how many Avito cabinets it has, either or both', async () => {
  const { app, run } = await startWithCommands();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const set = (...args: string[]) => run('account', 'set', '--account', `${ann.accountId}`, ...args);
  const plans = async () => {
    const ids = [ann.accountId, bob.accountId].join();
    return app.sql(`SELECT plan, cabinet_slots FROM accounts WHERE id IN (${ids}) ORDER BY id`);
  };
  const standard = { plan: 'paid', cabinet_slots: 3 };
  expect(await plans()).toEqual([standard, standard]);
  expect(await set('--plan', 'free', '--cabinet-slots', '0')).toMatchObject({ code: 0 });
  expect(await plans()).toEqual([{ plan: 'free', cabinet_slots: 0 }, standard]);
  expect(await set('--plan', 'paid')).toMatchObject({ code: 0 });
  expect(await set('--cabinet-slots', '7')).toMatchObject({ code: 0 });
  expect(await plans()).toEqual([{ plan: 'paid', cabinet_slots: 7 }, standard]);
});

test('widget create adds a widget with the same owner, and widget set changes it', async () => {
  const { app, run } = await startWithCommands();
  const ann = await app.owner();
  const made = await run('widget', 'create', '--account', `${ann.accountId}`, '--domain', 'two.example.com');
  expect(made).toMatchObject({ code: 0, lines: [{ widget_id: NUMBER, button_guid: GUID, agent_id: NUMBER }] });
  const widget = `${made.lines[0]?.widget_id}`;
  const widgets = async () => (await (await signIn(app, ann)).call(dashboard.session.read)).data.widgets;
  expect(await widgets()).toEqual([
    { id: ann.widgetId, name: null, domain: null, role: 'owner' },
    { id: made.lines[0]?.widget_id, name: null, domain: 'two.example.com', role: 'owner' },
  ]);
  const [{ token } = {}] = (await run('token', 'create', '--widget', widget, '--scopes', 'all')).lines;
  const call = withToken(app, String(token));
  expect(await call(api.service.whoAmI)).toMatchObject({ status: 403, problem: { reason: 'api_disabled' } });
  expect(await run('widget', 'set', '--widget', widget, '--api-enabled', 'true')).toMatchObject({
    code: 0,
    lines: [{ widget_id: made.lines[0]?.widget_id }],
  });
  const read = await until(async () => {
    const answer = await call(api.service.whoAmI);
    return answer.status === 200 ? answer : false;
  }, 'the API is enabled');
  expect(read.data).toMatchObject({ widget_id: made.lines[0]?.widget_id });
  const domains = async () =>
    (await app.sql<{ domains: string[] }>(`SELECT domains FROM widgets WHERE id = ${widget}`))[0]?.domains;
  const twice = ['--domain', 'three.example.com', '--domain', 'Магазин.рф'];
  expect((await run('widget', 'set', '--widget', widget, ...twice)).code).toBe(0);
  expect((await widgets())[1]).toMatchObject({ domain: 'three.example.com' });
  expect(await domains()).toEqual(['three.example.com', 'xn--80aairftm.xn--p1ai']);
  expect((await run('widget', 'set', '--widget', widget, '--any-domain')).code).toBe(0);
  expect(await domains()).toEqual([]);
  expect(await call(api.service.whoAmI)).toMatchObject({ status: 200 });
});

test('user password sets a new password, prints only a generated one, and ends the sessions', async () => {
  const { app, run } = await startWithCommands();
  const ann = await app.owner();
  const { cookie } = await signIn(app, ann);
  expect(await withCookie(app, cookie)(api.contacts.list)).toMatchObject({ status: 200 });
  const made = await run('user', 'password', '--email', ann.email.toUpperCase());
  expect(made).toMatchObject({ code: 0, lines: [{ user_id: NUMBER, password: expect.stringMatching(/^[\w-]{16}$/) }] });
  const isOver = async () => (await withCookie(app, cookie)(api.contacts.list)).status === 401;
  await until(isOver, 'the session is over', 3_000);
  expect((await signIn(app, ann)).answer).toMatchObject({ status: 401 });
  expect((await signIn(app, ann, String(made.lines[0]?.password))).answer).toMatchObject({ status: 201 });

  const given = await run('user', 'password', '--email', ann.email, '--password', 'another long password');
  expect(given.lines).toEqual([{ user_id: made.lines[0]?.user_id }]);
  expect((await signIn(app, ann, 'another long password')).answer).toMatchObject({ status: 201 });
});

test('token create makes one token by default, with the named scopes or all', async () => {
  const { app, run } = await startWithCommands();
  const ann = await app.owner();
  const create = (scopes: string) => run('token', 'create', '--widget', `${ann.widgetId}`, '--scopes', scopes);
  const [few, all] = [await create('contacts:read, tags:read'), await create('all')];
  for (const { code, lines } of [few, all]) {
    expect([code, lines]).toEqual([0, [{ id: NUMBER, token: expect.stringMatching(/^prl_[\w-]{43}$/) }]]);
  }
  const read = async (token: unknown) => (await withToken(app, String(token))(api.service.whoAmI)).data.token;
  expect(await read(few.lines[0]?.token)).toMatchObject({ name: 'cli', scopes: ['contacts:read', 'tags:read'] });
  expect(await read(all.lines[0]?.token)).toMatchObject({ expires_at: null, scopes: scopeNames });
});

test('token create takes presets of scopes, alone or with others', async () => {
  const { app, run } = await startWithCommands();
  const ann = await app.owner();
  const create = (scopes: string) => run('token', 'create', '--widget', `${ann.widgetId}`, '--scopes', scopes);
  const made = await create('preset:read-only, preset:integration, files:read, kb:read');
  const { data } = await withToken(app, String(made.lines[0]?.token))(api.service.whoAmI);
  expect(data.token?.scopes.toSorted()).toEqual(
    [...new Set([...presets.read_only, ...presets.integration, 'kb:read'])].sort(),
  );
  expect(await create('preset:none')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/Unknown preset: none\. Choose from: .*integration/),
  });
});

test('migrate brings an empty database up to date, and a second run changes nothing', async () => {
  const options = "TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'";
  const connection = await freshDatabase(options);
  const env = environmentOn(connection);
  const first = await runCommand(env, 'migrate');
  expect(first).toMatchObject({ code: 0, lines: [{ migrations: NUMBER }] });
  expect(await query(connection, `SELECT to_regclass('users') IS NOT NULL AS made`)).toEqual([{ made: true }]);
  expect(await runCommand(env, 'migrate')).toMatchObject({ code: 0, lines: first.lines });
});

test('an e-mail belongs to one user, whatever its case', async () => {
  const { app, run } = await startWithCommands();
  const email = newEmail();
  const create = (address: string) => run('account', 'create', '--email', address, '--name', 'Ann');
  expect(await create(email)).toMatchObject({ code: 0 });
  const before = await counts(app.connection);
  expect(await create(email.toUpperCase())).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^.*email is already taken by another user.*\n$/),
  });
  expect(await counts(app.connection)).toEqual(before);
});

const counts = (connection: string) =>
  query(
    connection,
    `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM accounts) AS accounts,
            (SELECT count(*) FROM widgets) AS widgets, (SELECT count(*) FROM agents) AS agents`,
  );

test('account create is all or nothing', async () => {
  const connection = await freshDatabase();
  await query(
    connection,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
     CREATE TRIGGER refused BEFORE INSERT ON agents FOR EACH ROW EXECUTE FUNCTION refuse();`,
  );
  const failed = await runCommand(environmentOn(connection), ...ACCOUNT);
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(await counts(connection)).toEqual([{ users: '0', accounts: '0', widgets: '0', agents: '0' }]);
});

test('token create with --count is all or nothing', async () => {
  const connection = await freshDatabase();
  const env = environmentOn(connection);
  const [{ widget_id } = {}] = (await runCommand(env, ...ACCOUNT)).lines;
  const create = (count: string) =>
    runCommand(env, 'token', 'create', '--widget', `${widget_id}`, '--scopes', 'all', '--count', count);
  expect(await create('1')).toMatchObject({ code: 0 });
  await query(
    connection,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN IF (SELECT count(*) FROM tokens) > 2 THEN RAISE 'no'; END IF; RETURN NEW; END $$;
     CREATE TRIGGER refused BEFORE INSERT ON tokens FOR EACH ROW EXECUTE FUNCTION refuse();`,
  );
  expect(await create('5')).toMatchObject({ code: 1, stdout: '' });
  expect(await query(connection, 'SELECT FROM tokens')).toHaveLength(1);
});
