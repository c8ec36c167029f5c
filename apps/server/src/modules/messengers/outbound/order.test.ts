import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { begin, beginChat, post, shareServer, skip } from '../../../../test/messengers/outbound-server.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import { connectAgent } from '../../../../test/sockets.ts';
import { until } from '../../../../test/until.ts';

const server = shareServer();

test('messages of a chat are sent in order, one at a time', async () => {
  const { fake, say, fate, texts } = await begin(server(), startVk());
  fake.latencyMs = 30;
  const messages = [];
  for (let number = 1; number <= 6; number += 1) messages.push(await say(`${number}`));
  for (const message of messages) await fate(message, 'sent');
  expect(texts()).toEqual(['1', '2', '3', '4', '5', '6']);
  const times = fake.sent.map(({ at }) => at);
  for (const [index, at] of times.entries()) expect(at - (times[index - 1] ?? 0)).toBeGreaterThan(29);
});

test('a message that waits for its next attempt holds up those after it in its chat, and no other chat', async () => {
  const { app, fake, owner, customer, say, fate, failed, list, texts } = await begin(server(), startVk());
  const other = await beginChat(app, owner, fake, { id: '90001', name: 'Other Customer' });
  fake.behave({ fate: 'broken', person: customer.id });
  const [first, second] = [await say('first'), await say('second')];
  await failed(first, 1);
  await other.fate(await other.say('elsewhere'), 'sent');
  expect((await list()).slice(1).map(({ delivery }) => delivery?.status)).toEqual(['queued', 'queued']);
  fake.behave({ fate: 'ok' });
  await skip(app, 10);
  for (const message of [first, second]) await fate(message, 'sent');
  expect(texts()).toEqual(['first', 'second']);
});

test('a message that failed holds nobody up', async () => {
  const { fake, say, fate, texts } = await begin(server(), startTg());
  fake.behave({ fate: 'content_rejected', times: 1 });
  const [first, second] = [await say('first'), await say('second')];
  await fate(first, 'failed');
  await fate(second, 'sent');
  expect(texts()).toEqual(['second']);
});

test('a chat in Telegram is written to once a second', async () => {
  const { fake, say, fate } = await begin(server(), startTg());
  for (const message of [await say('first'), await say('second'), await say('third')]) await fate(message, 'sent');
  const [first = 0, second = 0, third = 0] = fake.sent.map(({ at }) => at);
  expect(second - first).toBeGreaterThan(950);
  expect(third - second).toBeGreaterThan(950);
});

test('notes and drafts stay with us, and what the platform and the AI say is sent', async () => {
  const { app, owner, chatId, params, say, fate, texts } = await begin(server(), startVk());
  await owner.call(api.messages.addNote, { params, body: { body: 'secret', agent_id: owner.agentId } });
  await post(app, owner, chatId, { type: 'text', sender: 'ai', body: 'A draft', private: true });
  await post(app, owner, chatId, { type: 'text', sender: 'system', body: 'We are closed', origin: 'platform' });
  await post(app, owner, chatId, { type: 'text', sender: 'ai', body: 'I am the AI' });
  await post(app, owner, chatId, { type: 'text', sender: 'system', body: 'Ann joined' });
  await fate(await say('Hi'), 'sent');
  expect(texts()).toEqual(['We are closed', 'I am the AI', 'Hi']);
});

test('consoles hear of each step', async () => {
  const { app, fake, customer, owner, say, fate } = await begin(server(), startVk());
  const socket = await connectAgent(app, owner);
  const message = await say('Hi');
  await fate(message, 'sent');
  await fake.read?.(customer);
  await fate(message, 'read');
  const steps = () =>
    socket.heard.flatMap(({ name, data }) => (name === 'message_changed' ? [data.message.delivery?.status] : []));
  await until(() => steps().length === 2, 'both steps are heard');
  expect(steps()).toEqual(['sent', 'read']);
});
