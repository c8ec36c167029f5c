import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../../test/call.ts';
import { addChannel, arrived, bodiesIn, startChannel } from '../../../../../test/channels.ts';
import { advanceAndSend, shareSender } from '../../../../../test/delivery-server.ts';
import type { Owner } from '../../../../../test/owners.ts';
import { until } from '../../../../../test/until.ts';
import { advanceClock } from '../../../../../test/webhooks.ts';

const { auditLog, channels, files, messages } = api;

const sender = shareSender();

async function start() {
  const started = await startChannel(sender());
  const { ann, channel } = started;
  const log = logging(ann, channel.id);
  return {
    ...started,
    log,
    untilLogged: (status: 'delivered' | 'failed' | 'skipped', count: number) =>
      until(async () => {
        const found = await log(status);
        return found.length === count && found;
      }, `${count} are ${status}`),
    redeliver: (delivery_id: number, id = channel.id) =>
      ann.call(channels.redeliver, { params: { id }, body: { delivery_id } }),
    replay: (from: Temporal.Instant, to: Temporal.Instant, more: object = {}) =>
      ann.call(channels.replay, { params: { id: channel.id }, body: { from: `${from}`, to: `${to}`, ...more } }),
    delivery: async () =>
      (await ann.call(messages.list, { params: started.params })).data.data.map(({ delivery }) => delivery?.status)[0],
  };
}

const logging =
  ({ call }: Owner, id: number) =>
  async (status?: 'delivered' | 'failed' | 'skipped' | 'pending') =>
    (await call(channels.listReplies, { params: { id }, query: status ? { status } : {} })).data.data;

/** A reply that has failed for good. */
async function startFailed() {
  const started = await start();
  const { app, receiver, reply, untilSettled } = started;
  receiver.answering = (response) => void response.writeHead(500).end();
  const message = await reply('hello');
  for (const [failures, seconds] of [10, 20, 40].entries()) {
    await untilSettled('pending', failures + 1);
    await advanceAndSend(app, seconds);
  }
  await untilSettled('failed', 4);
  receiver.answering = (response) => void response.end();
  return { ...started, message };
}

test('a redelivery is the same body as a new delivery, and the message is delivered', async () => {
  const { receiver, log, redeliver, delivery, untilLogged } = await startFailed();
  const [failed] = await log();
  const answer = await redeliver(failed?.id ?? 0);
  expect(answer).toMatchObject({ status: 202, data: { delivery_id: expect.any(Number) } });
  const [delivered] = await untilLogged('delivered', 1);
  expect(delivered).toMatchObject({
    id: answer.data.delivery_id,
    message_id: failed?.message_id,
    payload: failed?.payload,
  });
  expect(await log('failed')).toHaveLength(1);
  expect(new Set(receiver.arrivals.map(({ body }) => body)).size).toBe(1);
  expect(await delivery()).toBe('delivered');
});

test('a reply that arrived can be sent again, and stays delivered whatever becomes of it', async () => {
  const { receiver, reply, redeliver, untilLogged, delivery, log } = await start();
  await reply('hello');
  const [first] = await untilLogged('delivered', 1);
  receiver.answering = (response) => void response.writeHead(500).end();
  await redeliver(first?.id ?? 0);
  await until(async () => (await log('pending'))[0]?.attempts.length === 1, 'it was tried');
  expect(receiver.arrivals[1]?.body).toBe(receiver.arrivals[0]?.body);
  expect(await delivery()).toBe('delivered');
});

test('a redelivery of a file has a new link and the same message id', async () => {
  const { app, ann, receiver, params, redeliver, untilLogged } = await start();
  const { data: file } = await ann.call(files.create, { body: new Form('a.txt', 'a') });
  const body = { type: 'file', file: { id: file.id }, agent_id: ann.agentId };
  await ann.call(messages.send, { params, body });
  const [first] = await untilLogged('delivered', 1);
  advanceClock(app, 3 * 24 * 60 * 60);
  await redeliver(first?.id ?? 0);
  await arrived(receiver, 2);
  const [before, after] = bodiesIn(receiver).map(({ message }) => message);
  expect(after).toEqual({ ...before, url: expect.any(String) });
  expect(after.url).not.toBe(before.url);
});

