import { api, type MessageDelivery } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat } from '../../../../../test/callers.ts';
import { addChannel, arrived, bodiesIn, replying, settling, startChannel } from '../../../../../test/channels.ts';
import { advanceAndSend, shareSender } from '../../../../../test/delivery-server.ts';
import type { TestApp } from '../../../../../test/harness.ts';
import type { Owner } from '../../../../../test/owners.ts';
import { connectAgent } from '../../../../../test/sockets.ts';
import { until } from '../../../../../test/until.ts';

const { channels, chats, contacts, messages } = api;

const sender = shareSender({ live: true });

const listing =
  ({ call }: Owner, id: number) =>
  async () =>
    (await call(messages.list, { params: { id } })).data.data.toReversed();

/** Waits until the newest message of a chat reads this. */
function reading(owner: Owner, id: number) {
  const list = listing(owner, id);
  return (expected: Partial<MessageDelivery>) =>
    until(
      async () => {
        const { delivery } = (await list()).at(-1) ?? {};
        const isSame = Object.entries(expected).every(([name, value]) => delivery?.[name as 'status'] === value);
        return isSame && delivery;
      },
      `the delivery is ${JSON.stringify(expected)}`,
    );
}

async function start() {
  const started = await startChannel(sender());
  const { ann, params } = started;
  const list = listing(ann, params.id);
  const resend = async (message_id: number) => ann.call(messages.resend, { params: { ...params, message_id } });
  return { ...started, list, resend, untilReads: reading(ann, params.id) };
}

/** A reply whose four attempts have failed. */
async function startFailed(status = 500) {
  const started = await start();
  const { app, receiver, reply, untilSettled } = started;
  receiver.answering = (response) => void response.writeHead(status).end('no room');
  const message = await reply('hi');
  await failAll(app, untilSettled);
  return { ...started, message };
}

async function failAll(app: TestApp, untilSettled: ReturnType<typeof settling>) {
  for (const [failures, seconds] of [10, 20, 40].entries()) {
    await untilSettled('pending', failures + 1);
    await advanceAndSend(app, seconds);
  }
  await untilSettled('failed', 4);
}

test('a reply is queued, stays so while it is retried, and is delivered with a 2xx', async () => {
  const { app, receiver, reply, untilReads, untilSettled, list } = await start();
  receiver.answering = (response, _arrival, place) => void response.writeHead(place ? 204 : 500).end();
  const sent = await reply('hello');
  const queued = { status: 'queued', reason: null, code: null, detail: null };
  expect(sent.delivery).toMatchObject(queued);
  await untilSettled('pending', 1);
  expect((await list()).at(-1)?.delivery).toMatchObject(queued);
  await advanceAndSend(app, 10);
  expect(await untilReads({ status: 'delivered' })).toMatchObject({ reason: null, code: null, detail: null });
  expect((await list()).map(({ delivery }) => delivery?.status ?? null)).toEqual([null, 'delivered']);
});

test('a reply that fails says why, with the code and the words of the other side', async () => {
  const { untilReads } = await startFailed();
  const failure = { status: 'failed', reason: 'provider_unavailable', code: '500', detail: 'no room' } as const;
  await untilReads(failure);
});

test('a reply that the other side refuses has the reason of the last answer', async () => {
  const { untilReads } = await startFailed(413);
  await untilReads({ status: 'failed', reason: 'too_large', code: '413' });
});

test('a reply that failed is sent again with the same body, and is delivered', async () => {
  const { receiver, resend, message, untilReads } = await startFailed();
  receiver.answering = (response) => void response.end();
  expect(await resend(message.id)).toMatchObject({
    status: 202,
    data: { id: message.id, delivery: { status: 'queued' } },
  });
  await untilReads({ status: 'delivered', reason: null });
  expect(receiver.arrivals).toHaveLength(5);
  expect(new Set(receiver.arrivals.map(({ body }) => body)).size).toBe(1);
  expect(await resend(message.id)).toMatchObject({ status: 409, problem: { reason: 'not_failed' } });
});

