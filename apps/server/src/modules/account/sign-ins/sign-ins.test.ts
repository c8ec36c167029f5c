import { dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { signIn, startApp, type TestApp } from '../../../../test/harness.ts';
import { addAgent } from '../../../../test/people.ts';

const { session, signIns } = dashboard;

const attempt = (app: TestApp, email: string, password: string) =>
  app.call(session.create, { body: { email, password } });

async function startTeam() {
  const app = await startApp();
  const ann = await app.owner();
  const [bob, eve] = [await addAgent(app, ann, 'operator'), await addAgent(app, ann, 'admin')];
  return { app, ann, bob, eve, owner: (await signIn(app, ann)).call };
}

test('the log has who signed in, when and from where, and how it ended, newest first', async () => {
  const { app, ann, bob, owner } = await startTeam();
  await attempt(app, bob.email, 'a wrong password');
  app.clock.now = app.clock.now.add({ minutes: 1 });
  await signIn(app, bob);
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${bob.agentId}`);
  await signIn(app, bob);
  const { data } = (await owner(signIns.list)).data;
  expect(data.map(({ agent_id, name, email, outcome }) => [agent_id, name, email, outcome])).toEqual([
    [bob.agentId, 'Bob', bob.email, 'no_access'],
    [bob.agentId, 'Bob', bob.email, 'succeeded'],
    [bob.agentId, 'Bob', bob.email, 'wrong_password'],
    [ann.agentId, 'Ann', ann.email, 'succeeded'],
  ]);
  expect(data[0]).toMatchObject({
    country: null,
    address: expect.stringMatching(/[\d.:]/),
    user_agent: expect.any(String),
  });
  expect(Temporal.Instant.compare(data[1]?.at ?? '', data[2]?.at ?? '')).toBe(1);
});

test('attempts with an unknown e-mail are stored for nobody', async () => {
  const { app, owner } = await startTeam();
  const before = await app.sql('SELECT count(*) FROM sign_ins');
  await attempt(app, 'nobody@example.test', 'a wrong password');
  expect(await app.sql('SELECT count(*) FROM sign_ins')).toEqual(before);
  expect((await owner(signIns.list)).data.data).toHaveLength(1);
});

test('the log is searched by name and e-mail, and filtered by outcome', async () => {
  const { app, bob, owner } = await startTeam();
  await attempt(app, bob.email, 'a wrong password');
  const find = async (query: Record<string, unknown>) =>
    (await owner(signIns.list, { query })).data.data.map(({ outcome }) => outcome);
  expect(await find({ query: bob.email.slice(0, 12).toUpperCase() })).toEqual(['wrong_password']);
  expect(await find({ query: 'ann' })).toEqual(['succeeded']);
  expect(await find({ outcome: 'wrong_password' })).toEqual(['wrong_password']);
  expect(await find({ query: '%' })).toEqual([]);
});

test('an admin sees the log of the widget without the owner, and nobody that of another account', async () => {
  const { app, bob, eve } = await startTeam();
  await signIn(app, await app.owner());
  await signIn(app, bob);
  const { call } = await signIn(app, eve);
  const { data } = (await call(signIns.list)).data;
  expect(data.map(({ agent_id }) => agent_id)).toEqual([eve.agentId, bob.agentId]);
  expect(await (await signIn(app, bob)).call(signIns.list)).toMatchObject({ status: 403 });
});

test('the log is kept for 90 days', async () => {
  const { app, ann } = await startTeam();
  app.clock.now = app.clock.now.add({ hours: 24 * 89 });
  await signIn(app, ann);
  app.clock.now = app.clock.now.add({ hours: 48 });
  await app.run('sessions.sweep');
  const { call } = await signIn(app, ann);
  expect((await call(signIns.list)).data.data).toHaveLength(2);
});
