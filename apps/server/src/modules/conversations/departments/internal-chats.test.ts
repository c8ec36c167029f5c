import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../../../test/callers.ts';
import { addDepartment } from '../../../../test/departments.ts';
import { listEvents } from '../../../../test/events.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent } from '../../../../test/people.ts';
import { connectAgent } from '../../../../test/sockets.ts';

const { chats, departments, messages } = api;

/** Bob's department, and agents with and without access to its internal chat. */
async function start(options: { live?: boolean } = {}) {
  const app = await startApp({}, options);
  const ann = await app.owner();
  const people = {
    bob: await addAgent(app, ann, 'operator'),
    kim: await addAgent(app, ann, 'operator'),
    outsider: await addAgent(app, ann, 'operator'),
    admin: await addAgent(app, ann, 'admin'),
  };
  const department = await addDepartment(ann, [people.bob, people.kim]);
  return { app, ann, ...people, department, room: { id: department.internal_chat_id } };
}

const say = (body: string) => ({ type: 'text' as const, body });
const refusal = { status: 403, problem: { reason: 'internal_room' } };

const idsOf = async (call: Owner['call'], query: Record<string, unknown> = {}) =>
  (await call(chats.list, { query })).data.data.map(({ id }) => id);

test('every department has one internal chat, without a contact or an owner', async () => {
  const { ann, department, room } = await start();
  const other = await addDepartment(ann, []);
  expect(other.internal_chat_id).not.toBe(room.id);
  expect((await ann.call(chats.read, { params: room })).data).toMatchObject({
    is_internal: true,
    channel: 'internal',
    department_id: department.id,
    contact_id: null,
    agent_id: null,
    accepted_by: null,
    awaiting_reply: false,
    last_message_at: null,
  });
});

test('members, admins and the owner use the internal chat in the console, and no event leaves it', async () => {
  const { app, ann, bob, kim, admin, room } = await start();
  const [one, two] = [await signedIn(app, bob), await signedIn(app, kim)];
  expect((await one(messages.send, { params: room, body: say('lunch?') })).status).toBe(202);
  expect((await two(messages.addNote, { params: room, body: { body: 'at one' } })).status).toBe(201);
  for (const person of [bob, kim, admin, ann]) {
    const call = await signedIn(app, person);
    const { data } = await call(messages.list, { params: room });
    expect(data.data.map(({ body, agent_id }) => ({ body, agent_id }))).toEqual([
      { body: 'at one', agent_id: kim.agentId },
      { body: 'lunch?', agent_id: bob.agentId },
    ]);
  }
  expect((await one(chats.read, { params: room })).data).toMatchObject({ accepted_by: null, agent_id: null });
  expect(await listEvents(app, ann)).toEqual([]);
});

