import { api, weekdays } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent } from '../../../../test/people.ts';

const { departments, agents, chats } = api;

const fullWeek = Object.fromEntries(weekdays.map((day) => [day, 'full']));
const closedWeek = Object.fromEntries(weekdays.map((day) => [day, null]));

async function add(ann: Owner, body: object = {}) {
  const { data } = await ann.call(departments.create, { body: { name: 'Sales', ...body } });
  return { department: data, params: { id: data.id } };
}

/** The fields that a problem names. */
const fieldsOf = ({ status, problem }: { status: number; problem: { errors?: object } }) => ({
  status,
  fields: Object.keys(problem.errors ?? {}),
});

const refusal = (...fields: string[]) => ({ status: 422, fields });

test('a department with only a name is always open and has no agents, channels or avatar', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { status, data } = await ann.call(departments.create, { body: { name: 'Sales' } });
  expect({ status, data }).toEqual({
    status: 201,
    data: {
      id: expect.any(Number),
      name: 'Sales',
      avatar_url: null,
      channels: [],
      agent_ids: [],
      schedule: fullWeek,
      internal_chat_id: expect.any(Number),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    },
  });
  expect(Object.keys(data.schedule)).toEqual([...weekdays]);
  expect((await ann.call(departments.read, { params: { id: data.id } })).data).toEqual(data);
  expect((await ann.call(departments.list)).data).toEqual({ data: [data], next_cursor: null });
});

test('a name is required, has 1 to 255 characters and is not blank', async () => {
  const app = await startApp();
  const ann = await app.owner();
  for (const name of [undefined, '', '  ', 'x'.repeat(256), 5, null]) {
    expect(fieldsOf(await ann.call(departments.create, { body: { name } }))).toEqual(refusal('name'));
  }
});

test('channels are from a fixed set, connected or not, without duplicates', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const all = ['tg', 'vk', 'wa', 'vb', 'fb', 'ok', 'svc'];
  expect((await add(ann, { channels: [...all, 'tg', 'svc'] })).department.channels).toEqual(all);
  for (const channel of ['service', 'TG', 'mx', 'ch1', 'av__', 'av__0', 'av__x', '', 5, null]) {
    const answer = await ann.call(departments.create, { body: { name: 'Sales', channels: ['tg', channel] } });
    expect({ channel, ...fieldsOf(answer) }).toEqual({ channel, ...refusal('channels.1') });
  }
  const answer = await ann.call(departments.create, { body: { name: 'Sales', channels: 'tg' } });
  expect(fieldsOf(answer)).toEqual(refusal('channels'));
});

test('an unknown cabinet is named by its index', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { params } = await add(ann);
  const channels = ['av__1', 'svc', 'av__9007199254740991'];
  const wrong = refusal('channels.0', 'channels.2');
  expect(fieldsOf(await ann.call(departments.create, { body: { name: 'Sales', channels } }))).toEqual(wrong);
  expect(fieldsOf(await ann.call(departments.update, { params, body: { channels } }))).toEqual(wrong);
});

test('unknown agents and agents of other widgets are refused alike', async () => {
  const app = await startApp();
  const [ann, eve] = [await app.owner(), await app.owner()];
  const { params } = await add(ann);
  const said = [];
  for (const id of [eve.agentId, 999_999]) {
    const body = { agent_ids: [ann.agentId, id] };
    for (const answer of [
      await ann.call(departments.create, { body: { name: 'Sales', ...body } }),
      await ann.call(departments.setAgents, { params, body }),
    ]) {
      expect(fieldsOf(answer)).toEqual(refusal('agent_ids'));
      said.push(answer.problem.detail);
    }
  }
  expect(new Set(said).size).toBe(1);
  expect((await ann.call(departments.read, { params })).data.agent_ids).toEqual([]);
});

test('the set of agents is replaced without duplicates, and may be empty', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const [bob, kim] = [await addAgent(app, ann, 'operator'), await addAgent(app, ann, 'admin')];
  const { params, department } = await add(ann, { agent_ids: [bob.agentId, ann.agentId, bob.agentId] });
  expect(department.agent_ids).toEqual([ann.agentId, bob.agentId]);
  const set = async (agent_ids: number[]) =>
    (await ann.call(departments.setAgents, { params, body: { agent_ids } })).data.agent_ids;
  expect(await set([kim.agentId, bob.agentId, kim.agentId])).toEqual([bob.agentId, kim.agentId]);
  expect(await set([])).toEqual([]);
});

