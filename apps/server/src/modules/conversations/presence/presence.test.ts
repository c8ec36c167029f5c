import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, addVisitor, anonymousCaller } from '../../../../test/callers.ts';
import { openApp, type TestApp } from '../../../../test/harness.ts';
import { whileLocked } from '../../../../test/locks.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent, addWidget } from '../../../../test/people.ts';
import {
  advanceApps,
  closeSocket,
  GRACE,
  LESS,
  loseConnection,
  startNodes,
  startOwnNodes,
  startWidget,
  untilBothListen,
  withoutConnections,
} from '../../../../test/presence.ts';
import { type AgentSocket, connectAgent, connectVisitor, type VisitorSocket } from '../../../../test/sockets.ts';
import { until } from '../../../../test/until.ts';

const { agents, chats } = api;

/** Presence events of a widget, in order. */
async function told(app: TestApp, { widgetId }: Owner) {
  const rows = await app.sql<{ agent: number; online: boolean }>(
    `SELECT (data->>'agent_id')::int AS agent, (data->>'online')::boolean AS online FROM events
     WHERE widget_id = ${widgetId} AND type = 'agent.presence' ORDER BY id`,
  );
  return rows.map(({ agent, online }) => [agent, online]);
}

/** Live events of a visitor. */
async function isOnline(app: TestApp, { buttonGuid }: Pick<Owner, 'buttonGuid'>) {
  const params = { button_guid: buttonGuid };
  const config = await anonymousCaller(app)(site.visitor.readConfig, { params });
  const visit = await anonymousCaller(app)(site.visitor.visit, { params, body: { page: 'https://shop.example/' } });
  expect(visit.data.online).toBe(config.data.online);
  return visit.data.online;
}

const onlineAgents = async (ann: Owner, online: 0 | 1 = 1) =>
  (await ann.call(agents.list, { query: { online } })).data.data.map(({ id }) => id);

/** Agent events so far: a response arrives after the events before it. */
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

test('an agent is online with their first connection, and for 15 seconds after the last', async () => {
  const { app, ann } = await startWidget();
  expect([await isOnline(app, ann), await onlineAgents(ann)]).toEqual([false, []]);
  const socket = await connectAgent(app, ann);
  for (let times = 0; times < 3; times += 1) {
    await advanceApps({ seconds: 20 }, app);
    expect([await isOnline(app, ann), await onlineAgents(ann)]).toEqual([true, [ann.agentId]]);
  }
  await closeSocket(app, socket);
  await advanceApps(LESS, app);
  expect([await isOnline(app, ann), await onlineAgents(ann)]).toEqual([true, [ann.agentId]]);
  expect(await told(app, ann)).toEqual([[ann.agentId, true]]);
  await advanceApps({ seconds: 0, milliseconds: 1 }, app);
  expect([await isOnline(app, ann), await onlineAgents(ann)]).toEqual([false, []]);
  expect(await told(app, ann)).toEqual([
    [ann.agentId, true],
    [ann.agentId, false],
  ]);
});

test('an agent who reconnects within the grace period never went offline', async () => {
  const { app, ann, bob } = await startWidget();
  const colleague = await connectAgent(app, ann);
  await closeSocket(app, await connectAgent(app, bob));
  await advanceApps(LESS, app);
  await connectAgent(app, bob);
  for (let times = 0; times < 3; times += 1) await advanceApps(LESS, app);
  expect(await told(app, ann)).toEqual([
    [ann.agentId, true],
    [bob.agentId, true],
  ]);
  expect(await heardOfAgents(colleague)).toEqual([[bob.agentId, true, 'active']]);
});

test('an agent goes online and offline once, however many tabs they have', async () => {
  const { app, ann, bob } = await startWidget();
  const colleague = await connectAgent(app, ann);
  const tabs = await Promise.all([1, 2, 3].map(() => connectAgent(app, bob)));
  for (const tab of tabs) {
    await advanceApps(GRACE, app);
    expect(await onlineAgents(ann)).toEqual([ann.agentId, bob.agentId]);
    await closeSocket(app, tab);
  }
  for (let times = 0; times < 3; times += 1) await advanceApps(GRACE, app);
  expect(await onlineAgents(ann)).toEqual([ann.agentId]);
  expect(await told(app, ann)).toEqual([
    [ann.agentId, true],
    [bob.agentId, true],
    [bob.agentId, false],
  ]);
  expect(await heardOfAgents(colleague)).toEqual([
    [bob.agentId, true, 'active'],
    [bob.agentId, false, 'active'],
  ]);
});

