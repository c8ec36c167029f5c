import { api, dashboard, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, addVisitor, anonymousCaller } from '../../../../test/callers.ts';
import { signIn } from '../../../../test/harness.ts';
import { startNodes, startWidget } from '../../../../test/presence.ts';
import { connectAgent, connectVisitor } from '../../../../test/sockets.ts';

type Caller = Awaited<ReturnType<typeof signIn>>;

const take = ({ call }: Caller) => call(dashboard.profile.update, { body: { status: 'relaxation' } });
const end = ({ call }: Caller) => call(dashboard.profile.update, { body: { status: 'active' } });

test('agents see at once when a colleague starts or ends a break', async () => {
  const { one, two, ann, bob } = await startNodes();
  const [near, far] = [await connectAgent(one, ann), await connectAgent(two, ann)];
  await connectAgent(one, bob);
  const caller = await signIn(one, bob);
  expect((await take(caller)).data.agent.status).toBe('relaxation');
  for (const colleague of [near, far]) {
    const heard = await colleague.hears('agent', ({ agent }) => agent.status === 'relaxation');
    expect(heard).toEqual({ agent: { id: bob.agentId, online: true, status: 'relaxation' } });
  }
  expect((await far.call('resume', {})).agents).toContainEqual({
    id: bob.agentId,
    online: true,
    status: 'relaxation',
  });
  expect((await end(caller)).data.agent.status).toBe('active');
  const isBack = ({ agent }: { agent: { id: number; status: string } }) =>
    agent.id === bob.agentId && agent.status === 'active';
  for (const colleague of [near, far]) await colleague.hears('agent', isBack);
});

test('an agent on a break keeps their chats', async () => {
  const { app, ann, bob } = await startWidget();
  const { params, read } = await addChat(app, ann);
  await connectAgent(app, bob);
  await ann.call(api.chats.claim, { params, body: { agent_id: bob.agentId } });
  await take(await signIn(app, bob));
  expect((await read()).agent_id).toBe(bob.agentId);
});

test('visitors are told when the last agent at work takes a break and when one returns', async () => {
  const { app, ann, bob } = await startWidget();
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann));
  const params = { button_guid: ann.buttonGuid };
  const isOnline = async () => (await anonymousCaller(app)(site.visitor.readConfig, { params })).data.online;
  const callers = [];
  for (const person of [ann, bob]) {
    await connectAgent(app, person);
    callers.push(await signIn(app, person));
  }
  const [one, two] = callers as [Caller, Caller];
  await take(one);
  expect(await isOnline()).toBe(true);
  await take(two);
  await visitor.hears('online', ({ online }) => !online);
  expect(await isOnline()).toBe(false);
  await end(one);
  expect(await isOnline()).toBe(true);
  await visitor.call('resume', { seq: 0 });
  const said = visitor.heard.filter(({ name }) => name === 'online').map(({ data }) => data.online);
  expect(said).toEqual([true, false, true]);
});

test('visitors are told when the last two agents start a break at once', async () => {
  const { app, ann, bob } = await startWidget();
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann));
  const callers: Caller[] = [];
  for (const person of [ann, bob]) {
    await connectAgent(app, person);
    callers.push(await signIn(app, person));
  }
  await Promise.all(callers.map(take));
  await visitor.hears('online', ({ online }) => !online);
});

test('each change of status makes the served configuration stale; a no-op does not', async () => {
  const { app, ann, bob } = await startWidget();
  const caller = await signIn(app, bob);
  const stored = `SELECT config_revision::int AS at FROM widgets WHERE id = ${ann.widgetId}`;
  const revision = async () => (await app.sql<{ at: number }>(stored))[0]?.at;
  await end(caller);
  expect(await revision()).toBe(1);
  await take(caller);
  await take(caller);
  expect(await revision()).toBe(2);
  await end(caller);
  expect(await revision()).toBe(3);
});

test('a suspended agent cannot return by ending a break', async () => {
  const { app, bob } = await startWidget();
  const caller = await signIn(app, bob);
  expect((await take(caller)).status).toBe(200);
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${bob.agentId}`);
  expect(await end(caller)).toMatchObject({ status: 401, problem: { reason: 'session_required' } });
  expect(await app.sql(`SELECT status FROM agents WHERE id = ${bob.agentId}`)).toEqual([{ status: 'banned' }]);
});
