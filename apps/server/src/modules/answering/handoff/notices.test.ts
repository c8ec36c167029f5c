import { api } from '@parley/contract';
import { verifyWebhook } from '@parley/sdk';
import { expect, test } from 'vitest';
import { addAiChat } from '../../../../test/answering.ts';
import { addActiveBot, BOT_SECRET, shareBots, startBot } from '../../../../test/bots.ts';
import { until } from '../../../../test/until.ts';

const shared = shareBots();
const ALL = ['message', 'handoff', 'closed'];

async function start(events: string[] = ALL) {
  const app = shared();
  const [ann, bot] = [await app.owner(), await startBot()];
  const operator = await addActiveBot(ann, bot, { events, api_key: 'sk-bot' });
  return { app, ann, bot, operator };
}

type Started = Awaited<ReturnType<typeof start>>;

async function startAnswered(events?: string[]) {
  const started = await start(events);
  const { app, ann, bot } = started;
  bot.next({ content: 'Hi.' });
  const chat = await addAiChat(app, ann);
  await chat.settled();
  return { ...started, chat, close: () => ann.call(api.chats.close, { params: chat.params, body: {} }) };
}

const statusesOf = async ({ app, operator }: Pick<Started, 'app' | 'operator'>) =>
  (
    await app.sql<{ type: string; status: string }>(
      `SELECT type, status FROM deliveries WHERE kind = 'operator' AND destination_id = ${operator.operator_id}`,
    )
  ).map(({ type, status }) => `${type} ${status}`);

test('an operator with the event handoff is called when its chat is handed over', async () => {
  const started = await startAnswered();
  const { bot, chat, operator } = started;
  bot.next({ escalate: true });
  await chat.visitor.write('a person, please');
  const { headers, text, call } = await bot.told('handoff');
  expect(call).toEqual({
    event: 'handoff',
    room_id: chat.params.id,
    operator_id: operator.operator_id,
    at: expect.stringMatching(/^\d{4}-/),
  });
  const signature = String(headers['x-service-signature']);
  expect(await verifyWebhook({ body: text, signature, secret: BOT_SECRET })).toBe(true);
  expect(headers).toMatchObject({
    'x-service-event': 'handoff',
    'x-service-idempotency-key': expect.stringMatching(/^dlv_/),
    'x-service-delivery': expect.stringMatching(/^dlv_\w+-1$/),
    'x-service-timestamp': expect.stringMatching(/^\d+$/),
    authorization: 'Bearer sk-bot',
  });
});

test('with the event closed it is called when its chat is closed, by people or after a silence', async () => {
  const { app, bot, chat, close } = await startAnswered();
  await close();
  expect((await bot.told('closed')).call).toMatchObject({ room_id: chat.params.id });
  bot.next({ content: 'Hi again.' });
  await chat.visitor.write('one more thing');
  await until(async () => (await chat.said()).at(-1) === 'ai: Hi again.', 'the bot has replied');
  app.clock.now = app.clock.now.add({ minutes: 8 });
  await app.run('chats.sweep');
  expect((await bot.told('closed', 2)).call).toMatchObject({ room_id: chat.params.id });
});

test('an operator gets only the events it has, and only of chats that it answered', async () => {
  const started = await startAnswered(['message', 'handoff']);
  await started.close();
  const other = await startAnswered();
  await other.close();
  await other.bot.told('closed');
  expect(await statusesOf(started)).toEqual([]);
});

test('a delivery that fails is sent again', async () => {
  const started = await startAnswered();
  const { app, bot, close } = started;
  const answering = bot.answering;
  bot.answering = (response) => void response.writeHead(500).end();
  await close();
  await bot.told('closed');
  await until(
    async () =>
      (
        await app.sql(`SELECT FROM deliveries WHERE kind = 'operator' AND failures = 1
    AND destination_id = ${started.operator.operator_id}`)
      ).length > 0,
    'the failure is stored',
  );
  bot.answering = answering;
  app.clock.now = app.clock.now.add({ seconds: 10 });
  const { headers } = await bot.told('closed', 2);
  expect(headers['x-service-delivery']).toMatch(/-2$/);
  await until(async () => (await statusesOf(started))[0] === 'closed delivered', 'it is delivered');
});

test.each<[string, (started: Started) => Promise<unknown>]>([
  ['paused', ({ operator }) => operator.setState('paused')],
  ['removed', ({ operator }) => operator.remove()],
])('a delivery to an operator that was %s meanwhile is skipped', async (_what, act) => {
  const started = await startAnswered();
  const { app, bot, close } = started;
  bot.answering = (response) => void response.writeHead(500).end();
  await close();
  await bot.told('closed');
  await act(started);
  app.clock.now = app.clock.now.add({ seconds: 10 });
  await until(async () => (await statusesOf(started))[0] === 'closed skipped', 'it is skipped');
});

test('the log of a webhook has no deliveries of an operator', async () => {
  const started = await startAnswered();
  const { app, ann, bot, operator, close } = started;
  const { data } = await ann.call(api.webhooks.create, { body: { url: bot.url, events: ['chat.rated'] } });
  await close();
  await until(async () => (await statusesOf(started))[0] === 'closed delivered', 'it is delivered');
  for (const table of ['deliveries', 'delivery_hours']) {
    await app.sql(`UPDATE ${table} SET destination_id = ${data.id} WHERE kind = 'operator'
      AND destination_id = ${operator.operator_id}`);
  }
  expect((await ann.call(api.webhooks.listDeliveries, { params: { id: data.id } })).data.data).toEqual([]);
  expect(await ann.call(api.webhooks.listHealth)).toMatchObject({ data: { data: [] } });
});
