import { api, dashboard, type Scope } from '@parley/contract';
import { expect, test } from 'vitest';
import type { Call } from '../../../../test/call.ts';
import { signIn, startApp } from '../../../../test/harness.ts';
import { PASSWORD } from '../../../../test/owners.ts';
import { withToken } from '../../../../test/people.ts';

const READ: Scope[] = ['contacts:read'];

async function create(session: Call) {
  const body = { name: 'Bridge', scopes: READ, password: PASSWORD };
  return (await session(dashboard.tokens.create, { body })).data;
}

test('calls and refusals of the last day add up over the nodes', async () => {
  const app = await startApp();
  const { call: session } = await signIn(app, await app.owner());
  const { id, token, calls, refusals } = await create(session);
  expect({ calls, refusals }).toEqual({ calls: 0, refusals: 0 });
  const usage = async () => {
    const { data } = await session(dashboard.tokens.read, { params: { id } });
    return [data.calls, data.refusals];
  };
  for (const refused of [1, 2]) {
    const node = await startApp({}, { connection: app.connection });
    const call = withToken(node, token);
    expect((await call(api.contacts.list)).status).toBe(200);
    for (let count = 0; count < refused; count += 1) expect((await call(api.chats.list)).status).toBe(403);
    await node.close();
  }
  expect(await usage()).toEqual([5, 3]);
  const { data } = await session(dashboard.tokens.list);
  expect(data.data.find((each) => each.id === id)).toMatchObject({ calls: 5, refusals: 3 });
  app.clock.now = app.clock.now.add({ hours: 25 });
  expect(await usage()).toEqual([0, 0]);
  app.clock.now = app.clock.now.add({ hours: 25 });
  await app.run('tokens.sweep_hours');
  expect(await app.sql(`SELECT FROM token_hours WHERE token_id = ${id}`)).toEqual([]);
});

test('calls with a revoked token are refusals, and not its last use', async () => {
  const app = await startApp();
  const { call: session } = await signIn(app, await app.owner());
  const { id, token } = await create(session);
  await session(dashboard.tokens.remove, { params: { id } });
  const node = await startApp({}, { connection: app.connection });
  expect((await withToken(node, token)(api.contacts.list)).status).toBe(401);
  await node.close();
  const { data } = await session(dashboard.tokens.read, { params: { id } });
  expect(data).toMatchObject({ calls: 1, refusals: 1, last_used_at: null });
});

test('creating a token requires the password of the signed-in user', async () => {
  const app = await startApp();
  const { call: session } = await signIn(app, await app.owner());
  const make = (password?: string) =>
    session(dashboard.tokens.create, { body: { name: 'Bridge', scopes: READ, password } });
  expect(await make()).toMatchObject({ status: 422, problem: { errors: { password: [expect.any(String)] } } });
  expect(await make('a wrong one')).toMatchObject({ status: 401, problem: { reason: 'sign_in_failed' } });
  expect((await session(dashboard.tokens.list)).data.data.map(({ name }) => name)).toEqual(['test']);
  expect(await make(PASSWORD)).toMatchObject({ status: 201 });
});