test("a delivery that is not in the channel's log is 422 and names the field", async () => {
  const { app, ann, reply, redeliver, untilLogged } = await start();
  await reply('hello');
  const [mine] = await untilLogged('delivered', 1);
  const other = await addChannel(ann, { outbound_url: 'https://1.1.1.1/replies' });
  const bob = await startChannel(app);
  await bob.reply('hi');
  const theirs = (await logging(bob.ann, bob.channel.id)())[0]?.id ?? 0;
  const refused = { status: 422, problem: { errors: { delivery_id: [expect.anything()] } } };
  expect(await redeliver(mine?.id ?? 0, other.id)).toMatchObject(refused);
  expect(await redeliver(theirs)).toMatchObject(refused);
  expect(await redeliver(987_654_321)).toMatchObject(refused);
  expect((await redeliver(theirs, bob.channel.id)).status).toBe(404);
});

test('a channel that is inactive or has no URL sends nothing again: 409', async () => {
  const { app, channel, reply, redeliver, replay, untilLogged } = await start();
  await reply('hello');
  const [first] = await untilLogged('delivered', 1);
  const hour = [app.clock.now.subtract({ hours: 1 }), app.clock.now.add({ hours: 1 })] as const;
  const refused = { status: 409, problem: { reason: 'channel_inactive' } };
  for (const change of [{ is_active: false }, { is_active: true, outbound_url: null }]) {
    await channel.update(change);
    expect(await redeliver(first?.id ?? 0)).toMatchObject(refused);
    expect(await replay(...hour)).toMatchObject(refused);
  }
});

test('a replay sends the replies of a period that did not arrive, each once', async () => {
  const { app, ann, channel, receiver, reply, replay, untilLogged, log, delivery } = await start();
  const before = app.clock.now;
  await reply('arrived');
  await untilLogged('delivered', 1);
  await channel.update({ is_active: false });
  await reply('skipped');
  await untilLogged('skipped', 1);
  advanceClock(app, 60);
  const middle = app.clock.now;
  await reply('later');
  await untilLogged('skipped', 2);
  advanceClock(app, 60);
  await channel.update({ is_active: true });
  expect(await replay(before, middle)).toMatchObject({ status: 202, data: { deliveries: 1 } });
  await arrived(receiver, 2);
  await untilLogged('delivered', 2);
  expect(await replay(before, app.clock.now)).toMatchObject({ data: { deliveries: 1 } });
  await arrived(receiver, 3);
  await untilLogged('delivered', 3);
  expect(bodiesIn(receiver).map(({ message }) => message.body)).toEqual(['arrived', 'skipped', 'later']);
  expect(await delivery()).toBe('delivered');
  expect(await replay(before, app.clock.now)).toMatchObject({ data: { deliveries: 0 } });
  expect(await log()).toHaveLength(5);
  const entries = (await ann.call(auditLog.list, { query: { action: 'channel.replayed' } })).data.data;
  expect(entries).toHaveLength(3);
});

test('a replay of all replies also sends those that arrived, and none that is pending', async () => {
  const { app, receiver, reply, replay, untilLogged, log } = await start();
  const before = app.clock.now;
  await reply('arrived');
  await untilLogged('delivered', 1);
  receiver.answering = (response) => void response.writeHead(500).end();
  await reply('pending');
  await until(async () => (await log('pending'))[0]?.attempts.length === 1, 'it was tried');
  advanceClock(app, 1);
  expect((await replay(before, app.clock.now)).data.deliveries).toBe(0);
  receiver.answering = (response) => void response.end();
  expect((await replay(before, app.clock.now, { status: 'all' })).data.deliveries).toBe(1);
  await untilLogged('delivered', 2);
  expect(receiver.arrivals.at(-1)?.body).toBe(receiver.arrivals[0]?.body);
});

test('a period that does not end after it begins is 422', async () => {
  const { app, replay } = await start();
  const { now } = app.clock;
  const refused = { status: 422, problem: { errors: { to: [expect.anything()] } } };
  expect(await replay(now, now)).toMatchObject(refused);
  expect(await replay(now, now.subtract({ hours: 1 }))).toMatchObject(refused);
});