test('an internal chat is 404 for other operators on every route', async () => {
  const { app, ann, outsider, room } = await start();
  const call = await signedIn(app, outsider);
  const answers = [
    await call(chats.read, { params: room }),
    await call(messages.list, { params: room }),
    await call(chats.transcript, { params: room }),
    await call(messages.send, { params: room, body: say('hi') }),
    await call(messages.addNote, { params: room, body: { body: 'hi' } }),
    await call(messages.sendTyping, { params: room, body: { state: 'start' } }),
    await call(chats.close, { params: room, body: {} }),
    await call(chats.claim, { params: room, body: { agent_id: outsider.agentId } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  expect(await call(chats.bulk, { body: { ids: [room.id], action: 'close' } })).toMatchObject({ status: 422 });
  expect(await idsOf(call)).toEqual([]);
  expect(await idsOf(call, { internal: 1 })).toEqual([]);
  expect(await app.sql(`SELECT FROM messages WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
});

test('agents see the internal chat while they are in the department', async () => {
  const { app, ann, bob, outsider, department, room } = await start();
  await ann.call(departments.setAgents, { params: department.params, body: { agent_ids: [outsider.agentId] } });
  expect((await (await signedIn(app, outsider))(messages.list, { params: room })).status).toBe(200);
  expect((await (await signedIn(app, bob))(messages.list, { params: room })).status).toBe(404);
});

test('only admins and the owner see the internal chat of a removed department', async () => {
  const { app, ann, bob, admin, department, room } = await start();
  await ann.call(departments.remove, { params: department.params });
  expect((await (await signedIn(app, bob))(chats.read, { params: room })).status).toBe(404);
  for (const person of [admin, ann]) {
    const { data } = await (await signedIn(app, person))(chats.read, { params: room });
    expect(data).toMatchObject({ is_internal: true, department_id: department.id });
  }
});

test('a token finds an internal chat but cannot read it, and its transcript is refused to all', async () => {
  const { app, ann, room } = await start();
  const session = await signedIn(app, ann);
  await session(messages.send, { params: room, body: say('lunch?') });
  expect((await ann.call(chats.read, { params: room })).status).toBe(200);
  expect(await idsOf(ann.call, { internal: 1 })).toEqual([room.id]);
  expect(await ann.call(messages.list, { params: room })).toMatchObject(refusal);
  for (const call of [ann.call, session]) {
    expect(await call(chats.transcript, { params: room })).toMatchObject(refusal);
  }
});

test('a token cannot send messages, notes or typing to an internal chat', async () => {
  const { app, ann, room: params } = await start();
  const body = { ...say('hi'), agent_id: ann.agentId };
  expect(await ann.call(messages.send, { params, body })).toMatchObject(refusal);
  expect(await ann.call(messages.addNote, { params, body: { body: 'x' } })).toMatchObject(refusal);
  expect(await ann.call(messages.sendTyping, { params, body: { state: 'start' } })).toMatchObject(refusal);
  expect(await app.sql(`SELECT FROM messages WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
});

test('an internal chat of another account is 404', async () => {
  const { app, room: params } = await start();
  const eve = await app.owner();
  for (const route of [chats.read, messages.list, chats.transcript]) {
    expect((await eve.call(route, { params })).status).toBe(404);
  }
});

test('internal chats are in no view, count or search of customer chats', async () => {
  const { app, ann, room } = await start();
  const session = await signedIn(app, ann);
  await session(messages.send, { params: room, body: say('a customer writes hello') });
  const customer = (await addChat(app, ann)).params.id;
  for (const view of ['open', 'unassigned']) {
    for (const sort of ['created', 'waiting']) expect(await idsOf(session, { view, sort })).toEqual([customer]);
  }
  for (const view of ['mine', 'snoozed', 'done', 'spam', 'ai']) expect(await idsOf(session, { view })).toEqual([]);
  expect(await idsOf(session, { q: 'hello' })).toEqual([customer]);
  expect(await idsOf(session, { internal: 0 })).toEqual([customer]);
  expect(await idsOf(session, { awaiting_reply: 1 })).toEqual([customer]);
  expect((await session(chats.counts)).data).toMatchObject({ open: 1, unassigned: 1, awaiting_reply: 1, done: 0 });
});

test('an internal chat is found by its department, and by an operator only if it is their own', async () => {
  const { app, ann, bob, department, room } = await start();
  await addDepartment(ann, []);
  const call = await signedIn(app, bob);
  expect(await idsOf(call, { internal: 1 })).toEqual([room.id]);
  expect(await idsOf(call)).toEqual([room.id]);
  expect(await idsOf(ann.call, { internal: 1, department_id: department.id })).toEqual([room.id]);
});

test('an internal chat cannot be closed, snoozed or marked as spam', async () => {
  const { app, ann, room: params } = await start();
  const session = await signedIn(app, ann);
  const nobody = { status: 409, problem: { reason: 'chat_has_no_client' } };
  expect(await session(chats.close, { params, body: {} })).toMatchObject(nobody);
  for (const state of ['active', 'expired', 'spam']) {
    expect(await session(chats.setState, { params, body: { state } })).toMatchObject(nobody);
  }
  expect(await session(chats.snooze, { params, body: { until: null } })).toMatchObject(nobody);
  for (const action of ['close', 'spam', 'snooze']) {
    expect((await session(chats.bulk, { body: { ids: [params.id], action } })).status).toBe(200);
  }
  expect((await session(chats.read, { params })).data).toMatchObject({
    status: 'active',
    done_at: null,
    snoozed_at: null,
    version: 1,
  });
});

/** Sockets of agents with and without access. */
async function listening(app: TestApp, people: { email: string }[]) {
  const sockets = [];
  for (const person of people) sockets.push(await connectAgent(app, person));
  return sockets;
}

test('live messages of an internal chat reach members, admins and the owner only', async () => {
  const { app, ann, bob, kim, outsider, admin, room } = await start({ live: true });
  const near = await listening(app, [kim, admin, ann]);
  const [far] = await listening(app, [outsider]);
  const own = await connectAgent(app, bob);
  const chat_id = room.id;
  await own.call('send', { chat_id, client_message_id: 'm-1-of-the-room', type: 'text', body: 'lunch?' });
  await own.call('typing', { chat_id, state: 'start' });
  for (const socket of near) {
    const { message } = await socket.hears('message', ({ chat }) => chat.id === chat_id);
    expect(message).toMatchObject({ body: 'lunch?', agent_id: bob.agentId });
    await socket.hears('typing');
  }
  // A later event that reaches all shows that no earlier one is pending.
  const customer = (await addChat(app, ann)).params.id;
  await far?.hears('message', ({ chat }) => chat.id === customer);
  const names = far?.heard.filter(({ name }) => name === 'message' || name === 'typing' || name === 'chat');
  expect(names?.map(({ data }) => data.chat?.id ?? data.chat_id)).toEqual([customer]);
});

test('an internal chat does not exist for others over a socket either', async () => {
  const { app, bob, outsider, room } = await start({ live: true });
  const [own, far] = [await connectAgent(app, bob), await connectAgent(app, outsider)];
  expect((await own.call('chats', { ids: [room.id] })).chats).toHaveLength(1);
  expect((await far.call('chats', { ids: [room.id] })).chats).toEqual([]);
  const tries = {
    catch_up: { chat_id: room.id, after_id: 0 },
    look: { chat_id: room.id },
    send: { chat_id: room.id, client_message_id: 'm-1-of-the-room', type: 'text', body: 'hi' },
    note: { chat_id: room.id, client_message_id: 'm-2-of-the-room', body: 'hi' },
    typing: { chat_id: room.id, state: 'start' },
  };
  for (const [name, body] of Object.entries(tries)) {
    expect(await far.refused(name, body)).toMatchObject({ status: 404, reason: 'not_found' });
  }
  expect((await own.call('catch_up', { chat_id: room.id, after_id: 0 })).messages).toEqual([]);
});

test('internal chats are not routed', async () => {
  const { app, bob, room } = await start({ live: true });
  await connectAgent(app, bob);
  const call = await signedIn(app, bob);
  await call(messages.send, { params: room, body: say('lunch?') });
  expect((await call(chats.read, { params: room })).data).toMatchObject({ agent_id: null, handled_by: null });
});
