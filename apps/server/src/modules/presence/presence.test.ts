import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, addVisitor, stranger } from '../../../test/callers.ts';
import { type Owner, openApp, startApp, type TestApp } from '../../../test/harness.ts';
import { holding } from '../../../test/locks.ts';
import { addAgent, addWidget } from '../../../test/people.ts';
import { type AgentSocket, connectAgent, connectVisitor, type VisitorSocket } from '../../../test/sockets.ts';
import { until } from '../../../test/until.ts';

const { agents, ownership } = api;

async function startWidget() {
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  return { app, ann, bob: await addAgent(app, ann, 'operator') };
}

/** Two servers on one database, each of which hears the other. */
async function startNodes() {
  const { app: one, ann, bob } = await startWidget();
  const two = await startApp({}, { connection: one.connection, live: true });
  await untilBothHear(one, two);
  return { one, two, ann, bob };
}

async function untilBothHear(one: TestApp, two: TestApp) {
  one.clock.now = two.clock.now;
  const listening = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN parley_bus'`;
  await until(async () => (await one.sql(listening)).length === 2, 'both nodes listen');
  for (const node of [one, two]) await node.beat();
}

/** What integrations are told, in order. */
async function told(app: TestApp) {
  const rows = await app.sql<{ agent: number; online: boolean }>(
    `SELECT (data->>'agent_id')::int AS agent, (data->>'online')::boolean AS online FROM events
     WHERE type = 'agent.presence' ORDER BY id`,
  );
  return rows.map(({ agent, online }) => [agent, online]);
}

const BEAT_MS = 5_000;

/** So much time goes by for all of them, in which each says that it is there as often as it does. */
async function pass({ seconds, milliseconds = 0 }: { seconds: number; milliseconds?: number }, ...apps: TestApp[]) {
  for (let left = seconds * 1_000 + milliseconds; left > 0; left -= BEAT_MS) {
    for (const app of apps) app.clock.now = app.clock.now.add({ milliseconds: Math.min(left, BEAT_MS) });
    for (const app of apps) await app.beat();
  }
}

/** Closes a socket and waits for the server to have noticed. */
async function hangUp(app: TestApp, { socket }: AgentSocket) {
  const { id } = socket;
  socket.disconnect();
  const left = `SELECT FROM connections WHERE id = '${id}' AND left_at IS NULL`;
  await until(async () => (await app.sql(left)).length === 0, 'the connection was signed off');
}

/** What a page of the site is told. */
async function isOnline(app: TestApp, { buttonGuid }: Pick<Owner, 'buttonGuid'>) {
  const params = { button_guid: buttonGuid };
  const config = await stranger(app)(site.visitor.readConfig, { params });
  const visit = await stranger(app)(site.visitor.visit, { params, body: { page: 'https://shop.example/' } });
  expect(visit.data.online).toBe(config.data.online);
  return visit.data.online;
}

const onlineAgents = async (ann: Owner, online: 0 | 1 = 1) =>
  (await ann.call(agents.list, { query: { online } })).data.data.map(({ id }) => id);

/** Everything that was said of colleagues until now: what is answered comes after what was told before. */
async function heardOfAgents(socket: AgentSocket) {
  await socket.call('resume', {});
  return socket.heard
    .filter(({ name }) => name === 'agent')
    .map(({ data: { agent } }) => [agent.id, agent.online, agent.status]);
}

async function heardOnline(socket: VisitorSocket) {
  await socket.call('resume', { seq: 0 });
  return socket.heard.filter(({ name }) => name === 'online').map(({ data }) => data.online);
}

const GRACE = { seconds: 15 };
const LESS = { seconds: 14, milliseconds: 999 };

