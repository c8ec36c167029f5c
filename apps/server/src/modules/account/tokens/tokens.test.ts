import { createHash } from 'node:crypto';
import { api, dashboard, type Scope } from '@parley/contract';
import { expect, test } from 'vitest';
import { signIn, startApp, type TestApp } from '../../../../test/harness.ts';
import { type Owner, PASSWORD } from '../../../../test/owners.ts';
import { addAgent, withToken } from '../../../../test/people.ts';
import { tablesWith } from '../../../../test/search-database.ts';

const READ: Scope[] = ['contacts:read'];

async function startWithOwner(options?: Parameters<TestApp['owner']>[0]) {
  const app = await startApp();
  const owner = await app.owner(options);
  return { app, owner, session: (await signIn(app, owner)).call };
}

test('a token is prl_ and 43 characters, is unique, and works at once', async () => {
  const { app, session } = await startWithOwner();
  const make = () => session(dashboard.tokens.create, { body: { password: PASSWORD, name: 'Bridge', scopes: READ } });
  const [one, two] = [await make(), await make()];
  expect(one).toMatchObject({
    status: 201,
    data: { name: 'Bridge', scopes: READ, expires_at: null, revoked_at: null },
  });
  expect(one.data.token).toMatch(/^prl_[\w-]{43}$/);
  expect(one.data.token).not.toBe(two.data.token);
  expect(await withToken(app, one.data.token)(api.contacts.list)).toMatchObject({ status: 200 });
});

test('a token is shown once, and the database has only its hash', async () => {
  const { app, session } = await startWithOwner();
  const { id, token } = (
    await session(dashboard.tokens.create, { body: { password: PASSWORD, name: 'Bridge', scopes: READ } })
  ).data;
  expect(await tablesWith(app.connection, token)).toEqual([]);
  expect(await tablesWith(app.connection, token.slice(4))).toEqual([]);
  const rows = await app.sql<{ hash: Buffer }>(`SELECT hash FROM tokens WHERE id = ${id}`);
  expect(rows).toEqual([{ hash: createHash('sha256').update(token).digest() }]);
  const listed = await session(dashboard.tokens.list);
  const renamed = await session(dashboard.tokens.update, { params: { id }, body: { name: 'Other' } });
  for (const { body } of [listed, renamed]) expect(JSON.stringify(body)).not.toMatch(/prl_|"token"|"hash"/);
});

test('a token sees nothing of another widget', async () => {
  const { app, session } = await startWithOwner();
  const bob = await app.owner();
  await bob.call(api.contacts.create, { body: { name: 'Carl' } });
  const { token } = (
    await session(dashboard.tokens.create, { body: { password: PASSWORD, name: 'Bridge', scopes: READ } })
  ).data;
  expect((await withToken(app, token)(api.contacts.list)).data).toEqual({ data: [], next_cursor: null });
});

test('a token can do only what its scopes allow', async () => {
  const { app, owner } = await startWithOwner();
  const call = withToken(app, await owner.newToken(READ));
  expect(await call(api.contacts.list)).toMatchObject({ status: 200 });
  const refused = await call(api.contacts.create, { body: { name: 'Carl' } });
  expect(refused).toMatchObject({
    status: 403,
    problem: { reason: 'missing_scope', required_scopes: ['contacts:write'], hint: expect.any(String) },
  });
  expect(await withToken(app, await owner.newToken([]))(api.contacts.list)).toMatchObject({ status: 403 });
});

test('a token expires at its time', async () => {
  const { app, session } = await startWithOwner();
  const expires_at = app.clock.now.add({ hours: 1 }).toString();
  const made = await session(dashboard.tokens.create, {
    body: { password: PASSWORD, name: 'Bridge', scopes: READ, expires_at },
  });
  expect(Temporal.Instant.from(made.data.expires_at ?? '').equals(expires_at)).toBe(true);
  const call = withToken(app, made.data.token);
  app.clock.now = app.clock.now.add({ minutes: 59 });
  expect(await call(api.contacts.list)).toMatchObject({ status: 200 });
  app.clock.now = app.clock.now.add({ minutes: 1 });
  expect(await call(api.contacts.list)).toMatchObject({ status: 401, problem: { reason: 'token_expired' } });
});

test('an expiry in the past is refused, and one in the far future is kept', async () => {
  const { app, session } = await startWithOwner();
  const make = (expires_at: unknown) =>
    session(dashboard.tokens.create, { body: { password: PASSWORD, name: 'Bridge', scopes: READ, expires_at } });
  for (const past of [app.clock.now.toString(), '2001-01-01T00:00:00Z', 'tomorrow', '2030-01-01', 5]) {
    expect([past, await make(past)]).toMatchObject([
      past,
      { status: 422, problem: { errors: { expires_at: [expect.any(String)] } } },
    ]);
  }
  expect(await make('2090-01-01T03:00:00+03:00')).toMatchObject({
    data: { expires_at: '2090-01-01T00:00:00.000+00:00' },
  });
  expect(await make(null)).toMatchObject({ status: 201, data: { expires_at: null } });
});

