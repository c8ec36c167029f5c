import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAi, addAiChat, configureAi } from '../../../../test/answering.ts';
import { addActiveBot, addCalledChat, BOT_SECRET, shareBots, startBot } from '../../../../test/bots.ts';
import { withToken } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addConnectedAgent } from '../../../../test/people.ts';
import { until } from '../../../../test/until.ts';

const { aiBridge, chats } = api;
const shared = shareBots();

/** A chat about which a bot was called; nobody waits for the call. */
async function start() {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await addCalledChat(app, ann);
  const { room_id, causation_id } = chat.called;
  return {
    app,
    ann,
    chat,
    room_id,
    causation_id,
    reply: (body: object = { content: 'Hello!' }) =>
      ann.call(aiBridge.reply, { body: { room_id, causation_id, ...body } }),
  };
}

type Started = Awaited<ReturnType<typeof start>>;

const refusal = ({ status, problem }: Awaited<ReturnType<Started['reply']>>) => `${status} ${problem.reason}`;

/** A chat whose bot has accepted the call. */
async function startAccepted(given: { isCredential?: boolean } = {}) {
  const app = shared();
  const [ann, bot] = [await app.owner(), await startBot()];
  const credential = { provider: 'webhook', base_url: bot.url, signing_secret: BOT_SECRET, api_key: 'k', model: null };
  if (given.isCredential) await addAi(ann, { credential, assistant: { persona: 'x'.repeat(150) } });
  else await addActiveBot(ann, bot);
  const chat = await addAiChat(app, ann, 'when do you open?');
  const { call } = await bot.asked();
  await until(async () => (await chat.explain()).turns[0]?.outcome === 'waiting', 'the answer is awaited');
  const { room_id, causation_id } = call;
  const reply = (body: object) => ann.call(aiBridge.reply, { body: { room_id, causation_id, ...body } });
  return { app, ann, bot, chat, call, reply };
}

test.each([false, true])(
  'a bot answers later, as if at once; a webhook credential alike (%s)',
  async (isCredential) => {
    const { ann, chat, call, reply } = await startAccepted({ isCredential });
    const { status, body } = await reply({ content: 'At **nine**.' });
    const message = (await chat.list()).at(-1);
    expect({ status, body }).toEqual({
      status: 202,
      body: { chat_id: call.room_id, message_id: message?.id, handoff: null },
    });
    expect(message).toMatchObject({ sender: 'ai', agent_id: call.operator_id, markdown: 'At **nine**.' });
    expect((await chat.explain()).turns).toMatchObject([
      { outcome: 'answered', why: null, message_id: message?.id, attempts: [{ status: 202, error: null }] },
    ]);
    expect(await chat.read()).toMatchObject({
      handled_by: { agent_id: call.operator_id, type: 'ai' },
      reply_owner: 'ai',
    });
    const { rows } = (await ann.call(api.aiUsage.read)).data;
    expect(rows).toMatchObject([{ purpose: 'reply', model: 'webhook', calls: 1, failures: 0 }]);
  },
);

test('a reply that arrives before the response to the call counts, and the call is broken off', async () => {
  const app = shared();
  const [ann, bot] = [await app.owner(), await startBot()];
  await addActiveBot(ann, bot);
  bot.next(() => undefined);
  const chat = await addAiChat(app, ann);
  const { room_id, causation_id } = (await bot.asked()).call;
  const answer = await ann.call(aiBridge.reply, { body: { room_id, causation_id, content: 'Fast.' } });
  expect(answer.status).toBe(202);
  expect(await chat.said()).toEqual(['client: hello', 'ai: Fast.']);
  expect((await chat.explain()).turns).toMatchObject([{ outcome: 'answered' }]);
  await chat.visitor.write('and now?');
  await bot.asked(2);
});

test('escalate hands the chat over after the reply', async () => {
  const { app, ann, reply, chat } = await start();
  const bob = await addConnectedAgent(app, ann);
  const { body } = await reply({ content: 'A colleague will help.', escalate: true });
  expect(body).toMatchObject({ message_id: expect.any(Number), handoff: 'started' });
  expect((await chat.said()).slice(0, 2)).toEqual(['client: hello', 'ai: A colleague will help.']);
  expect((await chat.explain()).turns).toMatchObject([{ outcome: 'escalated', why: 'caller' }]);
  expect(await chat.read()).toMatchObject({ agent_id: bob.agentId, reply_owner: 'human' });
});

test('without anybody at work, the handoff is unavailable', async () => {
  const { reply } = await start();
  expect((await reply({ escalate: true })).body).toMatchObject({ message_id: null, handoff: 'unavailable' });
});

