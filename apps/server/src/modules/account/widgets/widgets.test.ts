import { readFile } from 'node:fs/promises';
import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import type { Call } from '../../../../test/call.ts';
import { environmentOn, runCommand } from '../../../../test/command-line.ts';
import { signIn, startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent, addWidget, cookieAfter, withCookie, withToken } from '../../../../test/people.ts';
import { until } from '../../../../test/until.ts';

/** Less than the cache's TTL: what takes effect within it came by a notice. */
const AT_ONCE_MS = 3_000;

const list = async (call: Call) => (await call(api.contacts.list)).status;
const set = (session: Call, body: unknown) => session(dashboard.widgetAccess.update, { body });

async function revision(app: TestApp, { widgetId }: { widgetId: number }) {
  const [row] = await app.sql<{ at: number }>(`SELECT config_revision::int AS at FROM widgets WHERE id = ${widgetId}`);
  return row?.at ?? 0;
}

async function startWithOwner(options?: Parameters<TestApp['owner']>[0]) {
  const app = await startApp();
  const owner: Owner = await app.owner(options);
  return { app, owner, session: (await signIn(app, owner)).call };
}

test('the API of a new widget is off until enabled', async () => {
  const { owner, session } = await startWithOwner({ apiEnabled: false });
  expect(await owner.call(api.contacts.list)).toMatchObject({ status: 403, problem: { reason: 'api_disabled' } });
  expect(await set(session, { api_enabled: true })).toMatchObject({
    status: 200,
    data: { id: owner.widgetId, button_guid: owner.buttonGuid, api_enabled: true, domain: null, domains: [] },
  });
  await until(async () => (await list(owner.call)) === 200, 'the API is on', AT_ONCE_MS);
});

test('api_enabled takes effect at once on every node, for every token of the widget', async () => {
  const { app, owner, session } = await startWithOwner();
  const node = await startApp({}, { connection: app.connection });
  const another = await owner.newToken(['contacts:read']);
  const callers = [owner.call, withToken(node, owner.token), withToken(app, another), withToken(node, another)];
  const statuses = () => Promise.all(callers.map(list));
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  for (const [api_enabled, status] of [
    [false, 403],
    [true, 200],
    [false, 403],
  ] as const) {
    expect(await set(session, { api_enabled })).toMatchObject({ status: 200, data: { api_enabled } });
    const areAll = async () => (await statuses()).every((each) => each === status);
    await until(areAll, `every node answers ${status}`, AT_ONCE_MS);
  }
  expect(await owner.call(api.service.whoAmI)).toMatchObject({ status: 403, problem: { reason: 'api_disabled' } });
});

test('no request is served by the old value after a change of api_enabled is answered', async () => {
  const { owner, session } = await startWithOwner();
  const after: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await set(session, { api_enabled: true });
    await until(async () => (await list(owner.call)) === 200, 'the API is on');
    await set(session, { api_enabled: false });
    after.push(await list(owner.call));
  }
  expect(after).toEqual(Array(5).fill(403));
});

test('an unknown token is token_invalid, not api_disabled', async () => {
  const { app } = await startWithOwner({ apiEnabled: false });
  const answer = await withToken(app, `prl_${'x'.repeat(43)}`)(api.contacts.list);
  expect(answer).toMatchObject({ status: 401, problem: { reason: 'token_invalid' } });
});

test('api_enabled of one widget does not affect another', async () => {
  const { app, owner, session } = await startWithOwner();
  const bob = await app.owner();
  const second = await addWidget(app, owner);
  await set(session, { api_enabled: false });
  expect(await list(bob.call)).toBe(200);
  const rows = await app.sql(`SELECT id::int FROM widgets
    WHERE api_enabled AND account_id IN (${owner.accountId}, ${bob.accountId}) ORDER BY id`);
  expect(rows).toEqual([bob.widgetId, second.widgetId].sort((a, b) => a - b).map((id) => ({ id })));
});

test('every change raises the configuration revision of this widget only', async () => {
  const { app, owner, session } = await startWithOwner();
  const second = await addWidget(app, owner);
  const [before, other] = [await revision(app, owner), await revision(app, second)];
  await set(session, { api_enabled: false });
  expect(await revision(app, owner)).toBe(before + 1);
  await set(session, { domains: ['shop.example.com'] });
  expect(await revision(app, owner)).toBe(before + 2);
  expect(await revision(app, second)).toBe(other);
  expect(await set(session, { domains: ['no domain'] })).toMatchObject({ status: 422 });
  expect(await revision(app, owner)).toBe(before + 2);
});

