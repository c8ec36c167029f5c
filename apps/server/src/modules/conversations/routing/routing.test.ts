import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, addVisitor } from '../../../../test/callers.ts';
import { addChannel } from '../../../../test/channels.ts';
import { addDepartment } from '../../../../test/departments.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { whileLocked } from '../../../../test/locks.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent, addConnectedAgent, connect, disconnect } from '../../../../test/people.ts';
import { until } from '../../../../test/until.ts';

const { chats, departments, messages } = api;

async function start() {
  const app = await startApp();
  return { app, ann: await app.owner() };
}

/** The owner and department of a new visitor's chat. */
async function write(app: TestApp, ann: Owner) {
  const { agent_id, department_id } = await (await addChat(app, ann)).read();
  return { agent_id, department_id };
}

/** The agents' event logs without sign-ins. */
const logged = (app: TestApp, { widgetId }: Owner) =>
  app.sql(`SELECT agent_id::int, type_code::int FROM agent_events
    WHERE widget_id = ${widgetId} AND type_code <> 1 ORDER BY id`);

async function transfers(app: TestApp, { widgetId }: Owner) {
  const told = await app.sql<{ data: object }>(
    `SELECT data FROM events WHERE widget_id = ${widgetId} AND type = 'chat.transferred'`,
  );
  return told.map(({ data }) => data);
}

test('a first message assigns the chat to an agent at work, without accepting it', async () => {
  const { app, ann } = await start();
  const bob = await addConnectedAgent(app, ann);
  const chat = await (await addChat(app, ann)).read();
  expect(chat).toMatchObject({ agent_id: bob.agentId, department_id: null, handling: 'missed' });
  expect(chat).toMatchObject({ accepted_by: null, handled_by: null, awaiting_reply: true });
  expect(await transfers(app, ann)).toEqual([]);
  expect(await logged(app, ann)).toEqual([]);
});

test('a chat stays unowned until an agent is at work and the visitor writes again', async () => {
  const { app, ann } = await start();
  const bob = await addAgent(app, ann, 'operator');
  const { visitor, read } = await addChat(app, ann);
  expect((await read()).agent_id).toBeNull();
  await connect(app, bob);
  expect((await read()).agent_id).toBeNull();
  await visitor.write('anybody?');
  expect((await read()).agent_id).toBe(bob.agentId);
});

test('the agent with the fewest open chats gets the next one', async () => {
  const { app, ann } = await start();
  const [bob, kim, lee] = [
    await addConnectedAgent(app, ann),
    await addConnectedAgent(app, ann),
    await addConnectedAgent(app, ann),
  ];
  const given = [];
  for (let count = 0; count < 6; count += 1) {
    app.clock.now = app.clock.now.add({ seconds: 1 });
    given.push(await addChat(app, ann));
  }
  const owners = [];
  for (const { read } of given) owners.push((await read()).agent_id);
  expect(owners).toEqual([bob, kim, lee, bob, kim, lee].map(({ agentId }) => agentId));
  // Kim has one chat less than the others, although she got one after Bob.
  await ann.call(chats.close, { params: given[1]?.params ?? { id: 0 }, body: {} });
  expect((await write(app, ann)).agent_id).toBe(kim.agentId);
});

test('among equally loaded agents, the one assigned longest ago gets the chat, then the oldest agent', async () => {
  const { app, ann } = await start();
  const [bob, kim] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  const owners = [];
  for (let count = 0; count < 4; count += 1) {
    const { read, params } = await addChat(app, ann);
    owners.push((await read()).agent_id);
    await ann.call(chats.close, { params, body: {} });
    app.clock.now = app.clock.now.add({ seconds: 1 });
  }
  expect(owners).toEqual([bob, kim, bob, kim].map(({ agentId }) => agentId));
});

test.each([
  ['done', 'done_at = now()'],
  ['snoozed', 'snoozed_at = now()'],
  ['spam', "state = 'spam'"],
  ['expired', "state = 'expired'"],
])('a chat that is %s does not count as load', async (_what, change) => {
  const { app, ann } = await start();
  const [bob, kim] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  const [first, second] = [await addChat(app, ann), await addChat(app, ann)];
  expect([(await first.read()).agent_id, (await second.read()).agent_id]).toEqual([bob.agentId, kim.agentId]);
  await app.sql(`UPDATE chat_heads SET ${change} WHERE chat_id = ${second.params.id}`);
  app.clock.now = app.clock.now.add({ seconds: 1 });
  expect((await write(app, ann)).agent_id).toBe(kim.agentId);
});

