import { api, type ChatState, chatStates } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../../../../test/callers.ts';
import { listEventData, listEvents } from '../../../../../test/events.ts';
import { startApp, type TestApp } from '../../../../../test/harness.ts';
import type { Owner } from '../../../../../test/owners.ts';

const { chats, messages } = api;

/** A chat in which a visitor has written. */
async function startChat(app: TestApp, owner: Owner) {
  const chat = await addChat(app, owner);
  const { params } = chat;
  return {
    ...chat,
    close: (reason?: string) => owner.call(chats.close, { params, body: { reason } }),
    set: (state: ChatState, reason?: string) => owner.call(chats.setState, { params, body: { state, reason } }),
    answer: (body: string) =>
      owner.call(messages.send, { params, body: { type: 'text', body, agent_id: owner.agentId } }),
  };
}

const closings = (app: TestApp, owner: Owner) => listEventData<{ reason: string }>(app, owner, 'chat.closed');

const countEvents = async (app: TestApp, owner: Owner) => (await listEvents(app, owner)).length;

/** Advances the clock to a time that is printed with all its digits. */
function later(app: TestApp) {
  app.clock.now = app.clock.now.round('second').add({ seconds: 30, milliseconds: 125 });
  return app.clock.now.toString({ fractionalSecondDigits: 3 }).replace('Z', '+00:00');
}

test.each(['active', 'ready', 'expired'] as const)('every state can be set from %s', async (from) => {
  const app = await startApp();
  const ann = await app.owner();
  for (const to of chatStates) {
    const chat = await startChat(app, ann);
    await chat.set(from);
    expect(await chat.set(to)).toMatchObject({ status: 200, data: { status: to } });
    expect((await chat.read()).status).toBe(to);
  }
});

test('spam can only become active; any other state, and closing, is 409', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  await chat.set('spam');
  const before = await chat.read();
  for (const state of ['ready', 'expired', 'spam'] as const) {
    expect((await chat.set(state)).problem).toMatchObject({ status: 409, reason: 'chat_is_spam' });
  }
  expect((await chat.close()).problem).toMatchObject({ status: 409, reason: 'chat_is_spam' });
  expect(await chat.read()).toEqual(before);
  expect(await chat.set('active')).toMatchObject({ status: 200, data: { status: 'active' } });
  expect(await closings(app, ann)).toEqual([]);
});

test('an unknown state is 422', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { params } = await startChat(app, ann);
  for (const body of [{}, { state: 'open' }, { state: 'Active' }, { state: null }, { status: 'active' }]) {
    expect((await ann.call(chats.setState, { params, body })).status).toBe(422);
  }
});

test.each(['close', 'the state expired'])('%s closes a chat, emits one event and sets done_at', async (way) => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  await chat.answer('hi');
  const end = () => (way === 'close' ? chat.close() : chat.set('expired'));
  const at = later(app);
  const closed = await end();
  expect(closed).toMatchObject({
    status: 200,
    data: { status: 'expired', done_at: at, closed_at: at, close_reason: 'api', awaiting_reply: false },
  });
  const [{ contact_id: client_id } = {}] = await app.sql<{ contact_id: number }>(
    `SELECT contact_id::int FROM chats WHERE id = ${chat.params.id}`,
  );
  const { contact_id } = closed.data;
  const data = {
    button_guid: ann.buttonGuid,
    chat_id: chat.params.id,
    client_id,
    contact_id,
    channel: 'service',
    agent_id: ann.agentId,
    reason: 'api',
    done: true,
    at,
  };
  expect(await closings(app, ann)).toEqual([data]);
  later(app);
  for (const again of [await chat.close('again'), await chat.set('expired', 'again')]) {
    expect(again).toMatchObject({ status: 200, data: closed.data });
  }
  expect(await closings(app, ann)).toHaveLength(1);
});

test('concurrent closes emit one event', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  const { version } = await chat.read();
  const answers = await Promise.all(Array.from({ length: 8 }, () => chat.close()));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await closings(app, ann)).toHaveLength(1);
  expect((await chat.read()).version).toBe(version + 1);
});