test('a suspended agent can be added to a department and stays in it', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  const { params } = await add(ann, { agent_ids: [bob.agentId] });
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${bob.agentId}`);
  const read = async () => (await ann.call(departments.read, { params })).data.agent_ids;
  expect(await read()).toEqual([bob.agentId]);
  await ann.call(departments.setAgents, { params, body: { agent_ids: [] } });
  expect(await read()).toEqual([]);
  await ann.call(departments.setAgents, { params, body: { agent_ids: [bob.agentId] } });
  expect(await read()).toEqual([bob.agentId]);
});

test('a schedule is replaced as a whole, and omitted days are closed', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { params, department } = await add(ann, { schedule: { Friday: { from: '09:00', to: '24:00' } } });
  expect(department.schedule).toEqual({ ...closedWeek, Friday: { from: '09:00', to: '24:00' } });
  const set = async (schedule: object) =>
    (await ann.call(departments.setSchedule, { params, body: { schedule } })).data.schedule;
  expect(await set({ Monday: 'full', Sunday: null })).toEqual({ ...closedWeek, Monday: 'full' });
  expect(await set({})).toEqual(closedWeek);
});

test.each([
  ['Monday', { from: '18:00', to: '09:00' }, 'schedule.Monday'],
  ['Tuesday', { from: '09:00', to: '09:00' }, 'schedule.Tuesday'],
  ['Wednesday', 'open', 'schedule.Wednesday'],
  ['Thursday', { from: '9:00', to: '18:00' }, 'schedule.Thursday.from'],
  ['Friday', { from: '09:00', to: '24:01' }, 'schedule.Friday.to'],
  ['Friday', { from: '24:00', to: '24:00' }, 'schedule.Friday.from'],
  ['Saturday', { from: '09:00' }, 'schedule.Saturday.to'],
  ['Saturday', { from: '09:00', to: '10:00', break: true }, 'schedule.Saturday.break'],
  ['Sunday', true, 'schedule.Sunday'],
  ['Someday', 'full', 'schedule.Someday'],
  ['monday', 'full', 'schedule.monday'],
])('on %s %o is not an opening time', async (day, hours, field) => {
  const app = await startApp();
  const ann = await app.owner();
  const { params } = await add(ann);
  const schedule = { [day]: hours };
  for (const answer of [
    await ann.call(departments.create, { body: { name: 'Sales', schedule } }),
    await ann.call(departments.setSchedule, { params, body: { schedule } }),
  ]) {
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.problem.errors ?? {})).toContain(field);
  }
  expect((await ann.call(departments.read, { params })).data.schedule).toEqual(fullWeek);
});

test('an update takes name and channels; agents, schedule and read-only fields are refused by name', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { params, department } = await add(ann, { agent_ids: [ann.agentId], channels: ['svc'] });
  app.clock.now = app.clock.now.add({ minutes: 1 });
  const { data } = await ann.call(departments.update, { params, body: { name: 'Support' } });
  expect(data).toEqual({ ...department, name: 'Support', updated_at: expect.any(String) });
  expect(Date.parse(data.updated_at) - Date.parse(department.updated_at)).toBe(60_000);
  expect((await ann.call(departments.update, { params, body: { channels: [] } })).data).toMatchObject({
    name: 'Support',
    channels: [],
  });
  const refused = {
    agent_ids: [],
    schedule: {},
    id: 1,
    avatar_url: null,
    created_at: department.created_at,
    updated_at: department.updated_at,
    internal_chat_id: 1,
  };
  for (const [field, value] of Object.entries(refused)) {
    const answer = await ann.call(departments.update, { params, body: { name: 'No', [field]: value } });
    expect(fieldsOf(answer)).toEqual(refusal(field));
  }
  expect(fieldsOf(await ann.call(departments.update, { params, body: {} }))).toMatchObject({ status: 422 });
  expect((await ann.call(departments.read, { params })).data.name).toBe('Support');
});

test('read-only fields are refused at creation too', async () => {
  const app = await startApp();
  const ann = await app.owner();
  for (const field of ['id', 'avatar_url', 'created_at', 'updated_at']) {
    const answer = await ann.call(departments.create, { body: { name: 'Sales', [field]: null } });
    expect(fieldsOf(answer)).toEqual(refusal(field));
  }
});

test('departments are listed oldest first, page by page', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const ids = [];
  for (const name of ['a', 'b', 'c']) ids.push((await add(ann, { name })).department.id);
  const first = (await ann.call(departments.list, { query: { limit: 2 } })).data;
  const rest = (await ann.call(departments.list, { query: { limit: 2, cursor: first.next_cursor } })).data;
  expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(ids);
  expect(rest.next_cursor).toBeNull();
});

test('removing a department ends its memberships and keeps its chats and its internal chat', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { params, department } = await add(ann, { agent_ids: [ann.agentId], channels: ['svc'] });
  const chat = await addChat(app, ann);
  const session = await signedIn(app, ann);
  const room = { id: department.internal_chat_id };
  await session(api.messages.send, { params: room, body: { type: 'text', body: 'lunch?' } });
  expect((await chat.read()).department_id).toBe(department.id);
  expect((await ann.call(departments.remove, { params })).status).toBe(204);
  expect((await ann.call(departments.remove, { params })).status).toBe(404);
  expect((await ann.call(departments.read, { params })).status).toBe(404);
  expect((await ann.call(agents.read, { params: { id: ann.agentId } })).data.departments).toEqual([]);
  expect((await chat.read()).department_id).toBe(department.id);
  expect((await session(api.messages.list, { params: room })).data.data.map(({ body }) => body)).toEqual(['lunch?']);
});

test('an agent reads the departments they are in, and agents are listed by department', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const [bob, kim] = [await addAgent(app, ann, 'operator'), await addAgent(app, ann, 'operator')];
  const { department: sales } = await add(ann, { agent_ids: [bob.agentId] });
  const { department: support } = await add(ann, { agent_ids: [kim.agentId, bob.agentId] });
  const read = async (id: number) => (await ann.call(agents.read, { params: { id } })).data.departments;
  expect(await read(bob.agentId)).toEqual([sales.id, support.id]);
  expect(await read(ann.agentId)).toEqual([]);
  const list = async (query: Record<string, unknown>) =>
    (await ann.call(agents.list, { query })).data.data.map(({ id }) => id);
  expect(await list({ department_id: sales.id })).toEqual([bob.agentId]);
  expect(await list({ department_id: support.id })).toEqual([bob.agentId, kim.agentId]);
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${bob.agentId}`);
  expect(await list({ department_id: support.id })).toEqual([kim.agentId]);
  expect(await list({ department_id: support.id, status: 'banned' })).toEqual([bob.agentId]);
});