test('an agent goes online and offline once, whichever nodes they are connected to', async () => {
  const { one, two, ann, bob } = await startNodes();
  const colleague = await connectAgent(one, ann);
  const tabs = [await connectAgent(two, bob), await connectAgent(one, bob)] as const;
  await colleague.hears('agent', ({ agent }) => agent.id === bob.agentId);
  await closeSocket(one, tabs[1]);
  await advanceApps(GRACE, one, two);
  expect(await onlineAgents(ann)).toEqual([ann.agentId, bob.agentId]);
  await closeSocket(two, tabs[0]);
  await advanceApps(LESS, one, two);
  for (const node of [one, two]) node.clock.now = node.clock.now.add({ milliseconds: 1 });
  await Promise.all([one.beat(), two.beat(), one.beat(), two.beat()]);
  await colleague.hears('agent', ({ agent }) => agent.id === bob.agentId && !agent.online);
  expect(await heardOfAgents(colleague)).toEqual([
    [bob.agentId, true, 'active'],
    [bob.agentId, false, 'active'],
  ]);
  expect((await told(one, ann)).filter(([agent]) => agent === bob.agentId)).toEqual([
    [bob.agentId, true],
    [bob.agentId, false],
  ]);
});

test('an agent on a node that died goes offline once, 15 seconds after its last heartbeat', async () => {
  const { one, two, ann, bob } = await startNodes();
  const colleague = await connectAgent(one, ann);
  const node = await loseConnection(one, bob);
  await loseConnection(one, bob, { node });
  await advanceApps(LESS, one, two);
  expect(await onlineAgents(ann)).toEqual([ann.agentId, bob.agentId]);
  for (const node of [one, two]) node.clock.now = node.clock.now.add({ milliseconds: 1 });
  expect(await onlineAgents(ann)).not.toContain(bob.agentId);
  await Promise.all([one.beat(), two.beat(), one.beat(), two.beat()]);
  await colleague.hears('agent', ({ agent }) => agent.id === bob.agentId && !agent.online);
  expect(await heardOfAgents(colleague)).toHaveLength(1);
  expect((await told(one, ann)).filter(([agent]) => agent === bob.agentId)).toEqual([[bob.agentId, false]]);
  await advanceApps({ seconds: 61 }, one, two);
  expect(await one.sql(`SELECT FROM nodes WHERE id = '${node}'`)).toEqual([]);
});

test('an agent who lost one node and is connected to another stays online', async () => {
  const { app, ann, bob } = await startWidget();
  await loseConnection(app, bob);
  await connectAgent(app, bob);
  for (let times = 0; times < 3; times += 1) await advanceApps(GRACE, app);
  expect(await onlineAgents(ann)).toEqual([bob.agentId]);
  expect(await told(app, ann)).toEqual([]);
});

test('visitors on every node are told when the first agent comes online and the last goes offline', async () => {
  const { one, two, ann, bob } = await startNodes();
  const visitor = await addVisitor(one, ann);
  const heard = [await connectVisitor(one, ann, visitor), await connectVisitor(two, ann, visitor)] as const;
  const first = await connectAgent(one, ann);
  const second = await connectAgent(two, bob);
  for (const socket of heard) await socket.hears('online', ({ online }) => online);
  await closeSocket(one, first);
  await advanceApps(GRACE, one, two);
  expect(await Promise.all(heard.map(heardOnline))).toEqual([[true], [true]]);
  await closeSocket(two, second);
  await advanceApps(GRACE, one, two);
  for (const socket of heard) await socket.hears('online', ({ online }) => !online);
  expect(await Promise.all(heard.map(heardOnline))).toEqual([
    [true, false],
    [true, false],
  ]);
  expect((await heard[0].call('resume', { seq: 0 })).online).toBe(false);
});

