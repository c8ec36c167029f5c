import { createHash } from 'node:crypto';
import { api, dashboard, defaultNotifications, defaultPreferences, roleScopes, scopeNames } from '@parley/contract';
import { expect, test } from 'vitest';
import { signIn, startApp } from '../../../../test/harness.ts';
import { PASSWORD } from '../../../../test/owners.ts';
import { addAgent, addWidget, cookieAfter, cookiesOf, withCookie } from '../../../../test/people.ts';
import { tablesWith } from '../../../../test/search-database.ts';

test('over HTTP the cookie is HttpOnly, SameSite=Lax and for every path, but neither Secure nor __Host-', async () => {
  const app = await startApp({ PUBLIC_URL: 'http://chat.example.test' });
  const [cookie = '', ...others] = cookiesOf((await signIn(app, await app.owner())).answer);
  expect(others).toEqual([]);
  expect(cookie).toMatch(/^parley=[\w-]{43};/);
  expect(cookie.split('; ').slice(1)).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax']));
  expect(cookie).not.toMatch(/Secure|Domain/i);
});

test('over HTTPS the cookie is also Secure and __Host-, and a cookie without the prefix is ignored', async () => {
  const app = await startApp({ PUBLIC_URL: 'https://chat.example.test' });
  const { answer, call, cookie } = await signIn(app, await app.owner());
  const [written = ''] = cookiesOf(answer);
  expect(written).toMatch(/^__Host-parley=[\w-]{43};/);
  expect(written.split('; ').slice(1)).toEqual(
    expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure']),
  );
  expect(written).not.toMatch(/Domain/i);
  expect(await call(dashboard.session.read)).toMatchObject({ status: 200 });
  const bare = withCookie(app, cookie.replace('__Host-', ''));
  expect(await bare(dashboard.session.read)).toMatchObject({ status: 401, problem: { reason: 'session_required' } });
});

test('the database has only the hash of a session id', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { cookie } = await signIn(app, ann);
  const id = cookie.split('=')[1] ?? '';
  expect(await tablesWith(app.connection, ann.email)).toContain('public.users');
  expect(await tablesWith(app.connection, id)).toEqual([]);
  const rows = await app.sql<{ hash: Buffer }>(`SELECT hash FROM sessions WHERE agent_id = ${ann.agentId}`);
  expect(rows).toEqual([{ hash: createHash('sha256').update(id).digest() }]);
});

test('each sign-in creates a new session id, whatever cookie was sent', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const first = await signIn(app, ann);
  const second = await app.call(dashboard.session.create, {
    body: { email: ann.email, password: PASSWORD },
    headers: { cookie: first.cookie },
  });
  expect(second.status).toBe(201);
  expect(cookieAfter(second)).not.toBe(first.cookie);
  expect(await withCookie(app, cookieAfter(second))(dashboard.session.read)).toMatchObject({ status: 200 });
});

test('a wrong password and an unknown e-mail get the same response and no cookie', async () => {
  const app = await startApp();
  const { email } = await app.owner();
  const wrong = await app.call(dashboard.session.create, { body: { email, password: `${PASSWORD}!` } });
  const unknown = await app.call(dashboard.session.create, {
    body: { email: 'nobody@example.test', password: PASSWORD },
  });
  expect(wrong).toMatchObject({ status: 401, problem: { reason: 'sign_in_failed' } });
  expect({ ...unknown.problem, instance: '' }).toEqual({ ...wrong.problem, instance: '' });
  expect([wrong, unknown].flatMap(cookiesOf)).toEqual([]);
});

test('a user without a password cannot sign in, even with an empty one', async () => {
  const app = await startApp();
  const { email } = await app.owner();
  await app.sql(`UPDATE users SET password_hash = NULL WHERE email = '${email}'`);
  expect(await app.call(dashboard.session.create, { body: { email, password: PASSWORD } })).toMatchObject({
    status: 401,
    problem: { reason: 'sign_in_failed' },
  });
  expect(await app.call(dashboard.session.create, { body: { email, password: '' } })).toMatchObject({ status: 422 });
});

test('the case of an e-mail does not matter', async () => {
  const app = await startApp();
  const { email } = await app.owner();
  expect((await signIn(app, { email: email.toUpperCase() })).answer).toMatchObject({
    status: 201,
    data: { user: { email } },
  });
});

test('the session returns the user, the widget and the scopes', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const other = await addWidget(app, ann);
  const { call, answer } = await signIn(app, ann);
  const told = {
    user: {
      id: expect.any(Number),
      email: ann.email,
      pending_email: null,
      name: 'Ann',
      surname: null,
      locale: null,
      totp_enabled: false,
    },
    agent: {
      id: ann.agentId,
      role: 'owner',
      status: 'active',
      avatar_url: null,
      notifications: defaultNotifications,
      preferences: defaultPreferences,
    },
    widget: { id: ann.widgetId, button_guid: ann.buttonGuid, name: null, domain: null, api_enabled: true },
    account: { timezone: 'Europe/Moscow', locale: null, two_factor_required: false },
    widgets: [
      { id: ann.widgetId, name: null, domain: null, role: 'owner' },
      { id: other.widgetId, name: null, domain: null, role: 'owner' },
    ],
    scopes: scopeNames,
  };
  expect(answer.data).toEqual(told);
  expect((await call(dashboard.session.read)).data).toEqual(told);
});

test('a session has the scopes of its role: all for an owner, all but the account for an admin, few for an operator', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const owner = await signIn(app, ann);
  const admin = await signIn(app, await addAgent(app, ann, 'admin'));
  const operator = await signIn(app, await addAgent(app, ann, 'operator'));

  expect(await owner.call(api.account.read)).toMatchObject({ status: 200, data: { email: ann.email } });
  for (const { call } of [admin, operator]) {
    expect(await call(api.account.read)).toMatchObject({
      status: 403,
      problem: { reason: 'missing_scope', required_scopes: ['account:read'] },
    });
  }
  expect(await operator.call(api.contacts.create, { body: { name: 'Carl' } })).toMatchObject({ status: 201 });
  const { data: seen } = await admin.call(api.contacts.list);
  expect(seen.data).toMatchObject([{ name: 'Carl' }]);
  expect((await operator.call(dashboard.session.read)).data).toMatchObject({
    agent: { role: 'operator' },
    scopes: roleScopes.operator,
  });
});

test('a session sees its own widget and nothing of another account', async () => {
  const app = await startApp();
  const ann = await signIn(app, await app.owner());
  const bob = await signIn(app, await app.owner());
  await ann.call(api.contacts.create, { body: { name: 'Carl' } });
  expect((await bob.call(api.contacts.list)).data).toEqual({ data: [], next_cursor: null });
});

test('a session works while the API is off', async () => {
  const app = await startApp();
  const ann = await app.owner({ apiEnabled: false });
  const { call } = await signIn(app, ann);
  expect(await ann.call(api.contacts.list)).toMatchObject({ status: 403, problem: { reason: 'api_disabled' } });
  expect(await call(api.contacts.list)).toMatchObject({ status: 200 });
  expect(await call(api.contacts.create, { body: { name: 'Carl' } })).toMatchObject({ status: 201 });
});

test('without a session the dashboard answers 401 session_required, and a token does not help', async () => {
  const app = await startApp();
  const ann = await app.owner();
  for (const call of [app.call, ann.call, withCookie(app, 'parley=made-up')]) {
    expect(await call(dashboard.session.read)).toMatchObject({ status: 401, problem: { reason: 'session_required' } });
  }
});