test('filtering by a department that is unknown or of another account is 404, never an empty list', async () => {
  const app = await startApp();
  const [ann, eve] = [await app.owner(), await app.owner()];
  const { department } = await add(eve);
  for (const department_id of [department.id, 999_999]) {
    for (const route of [agents.list, chats.list]) {
      const { status, problem } = await ann.call(route, { query: { department_id } });
      expect({ status, reason: problem.reason }).toEqual({ status: 404, reason: 'not_found' });
    }
  }
  expect((await eve.call(agents.list, { query: { department_id: department.id } })).data.data).toEqual([]);
});

test('chats are listed by department, even a removed one', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const other = await addChat(app, ann);
  const { params, department } = await add(ann, { channels: ['svc'] });
  const { params: mine } = await addChat(app, ann);
  const list = async () =>
    (await ann.call(chats.list, { query: { department_id: department.id, internal: 0 } })).data.data.map(
      ({ id }) => id,
    );
  expect(await list()).toEqual([mine.id]);
  expect(other.params.id).not.toBe(mine.id);
  await ann.call(departments.remove, { params });
  expect(await list()).toEqual([mine.id]);
});

test('an operator reads departments but cannot change them', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { params } = await add(ann);
  const call = await signedIn(app, await addAgent(app, ann, 'operator'));
  expect((await call(departments.read, { params })).status).toBe(200);
  expect(await call(departments.update, { params, body: { name: 'Mine' } })).toMatchObject({
    status: 403,
    problem: { reason: 'missing_scope' },
  });
});