test('an agent is online with their first connection, and for 15 seconds after the last', async () => {
  const { app, ann } = await startWidget();
  expect([await isOnline(app, ann), await onlineAgents(ann)]).toEqual([false, []]);
  const socket = await connectAgent(app, ann);
  for (let times = 0; times < 3; times += 1) {
    await pass({ seconds: 20 }, app);
    expect([await isOnline(app, ann), await onlineAgents(ann)]).toEqual([true, [ann.agentId]]);
  }
  await hangUp(app, socket);
  await pass(LESS, app);
  expect([await isOnline(app, ann), await onlineAgents(ann)]).toEqual([true, [ann.agentId]]);
  expect(await told(app)).toEqual([[ann.agentId, true]]);
  await pass({ seconds: 0, milliseconds: 1 }, app);
  expect([await isOnline(app, ann), await onlineAgents(ann)]).toEqual([false, []]);
  expect(await told(app)).toEqual([
    [ann.agentId, true],
    [ann.agentId, false],
  ]);
});

test('who comes back within the grace was never gone', async () => {
  const { app, ann, bob } = await startWidget();
  const colleague = await connectAgent(app, ann);
  await hangUp(app, await connectAgent(app, bob));
  await pass(LESS, app);
  await connectAgent(app, bob);
  for (let times = 0; times < 3; times += 1) await pass(LESS, app);
  expect(await told(app)).toEqual([
    [ann.agentId, true],
    [bob.agentId, true],
  ]);
  expect(await heardOfAgents(colleague)).toEqual([[bob.agentId, true, 'active']]);
});

test('an agent comes and goes once, however many tabs they have', async () => {
  const { app, ann, bob } = await startWidget();
  const colleague = await connectAgent(app, ann);
  const tabs = await Promise.all([1, 2, 3].map(() => connectAgent(app, bob)));
  for (const tab of tabs) {
    await pass(GRACE, app);
    expect(await onlineAgents(ann)).toEqual([ann.agentId, bob.agentId]);
    await hangUp(app, tab);
  }
  for (let times = 0; times < 3; times += 1) await pass(GRACE, app);
  expect(await onlineAgents(ann)).toEqual([ann.agentId]);
  expect(await told(app)).toEqual([
    [ann.agentId, true],
    [bob.agentId, true],
    [bob.agentId, false],
  ]);
  expect(await heardOfAgents(colleague)).toEqual([
    [bob.agentId, true, 'active'],
    [bob.agentId, false, 'active'],
  ]);
});

test('an agent comes and goes once, whichever nodes they are connected to', async () => {
  const { one, two, ann, bob } = await startNodes();
  const colleague = await connectAgent(one, ann);
  const tabs = [await connectAgent(two, bob), await connectAgent(one, bob)] as const;
  await colleague.hears('agent', ({ agent }) => agent.id === bob.agentId);
  await hangUp(one, tabs[1]);
  await pass(GRACE, one, two);
  expect(await onlineAgents(ann)).toEqual([ann.agentId, bob.agentId]);
  await hangUp(two, tabs[0]);
  await pass(LESS, one, two);
  for (const node of [one, two]) node.clock.now = node.clock.now.add({ milliseconds: 1 });
  await Promise.all([one.beat(), two.beat(), one.beat(), two.beat()]);
  await colleague.hears('agent', ({ agent }) => agent.id === bob.agentId && !agent.online);
  expect(await heardOfAgents(colleague)).toEqual([
    [bob.agentId, true, 'active'],
    [bob.agentId, false, 'active'],
  ]);
  expect((await told(one)).filter(([agent]) => agent === bob.agentId)).toEqual([
    [bob.agentId, true],
    [bob.agentId, false],
  ]);
});

/** The agent was connected to a node that died without a word, and looked at a chat. */
async function dieWith(app: TestApp, { agentId }: { agentId: number }, chatId: number | null = null) {
  await app.sql(`INSERT INTO nodes (id, seen_at) VALUES ('dead', '${app.clock.now}') ON CONFLICT DO NOTHING`);
  await app.sql(`INSERT INTO connections (id, node_id, widget_id, agent_id, chat_id)
    SELECT gen_random_uuid(), 'dead', widget_id, id, ${chatId} FROM agents WHERE id = ${agentId}`);
}

