import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChannel } from '../../../../test/channels.ts';
import { addDepartment } from '../../../../test/departments.ts';
import { startApp } from '../../../../test/harness.ts';
import { addConnectedAgent } from '../../../../test/people.ts';

const { channels, chats, departments } = api;

async function start() {
  const app = await startApp();
  return { app, ann: await app.owner() };
}

const CLOSED = { Monday: null };

test('chats of a channel with a department go to its agents, and those of other channels to all', async () => {
  const { app, ann } = await start();
  const [bob, kim] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  const sales = await addDepartment(ann, [kim], { channels: [] });
  const channel = await addChannel(ann, { department_id: sales.id });
  const open = await addChannel(ann);
  const read = async (id: number) => (await ann.call(chats.read, { params: { id } })).data;
  const owners: (number | null)[] = [];
  for (const external_client_id of ['one', 'two']) {
    const { chat_id } = (await channel.receive('hello', { external_client_id })).data;
    const { agent_id, department_id } = await read(chat_id);
    expect(department_id).toBe(sales.id);
    owners.push(agent_id);
  }
  expect(owners).toEqual([kim.agentId, kim.agentId]);
  expect(await read((await open.receive('hello')).data.chat_id)).toMatchObject({
    agent_id: bob.agentId,
    department_id: null,
  });
});

test('a channel whose department is closed is offline, and its chats wait', async () => {
  const { app, ann } = await start();
  const bob = await addConnectedAgent(app, ann);
  const { id } = await addDepartment(ann, [bob], { channels: [], schedule: CLOSED });
  const channel = await addChannel(ann);
  const status = async () => (await ann.call(channels.readStatus, { params: channel.params })).data;
  expect(await status()).toEqual({ online: 1 });
  await channel.update({ department_id: id });
  expect(await status()).toEqual({ online: 0 });
  const { chat_id } = (await channel.receive('hello')).data;
  expect((await ann.call(chats.read, { params: { id: chat_id } })).data.agent_id).toBeNull();
});

test('a department that is unknown or of another widget is 422 and names the field', async () => {
  const { app, ann } = await start();
  const bob = await app.owner();
  const theirs = await addDepartment(bob, [bob]);
  const channel = await addChannel(ann);
  const refused = { status: 422, problem: { errors: { department_id: ['is not a department of this widget'] } } };
  for (const department_id of [theirs.id, 987_654_321]) {
    expect(await channel.update({ department_id })).toMatchObject(refused);
    const body = { name: 'Other', department_id };
    expect(await ann.call(channels.create, { body })).toMatchObject(refused);
  }
  expect((await channel.read()).department_id).toBeNull();
});

test('deleting a department leaves its channels to all agents', async () => {
  const { ann } = await start();
  const { id, params } = await addDepartment(ann, [], { channels: [] });
  const channel = await addChannel(ann, { department_id: id });
  expect(channel.department_id).toBe(id);
  expect((await ann.call(departments.remove, { params })).status).toBe(204);
  expect((await channel.read()).department_id).toBeNull();
});