test('a reply of a merged chat is sent again under the id that it was sent under first', async () => {
  const { ann, channel, receiver, params, message } = await startFailed();
  const into = (await channel.receive('me too', { external_client_id: 'ira on the phone' })).data.chat_id;
  const contactOf = async (id: number) => (await ann.call(chats.read, { params: { id } })).data.contact_id;
  const [id, contact_id] = [await contactOf(into), await contactOf(params.id)];
  await ann.call(contacts.merge, { params: { id }, body: { contact_id } });
  receiver.answering = (response) => void response.end();
  const moved = (await listing(ann, into)()).find(({ body }) => body === 'hi');
  expect(moved?.delivery).toMatchObject({ status: 'failed' });
  const resent = { ...params, id: into, message_id: moved?.id ?? 0 };
  expect((await ann.call(messages.resend, { params: resent })).status).toBe(202);
  const last = (await arrived(receiver, 5)).at(-1);
  expect(last?.body).toBe(receiver.arrivals[0]?.body);
  expect(JSON.parse(last?.body ?? '').message.id).toBe(message.id);
});

test('a reply to a channel that is off has failed as not connected, and is sent once the channel is on', async () => {
  const { channel, receiver, reply, resend, untilReads } = await start();
  await channel.update({ is_active: false });
  const { id } = await reply('hello');
  await untilReads({ status: 'failed', reason: 'not_connected' });
  await channel.update({ is_active: true });
  await resend(id);
  await untilReads({ status: 'delivered' });
  expect(bodiesIn(receiver)).toMatchObject([{ message: { id, body: 'hello' } }]);
});

test('a reply to a channel without a URL is sent nowhere and has no delivery', async () => {
  const app = sender();
  const ann = await app.owner();
  const { receive } = await addChannel(ann);
  const { chat_id: id } = (await receive('hello')).data;
  await replying(ann, id)('hi');
  await settling(app, ann)('skipped', 0);
  expect((await listing(ann, id)()).map(({ delivery }) => delivery)).toEqual([null, null]);
});

test('notes, messages of customers and chats on the site have no delivery', async () => {
  const { app, ann, params, list } = await start();
  await ann.call(messages.addNote, { params, body: { body: 'careful', agent_id: ann.agentId } });
  expect((await list()).map(({ delivery }) => delivery)).toEqual([null, null]);
  const chat = await addChat(app, ann);
  expect((await replying(ann, chat.params.id)('hi')).delivery).toBeNull();
});

test('consoles hear what became of a reply with the next version of the chat', async () => {
  const { app, ann, params, reply } = await start();
  const socket = await connectAgent(app, ann);
  const { id } = await reply('hello');
  const heard = await socket.hears('message_changed', ({ message }) => message.id === id);
  expect(heard.message).toMatchObject({ id, delivery: { status: 'delivered' } });
  expect(heard.chat).toMatchObject({ id: params.id, version: (await ann.call(chats.read, { params })).data.version });
});

test('the counter in /metrics has the attempts to deliver replies by outcome', async () => {
  const read = async () => {
    const { body } = await sender().http.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
    const lines = body.matchAll(/^channel_deliveries_total\{outcome="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]));
  };
  const before = await read();
  const { receiver, resend, message, untilReads } = await startFailed();
  receiver.answering = (response) => void response.end();
  await resend(message.id);
  await untilReads({ status: 'delivered' });
  const added = async () => {
    const now = await read();
    return ['delivered', 'retried', 'failed'].map((outcome) => (now[outcome] ?? 0) - (before[outcome] ?? 0));
  };
  await until(async () => (await added()).join() === '1,3,1', 'all attempts are counted');
});

test('a deleted channel leaves its replies as not connected', async () => {
  const { ann, channel, reply, untilReads } = await start();
  await ann.call(channels.remove, { params: channel.params });
  await reply('hello');
  await untilReads({ status: 'failed', reason: 'not_connected' });
});