test.each<[string, object, string, string[]]>([
  ['the marker', { content: 'Wait. [KEY_TO_OPERATOR]' }, 'marker', ['ai: Wait.']],
  ['no content', {}, 'empty', []],
  ['null', { content: null }, 'empty', []],
  ['spaces', { content: '  ' }, 'empty', []],
])('%s hands over', async (_what, body, why, shown) => {
  const { chat, reply } = await start();
  expect((await reply(body)).status).toBe(202);
  expect((await chat.explain()).turns).toMatchObject([{ outcome: 'escalated', why }]);
  expect((await chat.said()).filter((line) => line.startsWith('ai:'))).toEqual(shown);
});

test('a marker in another case is text, and links that are not web addresses are dropped', async () => {
  const { chat, reply } = await start();
  await reply({ content: '[key_to_operator] [here](javascript:alert(1))' });
  expect((await chat.said()).at(-1)).toMatch(/^ai: \[key_to_operator\] here/);
});

test('a reply that reveals the persona is not shown, and handed over', async () => {
  const { chat, reply } = await startAccepted({ isCredential: true });
  expect((await reply({ content: `They said: ${'x'.repeat(120)}` })).body).toMatchObject({ message_id: null });
  expect((await chat.explain()).turns).toMatchObject([{ outcome: 'escalated', why: 'floor' }]);
});

test('escalating takes responder:escalate, asked after validation and before the id is read', async () => {
  const { app, ann, room_id, causation_id, chat } = await start();
  const call = await withToken(app, ann, ['responder:inject']);
  const reply = (body: object) => call(aiBridge.reply, { body: { room_id, causation_id, ...body } });
  const missing = { status: 403, reason: 'missing_scope', required_scopes: ['responder:escalate'] };
  for (const body of [{ escalate: true }, { content: 'Wait [KEY_TO_OPERATOR]' }]) {
    expect((await reply(body)).problem).toMatchObject(missing);
    expect((await reply({ ...body, causation_id: 'nonsense' })).problem).toMatchObject(missing);
    expect((await reply({ ...body, room_id: 0 })).status).toBe(422);
  }
  expect((await reply({ content: '' })).body).toMatchObject({ message_id: null, handoff: 'unavailable' });
  expect((await chat.explain()).turns).toMatchObject([{ why: 'empty' }]);
});

test('forged, foreign and expired causation ids are one 404', async () => {
  const { app, ann, reply, room_id, causation_id } = await start();
  const bob = await app.owner();
  const foreign = await bob.call(aiBridge.reply, { body: { room_id, causation_id, content: 'Hi' } });
  const [payload = '', mac = ''] = causation_id.split('.');
  const answers = [foreign];
  const respelled = [
    `${payload}=.${mac}`,
    `${payload}x.${mac}`,
    `${payload}xx.${mac}`,
    `${payload}.${mac}=`,
    `${causation_id}.x`,
  ];
  for (const forged of ['x', `${payload}.`, `${payload}.${mac.slice(0, -4)}AAAA`, ...respelled]) {
    answers.push(await reply({ causation_id: forged, content: 'Hi' }));
  }
  app.clock.now = app.clock.now.add({ minutes: 15 });
  answers.push(await reply());
  const told = answers.map(({ problem }) => ({ ...problem, instance: undefined }));
  for (const each of told) expect(each).toEqual({ ...told[0], status: 404, reason: 'not_found' });
  app.clock.now = app.clock.now.subtract({ seconds: 1 });
  expect((await reply()).status).toBe(202);
  expect((await ann.call(chats.read, { params: { id: room_id } })).data.last_seq).toBe(2);
});

test('an id of another chat is a mismatch, and is not used up', async () => {
  const { app, ann, reply } = await start();
  const other = await addCalledChat(app, ann);
  expect(refusal(await reply({ room_id: other.params.id, content: 'Hi' }))).toBe('409 causation_mismatch');
  expect(refusal(await reply({ room_id: 999_999_999, content: 'Hi' }))).toBe('409 causation_mismatch');
  expect((await reply()).status).toBe(202);
});

test('an id serves once', async () => {
  const { reply, chat } = await start();
  expect((await reply()).status).toBe(202);
  for (const body of [{ content: 'Hello!' }, { content: 'Again' }, { escalate: true }]) {
    expect(refusal(await reply(body))).toBe('409 causation_used');
  }
  expect(await chat.said()).toEqual(['client: hello', 'ai: Hello!']);
});