test('who was connected to a node that died is gone 15 seconds after it was last heard of, once', async () => {
  const { one, two, ann, bob } = await startNodes();
  const colleague = await connectAgent(one, ann);
  for (let tabs = 0; tabs < 2; tabs += 1) await dieWith(one, bob);
  await pass(LESS, one, two);
  expect(await onlineAgents(ann)).toEqual([ann.agentId, bob.agentId]);
  for (const node of [one, two]) node.clock.now = node.clock.now.add({ milliseconds: 1 });
  expect(await onlineAgents(ann)).not.toContain(bob.agentId);
  await Promise.all([one.beat(), two.beat(), one.beat(), two.beat()]);
  await colleague.hears('agent', ({ agent }) => agent.id === bob.agentId && !agent.online);
  expect(await heardOfAgents(colleague)).toHaveLength(1);
  expect((await told(one)).filter(([agent]) => agent === bob.agentId)).toEqual([[bob.agentId, false]]);
  await pass({ seconds: 61 }, one, two);
  expect(await one.sql(`SELECT FROM nodes WHERE id = 'dead'`)).toEqual([]);
});

test('who lost their node and is connected to another is not gone', async () => {
  const { app, ann, bob } = await startWidget();
  await dieWith(app, bob);
  await connectAgent(app, bob);
  for (let times = 0; times < 3; times += 1) await pass(GRACE, app);
  expect(await onlineAgents(ann)).toEqual([bob.agentId]);
  expect(await told(app)).toEqual([]);
});

test('visitors hear when the first agent comes and when the last one goes, on every node', async () => {
  const { one, two, ann, bob } = await startNodes();
  const visitor = await addVisitor(one, ann);
  const heard = [await connectVisitor(one, ann, visitor), await connectVisitor(two, ann, visitor)] as const;
  const first = await connectAgent(one, ann);
  const second = await connectAgent(two, bob);
  for (const socket of heard) await socket.hears('online', ({ online }) => online);
  await hangUp(one, first);
  await pass(GRACE, one, two);
  expect(await Promise.all(heard.map(heardOnline))).toEqual([[true], [true]]);
  await hangUp(two, second);
  await pass(GRACE, one, two);
  for (const socket of heard) await socket.hears('online', ({ online }) => !online);
  expect(await Promise.all(heard.map(heardOnline))).toEqual([
    [true, false],
    [true, false],
  ]);
  expect((await heard[0].call('resume', { seq: 0 })).online).toBe(false);
});

test('visitors hear once that nobody is there any more, also when several go at one moment', async () => {
  const { app, ann, bob } = await startWidget();
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann));
  for (const socket of [await connectAgent(app, ann), await connectAgent(app, bob)]) await hangUp(app, socket);
  await pass(GRACE, app);
  expect(await heardOnline(visitor)).toEqual([true, false]);
});

test('visitors who were told that nobody is there hear of an agent who comes back before the next beat', async () => {
  const { app, ann } = await startWidget();
  await hangUp(app, await connectAgent(app, ann));
  app.clock.now = app.clock.now.add(GRACE);
  // Said in between two beats.
  await app.sql(`UPDATE nodes SET seen_at = '${app.clock.now}'`);
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann));
  const { online } = await visitor.call('resume', { seq: 0 });
  await connectAgent(app, ann);
  expect(await isOnline(app, ann)).toBe(true);
  expect([online, ...(await heardOnline(visitor))].at(-1)).toBe(true);
});

test('visitors of another widget, even of the same account, hear nothing of it', async () => {
  const { app, ann } = await startWidget();
  const [other, bob] = [await addWidget(app, ann), await app.owner()];
  const theirs = await connectVisitor(app, bob, await addVisitor(app, bob));
  const params = { button_guid: other.buttonGuid };
  const { data } = await stranger(app)(site.visitor.open, { params, body: {} });
  const ofOther = await connectVisitor(app, other, data);
  await connectAgent(app, ann);
  expect([await isOnline(app, ann), await isOnline(app, other), await isOnline(app, bob)]).toEqual([
    true,
    false,
    false,
  ]);
  for (const socket of [theirs, ofOther]) expect(await heardOnline(socket)).toEqual([]);
});

