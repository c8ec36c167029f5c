import { createHmac } from 'node:crypto';
import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { arrived, bodiesIn, replying, startChannel, untilSettled } from '../../../test/channels.ts';
import type { TestApp } from '../../../test/harness.ts';
import { startReceiver } from '../../../test/receiver.ts';
import { until } from '../../../test/until.ts';

const { channels, chats, contacts } = api;

function pass(app: TestApp, seconds: number) {
  app.clock.now = app.clock.now.add({ seconds });
}

test('what is not taken is sent again after 10, 20 and 40 seconds with the same message id, and then no more', async () => {
  const { app, receiver, reply } = await startChannel();
  receiver.answering = (response) => void response.writeHead(500).end('no');
  const { id } = await reply('hello');
  for (const [failures, seconds] of [10, 20, 40].entries()) {
    await arrived(receiver, failures + 1);
    await untilSettled(app, 'pending', failures + 1);
    pass(app, seconds - 1);
    const due = `SELECT FROM deliveries WHERE due_at <= '${app.clock.now}'`;
    expect(await app.sql(due), `nothing is due ${seconds - 1} s later`).toEqual([]);
    pass(app, 1);
  }
  await arrived(receiver, 4);
  await untilSettled(app, 'failed', 4);
  expect(bodiesIn(receiver).map(({ message }) => message.id)).toEqual([id, id, id, id]);
  expect(new Set(receiver.arrivals.map(({ body }) => body)).size).toBe(1);
});

/** A reply that was not taken once, and waits for its turn. */
async function startWaiting() {
  const started = await startChannel();
  const { app, receiver, reply } = started;
  receiver.answering = (response, _arrival, place) => void response.writeHead(place ? 200 : 503).end();
  const message = await reply('hello');
  await untilSettled(app, 'pending', 1);
  return { ...started, message };
}

test('a rotated secret signs the very next attempt', async () => {
  const { app, ann, receiver, channel } = await startWaiting();
  const { secret } = (await ann.call(channels.rotateSecret, { params: channel.params })).data;
  pass(app, 10);
  const [first, second] = await arrived(receiver, 2);
  expect(second?.body).toBe(first?.body);
  const signature = createHmac('sha256', secret)
    .update(second?.body ?? '')
    .digest('hex');
  expect(second?.headers['x-service-signature']).toBe(`sha256=v1:${signature}`);
});

test('another address gets the very next attempt', async () => {
  const { app, channel, receiver } = await startWaiting();
  const moved = await startReceiver();
  await channel.update({ outbound_url: moved.url });
  pass(app, 10);
  await arrived(moved, 1);
  await untilSettled(app, 'delivered', 1);
  expect(receiver.arrivals).toHaveLength(1);
});

type Waiting = Awaited<ReturnType<typeof startWaiting>>;

test.each<[string, (waiting: Waiting) => Promise<unknown>]>([
  ['switched off', ({ channel }) => channel.update({ is_active: false })],
  ['left without an address', ({ channel }) => channel.update({ outbound_url: null })],
  ['left without a secret', ({ app }) => app.sql('UPDATE channels SET secret = NULL, secret_hash = NULL')],
  ['removed', ({ ann, channel }) => ann.call(channels.remove, { params: channel.params })],
])('what waits is not sent to a channel that was %s', async (_what, change) => {
  const waiting = await startWaiting();
  await change(waiting);
  pass(waiting.app, 10);
  await untilSettled(waiting.app, 'skipped', 1);
  expect(waiting.receiver.arrivals).toHaveLength(1);
});

test.each([
  ['is switched off', { is_active: false }],
  ['leads nowhere', { outbound_url: null }],
])('while a channel %s, replies are not sent, and later not either', async (_what, change) => {
  const { app, receiver, channel, reply } = await startChannel();
  const { outbound_url } = await channel.read();
  await channel.update(change);
  await reply('meanwhile');
  await untilSettled(app, 'skipped', 0);
  await channel.update({ is_active: true, outbound_url });
  await reply('afterwards');
  await arrived(receiver, 1);
  expect(bodiesIn(receiver).map(({ message }) => message.body)).toEqual(['afterwards']);
});

test('what waits for a contact who was erased is not sent', async () => {
  const { app, ann, params, receiver } = await startWaiting();
  const { contact_id } = (await ann.call(chats.read, { params })).data;
  await ann.call(contacts.remove, { params: { id: contact_id } });
  pass(app, 10);
  await untilSettled(app, 'skipped', 1);
  expect(receiver.arrivals).toHaveLength(1);
});

test('of joined chats, replies go to whoever wrote last', async () => {
  const { app, ann, channel, params, receiver } = await startChannel();
  const from = { external_client_id: 'ira on the phone' };
  const other = (await channel.receive('me too', from)).data.chat_id;
  const contactOf = async (id: number) => (await ann.call(chats.read, { params: { id } })).data.contact_id;
  const [id, contact_id] = [await contactOf(params.id), await contactOf(other)];
  app.clock.now = app.clock.now.add({ seconds: 1 });
  await channel.receive('are you there?', from);
  await ann.call(api.contactMerging.merge, { params: { id }, body: { contact_id } });
  await replying(ann, params.id)('yes');
  await arrived(receiver, 1);
  expect(bodiesIn(receiver)).toMatchObject([from]);
});

test('what waits in a chat that is joined with another is sent all the same, and says what it said', async () => {
  const { app, ann, receiver, channel, params, message } = await startWaiting();
  const into = (await channel.receive('me too', { external_client_id: 'ira on the phone' })).data.chat_id;
  const contactOf = async (id: number) => (await ann.call(chats.read, { params: { id } })).data.contact_id;
  const [id, contact_id] = [await contactOf(into), await contactOf(params.id)];
  await ann.call(api.contactMerging.merge, { params: { id }, body: { contact_id } });
  pass(app, 10);
  const [first, second] = await arrived(receiver, 2);
  expect(second?.body).toBe(first?.body);
  expect(JSON.parse(second?.body ?? '').message.id).toBe(message.id);
});

test('replies to one who does not answer do not hold up those to others', async () => {
  const { ann, channel, receiver, reply } = await startChannel();
  const silent = await startReceiver(() => undefined);
  await channel.update({ outbound_url: silent.url });
  await reply('into the void');
  await until(() => silent.arrivals.length === 1, 'it is on its way');
  const { data } = await ann.call(channels.create, { body: { name: 'Other app', outbound_url: receiver.url } });
  const body = { external_client_id: 'c', external_channel_id: 'r', message: 'hello' };
  const { chat_id } = (await ann.call(channels.receive, { params: { id: data.id }, body })).data;
  await replying(ann, chat_id)('to the other');
  await arrived(receiver, 1);
  silent.close();
});
