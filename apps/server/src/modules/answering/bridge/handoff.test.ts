import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addCalledChat } from '../../../../test/bots.ts';
import { withToken } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import { addConnectedAgent } from '../../../../test/people.ts';

const { aiBridge, chats } = api;

async function start() {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await addCalledChat(app, ann);
  const { trigger_message_id: _, ...caused } = chat.called;
  const send = async (route: typeof aiBridge.checkPermission | typeof aiBridge.handOver, body: object) =>
    ann.call(route as typeof aiBridge.handOver, { body: { ...chat.called, ...body } });
  return {
    app,
    ann,
    chat,
    ask: (body: object = {}) => send(aiBridge.checkPermission, body),
    allowed: async () => ((await send(aiBridge.checkPermission, {})).body as unknown as { allowed: boolean }).allowed,
    handOver: (body: object = {}) => send(aiBridge.handOver, body),
    handoff: async () => (await send(aiBridge.handOver, {})).data.handoff,
    reply: (body: object = { content: 'Hello!' }) => ann.call(aiBridge.reply, { body: { ...caused, ...body } }),
  };
}

type Started = Awaited<ReturnType<typeof start>>;

test('a permission says whether a reply would be shown now, and uses up nothing', async () => {
  const { app, ask, reply } = await start();
  const { status, body } = await ask();
  expect({ status, body }).toEqual({ status: 200, body: { allowed: true, observed_at: expect.any(String) } });
  const { observed_at } = body as unknown as { observed_at: string };
  expect(Date.parse(observed_at)).toBe(app.clock.now.epochMilliseconds);
  expect((await reply()).status).toBe(202);
});

test.each<[string, (started: Started) => unknown]>([
  ['used', ({ reply }) => reply()],
  [
    'expired',
    ({ app }) => {
      app.clock.now = app.clock.now.add({ minutes: 15 });
    },
  ],
  ['superseded by a person', ({ chat }) => chat.reply('I am here')],
  ['superseded by the visitor', ({ chat }) => chat.visitor.write('hello?')],
  ['superseded by a handoff', ({ handOver }) => handOver()],
])('an id that is %s is not allowed to reply', async (_what, act) => {
  const started = await start();
  await act(started);
  expect(await started.allowed()).toBe(false);
});

test('unknown rooms, messages and ids are 422 by name, for permissions and handoffs', async () => {
  const { app, ann, chat, ask, handOver } = await start();
  const other = await addCalledChat(app, ann);
  const bob = await app.owner();
  const theirs = await addCalledChat(app, bob);
  for (const call of [ask, handOver]) {
    for (const [field, body] of [
      ['room_id', { room_id: 999_999_999 }],
      ['room_id', { room_id: theirs.params.id }],
      ['trigger_message_id', { trigger_message_id: 999_999_999 }],
      ['causation_id', { causation_id: 'forged' }],
      ['causation_id', { causation_id: theirs.called.causation_id }],
      ['causation_id', { causation_id: other.called.causation_id }],
    ] as const) {
      const { status, problem } = await call(body);
      expect([body, status, Object.keys(problem.errors ?? {})]).toEqual([body, 422, [field]]);
    }
  }
  expect(await chat.ai()).toMatchObject({ owner: 'ai' });
});

test('a handoff is started, then pending, and covered once a person has answered', async () => {
  const { app, ann, chat, handoff } = await start();
  const bob = await addConnectedAgent(app, ann);
  expect(await handoff()).toBe('started');
  expect(await chat.read()).toMatchObject({ agent_id: bob.agentId, reply_owner: 'human' });
  expect((await chat.explain()).turns).toMatchObject([{ outcome: 'escalated', why: 'caller' }]);
  expect(await handoff()).toBe('pending');
  await chat.reply('I am here');
  expect(await handoff()).toBe('covered');
});

test('a handoff without anybody at work is unavailable, and the chat waits for people', async () => {
  const { chat, handoff } = await start();
  expect(await handoff()).toBe('unavailable');
  expect(await chat.ai()).toMatchObject({ owner: 'human', silence: 'handed_over' });
  expect((await chat.said()).at(-1)).toMatch(/^system: /);
  expect(await handoff()).toBe('pending');
});

test('a chat that a person has is covered', async () => {
  const { app, ann, chat, handoff } = await start();
  const bob = await addConnectedAgent(app, ann);
  await ann.call(chats.claim, { params: chat.params, body: { agent_id: bob.agentId } });
  expect(await handoff()).toBe('covered');
});

test('an operator may hand over after it has replied, and no phrase repeats that', async () => {
  const { app, ann, chat, handoff, reply } = await start();
  await addConnectedAgent(app, ann);
  await reply({ content: 'I will get a colleague.' });
  expect(await handoff()).toBe('started');
  expect(await chat.said()).toEqual(['client: hello', 'ai: I will get a colleague.']);
});

test('permissions and handoffs need responder:inject alone', async () => {
  const { app, ann, chat } = await start();
  const call = await withToken(app, ann, ['responder:inject']);
  expect((await call(aiBridge.checkPermission, { body: chat.called })).status).toBe(200);
  expect((await call(aiBridge.handOver, { body: chat.called })).status).toBe(200);
});
