import { api, site } from '@parley/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addAnsweredVisitor, addVisitor } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import { addAgent } from '../../../../test/people.ts';
import { type AgentSocket, connectAgent, connectVisitor, type VisitorSocket } from '../../../../test/sockets.ts';

const { chats, messages } = api;

/** A chat with an agent and the visitor connected. */
async function startChat() {
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  const visitor = await addAnsweredVisitor(app, ann);
  const params = { button_guid: ann.buttonGuid };
  return {
    app,
    ann,
    visitor,
    chatId: visitor.chatId,
    ours: await connectAgent(app, ann),
    theirs: await connectVisitor(app, ann, visitor),
    type: (state: unknown, id: unknown = visitor.chatId) =>
      ann.call(messages.sendTyping, { params: { id }, body: { state } }),
    typeAsVisitor: (body: object) => visitor.call(site.visitor.sendTyping, { params, body }),
  };
}

/** Typing events so far: a response arrives after the events before it. */
async function heard(socket: AgentSocket | VisitorSocket) {
  await (socket as AgentSocket).refused('nothing');
  return socket.heard.filter(({ name }) => name === 'typing').map(({ data }) => data);
}

/** Advances this process's clock. */
function passSeconds(seconds: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });
  onTestFinished(() => void vi.useRealTimers());
}

test('agent typing reaches the visitor, and every agent with the chat and the author', async () => {
  const { app, ann, chatId, ours, theirs, type } = await startChat();
  const bob = await addAgent(app, ann, 'operator');
  const colleague = await connectAgent(app, bob);
  expect(await colleague.call('typing', { chat_id: chatId, state: 'start' })).toEqual({
    chat_id: chatId,
    state: 'start',
    dispatched: true,
  });
  expect(await type('stop')).toMatchObject({
    status: 202,
    data: { chat_id: chatId, state: 'stop', dispatched: true },
  });
  const said = [
    { chat_id: chatId, side: 'agent', agent_id: bob.agentId, state: 'start' },
    { chat_id: chatId, side: 'agent', state: 'stop' },
  ];
  for (const socket of [ours, colleague]) expect(await heard(socket)).toEqual(said);
  expect(await heard(theirs)).toEqual([{ state: 'start' }, { state: 'stop' }]);
});

test('visitor typing reaches every agent, over a socket or HTTP, but not the visitor', async () => {
  const { chatId, ours, theirs, typeAsVisitor } = await startChat();
  expect(await theirs.call('typing', { state: 'start' })).toEqual({});
  expect(await typeAsVisitor({ state: 'stop' })).toMatchObject({ status: 202, body: undefined });
  expect(await heard(ours)).toEqual([
    { chat_id: chatId, side: 'client', state: 'start' },
    { chat_id: chatId, side: 'client', state: 'stop' },
  ]);
  expect(await heard(theirs)).toEqual([]);
});

test('typing is throttled to one event in five seconds per chat, side and state', async () => {
  const { ours, theirs, type, typeAsVisitor } = await startChat();
  const dispatched = async (state: string) => (await type(state)).data.dispatched;
  expect([await dispatched('start'), await dispatched('start'), await dispatched('start')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([await dispatched('stop'), await dispatched('stop')]).toEqual([true, false]);
  for (const state of ['start', 'start', 'stop']) await typeAsVisitor({ state });
  expect(await heard(theirs)).toHaveLength(2);
  expect(await heard(ours)).toHaveLength(4);
  passSeconds(4);
  expect(await dispatched('start')).toBe(false);
  passSeconds(2);
  expect(await dispatched('start')).toBe(true);
  expect(await heard(ours)).toHaveLength(5);
});

test('the typed text reaches only agents viewing the chat, about once a second', async () => {
  const { app, ann, chatId, ours, theirs } = await startChat();
  const colleague = await connectAgent(app, await addAgent(app, ann, 'operator'));
  await ours.call('look', { chat_id: chatId });
  await theirs.call('typing', { state: 'start', text: 'he' });
  await theirs.call('typing', { state: 'start', text: 'hel' });
  passSeconds(1.1);
  await theirs.call('typing', { state: 'start', text: 'hello' });
  const said = { chat_id: chatId, side: 'client', state: 'start' };
  expect(await heard(ours)).toEqual([said, { ...said, text: 'he' }, { ...said, text: 'hello' }]);
  expect(await heard(colleague)).toEqual([said]);
  await ours.call('look', { chat_id: null });
  passSeconds(3);
  await theirs.call('typing', { state: 'start', text: 'secret' });
  for (const socket of [ours, colleague]) expect(JSON.stringify(await heard(socket))).not.toContain('secret');
});

test('typing in one chat does not throttle another', async () => {
  const { app, ann, type } = await startChat();
  const other = await addAnsweredVisitor(app, ann);
  await type('start');
  expect((await type('start', other.chatId)).data).toMatchObject({ chat_id: other.chatId, dispatched: true });
});

test('typing does not change the chat', async () => {
  const { ann, chatId, type, theirs } = await startChat();
  const readChat = async () => (await ann.call(chats.read, { params: { id: chatId } })).data;
  const before = await readChat();
  await type('start');
  await theirs.call('typing', { state: 'start', text: 'hello' });
  expect(await readChat()).toEqual(before);
});

test('a chat that is unknown, or belongs to another account, is 404', async () => {
  const { app, ours, type } = await startChat();
  const foreign = await addAnsweredVisitor(app, await app.owner());
  for (const id of [987_654, foreign.chatId, 0]) expect((await type('start', id)).status).toBe(404);
  for (const chat_id of [987_654, foreign.chatId]) {
    expect(await ours.refused('typing', { chat_id, state: 'start' })).toMatchObject({ status: 404 });
  }
  expect(await heard(ours)).toEqual([]);
});

test('state is start or stop, required for agents, and start by default for visitors', async () => {
  const { chatId, ours, theirs, type, typeAsVisitor } = await startChat();
  for (const state of ['on', '', true, undefined]) {
    expect((await type(state)).problem).toMatchObject({ status: 422, errors: { state: [expect.any(String)] } });
    expect(await ours.refused('typing', { chat_id: chatId, state })).toMatchObject({ reason: 'validation_failed' });
    expect(await theirs.refused('typing', { state })).toMatchObject({ reason: 'validation_failed' });
  }
  expect((await typeAsVisitor({ state: 'on' })).status).toBe(422);
  expect((await typeAsVisitor({})).status).toBe(202);
  expect(await heard(ours)).toEqual([{ chat_id: chatId, side: 'client', state: 'start' }]);
});

test('typing of a visitor without a chat, or in a spam chat, is not published', async () => {
  const { app, ann, chatId, ours, theirs } = await startChat();
  const silent = await connectVisitor(app, ann, await addVisitor(app, ann));
  await ours.call('look', { chat_id: chatId });
  expect(await silent.call('typing', { state: 'start', text: 'hello' })).toEqual({});
  await ann.call(chats.setState, { params: { id: chatId }, body: { state: 'spam' } });
  expect(await theirs.call('typing', { state: 'start', text: 'hello' })).toEqual({});
  expect(await heard(ours)).toEqual([]);
});

test('typing does not reach agents or visitors of another widget', async () => {
  const { app, theirs, type } = await startChat();
  const bob = await app.owner();
  const [agent, visitor] = [
    await connectAgent(app, bob),
    await connectVisitor(app, bob, await addAnsweredVisitor(app, bob)),
  ];
  await type('start');
  await theirs.call('typing', { state: 'start' });
  for (const socket of [agent, visitor]) expect(await heard(socket)).toEqual([]);
});
