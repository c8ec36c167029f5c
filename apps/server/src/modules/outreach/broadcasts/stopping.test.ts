import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { draftBroadcast } from '../../../../test/broadcasts.ts';
import { addChannel, arrived, replying, SECRET } from '../../../../test/channels.ts';
import { advanceAndSend, shareSender } from '../../../../test/delivery-server.ts';
import type { OpenApp } from '../../../../test/harness.ts';
import { startReceiver } from '../../../../test/receiver.ts';
import { until } from '../../../../test/until.ts';

const { account, contacts, messages } = api;

const sender = shareSender();

/** A broadcast to so many clients of a custom channel. */
async function start(count: number, settings: object = {}) {
  const app = sender();
  const [ann, receiver] = [await app.owner(), await startReceiver()];
  const channel = await addChannel(ann, { outbound_url: `${receiver.url}/replies`, secret: SECRET });
  const write = (client: number, text: string) =>
    channel.receive(text, { external_client_id: `client-${client}`, external_channel_id: `room-${client}` });
  const chatIds: number[] = [];
  for (let client = 1; client <= count; client += 1) chatIds.push((await write(client, 'hello')).data.chat_id);
  const broadcast = await draftBroadcast(ann, settings, channel.code);
  return { app, ann, receiver, channel, chatIds, broadcast, write };
}

type Started = Awaited<ReturnType<typeof start>>;

/** The other side answers nothing until it is let. */
function hold({ receiver }: Started) {
  const waiting: (() => void)[] = [];
  receiver.answering = (response) => void waiting.push(() => response.writeHead(200).end());
  return () => {
    receiver.answering = (response) => void response.writeHead(200).end();
    for (const answer of waiting) answer();
  };
}

const broadcastsIn = async ({ app, ann }: Started) =>
  app.sql<{ body: string | null; chat_id: number }>(
    `SELECT body, chat_id FROM messages WHERE widget_id = ${ann.widgetId} AND is_outreach AND deleted_at IS NULL`,
  );

/** Waits until so many attempts have failed, each of another message. */
const failed = ({ app, ann }: Started, count: number, failures = 1) =>
  until(async () => {
    const rows = await app.sql(`SELECT FROM deliveries WHERE widget_id = ${ann.widgetId} AND kind = 'broadcast'
        AND failures = ${failures} AND due_at > '${app.clock.now}'`);
    return rows.length === count;
  }, `${count} have failed`);

const retry = (app: OpenApp) => advanceAndSend(app, 10);

test.each([
  ['cancel', 'cancelled'],
  ['finish', 'finished'],
])('after %s only what was being delivered arrives', async (action, status) => {
  const started = await start(50);
  const { app, receiver, broadcast } = started;
  const answer = hold(started);
  await broadcast.start();
  await arrived(receiver, 32);
  await broadcast.untilCounts({ pending: 50 });
  const { data } = await broadcast.act(action);
  expect(data.counts).toMatchObject({ pending: 32, skipped: 18 });
  answer();
  expect((await broadcast.untilCounts({ pending: 0 })).counts).toMatchObject({ sent: 32, skipped: 18 });
  await advanceAndSend(app, 60);
  await replying(started.ann, started.chatIds[0] ?? 0)('a reply');
  await arrived(receiver, 33);
  expect(receiver.arrivals.filter(({ body }) => body.includes('Hello'))).toHaveLength(32);
  const skipped = await broadcast.recipients({ state: 'skipped' });
  expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set([status]));
  expect(await broadcastsIn(started)).toHaveLength(32);
});

test('what had not begun before a pause is delivered once after it was resumed', async () => {
  const started = await start(40);
  const { receiver, broadcast } = started;
  const answer = hold(started);
  await broadcast.start();
  await arrived(receiver, 32);
  await broadcast.untilCounts({ pending: 40 });
  await broadcast.act('pause');
  answer();
  expect((await broadcast.untilCounts({ sent: 32 })).counts).toMatchObject({ pending: 8 });
  expect(receiver.arrivals).toHaveLength(32);
  await broadcast.act('resume');
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ sent: 40 });
  expect(receiver.arrivals).toHaveLength(40);
  expect(new Set(receiver.arrivals.map(({ body }) => JSON.parse(body).external_client_id)).size).toBe(40);
  expect(await broadcastsIn(started)).toHaveLength(40);
});

test('of a paused broadcast that is cancelled no message stays that had not begun', async () => {
  const started = await start(34);
  const { receiver, broadcast } = started;
  const answer = hold(started);
  await broadcast.start();
  await arrived(receiver, 32);
  await broadcast.untilCounts({ pending: 34 });
  await broadcast.act('pause');
  answer();
  await broadcast.untilCounts({ sent: 32, pending: 2 });
  expect((await broadcast.act('cancel')).data.counts).toMatchObject({ sent: 32, skipped: 2, pending: 0 });
  expect(await broadcastsIn(started)).toHaveLength(32);
});

test('who is blocked while the broadcast is paused is skipped after it was resumed, and the message is removed', async () => {
  const started = await start(33);
  const { ann, receiver, broadcast } = started;
  const answer = hold(started);
  await broadcast.start();
  await arrived(receiver, 32);
  await broadcast.untilCounts({ pending: 33 });
  await broadcast.act('pause');
  answer();
  await broadcast.untilCounts({ sent: 32 });
  const [held] = await broadcast.recipients({ state: 'pending' });
  await ann.call(contacts.block, { params: { id: held?.contact_id ?? '' } });
  await broadcast.act('resume');
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ sent: 32, skipped: 1 });
  expect(await broadcastsIn(started)).toHaveLength(32);
});