test('whoever is on a break is connected, but the widget is not online for them', async () => {
  const { app, ann, bob } = await startWidget();
  const { params } = await addChat(app, ann);
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann));
  await app.sql(`UPDATE agents SET status = 'relaxation' WHERE id = ${bob.agentId}`);
  const socket = await connectAgent(app, bob);
  expect([await onlineAgents(ann), await isOnline(app, ann)]).toEqual([[bob.agentId], false]);
  expect((await ann.call(ownership.claim, { params, body: { agent_id: bob.agentId } })).status).toBe(202);
  expect((await socket.call('resume', {})).agents).toContainEqual({
    id: bob.agentId,
    online: true,
    status: 'relaxation',
  });
  await hangUp(app, socket);
  await pass(GRACE, app);
  expect(await told(app)).toEqual([
    [bob.agentId, true],
    [bob.agentId, false],
  ]);
  expect(await heardOnline(visitor)).toEqual([]);
});

test('whoever was suspended is nobody to be online', async () => {
  const { app, ann, bob } = await startWidget();
  await connectAgent(app, bob);
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${bob.agentId}`);
  expect([await onlineAgents(ann), await isOnline(app, ann)]).toEqual([[], false]);
});

test('a chat is claimed by who is connected, and from an owner who is gone', async () => {
  const { app, ann, bob } = await startWidget();
  const { params } = await addChat(app, ann);
  const eve = await addAgent(app, ann, 'operator');
  const claim = async ({ agentId }: { agentId: number }) => {
    const { status, problem } = await ann.call(ownership.claim, { params, body: { agent_id: agentId } });
    return status === 202 ? status : problem.reason;
  };
  expect(await claim(bob)).toBe('agent_not_connected');
  const owner = await connectAgent(app, bob);
  expect(await claim(bob)).toBe(202);
  await connectAgent(app, eve);
  expect(await claim(eve)).toBe('chat_already_owned');
  await hangUp(app, owner);
  await pass(LESS, app);
  expect(await claim(eve)).toBe('chat_already_owned');
  await pass({ seconds: 0, milliseconds: 1 }, app);
  expect(await claim(bob)).toBe('agent_not_connected');
  expect(await claim(eve)).toBe(202);
});

test('only who is connected is added to a chat, on whichever node', async () => {
  const { one, two, ann, bob } = await startNodes();
  const { params } = await addChat(one, ann);
  const attach = async () => (await ann.call(ownership.attach, { params, body: { agent_id: bob.agentId } })).status;
  expect(await attach()).toBe(409);
  await connectAgent(two, bob);
  expect(await attach()).toBe(202);
});

test('a server that is stopped signs its connections off, and whoever comes back in time was never gone', async () => {
  const { app: one, ann, bob } = await startWidget();
  const eve = await addAgent(one, ann, 'operator');
  const two = await openApp({}, { connection: one.connection, live: true });
  await untilBothHear(one, two);
  for (const person of [bob, eve]) await connectAgent(two, person);
  await two.end();
  expect(await one.sql('SELECT FROM connections WHERE left_at IS NULL')).toEqual([]);
  expect(await one.sql('SELECT FROM nodes')).toHaveLength(1);
  await connectAgent(one, bob);
  await pass(LESS, one);
  expect(await onlineAgents(ann)).toEqual([bob.agentId, eve.agentId]);
  await pass(GRACE, one);
  expect(await onlineAgents(ann)).toEqual([bob.agentId]);
  expect(await told(one)).toEqual([
    [bob.agentId, true],
    [eve.agentId, true],
    [eve.agentId, false],
  ]);
});

test('a node that was frozen and given up says everything anew at its next beat', async () => {
  const { one, two, ann, bob } = await startNodes();
  const colleague = await connectAgent(one, ann);
  await connectAgent(two, bob);
  await pass(GRACE, one);
  await colleague.hears('agent', ({ agent }) => agent.id === bob.agentId && !agent.online);
  two.clock.now = one.clock.now;
  await two.beat();
  await one.beat();
  await colleague.hears('agent', ({ agent }) => agent.id === bob.agentId && agent.online);
  expect(await onlineAgents(ann)).toEqual([ann.agentId, bob.agentId]);
  expect((await told(one)).filter(([agent]) => agent === bob.agentId)).toEqual([
    [bob.agentId, true],
    [bob.agentId, false],
    [bob.agentId, true],
  ]);
});

test('what an agent of a frozen node looked at is said anew too: their connection never ended', async () => {
  const { one, two, ann, bob } = await startNodes();
  const { params } = await addChat(one, ann);
  const colleague = await connectAgent(one, ann);
  const socket = await connectAgent(two, bob);
  await socket.call('look', { chat_id: params.id });
  await pass(GRACE, one);
  two.clock.now = one.clock.now;
  await two.beat();
  expect(await colleague.call('look', { chat_id: params.id })).toMatchObject({ viewers: [ann.agentId, bob.agentId] });
});

test('a beat that had to wait for the database gives nobody up who is connected', async () => {
  const { app, ann } = await startWidget();
  await connectAgent(app, ann);
  await holding(app, 'SELECT FROM nodes FOR UPDATE', async ({ client, untilWaited }) => {
    const beat = app.beat();
    await untilWaited();
    app.clock.now = app.clock.now.add({ seconds: 20 });
    await client.query('COMMIT');
    await beat;
  });
  await app.beat();
  expect(await told(app)).toEqual([[ann.agentId, true]]);
});

/** Nothing can be written of connections while the work goes on; it is told when somebody tried. */
async function withoutConnections(app: TestApp, work: (untilTried: () => Promise<unknown>) => Promise<void>) {
  await app.sql('CREATE SEQUENCE tries');
  await app.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM nextval('tries'); RAISE EXCEPTION 'not now'; END $$`);
  await app.sql('CREATE TRIGGER refuse BEFORE UPDATE ON connections EXECUTE FUNCTION refuse()');
  const tried = async () => (await app.sql('SELECT FROM tries WHERE is_called')).length > 0;
  await work(() => until(tried, 'somebody tried'));
  await app.sql('DROP TRIGGER refuse ON connections');
}

