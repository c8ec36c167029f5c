import { api, dashboard, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addVisitor, anonymousCaller } from '../../../../test/callers.ts';
import { addChannel } from '../../../../test/channels.ts';
import { addDepartment } from '../../../../test/departments.ts';
import { signIn, startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent, addConnectedAgent, connect } from '../../../../test/people.ts';
import { closeSocket, GRACE, startWidget } from '../../../../test/presence.ts';
import { connectAgent, connectVisitor, type TestSocket } from '../../../../test/sockets.ts';

const { channels, departments } = api;

/** Whether the widget is online, by every source that says so. */
async function isOnline(app: TestApp, { buttonGuid }: Owner) {
  const params = { button_guid: buttonGuid };
  const call = anonymousCaller(app);
  const said = [
    (await call(site.visitor.readConfig, { params })).data.online,
    (await call(site.visitor.visit, { params, body: { page: 'https://shop.example/' } })).data.online,
    (await call(site.visitor.open, { params, body: {} })).data.online,
  ];
  expect(new Set(said).size).toBe(1);
  return said[0];
}

test('the widget is online only while a member of an open department of the site is at work', async () => {
  const app = await startApp();
  const ann = await app.owner();
  await connect(app, ann);
  expect(await isOnline(app, ann)).toBe(true);
  const bob = await addAgent(app, ann, 'operator');
  const { params } = await addDepartment(ann, [bob]);
  expect(await isOnline(app, ann)).toBe(false);
  await connect(app, bob);
  expect(await isOnline(app, ann)).toBe(true);
  await ann.call(departments.setSchedule, { params, body: { schedule: {} } });
  expect(await isOnline(app, ann)).toBe(false);
  await addDepartment(ann, [bob]);
  expect(await isOnline(app, ann)).toBe(true);
  await app.sql(`UPDATE agents SET status = 'relaxation' WHERE id = ${bob.agentId}`);
  expect(await isOnline(app, ann)).toBe(false);
});

test('without a department for the site any agent at work makes the widget online', async () => {
  const app = await startApp();
  const ann = await app.owner();
  await connect(app, ann);
  await addDepartment(ann, [], { channels: ['tg'] });
  expect(await isOnline(app, ann)).toBe(true);
});

test('a custom channel is in no department: any agent at work makes it online', async () => {
  const app = await startApp();
  const ann = await app.owner();
  await addDepartment(ann, [ann], { schedule: {} });
  const { params } = await addChannel(ann);
  const read = async () => (await ann.call(channels.readStatus, { params })).data.online;
  expect(await read()).toBe(0);
  await addConnectedAgent(app, ann);
  expect(await read()).toBe(1);
  expect(await isOnline(app, ann)).toBe(false);
});

type Visitor = TestSocket<never>;

/** Online events of a visitor so far, in order: a response arrives after the events before it. */
async function told(visitor: Pick<Visitor, 'heard'> & { call: (name: 'resume', body: { seq: number }) => unknown }) {
  await visitor.call('resume', { seq: 0 });
  return visitor.heard.filter(({ name }) => name === 'online').map(({ data }) => data.online);
}

test('visitors are told when members of their department come and go, and of no other agent', async () => {
  const { app, ann, bob } = await startWidget();
  const { params } = await addDepartment(ann, [bob]);
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann));
  await connectAgent(app, ann);
  expect(await told(visitor)).toEqual([]);
  const own = await connectAgent(app, bob);
  expect(await told(visitor)).toEqual([true]);
  const { call } = await signIn(app, bob);
  await call(dashboard.profile.update, { body: { status: 'relaxation' } });
  expect(await told(visitor)).toEqual([true, false]);
  await call(dashboard.profile.update, { body: { status: 'active' } });
  await closeSocket(app, own);
  app.clock.now = app.clock.now.add(GRACE);
  await app.sql(`UPDATE nodes SET seen_at = '${app.clock.now}' WHERE isfinite(seen_at)`);
  await app.beat();
  expect(await told(visitor)).toEqual([true, false, true, false]);
  await ann.call(departments.remove, { params });
  expect(await told(visitor)).toEqual([true, false, true, false, true]);
});

test('visitors are told at once when a change of departments makes the widget online or offline', async () => {
  const { app, ann, bob } = await startWidget();
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann));
  await connectAgent(app, ann);
  const { params } = await addDepartment(ann, [bob]);
  expect(await told(visitor)).toEqual([true, false]);
  await ann.call(departments.setAgents, { params, body: { agent_ids: [ann.agentId] } });
  expect(await told(visitor)).toEqual([true, false, true]);
  await ann.call(departments.setSchedule, { params, body: { schedule: {} } });
  expect(await told(visitor)).toEqual([true, false, true, false]);
  await ann.call(departments.update, { params, body: { channels: ['tg'] } });
  expect(await told(visitor)).toEqual([true, false, true, false, true]);
  await ann.call(departments.update, { params, body: { name: 'Support' } });
  expect(await told(visitor)).toHaveLength(5);
});

test('visitors are told once in the minute a department opens or closes', async () => {
  const { app, ann } = await startWidget();
  await connect(app, ann);
  const at = (time: string) => {
    app.clock.now = Temporal.Instant.from(`2027-01-04T${time}Z`);
  };
  at('05:58:30');
  await addDepartment(ann, [ann], { schedule: WORKDAY });
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann));
  const pass = async (time: string) => {
    at(time);
    await app.run('departments.open');
    return told(visitor);
  };
  expect(await pass('05:59:00')).toEqual([]);
  expect(await pass('06:00:00')).toEqual([true]);
  expect(await pass('06:01:00')).toEqual([true]);
  expect(await pass('14:59:59')).toEqual([true]);
  // The job is late.
  expect(await pass('15:02:00')).toEqual([true, false]);
  expect(await pass('15:03:00')).toEqual([true, false]);
});

/** Monday in Moscow. */
const WORKDAY = { Monday: { from: '09:00', to: '18:00' } };

test('visitors are told nothing when a department opens without an agent at work', async () => {
  const { app, ann, bob } = await startWidget();
  await connect(app, ann);
  app.clock.now = Temporal.Instant.from('2027-01-04T05:59:00Z');
  await addDepartment(ann, [bob], { schedule: WORKDAY });
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann));
  app.clock.now = app.clock.now.add({ minutes: 1 });
  await app.run('departments.open');
  expect(await told(visitor)).toEqual([]);
  const own = `SELECT was_open FROM departments WHERE widget_id = ${ann.widgetId}`;
  expect(await app.sql(own)).toEqual([{ was_open: true }]);
});
