import { api } from '@parley/contract';
import { verifyWebhook } from '@parley/sdk';
import { expect, test } from 'vitest';
import { addAi, addAiChat, configureAi } from '../../../../test/answering.ts';
import { addActiveBot, BOT_SECRET, type Bot, shareBots, startBot } from '../../../../test/bots.ts';
import { addEmbedding } from '../../../../test/knowledge.ts';
import { addRules } from '../../../../test/knowledge-answers.ts';
import { addExternalOperator } from '../../../../test/operators.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addConnectedAgent } from '../../../../test/people.ts';
import { until } from '../../../../test/until.ts';

const shared = shareBots();

async function start(given: object = {}) {
  const app = shared();
  const [ann, bot] = [await app.owner(), await startBot()];
  return { app, ann, bot, operator: await addActiveBot(ann, bot, given) };
}

type Started = Omit<Awaited<ReturnType<typeof start>>, 'operator'>;

/** A widget whose AI operator answers through a credential of the provider `webhook`. */
async function startCredential(): Promise<Started & { operatorId: number }> {
  const app = shared();
  const [ann, bot] = [await app.owner(), await startBot()];
  const credential = { provider: 'webhook', base_url: `${bot.url}/bot`, signing_secret: BOT_SECRET, api_key: 'sk-bot' };
  const { operatorId } = await addAi(ann, { credential: { ...credential, model: null } });
  return { app, ann, bot, operatorId };
}

const listAlerts = async (ann: Owner) => (await ann.call(api.aiAlerts.list, { query: {} })).data.data;

const waits = (chat: Awaited<ReturnType<typeof addAiChat>>) =>
  until(async () => (await chat.explain()).turns[0]?.outcome === 'waiting', 'the answer is awaited');

async function expectSigned(bot: Bot, event: string) {
  const { headers, text } = await bot.asked();
  const signature = String(headers['x-service-signature']);
  expect(await verifyWebhook({ body: text, signature, secret: BOT_SECRET })).toBe(true);
  expect(await verifyWebhook({ body: text, signature, secret: 'another secret' })).toBe(false);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Parley',
    'x-service-event': event,
    'x-service-idempotency-key': expect.stringMatching(/^call_/),
    'x-service-delivery': expect.stringMatching(/^dlv_/),
    'x-service-timestamp': expect.stringMatching(/^\d+$/),
  });
  return headers;
}

test('an external operator gets a signed call with the message, the history and the contact', async () => {
  const { app, ann, bot, operator } = await start();
  const chat = await addAiChat(app, ann, 'my card is 4111 1111 1111 1111');
  const { call, path } = await bot.asked();
  const headers = await expectSigned(bot, 'message');
  expect(headers).not.toHaveProperty('authorization');
  const [message] = await chat.list();
  const { contact_id } = await chat.read();
  const asked = { id: message?.id, type: 'text', body: message?.body, created_at: message?.created_at };
  expect(path).toBe('/bot');
  expect(call).toEqual({
    event: 'message',
    room_id: chat.params.id,
    trigger_message_id: message?.id,
    causation_id: expect.stringMatching(/^[\w-]+\.[\w-]+$/),
    operator_id: operator.operator_id,
    message: asked,
    history: [{ ...asked, sender: 'client' }],
    contact: { id: contact_id, name: null },
    locale: expect.any(String),
  });
  expect(call.message.body).toContain('4111 1111 1111 1111');
});

test('the history has the last twenty messages, oldest first', async () => {
  const { app, ann, bot } = await start();
  bot.next({ content: 'one' });
  const chat = await addAiChat(app, ann, 'message 0');
  await chat.settled();
  for (let number = 1; number <= 21; number += 1) {
    bot.next({ content: `reply ${number}` });
    await chat.visitor.write(`message ${number}`);
    await until(async () => (await chat.said()).at(-1) === `ai: reply ${number}`, 'the bot has replied');
  }
  const { call } = await bot.asked(22);
  expect(call.history).toHaveLength(20);
  expect(call.history.at(-1)).toMatchObject({ sender: 'client', body: 'message 21' });
  expect(call.history[0]).toMatchObject({ sender: 'ai', body: 'reply 11' });
});

test('the key is sent as a bearer', async () => {
  const { app, ann, bot } = await start({ api_key: 'sk-bot' });
  await addAiChat(app, ann);
  expect((await bot.asked()).headers.authorization).toBe('Bearer sk-bot');
});