test('a change by the command line takes effect at once and raises the revision', async () => {
  const { app, owner } = await startWithOwner();
  expect(await list(owner.call)).toBe(200);
  const before = await revision(app, owner);
  const args = ['widget', 'set', '--widget', `${owner.widgetId}`, '--api-enabled', 'false'];
  expect(await runCommand(environmentOn(app.connection), ...args)).toMatchObject({ code: 0 });
  await until(async () => (await list(owner.call)) === 403, 'the switch is noticed', AT_ONCE_MS);
  expect(await revision(app, owner)).toBe(before + 1);
});

test('domains are host names in lower case, and the first one is the domain', async () => {
  const { session } = await startWithOwner();
  for (const domains of [['shop.example.com', 'localhost'], ['xn--80ak6aa92e.com'], []]) {
    const answer = await set(session, { domains });
    expect(answer).toMatchObject({ status: 200, data: { domains, domain: domains[0] ?? null } });
  }
  for (const domain of ['', 'Shop.example.com', 'https://shop.example.com', 'a b', '-a.com', 'a.com-', 'a/b', 5]) {
    const answer = await set(session, { domains: ['shop.example.com', domain] });
    expect([domain, answer]).toMatchObject([
      domain,
      { status: 422, problem: { errors: { 'domains.1': [expect.any(String)] } } },
    ]);
  }
  expect(await set(session, { domains: ['a.com', 'a.com'] })).toMatchObject({ status: 422 });
  expect(await set(session, { domains: Array.from({ length: 101 }, (_, at) => `a${at}.com`) })).toMatchObject({
    status: 422,
  });
  expect(await set(session, { domain: 'shop.example.com' })).toMatchObject({ status: 422 });
  expect(await set(session, {})).toMatchObject({ status: 422 });
  expect(await set(session, { security_token: 'mine' })).toMatchObject({ status: 422 });
});

test('the domain from before the upgrade is the first of the list', async () => {
  const app = await startApp({}, { isolated: true });
  const [shop, anywhere] = [await app.owner(), await app.owner()];
  await app.sql('ALTER TABLE widgets ADD COLUMN domain text');
  await app.sql(`UPDATE widgets SET domain = 'shop.example' WHERE id = ${shop.widgetId}`);
  const file = new URL('../../../../migrations/0023_widget_sites.sql', import.meta.url);
  const statements = (await readFile(file, 'utf8')).split('--> statement-breakpoint');
  for (const statement of statements.slice(-2)) await app.sql(statement);
  const domainsOf = async (owner: Owner) =>
    (await (await signIn(app, owner)).call(dashboard.widgetAccess.read)).data.domains;
  expect(await domainsOf(shop)).toEqual(['shop.example']);
  expect(await domainsOf(anywhere)).toEqual([]);
});

test('the security token stays the same until the password changes, and each widget has its own', async () => {
  const { app, owner, session } = await startWithOwner();
  const second = await addWidget(app, owner);
  const bob = await signIn(app, await app.owner());
  const tokenFor = async (call: Call) => (await call(dashboard.widgetAccess.read)).data.security_token;
  const first = await tokenFor(session);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  await set(session, { api_enabled: false, domains: ['shop.example.com'] });
  expect(await tokenFor(session)).toBe(first);
  expect(await tokenFor((await signIn(app, owner)).call)).toBe(first);
  const switched = await session(dashboard.session.update, { body: { widget_id: second.widgetId } });
  const there = await tokenFor(withCookie(app, cookieAfter(switched)));
  expect(new Set([first, there, await tokenFor(bob.call)]).size).toBe(3);
});

test('an admin can change api_enabled, an operator can neither see nor change it', async () => {
  const { app, owner } = await startWithOwner();
  const admin = await signIn(app, await addAgent(app, owner, 'admin'));
  const operator = await signIn(app, await addAgent(app, owner, 'operator'));
  expect(await set(admin.call, { api_enabled: false })).toMatchObject({ status: 200 });
  const refused = { status: 403, problem: { reason: 'role_required' } };
  expect(await set(operator.call, { api_enabled: true })).toMatchObject(refused);
  expect(await operator.call(dashboard.widgetAccess.read)).toMatchObject(refused);
});
