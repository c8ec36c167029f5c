import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor } from '../../../../test/callers.ts';
import { addDepartment } from '../../../../test/departments.ts';
import { listEventData } from '../../../../test/events.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent, addConnectedAgent, connect, disconnect } from '../../../../test/people.ts';

const { chats, departments, messages } = api;

/** A chat that Ann has answered, a department with nobody at work, and one with two. */
async function start() {
  const app = await startApp();
  const ann = await app.owner();
  const visitor = await addAnsweredVisitor(app, ann);
  const [bob, eve] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  const away = await addAgent(app, ann, 'operator');
  const billing = await addDepartment(ann, [bob, eve], { name: 'Billing', channels: [] });
  const night = await addDepartment(ann, [away], { name: 'Night', channels: [] });
  const params = { id: visitor.chatId };
  return {
    ...{ app, ann, visitor, bob, eve, away, billing, night, params },
    read: async () => (await ann.call(chats.read, { params })).data,
    transfer: (body: object) => ann.call(chats.transfer, { params, body }),
    newestEntry: async () => (await ann.call(chats.listLog, { params })).data.data[0],
  };
}

const transfers = (app: TestApp, owner: Owner) => listEventData(app, owner, 'chat.transferred');

test('a chat transferred to a department goes to the member at work with the fewest chats', async () => {
  const { app, ann, bob, eve, billing, params, transfer, newestEntry } = await start();
  const other = await addAnsweredVisitor(app, ann);
  await ann.call(chats.transfer, { params: { id: other.chatId }, body: { agent_id: bob.agentId } });
  const given = await transfer({ department_id: billing.id, comment: 'an invoice' });
  expect(given).toMatchObject({
    status: 202,
    data: { agent_id: eve.agentId, department_id: billing.id, is_new_to_owner: true },
  });
  expect((await transfers(app, ann)).at(-1)).toMatchObject({
    ...{ chat_id: params.id, agent_id: eve.agentId, department_id: billing.id, reason: 'department' },
  });
  expect(await newestEntry()).toMatchObject({
    ...{ type: 'transferred', by: 'api', subject_id: eve.agentId, department_id: billing.id },
  });
  const [note] = (await ann.call(messages.list, { params })).data.data;
  expect(note).toMatchObject({ private: true, body: 'an invoice' });
});

test('its owner is passed over', async () => {
  const { eve, bob, billing, transfer } = await start();
  await transfer({ agent_id: bob.agentId });
  expect((await transfer({ department_id: billing.id })).data.agent_id).toBe(eve.agentId);
  expect((await transfer({ department_id: billing.id })).data.agent_id).toBe(bob.agentId);
});

test('without anybody at work it has no owner and waits there, also for the next message', async () => {
  const { app, ann, visitor, away, night, params, read, transfer, newestEntry } = await start();
  const given = await transfer({ department_id: night.id });
  expect(given).toMatchObject({ status: 202, data: { agent_id: null, department_id: night.id } });
  const [event] = await transfers(app, ann);
  expect(event).toMatchObject({ chat_id: params.id, department_id: night.id, reason: 'department' });
  expect(event).not.toHaveProperty('agent_id');
  expect(await newestEntry()).toMatchObject({ type: 'transferred', subject_id: null, department_id: night.id });
  await visitor.write('hello?');
  expect(await read()).toMatchObject({ agent_id: null, department_id: night.id });
  await connect(app, away);
  await visitor.write('anybody?');
  expect(await read()).toMatchObject({ agent_id: away.agentId, department_id: night.id });
});

test('members of the department who are away are notified', async () => {
  const { app, ann, away, night, params, transfer, newestEntry } = await start();
  await transfer({ department_id: night.id });
  const entry = await newestEntry();
  const jobs = await app.sql<{ payload: object }>(
    `SELECT payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE t.identifier = 'notifications.notify_agent' AND (payload ->> 'widget_id')::bigint = ${ann.widgetId}`,
  );
  expect(jobs.map(({ payload }) => payload)).toEqual([
    { widget_id: ann.widgetId, chat_id: params.id, entry_id: entry?.id, agent_id: away.agentId },
  ]);
});

test('a transfer to an agent, a close and the end of the department end it', async () => {
  const { app, ann, visitor, bob, night, params, read, transfer } = await start();
  const send = async () => {
    await visitor.write('hello?');
    return (await read()).agent_id;
  };
  await transfer({ department_id: night.id });
  await transfer({ agent_id: bob.agentId });
  await disconnect(app, bob);
  await app.sql(`UPDATE agents SET left_at = '2020-01-01' WHERE id = ${bob.agentId}`);
  expect(await send()).not.toBe(bob.agentId);
  await transfer({ department_id: night.id });
  expect(await send()).toBeNull();
  await ann.call(chats.close, { params, body: {} });
  expect(await send()).not.toBeNull();
  await transfer({ department_id: night.id });
  await ann.call(departments.remove, { params: { id: night.id } });
  expect(await send()).not.toBeNull();
});

test('exactly one of agent_id and department_id is taken', async () => {
  const { app, ann, bob, billing, transfer, read } = await start();
  const foreign = await addDepartment(await app.owner(), []);
  const gone = await addDepartment(ann, []);
  await ann.call(departments.remove, { params: { id: gone.id } });
  const before = await read();
  const refused: [object, string][] = [
    [{}, 'agent_id'],
    [{ comment: 'take it' }, 'agent_id'],
    [{ agent_id: bob.agentId, department_id: billing.id }, 'department_id'],
    ...[foreign.id, gone.id, 987_654, 0, 'x', null].map((id): [object, string] => [
      { department_id: id },
      'department_id',
    ]),
  ];
  for (const [body, field] of refused) {
    const { status, problem } = await transfer(body);
    expect({ body, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({ body, status: 422, fields: [field] });
  }
  expect(await read()).toEqual(before);
});

test('a transfer to a department is undone like one to an agent', async () => {
  const { ann, night, params, read, transfer } = await start();
  const before = await read();
  await transfer({ department_id: night.id });
  await ann.call(chats.bulk, { body: { ids: [params.id], action: 'undo', undone: 'assign' } });
  expect(await read()).toMatchObject({ agent_id: before.agent_id, department_id: before.department_id });
});