test('an answer of 200 is the reply, of an AI', async () => {
  const { app, ann, bot, operator } = await start();
  bot.next({ content: 'We open at nine.' });
  const chat = await addAiChat(app, ann);
  const [turn] = await chat.settled();
  expect(turn).toMatchObject({
    outcome: 'answered',
    operator_id: operator.operator_id,
    assistant_id: null,
    attempts: [{ credential_id: null, provider: 'webhook', status: 200, error: null }],
  });
  expect(await chat.said()).toEqual(['client: hello', 'ai: We open at nine.']);
  expect(await chat.read()).toMatchObject({ handled_by: { agent_id: operator.operator_id, type: 'ai' } });
});

test('an external operator is asked before AI operators, unless one of those has answered the chat', async () => {
  const { app, ann, bot } = await start();
  await addAi(ann);
  bot.next({ content: 'Bot here.' });
  const chat = await addAiChat(app, ann);
  await chat.settled();
  expect((await chat.said()).at(-1)).toBe('ai: Bot here.');
});

test.each([
  ['escalate', { content: 'A colleague will help.', escalate: true }, 'external', 'ai: A colleague will help.'],
  ['the marker', { content: 'Wait. [KEY_TO_OPERATOR]' }, 'marker', 'ai: Wait.'],
])('%s hands the chat over and shows the rest', async (_what, answer, why, shown) => {
  const { app, ann, bot } = await start();
  const bob = await addConnectedAgent(app, ann);
  bot.next(answer);
  const chat = await addAiChat(app, ann);
  expect(await chat.settled()).toMatchObject([{ outcome: 'escalated', why }]);
  expect((await chat.said()).slice(0, 2)).toEqual(['client: hello', shown]);
  expect(await chat.read()).toMatchObject({ agent_id: bob.agentId, reply_owner: 'human' });
});

test('an empty answer hands the chat over', async () => {
  const { app, ann, bot } = await start();
  bot.next({});
  const chat = await addAiChat(app, ann);
  expect(await chat.settled()).toMatchObject([{ outcome: 'escalated', why: 'empty' }]);
});

test.each([
  ['a refusal', [403], ['unauthorized']],
  ['two failures', [500, 503], ['server_error', 'server_error']],
])('%s hands the chat over, with an alert', async (_what, statuses, errors) => {
  const { app, ann, bot, operator } = await start();
  bot.next(...statuses);
  const chat = await addAiChat(app, ann);
  const [turn] = await chat.settled();
  expect(turn).toMatchObject({ outcome: 'escalated', why: 'external' });
  expect(turn?.attempts.map(({ error }) => error)).toEqual(errors);
  expect(await listAlerts(ann)).toMatchObject([
    { kind: 'external_failed', operator_id: operator.operator_id, chat_id: chat.params.id, count: errors.length },
  ]);
});

test('a second try has the same idempotency key and causation id, and its answer counts', async () => {
  const { app, ann, bot } = await start();
  bot.next(500, { content: 'Sorry, here I am.' });
  const chat = await addAiChat(app, ann);
  await chat.settled();
  expect((await chat.said()).at(-1)).toBe('ai: Sorry, here I am.');
  const [first, second] = bot.calls();
  const key = 'x-service-idempotency-key';
  expect(second?.headers[key]).toBe(first?.headers[key]);
  expect(second?.call.causation_id).toBe(first?.call.causation_id);
  expect(second?.headers['x-service-delivery']).not.toBe(first?.headers['x-service-delivery']);
});

test('an accepted call is waited for 120 seconds, then handed over', async () => {
  const { app, ann, bot } = await start();
  const chat = await addAiChat(app, ann);
  await bot.asked();
  await waits(chat);
  app.clock.now = app.clock.now.add({ seconds: 119 });
  await app.run('turns.forget');
  expect((await chat.explain()).turns[0]).toMatchObject({ outcome: 'waiting' });
  app.clock.now = app.clock.now.add({ seconds: 1 });
  const turn = await until(async () => {
    const [found] = (await chat.explain()).turns;
    return found?.outcome === 'escalated' && found;
  }, 'the chat is handed over');
  expect(turn).toMatchObject({ why: 'external' });
  expect(await chat.ai()).toMatchObject({ owner: 'human', silence: 'handed_over' });
});

test('a paused operator does not answer, and leaves who waits to people', async () => {
  const { app, ann, bot, operator } = await start();
  const bob = await addConnectedAgent(app, ann);
  const chat = await addAiChat(app, ann);
  await waits(chat);
  await operator.setState('paused');
  await until(async () => (await chat.read()).agent_id === bob.agentId, 'a person has the chat');
  expect((await chat.explain()).turns).toMatchObject([{ outcome: 'superseded', why: 'off' }]);
  const other = await addAiChat(app, ann);
  expect(await other.ai()).toMatchObject({ silence: 'no_operator' });
  expect(bot.calls()).toHaveLength(1);
});