test('a call that was answered at once takes no second answer', async () => {
  const app = shared();
  const [ann, bot] = [await app.owner(), await startBot()];
  await addActiveBot(ann, bot);
  bot.next({ content: 'At once.' });
  const chat = await addAiChat(app, ann);
  await chat.settled();
  const { room_id, causation_id } = (await bot.asked()).call;
  expect(refusal(await ann.call(aiBridge.reply, { body: { room_id, causation_id, content: 'Later.' } }))).toBe(
    '409 causation_used',
  );
});

test.each<[string, (started: Started) => Promise<unknown>]>([
  ['a person replied', ({ chat }) => chat.reply('I am here')],
  ['the visitor wrote again', ({ chat }) => chat.visitor.write('hello?')],
  ['the AI was paused', ({ ann, chat }) => ann.call(chats.setAi, { params: chat.params, body: { enabled: false } })],
  ['the AI was switched off', ({ ann }) => configureAi(ann, { enabled: false })],
  ['the chat was closed', ({ ann, chat }) => ann.call(chats.close, { params: chat.params, body: {} })],
  [
    'the operator was paused',
    ({ app, chat }) => app.sql(`UPDATE external_operators SET state = 'paused' WHERE agent_id = ${chat.operatorId}`),
  ],
  ['the chat was handed over', async ({ ann, chat }) => ann.call(aiBridge.handOver, { body: chat.called })],
])('a reply after %s is superseded and not shown', async (_what, act) => {
  const started = await start();
  await act(started);
  const before = await started.chat.said();
  expect(refusal(await started.reply())).toBe('409 reply_superseded');
  expect(await started.chat.said()).toEqual(before);
});

test('a reply after the wait is over is superseded', async () => {
  const { app, chat, reply } = await startAccepted();
  app.clock.now = app.clock.now.add({ seconds: 120 });
  await until(async () => (await chat.explain()).turns[0]?.outcome === 'escalated', 'the chat is handed over');
  expect(refusal(await reply({ content: 'Late.' }))).toBe('409 reply_superseded');
});

test('what is refused uses up nothing, and malformed bodies are named', async () => {
  const { reply, room_id } = await start();
  for (const [body, field] of [
    [{ content: 'x'.repeat(10_001) }, 'content'],
    [{ content: 5 }, 'content'],
    [{ escalate: 'yes' }, 'escalate'],
    [{ escalate: null }, 'escalate'],
    [{ room_id: 'x' }, 'room_id'],
    [{ causation_id: '' }, 'causation_id'],
    [{ trigger_message_id: 5 }, 'trigger_message_id'],
  ] as const) {
    const { status, problem } = await reply(body);
    expect([field, status, Object.keys(problem.errors ?? {})]).toEqual([field, 422, [field]]);
  }
  expect((await reply({ content: 'x'.repeat(10_000) })).body).toMatchObject({ chat_id: room_id });
});

test('in shadow mode a later answer is a draft', async () => {
  const app = shared();
  const [ann, bot] = [await app.owner(), await startBot()];
  await addActiveBot(ann, bot);
  await configureAi(ann, { shadow_mode: true });
  const chat = await addAiChat(app, ann);
  const { room_id, causation_id } = (await bot.asked()).call;
  await until(async () => (await chat.explain()).turns[0]?.outcome === 'waiting', 'the answer is awaited');
  const { body } = await ann.call(aiBridge.reply, { body: { room_id, causation_id, content: 'A draft.' } });
  const draft = (await chat.list()).at(-1);
  expect(body).toEqual({ chat_id: room_id, message_id: draft?.id, handoff: null });
  expect(draft).toMatchObject({ body: 'A draft.', origin: 'shadow', private: true, seq: null });
});

test('a takeover that is accepted and not answered goes back to people', async () => {
  const app = shared();
  const [ann, bot]: [Owner, Awaited<ReturnType<typeof startBot>>] = [await app.owner(), await startBot()];
  await addActiveBot(ann, bot);
  await configureAi(ann, { takeover_timeout_sec: 10 });
  bot.next({ content: 'Hi.' });
  const chat = await addAiChat(app, ann);
  await chat.settled();
  await chat.reply('one moment');
  await chat.visitor.write('well?');
  app.clock.now = app.clock.now.add({ seconds: 10 });
  await bot.asked(2);
  await until(async () => (await chat.ai()).owner === 'ai', 'the bot has taken over');
  await until(async () => (await chat.explain()).turns[0]?.attempts.length === 1, 'the call is accepted');
  app.clock.now = app.clock.now.add({ seconds: 120 });
  await until(async () => (await chat.explain()).turns[0]?.outcome === 'escalated', 'it is handed over');
  expect(await chat.ai()).toMatchObject({ owner: 'human', silence: 'handed_over' });
});
