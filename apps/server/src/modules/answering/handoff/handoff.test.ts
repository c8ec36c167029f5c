import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { addAgent } from '../../../../test/people.ts';

const { chats, messages } = api;

/** Advances the clock to a time that is printed with all its digits. */
function later(app: TestApp) {
  app.clock.now = app.clock.now.round('second').add({ seconds: 30, milliseconds: 125 });
  return app.clock.now.toString({ fractionalSecondDigits: 3 }).replace('Z', '+00:00');
}

const nobody = { owner: 'human', turn: 0, operator_id: null, silence: 'ai_off' };
const speaking = { ai_enabled: true, paused_by: null, paused_at: null, api_reply_at: null, ...nobody };
const pause = { enabled: false };
const resume = { enabled: true };

test('the AI is enabled in a new chat, and its state is a bare object', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { params } = await addChat(app, ann);
  expect((await ann.call(chats.readAi, { params })).body).toEqual({ chat_id: params.id, ...speaking });
});

test('pausing the AI in the console records the agent; pausing it with a token records none', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const operator = await addAgent(app, ann, 'operator');
  const callers = [
    { call: ann.call, paused_by: null },
    { call: await signedIn(app, operator), paused_by: operator.agentId },
  ];
  for (const { call, paused_by } of callers) {
    const { params } = await addChat(app, ann);
    const paused_at = later(app);
    const silent = { chat_id: params.id, ai_enabled: false, paused_by, paused_at, api_reply_at: null, ...nobody };
    const paused = await call(chats.setAi, { params, body: pause });
    expect(paused).toMatchObject({ status: 200, body: silent });
    expect((await ann.call(chats.readAi, { params })).body).toEqual(silent);
  }
});

test('the agent who paused the AI first stays recorded until it resumes', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const session = await signedIn(app, ann);
  const { params } = await addChat(app, ann);
  const { body: first } = await session(chats.setAi, { params, body: pause });
  later(app);
  const again = await ann.call(chats.setAi, { params, body: pause });
  expect(again).toMatchObject({ status: 200, body: first });
  const resumed = await ann.call(chats.setAi, { params, body: resume });
  expect(resumed.body).toEqual({ chat_id: params.id, ...speaking });
  expect((await ann.call(chats.setAi, { params, body: resume })).body).toEqual(resumed.body);
  const paused_at = later(app);
  const { body: second } = await ann.call(chats.setAi, { params, body: pause });
  expect(second).toMatchObject({ paused_by: null, paused_at });
});

test('a reply through the API sets api_reply_at; a console reply or a note does not', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const session = await signedIn(app, ann);
  const { params } = await addChat(app, ann);
  const repliedAt = async () => (await ann.call(chats.readAi, { params })).data.api_reply_at;
  await session(messages.send, { params, body: { type: 'text', body: 'hi' } });
  await ann.call(messages.addNote, { params, body: { body: 'a regular' } });
  expect(await repliedAt()).toBeNull();
  for (let times = 0; times < 2; times += 1) {
    const at = later(app);
    await ann.call(messages.send, { params, body: { type: 'text', body: 'hello again' } });
    expect(await repliedAt()).toBe(at);
  }
});

test('neither closing nor a visitor message resumes the AI', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { params, visitor } = await addChat(app, ann);
  const { body: paused } = await ann.call(chats.setAi, { params, body: pause });
  await ann.call(chats.close, { params, body: {} });
  await visitor.write('hello again');
  expect((await ann.call(chats.readAi, { params })).body).toEqual(paused);
});

test('enabled is required and a boolean', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { params } = await addChat(app, ann);
  for (const body of [{}, { enabled: null }, { enabled: 'false' }, { enabled: 0 }]) {
    const { status, problem } = await ann.call(chats.setAi, { params, body });
    expect({ body, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({
      body,
      status: 422,
      fields: ['enabled'],
    });
  }
});