test('a chat keeps its close reason; the event says only who closed it', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const session = await signedIn(app, ann);
  const reasons: (string | null)[] = [];
  for (const call of [ann.call, session]) {
    for (const reason of [undefined, 'rude, call +7 900 000-00-00']) {
      const { params } = await startChat(app, ann);
      reasons.push((await call(chats.close, { params, body: { reason } })).data.close_reason);
    }
  }
  expect(reasons).toEqual(['api', 'rude, call +7 900 000-00-00', 'agent', 'rude, call +7 900 000-00-00']);
  expect((await closings(app, ann)).map(({ reason }) => reason)).toEqual(['api', 'api', 'agent', 'agent']);
});

test('a reason has up to 1,000 characters and is not blank', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { close } = await startChat(app, ann);
  for (const reason of ['', ' ', 'я'.repeat(1_001)]) expect((await close(reason)).status).toBe(422);
  expect((await close('я'.repeat(1_000))).data.close_reason).toBe('я'.repeat(1_000));
});

test.each(['the state active', 'the visitor', 'an agent'])('%s reopens a closed chat', async (who) => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  await chat.close('done');
  later(app);
  if (who === 'the visitor') await chat.visitor.write('one more thing');
  else if (who === 'an agent') await chat.answer('did it work?');
  else await chat.set('active');
  expect(await chat.read()).toMatchObject({ status: 'active', done_at: null, closed_at: null, close_reason: null });
  expect((await ann.call(chats.list)).data.data).toHaveLength(1);
  expect((await ann.call(messages.list, { params: chat.params })).data.data).toHaveLength(
    who === 'the state active' ? 1 : 2,
  );
});

test('a note does not reopen a chat', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  const { data: closed } = await chat.close();
  await ann.call(messages.addNote, { params: chat.params, body: { body: 'was rude' } });
  expect(await chat.read()).toEqual({ ...closed, version: closed.version + 1 });
});

test('setting active on active or ready, and ready on ready, is 200', async () => {
  const app = await startApp();
  const chat = await startChat(app, await app.owner());
  const { version } = await chat.read();
  expect(await chat.set('active')).toMatchObject({ status: 200, data: { status: 'active', version } });
  expect(await chat.set('ready')).toMatchObject({ status: 200, data: { status: 'ready', version: version + 1 } });
  expect(await chat.set('ready')).toMatchObject({ status: 200, data: { status: 'ready', version: version + 1 } });
  expect(await chat.set('active')).toMatchObject({ status: 200, data: { status: 'active', version: version + 2 } });
});

test('a chat closed by inactivity can become done without a second chat.closed', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  app.clock.now = app.clock.now.add({ minutes: 7 });
  await app.run('chats.sweep');
  const silent = await chat.read();
  expect(silent).toMatchObject({ status: 'expired', close_reason: 'inactivity', done_at: null, awaiting_reply: true });
  const at = later(app);
  expect((await chat.close('resolved')).data).toMatchObject({ status: 'expired', done_at: at, awaiting_reply: false });
  expect((await closings(app, ann)).map(({ reason }) => reason)).toEqual(['inactivity']);
});

test('a visitor message or a reopen clears done_at, also after the sweep reopened the chat', async () => {
  const app = await startApp();
  const ann = await app.owner();
  for (const takeUp of ['write', 'open'] as const) {
    const chat = await startChat(app, ann);
    await chat.close();
    await app.run('chats.sweep');
    expect(await chat.read()).toMatchObject({ status: 'active', done_at: expect.any(String), closed_at: null });
    if (takeUp === 'write') await chat.visitor.write('and another thing');
    else await chat.set('active');
    expect(await chat.read()).toMatchObject({ status: 'active', done_at: null });
  }
});

test('a spam chat stores messages without events and stays spam', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  await chat.set('spam');
  const before = await countEvents(app, ann);
  await chat.visitor.write('buy now');
  expect((await chat.answer('please stop')).status).toBe(202);
  expect(await chat.read()).toMatchObject({ status: 'spam', awaiting_reply: false, waiting_since: null });
  const stored = (await ann.call(messages.list, { params: chat.params })).data.data.map(({ body }) => body);
  expect(stored).toEqual(['please stop', 'buy now', 'hello']);
  expect(await countEvents(app, ann)).toBe(before);
});

test('marking a chat as spam emits no event, whatever its state', async () => {
  const app = await startApp();
  const ann = await app.owner();
  for (const from of ['active', 'ready', 'expired'] as const) {
    const chat = await startChat(app, ann);
    await chat.set(from);
    const before = await countEvents(app, ann);
    expect((await chat.set('spam')).status).toBe(200);
    expect(await countEvents(app, ann)).toBe(before);
  }
});