test('an agent on a break keeps their chats and gets no new ones', async () => {
  const { app, ann } = await start();
  const bob = await addConnectedAgent(app, ann);
  const chat = await addChat(app, ann);
  const kim = await addConnectedAgent(app, ann);
  await app.sql(`UPDATE agents SET status = 'relaxation' WHERE id = ${bob.agentId}`);
  app.clock.now = app.clock.now.add({ minutes: 6 });
  await chat.visitor.write('and?');
  expect((await chat.read()).agent_id).toBe(bob.agentId);
  for (let count = 0; count < 3; count += 1) expect((await write(app, ann)).agent_id).toBe(kim.agentId);
});

test('only departments that serve the channel get its chats', async () => {
  const { app, ann } = await start();
  await addConnectedAgent(app, ann);
  const bob = await addConnectedAgent(app, ann);
  const sales = await addDepartment(ann, [bob]);
  await addDepartment(ann, [ann], { name: 'Telegram', channels: ['tg'] });
  for (let count = 0; count < 2; count += 1) {
    expect(await write(app, ann)).toEqual({ agent_id: bob.agentId, department_id: sales.id });
  }
});

test('chats of a channel without a department are routed to all agents and get no department', async () => {
  const { app, ann } = await start();
  const [bob, kim] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  await addDepartment(ann, [bob], { channels: ['tg', 'vk'] });
  const owners = [await write(app, ann), await write(app, ann)];
  expect(owners).toEqual([bob, kim].map(({ agentId }) => ({ agent_id: agentId, department_id: null })));
});

test('a custom channel is in no department: its chats are routed to all agents', async () => {
  const { app, ann } = await start();
  const bob = await addConnectedAgent(app, ann);
  await addDepartment(ann, [ann]);
  const { id } = await addChannel(ann);
  const body = { external_client_id: 'c1', external_channel_id: 'room', message: 'hello' };
  const { data } = await ann.call(api.channels.sendMessage, { params: { id }, body });
  const chat = (await ann.call(chats.read, { params: { id: data.chat_id } })).data;
  expect(chat).toMatchObject({ agent_id: bob.agentId, department_id: null });
});

test('members of all open departments of a channel share its chats, each in their first department', async () => {
  const { app, ann } = await start();
  const [bob, kim] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  const sales = await addDepartment(ann, [bob]);
  const support = await addDepartment(ann, [bob, kim]);
  expect(await write(app, ann)).toEqual({ agent_id: bob.agentId, department_id: sales.id });
  expect(await write(app, ann)).toEqual({ agent_id: kim.agentId, department_id: support.id });
});

test('a chat waits in the first open department if none of its members is at work', async () => {
  const { app, ann } = await start();
  await addConnectedAgent(app, ann);
  const bob = await addAgent(app, ann, 'operator');
  await addDepartment(ann, [bob], { schedule: {} });
  const support = await addDepartment(ann, [bob]);
  const { visitor, read } = await addChat(app, ann);
  expect(await read()).toMatchObject({ agent_id: null, department_id: support.id });
  await connect(app, bob);
  await visitor.write('anybody?');
  expect(await read()).toMatchObject({ agent_id: bob.agentId, department_id: support.id });
});

test('a closed department gets no chats, and no other agent gets them', async () => {
  const { app, ann } = await start();
  await addConnectedAgent(app, ann);
  const bob = await addConnectedAgent(app, ann);
  const sales = await addDepartment(ann, [bob], { schedule: {} });
  const { visitor, read } = await addChat(app, ann);
  expect(await read()).toMatchObject({ agent_id: null, department_id: null });
  await ann.call(departments.setSchedule, { params: sales.params, body: { schedule: everyDay('full') } });
  await visitor.write('anybody?');
  expect(await read()).toMatchObject({ agent_id: bob.agentId, department_id: sales.id });
});