test('a message that waits for its next attempt is not sent once the broadcast is cancelled', async () => {
  const started = await start(1);
  const { app, receiver, broadcast } = started;
  receiver.answering = (response) => void response.writeHead(503).end();
  await broadcast.start();
  await failed(started, 1);
  expect((await broadcast.act('cancel')).data.counts).toMatchObject({ pending: 0, skipped: 1 });
  await retry(app);
  await replying(started.ann, started.chatIds[0] ?? 0)('a reply');
  await arrived(receiver, 2);
  expect(receiver.arrivals.filter(({ body }) => body.includes('Hello'))).toHaveLength(1);
});

test('a message that waits for its next attempt is sent as the same one after a pause', async () => {
  const started = await start(1);
  const { receiver, broadcast } = started;
  receiver.answering = (response, _arrival, place) => void response.writeHead(place ? 200 : 503).end();
  await broadcast.start();
  await failed(started, 1);
  await broadcast.act('pause');
  expect(await broadcast.recipients()).toMatchObject([{ state: 'pending', attempts: 1, next_attempt_at: null }]);
  await broadcast.act('resume');
  await broadcast.untilStatus('finished');
  expect(new Set(receiver.arrivals.map(({ body }) => JSON.parse(body).message.id)).size).toBe(1);
  expect(await broadcast.recipients()).toMatchObject([{ state: 'sent', attempts: 2 }]);
});

test('who is waiting for the next attempt is listed with its time', async () => {
  const started = await start(1);
  started.receiver.answering = (response) => void response.writeHead(503).end();
  await started.broadcast.start();
  await failed(started, 1);
  const [recipient] = await started.broadcast.recipients();
  expect(recipient).toMatchObject({ state: 'pending', attempts: 1 });
  expect(started.app.clock.now.until(recipient?.next_attempt_at ?? '').total('seconds')).toBeCloseTo(10);
  await retry(started.app);
  await failed(started, 1, 2);
  expect(await started.broadcast.recipients()).toMatchObject([{ attempts: 2 }]);
});

const LEAVING: [string, (started: Started) => Promise<unknown>][] = [
  [
    'blocked',
    async ({ ann, broadcast }) => {
      const [recipient] = await broadcast.recipients();
      await ann.call(contacts.block, { params: { id: recipient?.contact_id ?? '' } });
    },
  ],
  ['unsubscribed', ({ write }) => write(1, 'stop')],
];

test.each(LEAVING)('who is %s while the message waits for its next attempt is skipped', async (reason, leave) => {
  const started = await start(1);
  const { app, receiver, broadcast } = started;
  receiver.answering = (response) => void response.writeHead(503).end();
  await broadcast.start();
  await failed(started, 1);
  await leave(started);
  await retry(app);
  await broadcast.untilStatus('finished');
  expect(await broadcast.recipients()).toMatchObject([{ state: 'skipped', reason }]);
  expect(receiver.arrivals).toHaveLength(1);
});

test('a message that waits until the window of its broadcast has closed is sent when it opens again', async () => {
  const { app } = await start(0);
  const before = app.clock.now;
  app.clock.now = Temporal.Instant.from('2026-12-01T12:59:55Z');
  const started = await start(1, { window: { from: '12:00', to: '13:00' } });
  const { ann, receiver, broadcast } = started;
  await ann.call(account.update, { body: { timezone: 'UTC' } });
  receiver.answering = (response, _arrival, place) => void response.writeHead(place ? 200 : 503).end();
  await broadcast.start();
  await failed(started, 1);
  await retry(app);
  await until(async () => {
    const rows = await app.sql(`SELECT FROM send_recipients WHERE send_id = ${broadcast.id} AND state = 'pending'`);
    return rows.length === 1;
  }, 'it waits');
  expect(receiver.arrivals).toHaveLength(1);
  app.clock.now = Temporal.Instant.from('2026-12-02T12:00:00Z');
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ sent: 1 });
  expect(receiver.arrivals).toHaveLength(2);
  app.clock.now = before;
});

test('a channel that is deactivated while messages are on their way fails nobody', async () => {
  const started = await start(2);
  const { app, ann, receiver, channel, broadcast } = started;
  receiver.answering = (response, _arrival, place) => void response.writeHead(place > 1 ? 200 : 503).end();
  await broadcast.start();
  await failed(started, 2);
  await channel.update({ is_active: false });
  await retry(app);
  const paused = await broadcast.untilStatus('paused');
  expect(paused).toMatchObject({ pause_reason: 'channel_not_ready', counts: { failed: 0, pending: 2 } });
  await channel.update({ is_active: true });
  await broadcast.act('resume');
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ sent: 2, failed: 0 });
  const stored = await ann.call(messages.list, { params: { id: started.chatIds[0] ?? 0 } });
  expect(stored.data.data.filter(({ body }) => body === 'Hello')).toHaveLength(1);
});

test.each([
  [400, 'content_rejected'],
  [404, 'recipient_unknown'],
  [503, 'provider_unavailable'],
])('a recipient of whom the other side says %s has failed as %s', async (status, reason) => {
  const started = await start(1);
  const { app, receiver, broadcast } = started;
  receiver.answering = (response) => void response.writeHead(status).end();
  await broadcast.start();
  for (const [failures, seconds] of [10, 20, 40].entries()) {
    await failed(started, 1, failures + 1);
    await advanceAndSend(app, seconds);
  }
  await broadcast.untilStatus('finished');
  expect(await broadcast.recipients()).toMatchObject([{ state: 'failed', reason, attempts: 4 }]);
});