test('a connection whose end could not be written is found by the next beat', async () => {
  const { app, ann } = await startWidget();
  const { socket } = await connectAgent(app, ann);
  await withoutConnections(app, async (untilTried) => {
    socket.disconnect();
    await untilTried();
  });
  await app.beat();
  expect(await onlineAgents(ann)).toEqual([ann.agentId]);
  await pass(GRACE, app);
  expect(await told(app)).toEqual([
    [ann.agentId, true],
    [ann.agentId, false],
  ]);
});

test('who looked at a chat over a connection whose end could not be written no longer does after the next beat', async () => {
  const { app, ann, bob } = await startWidget();
  const { params } = await addChat(app, ann);
  const [colleague, gone] = [await connectAgent(app, ann), await connectAgent(app, bob)];
  await gone.call('look', { chat_id: params.id });
  await colleague.call('look', { chat_id: params.id });
  await withoutConnections(app, async (untilTried) => {
    gone.socket.disconnect();
    await untilTried();
  });
  for (let times = 0; times < 3; times += 1) await pass(GRACE, app);
  expect(await viewersOf(colleague)).toEqual([ann.agentId]);
});

/** Who looks at the chat, by what was last said to somebody who does. */
async function viewersOf(socket: AgentSocket) {
  await socket.call('resume', {});
  return socket.heard.findLast(({ name }) => name === 'viewers')?.data.viewers;
}