test('a suspended member gets no chats', async () => {
  const { app, ann } = await start();
  const [bob, kim] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  await addDepartment(ann, [bob, kim]);
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${bob.agentId}`);
  for (let count = 0; count < 2; count += 1) expect((await write(app, ann)).agent_id).toBe(kim.agentId);
});

test('two concurrent first messages are routed to different agents', async () => {
  const { app, ann } = await start();
  const [bob, kim] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  await addDepartment(ann, [bob, kim]);
  const visitors = [await addVisitor(app, ann), await addVisitor(app, ann)];
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  // Both messages wait for routing before either is assigned.
  const agents = `SELECT FROM agents WHERE widget_id = ${ann.widgetId} FOR NO KEY UPDATE`;
  await whileLocked(app, agents, async ({ client }) => {
    const writing = Promise.all(visitors.map(({ write: say }) => say('hello')));
    await until(async () => (await app.sql(waiting)).length === 2, 'both wait');
    await client.query('COMMIT');
    await writing;
  });
  const owners = await app.sql(`SELECT agent_id::int FROM chats
    WHERE widget_id = ${ann.widgetId} AND NOT is_internal ORDER BY agent_id`);
  expect(owners).toEqual([bob, kim].map(({ agentId }) => ({ agent_id: agentId })));
});

const leave = async (app: TestApp, person: { agentId: number }) => {
  await disconnect(app, person);
  await app.sql(`UPDATE agents SET left_at = '${app.clock.now}' WHERE id = ${person.agentId}`);
};

test('a chat whose owner has been away for five minutes is routed again when the visitor writes, not before', async () => {
  const { app, ann } = await start();
  const bob = await addConnectedAgent(app, ann);
  const { visitor, read, params } = await addChat(app, ann);
  await ann.call(messages.send, { params, body: { type: 'text', body: 'hi' } });
  const kim = await addConnectedAgent(app, ann);
  const sales = await addDepartment(ann, [kim]);
  await leave(app, bob);
  app.clock.now = app.clock.now.add({ minutes: 4, seconds: 59 });
  await visitor.write('still there?');
  expect((await read()).agent_id).toBe(bob.agentId);
  app.clock.now = app.clock.now.add({ seconds: 1 });
  expect((await read()).agent_id).toBe(bob.agentId);
  await visitor.write('hello?');
  expect(await read()).toMatchObject({
    agent_id: kim.agentId,
    department_id: sales.id,
    accepted_by: { agent_id: bob.agentId },
    handled_by: { agent_id: kim.agentId, type: 'human' },
  });
});

test('rerouting emits a transfer with the reason routing and is in the logs of both agents', async () => {
  const { app, ann } = await start();
  const bob = await addConnectedAgent(app, ann);
  const { visitor, params } = await addChat(app, ann);
  const kim = await addConnectedAgent(app, ann);
  await leave(app, bob);
  app.clock.now = app.clock.now.add({ minutes: 5 });
  await visitor.write('hello?');
  expect(await transfers(app, ann)).toMatchObject([{ chat_id: params.id, agent_id: kim.agentId, reason: 'routing' }]);
  expect(await logged(app, ann)).toEqual([
    { agent_id: bob.agentId, type_code: 9 },
    { agent_id: kim.agentId, type_code: 8 },
  ]);
});

test('an away owner keeps the chat while no other agent is at work', async () => {
  const { app, ann } = await start();
  const bob = await addConnectedAgent(app, ann);
  const { visitor, read } = await addChat(app, ann);
  await leave(app, bob);
  app.clock.now = app.clock.now.add({ minutes: 10 });
  await visitor.write('hello?');
  expect((await read()).agent_id).toBe(bob.agentId);
  expect(await logged(app, ann)).toEqual([]);
});

test('a connected owner keeps the chat, however long they were away before', async () => {
  const { app, ann } = await start();
  const bob = await addConnectedAgent(app, ann);
  const { visitor, read } = await addChat(app, ann);
  await addConnectedAgent(app, ann);
  await app.sql(`UPDATE agents SET left_at = '2020-01-01' WHERE id = ${bob.agentId}`);
  await visitor.write('hello?');
  expect((await read()).agent_id).toBe(bob.agentId);
});

test('a chat of a suspended agent is routed again when the visitor writes, or becomes unowned', async () => {
  const { app, ann } = await start();
  const bob = await addConnectedAgent(app, ann);
  const { visitor, read } = await addChat(app, ann);
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${bob.agentId}`);
  expect((await read()).agent_id).toBe(bob.agentId);
  await visitor.write('hello?');
  expect((await read()).agent_id).toBeNull();
  const kim = await addConnectedAgent(app, ann);
  await visitor.write('hello??');
  expect((await read()).agent_id).toBe(kim.agentId);
});