test('visitors are told once that no agent is online, even if several leave at once', async () => {
  const { app, ann, bob } = await startWidget();
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann));
  for (const socket of [await connectAgent(app, ann), await connectAgent(app, bob)]) await closeSocket(app, socket);
  await advanceApps(GRACE, app);
  expect(await heardOnline(visitor)).toEqual([true, false]);
});

test('visitors are told that no agent is online if two nodes notice that two have left at once', async () => {
  const { one, two, ann, bob } = await startOwnNodes();
  const visitor = await connectVisitor(one, ann, await addVisitor(one, ann));
  await closeSocket(one, await connectAgent(one, ann));
  await closeSocket(two, await connectAgent(two, bob));
  await advanceApps(LESS, one, two);
  for (const app of [one, two]) app.clock.now = app.clock.now.add({ milliseconds: 1 });
  await whileLocked(one, 'LOCK TABLE connections IN SHARE MODE', async ({ client }) => {
    const beats = Promise.all([one.beat(), two.beat()]);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until(async () => (await one.sql(waiting)).length === 2, 'each sweeps an agent');
    await client.query('ROLLBACK');
    await beats;
  });
  await visitor.hears('online', ({ online }) => !online);
  expect(await heardOnline(visitor)).toEqual([true, false]);
});

test('visitors told that no agent is online hear of one who reconnects before the next heartbeat', async () => {
  const { app, ann } = await startWidget();
  await closeSocket(app, await connectAgent(app, ann));
  app.clock.now = app.clock.now.add(GRACE);
  // Between two heartbeats.
  await app.sql(`UPDATE nodes SET seen_at = '${app.clock.now}' WHERE isfinite(seen_at)`);
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann));
  const { online } = await visitor.call('resume', { seq: 0 });
  await connectAgent(app, ann);
  expect(await isOnline(app, ann)).toBe(true);
  expect([online, ...(await heardOnline(visitor))].at(-1)).toBe(true);
});

test('presence does not reach visitors of another widget, even of the same account', async () => {
  const { app, ann } = await startWidget();
  const [other, bob] = [await addWidget(app, ann), await app.owner()];
  const theirs = await connectVisitor(app, bob, await addVisitor(app, bob));
  const params = { button_guid: other.buttonGuid };
  const { data } = await anonymousCaller(app)(site.visitor.open, { params, body: {} });
  const ofOther = await connectVisitor(app, other, data);
  await connectAgent(app, ann);
  expect([await isOnline(app, ann), await isOnline(app, other), await isOnline(app, bob)]).toEqual([
    true,
    false,
    false,
  ]);
  for (const socket of [theirs, ofOther]) expect(await heardOnline(socket)).toEqual([]);
});

test('an agent on a break is connected but does not make the widget online', async () => {
  const { app, ann, bob } = await startWidget();
  const { params } = await addChat(app, ann);
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann));
  await app.sql(`UPDATE agents SET status = 'relaxation' WHERE id = ${bob.agentId}`);
  const socket = await connectAgent(app, bob);
  expect([await onlineAgents(ann), await isOnline(app, ann)]).toEqual([[bob.agentId], false]);
  expect((await ann.call(chats.claim, { params, body: { agent_id: bob.agentId } })).status).toBe(202);
  expect((await socket.call('resume', {})).agents).toContainEqual({
    id: bob.agentId,
    online: true,
    status: 'relaxation',
  });
  await closeSocket(app, socket);
  await advanceApps(GRACE, app);
  expect(await told(app, ann)).toEqual([
    [bob.agentId, true],
    [bob.agentId, false],
  ]);
  expect(await heardOnline(visitor)).toEqual([]);
});

