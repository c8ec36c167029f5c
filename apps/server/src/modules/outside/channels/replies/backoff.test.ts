import { createHmac } from 'node:crypto';
import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { arrived, bodiesIn, replying, startChannel } from '../../../../../test/channels.ts';
import { advanceAndSend, shareSender } from '../../../../../test/delivery-server.ts';
import { startReceiver } from '../../../../../test/receiver.ts';
import { until } from '../../../../../test/until.ts';
import { advanceClock } from '../../../../../test/webhooks.ts';

const { channels, chats, contacts } = api;

const sender = shareSender();
const start = () => startChannel(sender());

test('a failed reply is retried after 10, 20 and 40 seconds with the same message id, then given up', async () => {
  const { app, ann, receiver, reply, untilSettled } = await start();
  receiver.answering = (response) => void response.writeHead(500).end('no');
  const { id } = await reply('hello');
  for (const [failures, seconds] of [10, 20, 40].entries()) {
    await arrived(receiver, failures + 1);
    await untilSettled('pending', failures + 1);
    advanceClock(app, seconds - 1);
    const due = `SELECT FROM deliveries WHERE widget_id = ${ann.widgetId} AND due_at <= '${app.clock.now}'`;
    expect(await app.sql(due), `nothing is due ${seconds - 1} s later`).toEqual([]);
    advanceClock(app, 1);
  }
  await arrived(receiver, 4);
  await untilSettled('failed', 4);
  expect(bodiesIn(receiver).map(({ message }) => message.id)).toEqual([id, id, id, id]);
  expect(new Set(receiver.arrivals.map(({ body }) => body)).size).toBe(1);
});

/** A reply whose first attempt failed and whose retry is pending. */
async function startWaiting() {
  const started = await start();
  const { receiver, reply, untilSettled } = started;
  receiver.answering = (response, _arrival, place) => void response.writeHead(place ? 200 : 503).end();
  const message = await reply('hello');
  await untilSettled('pending', 1);
  return { ...started, message };
}

test('a rotated secret signs the very next attempt', async () => {
  const { app, ann, receiver, channel } = await startWaiting();
  const { secret } = (await ann.call(channels.rotateSecret, { params: channel.params })).data;
  await advanceAndSend(app, 10);
  const [first, second] = await arrived(receiver, 2);
  expect(second?.body).toBe(first?.body);
  const signature = createHmac('sha256', secret)
    .update(second?.body ?? '')
    .digest('hex');
  expect(second?.headers['x-service-signature']).toBe(`sha256=v1:${signature}`);
});

test('a changed URL gets the very next attempt', async () => {
  const { app, channel, receiver, untilSettled } = await startWaiting();
  const moved = await startReceiver();
  await channel.update({ outbound_url: moved.url });
  await advanceAndSend(app, 10);
  await arrived(moved, 1);
  await untilSettled('delivered', 1);
  expect(receiver.arrivals).toHaveLength(1);
});

type Waiting = Awaited<ReturnType<typeof startWaiting>>;

test.each<[string, (waiting: Waiting) => Promise<unknown>]>([
  ['switched off', ({ channel }) => channel.update({ is_active: false })],
  ['left without a URL', ({ channel }) => channel.update({ outbound_url: null })],
  [
    'left without a secret',
    ({ app, channel }) => app.sql(`UPDATE channels SET secret = NULL, secret_hash = NULL WHERE id = ${channel.id}`),
  ],
  ['removed', ({ ann, channel }) => ann.call(channels.remove, { params: channel.params })],
])('a pending reply is not sent to a channel that was %s', async (_what, change) => {
  const waiting = await startWaiting();
  await change(waiting);
  await advanceAndSend(waiting.app, 10);
  await waiting.untilSettled('skipped', 1);
  expect(waiting.receiver.arrivals).toHaveLength(1);
});

test.each([
  ['is switched off', { is_active: false }],
  ['has no URL', { outbound_url: null }],
])('replies written while a channel %s are never sent', async (_what, change) => {
  const { receiver, channel, reply, untilSettled } = await start();
  const { outbound_url } = await channel.read();
  await channel.update(change);
  await reply('meanwhile');
  await untilSettled('skipped', 0);
  await channel.update({ is_active: true, outbound_url });
  await reply('afterwards');
  await arrived(receiver, 1);
  expect(bodiesIn(receiver).map(({ message }) => message.body)).toEqual(['afterwards']);
});

test('a pending reply to an erased contact is not sent', async () => {
  const { app, ann, params, receiver } = await startWaiting();
  const { contact_id } = (await ann.call(chats.read, { params })).data;
  await ann.call(contacts.remove, { params: { id: contact_id } });
  expect(await app.sql(`SELECT FROM deliveries WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
  await advanceAndSend(app, 10);
  expect(receiver.arrivals).toHaveLength(1);
});

test('in merged chats, replies go to the client who wrote last', async () => {
  const { app, ann, channel, params, receiver } = await start();
  const from = { external_client_id: 'ira on the phone' };
  const other = (await channel.receive('me too', from)).data.chat_id;
  const contactOf = async (id: number) => (await ann.call(chats.read, { params: { id } })).data.contact_id;
  const [id, contact_id] = [await contactOf(params.id), await contactOf(other)];
  app.clock.now = app.clock.now.add({ seconds: 1 });
  await channel.receive('are you there?', from);
  await ann.call(api.contacts.merge, { params: { id }, body: { contact_id } });
  await replying(ann, params.id)('yes');
  await arrived(receiver, 1);
  expect(bodiesIn(receiver)).toMatchObject([from]);
});

test('a pending reply of a merged chat is still sent, with its original text', async () => {
  const { app, ann, receiver, channel, params, message } = await startWaiting();
  const into = (await channel.receive('me too', { external_client_id: 'ira on the phone' })).data.chat_id;
  const contactOf = async (id: number) => (await ann.call(chats.read, { params: { id } })).data.contact_id;
  const [id, contact_id] = [await contactOf(into), await contactOf(params.id)];
  await ann.call(api.contacts.merge, { params: { id }, body: { contact_id } });
  await advanceAndSend(app, 10);
  const [first, second] = await arrived(receiver, 2);
  expect(second?.body).toBe(first?.body);
  expect(JSON.parse(second?.body ?? '').message.id).toBe(message.id);
});

test('a destination that does not respond does not delay replies to others', async () => {
  const { ann, channel, receiver, reply } = await start();
  const silent = await startReceiver(() => undefined);
  await channel.update({ outbound_url: silent.url });
  await reply('into the void');
  await until(() => silent.arrivals.length === 1, 'it is on its way');
  const { data } = await ann.call(channels.create, { body: { name: 'Other app', outbound_url: receiver.url } });
  const body = { external_client_id: 'c', external_channel_id: 'r', message: 'hello' };
  const { chat_id } = (await ann.call(channels.sendMessage, { params: { id: data.id }, body })).data;
  await replying(ann, chat_id)('to the other');
  await arrived(receiver, 1);
  silent.close();
});