test('an attached agent who gets the chat by routing is detached', async () => {
  const { app, ann } = await start();
  const bob = await addConnectedAgent(app, ann);
  const { visitor, read, params } = await addChat(app, ann);
  const kim = await addConnectedAgent(app, ann);
  await ann.call(chats.attachAgent, { params, body: { agent_id: kim.agentId } });
  await leave(app, bob);
  app.clock.now = app.clock.now.add({ minutes: 5 });
  await visitor.write('hello?');
  expect(await read()).toMatchObject({ agent_id: kim.agentId, agents: [] });
});

test('spam is not routed', async () => {
  const { app, ann } = await start();
  const { visitor, read, params } = await addChat(app, ann);
  await ann.call(chats.setState, { params, body: { state: 'spam' } });
  await addConnectedAgent(app, ann);
  await visitor.write('buy now');
  expect((await read()).agent_id).toBeNull();
});

test('a message of an agent does not route the chat', async () => {
  const { app, ann } = await start();
  const { read, params } = await addChat(app, ann);
  await addConnectedAgent(app, ann);
  await ann.call(messages.send, { params, body: { type: 'text', body: 'hi', agent_id: ann.agentId } });
  expect((await read()).agent_id).toBe(ann.agentId);
});

const everyDay = (day: unknown) => ({
  ...{ Monday: day, Tuesday: day, Wednesday: day, Thursday: day },
  ...{ Friday: day, Saturday: day, Sunday: day },
});

/** Whether a department with this schedule gets a chat at a moment, in the account's time zone. */
async function isOpen({ at, timezone, schedule }: { at: string; timezone?: string; schedule: object }) {
  const { app, ann } = await start();
  app.clock.now = Temporal.Instant.from(at);
  if (timezone) await app.sql(`UPDATE accounts SET timezone = '${timezone}' WHERE id = ${ann.accountId}`);
  const bob = await addConnectedAgent(app, ann);
  await addDepartment(ann, [bob], { schedule });
  return (await write(app, ann)).agent_id === bob.agentId;
}

const nine = { Monday: { from: '09:00', to: '18:00' } };

test.each([
  ['before it opens', '2026-11-16T05:59:59.999Z', false],
  ['in the minute it opens', '2026-11-16T06:00:00Z', true],
  ['in its last minute', '2026-11-16T14:59:59.999Z', true],
  ['in the minute it closes', '2026-11-16T15:00:00Z', false],
  ['at that time on another day', '2026-11-17T09:00:00Z', false],
])('hours are in Moscow time by default: %s', async (_when, at, expected) => {
  expect(await isOpen({ at, schedule: nine })).toBe(expected);
});

test.each([
  ['it is Monday in Auckland already', 'Pacific/Auckland', '2026-11-15T11:00:00Z', true],
  ['it is not Monday in Auckland yet', 'Pacific/Auckland', '2026-11-15T10:59:59Z', false],
  ['Monday is over in Auckland', 'Pacific/Auckland', '2026-11-16T11:00:00Z', false],
  ['it is still Monday in Honolulu', 'Pacific/Honolulu', '2026-11-17T09:59:59Z', true],
  ['it is Tuesday in Honolulu', 'Pacific/Honolulu', '2026-11-17T10:00:00Z', false],
])('a day is from midnight to midnight in the account’s time zone: %s', async (_what, timezone, at, expected) => {
  for (const day of ['full', { from: '00:00', to: '24:00' }]) {
    expect(await isOpen({ at, timezone, schedule: { Monday: day } })).toBe(expected);
  }
});

test.each([
  ['in winter', '2026-03-28T08:00:00Z', true],
  ['in winter, an hour before', '2026-03-28T07:59:59Z', false],
  ['on the day summer time begins', '2026-03-29T07:00:00Z', true],
  ['on the day summer time begins, an hour before', '2026-03-29T06:59:59Z', false],
  ['on the day summer time ends', '2026-10-25T08:00:00Z', true],
  ['on the day summer time ends, an hour before', '2026-10-25T07:59:59Z', false],
])('hours follow local time: Berlin opens at nine %s', async (_when, at, expected) => {
  const schedule = everyDay({ from: '09:00', to: '09:30' });
  expect(await isOpen({ at, timezone: 'Europe/Berlin', schedule })).toBe(expected);
});

test('opening hours within a skipped hour have no length', async () => {
  const schedule = everyDay({ from: '02:15', to: '02:45' });
  for (const at of ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '2026-03-29T01:30:00Z']) {
    expect(await isOpen({ at, timezone: 'Europe/Berlin', schedule })).toBe(false);
  }
});