test('every time format is parsed or refused with 422', async () => {
  const { session } = await startWithOwner();
  const odd = [
    ' 2090-01-01T00:00:00Z',
    '2090-01-01T00:00:00,5Z',
    '2090-01-01T00Z',
    '20900101T000000Z',
    '2090-01-01t00:00:00z',
    '2090-01-01 00:00:00Z',
    '2090-01-01T23:59:60Z',
    '2090-01-01T00:00:00+0300',
    '+012090-01-01T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '2090-01-01T00:00:00.123456789Z',
  ];
  const statuses: [string, number][] = [];
  for (const expires_at of odd) {
    const { status } = await session(dashboard.tokens.create, {
      body: { password: PASSWORD, name: 'Bridge', scopes: READ, expires_at },
    });
    statuses.push([expires_at, status]);
  }
  expect(statuses.filter(([, status]) => status !== 201 && status !== 422)).toEqual([]);
});

test('a name is required and not blank; unknown and duplicate scopes are refused by name', async () => {
  const { session } = await startWithOwner();
  const refused = async (body: object, field: string) => {
    const answer = await session(dashboard.tokens.create, {
      body: { password: PASSWORD, name: 'Bridge', scopes: READ, ...body },
    });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.problem.errors ?? {}).map((each) => each.split('.')[0])).toEqual([field]);
  };
  await refused({ name: '' }, 'name');
  await refused({ name: '   ' }, 'name');
  await refused({ name: 'x'.repeat(256) }, 'name');
  await refused({ scopes: ['contacts:fly'] }, 'scopes');
  await refused({ scopes: [...READ, ...READ] }, 'scopes');
  await refused({ widget_id: 1 }, 'widget_id');
});

test('operators cannot see or manage tokens: 403 role_required', async () => {
  const { app, owner } = await startWithOwner();
  const { call } = await signIn(app, await addAgent(app, owner, 'operator'));
  const [{ id } = { id: 0 }] = await app.sql<{ id: number }>(
    `SELECT id::int FROM tokens WHERE widget_id = ${owner.widgetId}`,
  );
  const tried = [
    await call(dashboard.tokens.list),
    await call(dashboard.tokens.create, { body: { password: PASSWORD, name: 'Mine', scopes: READ } }),
    await call(dashboard.tokens.update, { params: { id }, body: { name: 'Mine' } }),
    await call(dashboard.tokens.remove, { params: { id } }),
  ];
  for (const answer of tried) expect(answer).toMatchObject({ status: 403, problem: { reason: 'role_required' } });
  expect(await owner.call(api.contacts.list)).toMatchObject({ status: 200 });
});

test('an admin cannot grant scopes beyond the role', async () => {
  const { app, owner, session } = await startWithOwner();
  const { call } = await signIn(app, await addAgent(app, owner, 'admin'));
  const make = (scopes: Scope[]) =>
    call(dashboard.tokens.create, { body: { password: PASSWORD, name: 'Mine', scopes } });
  const made = await make(['contacts:read', 'agents:write']);
  expect(made.status).toBe(201);
  const more = ['contacts:read', 'account:read', 'billing:write', 'partners:read'] as const;
  const said = expect.stringContaining('account:read, billing:write, partners:read');
  const refused = { status: 422, problem: { errors: { scopes: [said] } } };
  expect(await make([...more])).toMatchObject(refused);
  const { id, token } = made.data;
  const widen = { params: { id }, body: { scopes: [...more] } };
  expect(await call(dashboard.tokens.update, widen)).toMatchObject(refused);
  expect(await withToken(app, token)(api.account.read)).toMatchObject({ status: 403 });
  expect(await session(dashboard.tokens.update, widen)).toMatchObject({ status: 200 });
});

test('tokens of this widget are listed newest first, and pages have no gaps', async () => {
  const { app, session } = await startWithOwner();
  await app.owner();
  for (const name of ['one', 'two', 'three']) {
    await session(dashboard.tokens.create, { body: { password: PASSWORD, name, scopes: READ } });
  }
  const names: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await session(dashboard.tokens.list, { query: { limit: 2, ...(cursor && { cursor }) } });
    expect(page.data.data.length).toBeLessThanOrEqual(2);
    names.push(...page.data.data.map(({ name }) => name));
    cursor = page.data.next_cursor;
  } while (cursor);
  expect(names).toEqual(['three', 'two', 'one', 'test']);
});

test('a token of another widget cannot be changed or revoked: 404', async () => {
  const { app, session } = await startWithOwner();
  const bob: Owner = await app.owner();
  const [row] = await app.sql<{ id: number }>(`SELECT id::int FROM tokens WHERE widget_id = ${bob.widgetId}`);
  const params = { id: row?.id };
  const missing = { status: 404, problem: { reason: 'not_found' } };
  expect(await session(dashboard.tokens.update, { params, body: { name: 'Mine' } })).toMatchObject(missing);
  expect(await session(dashboard.tokens.remove, { params })).toMatchObject(missing);
  expect(await bob.call(api.contacts.list)).toMatchObject({ status: 200 });
});

test('a widget creates up to sixty tokens an hour', async () => {
  const { app, owner, session } = await startWithOwner();
  const admin = await signIn(app, await addAgent(app, owner, 'admin'));
  const make = (call: typeof session) =>
    call(dashboard.tokens.create, { body: { password: PASSWORD, name: 'Bridge', scopes: READ } });
  for (let round = 0; round < 60; round += 1) expect(await make(session)).toMatchObject({ status: 201 });
  expect(await make(admin.call)).toMatchObject({ status: 429, problem: { reason: 'rate_limited' } });
});