async function startChat() {
  const { app, ann, bob } = await startWidget();
  const { params } = await addChat(app, ann);
  const [ours, theirs] = [await connectAgent(app, ann), await connectAgent(app, bob)];
  return { app, ann, bob, chat_id: params.id, ours, theirs };
}

test('whoever looks at a chat learns who else does, and hears who comes and goes', async () => {
  const { app, ann, bob, chat_id, ours, theirs } = await startChat();
  const other = (await addChat(app, ann)).params.id;
  expect(await ours.call('look', { chat_id })).toMatchObject({ viewers: [ann.agentId] });
  expect(await theirs.call('look', { chat_id })).toMatchObject({ viewers: [ann.agentId, bob.agentId] });
  expect(await viewersOf(ours)).toEqual([ann.agentId, bob.agentId]);
  expect(await theirs.call('look', { chat_id: other })).toMatchObject({ viewers: [bob.agentId] });
  expect(await viewersOf(ours)).toEqual([ann.agentId]);
  await theirs.call('look', { chat_id });
  expect(await viewersOf(ours)).toEqual([ann.agentId, bob.agentId]);
  expect(await theirs.call('look', { chat_id: null })).toMatchObject({ viewers: [] });
  expect(await viewersOf(ours)).toEqual([ann.agentId]);
  const heard = theirs.heard.length;
  await ours.call('look', { chat_id: null });
  await theirs.call('resume', {});
  expect(theirs.heard).toHaveLength(heard);
});

test('whoever hangs up looks at nothing any more, at once', async () => {
  const { ann, chat_id, ours, theirs, app } = await startChat();
  await ours.call('look', { chat_id });
  await theirs.call('look', { chat_id });
  await hangUp(app, theirs);
  await ours.hears('viewers', ({ viewers }) => viewers.length === 2);
  await until(async () => (await viewersOf(ours)).length === 1, 'they are told');
  expect(await viewersOf(ours)).toEqual([ann.agentId]);
});

test('an agent with two tabs on a chat is one viewer, until the last of them is elsewhere', async () => {
  const { app, ann, bob, chat_id, ours, theirs } = await startChat();
  const second = await connectAgent(app, bob);
  for (const socket of [ours, theirs, second]) await socket.call('look', { chat_id });
  const both = [ann.agentId, bob.agentId];
  expect(await viewersOf(ours)).toEqual(both);
  await theirs.call('look', { chat_id: null });
  expect(await viewersOf(ours)).toEqual(both);
  await second.call('look', { chat_id: null });
  expect(await viewersOf(ours)).toEqual([ann.agentId]);
});

test('who looks at a chat is seen from other nodes, until their node is stopped', async () => {
  const { app: one, ann, bob } = await startWidget();
  const { params } = await addChat(one, ann);
  const two = await openApp({}, { connection: one.connection, live: true });
  await untilBothHear(one, two);
  const ours = await connectAgent(one, ann);
  const theirs = await connectAgent(two, bob);
  await ours.call('look', { chat_id: params.id });
  expect(await theirs.call('look', { chat_id: params.id })).toMatchObject({ viewers: [ann.agentId, bob.agentId] });
  await until(async () => (await viewersOf(ours)).length === 2, 'the other node hears of it');
  await two.end();
  await until(async () => (await viewersOf(ours)).length === 1, 'the other node hears of the end', 5_000);
});

test('who looked at a chat on a node that died no longer does', async () => {
  const { app, ann, bob, chat_id, ours } = await startChat();
  await dieWith(app, bob, chat_id);
  expect(await ours.call('look', { chat_id })).toMatchObject({ viewers: [ann.agentId, bob.agentId] });
  await pass(GRACE, app);
  expect(await viewersOf(ours)).toEqual([ann.agentId]);
});

test('a chat that is unknown or of another account can not be looked at', async () => {
  const { app, ours } = await startChat();
  const foreign = (await addChat(app, await app.owner())).params.id;
  for (const chat_id of [987_654, foreign]) {
    expect(await ours.refused('look', { chat_id })).toMatchObject({ status: 404, reason: 'not_found' });
  }
});