test('a suspended agent is not online', async () => {
  const { app, ann, bob } = await startWidget();
  await connectAgent(app, bob);
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${bob.agentId}`);
  expect([await onlineAgents(ann), await isOnline(app, ann)]).toEqual([[], false]);
});

test('a connected agent claims a chat whose owner is offline', async () => {
  const { app, ann, bob } = await startWidget();
  const { params } = await addChat(app, ann);
  const eve = await addAgent(app, ann, 'operator');
  const claim = async ({ agentId }: { agentId: number }) => {
    const { status, problem } = await ann.call(chats.claim, { params, body: { agent_id: agentId } });
    return status === 202 ? status : problem.reason;
  };
  expect(await claim(bob)).toBe('agent_not_connected');
  const owner = await connectAgent(app, bob);
  expect(await claim(bob)).toBe(202);
  await connectAgent(app, eve);
  expect(await claim(eve)).toBe('chat_already_owned');
  await closeSocket(app, owner);
  await advanceApps(LESS, app);
  expect(await claim(eve)).toBe('chat_already_owned');
  await advanceApps({ seconds: 0, milliseconds: 1 }, app);
  expect(await claim(bob)).toBe('agent_not_connected');
  expect(await claim(eve)).toBe(202);
});

test('only agents connected to some node can be attached to a chat', async () => {
  const { one, two, ann, bob } = await startNodes();
  const { params } = await addChat(one, ann);
  const attach = async () => (await ann.call(chats.attachAgent, { params, body: { agent_id: bob.agentId } })).status;
  expect(await attach()).toBe(409);
  await connectAgent(two, bob);
  expect(await attach()).toBe(202);
});

test('a stopping server closes its connections, and agents who reconnect in time never went offline', async () => {
  const { app: one, ann, bob } = await startWidget();
  const eve = await addAgent(one, ann, 'operator');
  const nodes = () => one.sql('SELECT id FROM nodes ORDER BY id');
  const before = await nodes();
  const two = await openApp({}, { connection: one.connection, live: true });
  await untilBothListen(one, two);
  for (const person of [bob, eve]) await connectAgent(two, person);
  expect(await nodes()).toHaveLength(before.length + 1);
  await two.end();
  expect(await one.sql(`SELECT FROM connections WHERE widget_id = ${ann.widgetId} AND left_at IS NULL`)).toEqual([]);
  expect(await nodes()).toEqual(before);
  await connectAgent(one, bob);
  await advanceApps(LESS, one);
  expect(await onlineAgents(ann)).toEqual([bob.agentId, eve.agentId]);
  await advanceApps(GRACE, one);
  expect(await onlineAgents(ann)).toEqual([bob.agentId]);
  expect(await told(one, ann)).toEqual([
    [bob.agentId, true],
    [eve.agentId, true],
    [eve.agentId, false],
  ]);
});

test('a node that was frozen and given up restores its connections at its next heartbeat', async () => {
  const { one, two, ann, bob } = await startOwnNodes();
  const colleague = await connectAgent(one, ann);
  await connectAgent(two, bob);
  await advanceApps(GRACE, one);
  await colleague.hears('agent', ({ agent }) => agent.id === bob.agentId && !agent.online);
  two.clock.now = one.clock.now;
  await two.beat();
  await one.beat();
  await colleague.hears('agent', ({ agent }) => agent.id === bob.agentId && agent.online);
  expect(await onlineAgents(ann)).toEqual([ann.agentId, bob.agentId]);
  expect((await told(one, ann)).filter(([agent]) => agent === bob.agentId)).toEqual([
    [bob.agentId, true],
    [bob.agentId, false],
    [bob.agentId, true],
  ]);
});

test('a heartbeat delayed by the database does not expire live connections', async () => {
  const { app, ann } = await startWidget();
  await connectAgent(app, ann);
  await whileLocked(app, 'SELECT FROM nodes FOR UPDATE', async ({ client, untilWaited }) => {
    const beat = app.beat();
    await untilWaited();
    app.clock.now = app.clock.now.add({ seconds: 20 });
    await client.query('COMMIT');
    await beat;
  });
  await app.beat();
  expect(await told(app, ann)).toEqual([[ann.agentId, true]]);
});

test('a connection whose end could not be written is closed by the next heartbeat', async () => {
  const { app, ann } = await startWidget({ isolated: true });
  const { socket } = await connectAgent(app, ann);
  await withoutConnections(app, async (untilTried) => {
    socket.disconnect();
    await untilTried();
  });
  await app.beat();
  expect(await onlineAgents(ann)).toEqual([ann.agentId]);
  await advanceApps(GRACE, app);
  expect(await told(app, ann)).toEqual([
    [ann.agentId, true],
    [ann.agentId, false],
  ]);
});