test('in shadow mode its answer is a draft', async () => {
  const { app, ann, bot } = await start();
  await configureAi(ann, { shadow_mode: true });
  bot.next({ content: 'We open at nine.' });
  const chat = await addAiChat(app, ann);
  expect(await chat.settled()).toMatchObject([{ outcome: 'drafted' }]);
  expect((await chat.list()).at(-1)).toMatchObject({ body: 'We open at nine.', private: true, origin: 'shadow' });
});

test('a webhook credential is called alike, with its key and signing secret', async () => {
  const { app, ann, bot, operatorId } = await startCredential();
  bot.next({ content: 'From the credential.' });
  const chat = await addAiChat(app, ann);
  await chat.settled();
  const headers = await expectSigned(bot, 'message');
  expect(headers.authorization).toBe('Bearer sk-bot');
  const { call } = await bot.asked();
  expect(call).toMatchObject({ room_id: chat.params.id, operator_id: operatorId });
  expect((await chat.said()).at(-1)).toBe('ai: From the credential.');
});

test('a webhook credential that accepts the call is waited for, and one that fails is an alert of it', async () => {
  const { app, ann, bot } = await startCredential();
  const waiting = await addAiChat(app, ann);
  await waits(waiting);
  bot.next(403);
  const failing = await addAiChat(app, ann);
  expect(await failing.settled()).toMatchObject([{ outcome: 'escalated', why: 'provider_failed' }]);
  expect(await listAlerts(ann)).toMatchObject([{ kind: 'provider_failed', detail: 'webhook: unauthorized' }]);
});

test('the calls of an external operator are listed newest first, with what came of each', async () => {
  const { app, ann, bot, operator } = await start();
  bot.next({ content: 'at nine' });
  const first = await addAiChat(app, ann, 'when do you open?');
  await first.settled();
  bot.next(400);
  const second = await addAiChat(app, ann, 'hello?');
  await second.settled();
  const params = { public_id: operator.public_id };
  const { data } = (await ann.call(api.externalOperators.listCalls, { params })).data;
  const [[answered], [refused]] = [await first.settled(), await second.settled()];
  expect(data).toEqual([
    { ...refused, chat_id: second.params.id },
    { ...answered, chat_id: first.params.id },
  ]);
  expect(data).toMatchObject([
    { outcome: 'escalated', attempts: [{ status: 400, error: expect.any(String) }] },
    { outcome: 'answered', attempts: [{ status: 200, error: null }] },
  ]);
});

test('calls are those of one operator, and of no other widget', async () => {
  const { app, ann, operator } = await start();
  const [eve, quiet] = [await app.owner(), await addExternalOperator(ann)];
  await (await addAiChat(app, ann)).settled();
  const listed = async (owner: Owner, public_id: string) =>
    owner.call(api.externalOperators.listCalls, { params: { public_id } });
  expect((await listed(ann, operator.public_id)).data.data).toHaveLength(1);
  expect((await listed(ann, quiet.public_id)).data.data).toEqual([]);
  expect((await listed(eve, operator.public_id)).status).toBe(404);
  await operator.remove();
  expect((await listed(ann, operator.public_id)).status).toBe(404);
});

test('external operators get no texts of the knowledge base', async () => {
  const { app, ann, bot } = await start();
  await addEmbedding(app, ann);
  await addRules(ann, ['We open at nine.']);
  const usage = async () => (await ann.call(api.aiUsage.read)).data.totals.calls;
  const before = await usage();
  bot.next({ content: 'At nine.' });
  const chat = await addAiChat(app, ann, 'When do you open?');
  expect(await chat.settled()).toMatchObject([{ outcome: 'answered', retrieval: 'off', sources: [] }]);
  expect((await bot.asked()).text).not.toContain('at nine');
  expect(await usage()).toBe(before + 1);
});

test('neither does a webhook credential, also where its backup would get them', async () => {
  const app = shared();
  const [ann, bot] = [await app.owner(), await startBot()];
  bot.next({ content: 'At nine.' });
  const webhook = { provider: 'webhook', base_url: `${bot.url}/bot`, signing_secret: BOT_SECRET, model: null };
  const { credentialId } = await addAi(ann, { credential: webhook });
  const body = { backup_credential_id: await addEmbedding(app, ann) };
  await ann.call(api.aiCredentials.update, { params: { id: credentialId }, body });
  await addRules(ann, ['We open at nine.']);
  const chat = await addAiChat(app, ann, 'When do you open?');
  const [turn] = await chat.settled();
  expect(turn?.attempts).toMatchObject([{ provider: 'webhook' }]);
  expect(turn).toMatchObject({ outcome: 'answered', retrieval: 'off', sources: [] });
});
