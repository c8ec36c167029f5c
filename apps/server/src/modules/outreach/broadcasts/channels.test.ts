import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { draftBroadcast } from '../../../../test/broadcasts.ts';
import { Form } from '../../../../test/call.ts';
import { withToken } from '../../../../test/callers.ts';
import { addChannel, arrived, bodiesIn, replying, SECRET } from '../../../../test/channels.ts';
import { advanceAndSend, shareSender } from '../../../../test/delivery-server.ts';
import { startReceiver } from '../../../../test/receiver.ts';
import { until } from '../../../../test/until.ts';

const { channels, contacts, messages } = api;

const sender = shareSender();

/** A custom channel with so many people. */
async function start(count: number, settings: object = {}) {
  const app = sender();
  const [ann, receiver] = [await app.owner(), await startReceiver()];
  const channel = await addChannel(ann, { outbound_url: `${receiver.url}/replies`, secret: SECRET });
  const chatIds: number[] = [];
  for (let each = 1; each <= count; each += 1) {
    const from = { external_client_id: `client-${each}`, external_channel_id: `room-${each}` };
    chatIds.push((await channel.receive('hello', from)).data.chat_id);
  }
  const broadcast = await draftBroadcast(ann, settings, channel.code);
  return { app, ann, receiver, channel, chatIds, broadcast };
}

test('a broadcast in a custom channel is delivered to everybody as replies are', async () => {
  const { ann, receiver, broadcast } = await start(3);
  await broadcast.start();
  const finished = await broadcast.untilStatus('finished');
  expect(finished.counts).toMatchObject({ total: 3, sent: 3 });
  const bodies = bodiesIn(receiver).toSorted((one, other) =>
    one.external_client_id.localeCompare(other.external_client_id),
  );
  const ids = (await broadcast.recipients()).map(({ message_id }) => message_id).toSorted();
  expect(bodies).toMatchObject([
    { external_client_id: 'client-1', external_channel_id: 'room-1', message: { body: 'Hello' } },
    { external_client_id: 'client-2' },
    { external_client_id: 'client-3' },
  ]);
  expect(bodies.map(({ message }) => message.id).toSorted()).toEqual(ids);
  expect(ann.widgetId).toBeGreaterThan(0);
});

test('messages of a broadcast in a custom channel are delivered, and counted so', async () => {
  const { ann, chatIds, broadcast } = await start(2);
  await broadcast.start();
  await broadcast.untilStatus('finished');
  await broadcast.untilCounts({ sent: 2, delivered: 2 });
  for (const id of chatIds) {
    const [newest] = (await ann.call(api.messages.list, { params: { id } })).data.data;
    expect(newest).toMatchObject({ body: 'Hello', delivery: { status: 'delivered' } });
  }
});

test('a recipient is pending until the other side has taken the message', async () => {
  const { app, receiver, broadcast } = await start(1);
  receiver.answering = (response, _arrival, place) => void response.writeHead(place ? 200 : 503).end();
  await broadcast.start();
  await arrived(receiver, 1);
  expect(await broadcast.read()).toMatchObject({ status: 'running', counts: { pending: 1, sent: 0 } });
  expect(await broadcast.recipients({ state: 'pending' })).toMatchObject([
    { attempts: 1, message_id: expect.any(Number) },
  ]);
  await until(async () => {
    const rows =
      await app.sql(`SELECT FROM deliveries WHERE kind = 'broadcast' AND failures = 1 AND due_at > '${app.clock.now}'
      AND message_id = ${(await broadcast.recipients())[0]?.message_id}`);
    return rows.length > 0;
  }, 'the failure is stored');
  await advanceAndSend(app, 10);
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ sent: 1 });
  expect(new Set(receiver.arrivals.map(({ body }) => body)).size).toBe(1);
});

/** Waits for failed attempts of what is pending, and has it tried again. */
async function failAll(
  app: Awaited<ReturnType<typeof start>>['app'],
  { widgetId }: { widgetId: number },
  { count, waits }: { count: number; waits: number[] },
) {
  for (const [failures, seconds] of waits.entries()) {
    await until(
      async () => {
        const rows = await app.sql(`SELECT FROM deliveries
        WHERE widget_id = ${widgetId} AND kind = 'broadcast' AND failures > ${failures}`);
        return rows.length === count;
      },
      `all have failed ${failures + 1} times`,
    );
    await advanceAndSend(app, seconds);
  }
}

test('a message that the other side never takes has failed', async () => {
  const { app, ann, receiver, broadcast } = await start(1);
  receiver.answering = (response) => void response.writeHead(500).end();
  await broadcast.start();
  await failAll(app, ann, { count: 1, waits: [10, 20, 40, 0] });
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ failed: 1, sent: 0 });
  expect(await broadcast.recipients()).toMatchObject([
    { state: 'failed', reason: 'provider_unavailable', sent_at: null },
  ]);
});

test('a broadcast that mostly fails is paused', async () => {
  const { app, ann, receiver, broadcast } = await start(20, { audience: {} });
  receiver.answering = (response, { body }) => void response.writeHead(/client-[1-5]"/.test(body) ? 500 : 200).end();
  // One more than can be on their way, so that there is somebody left.
  await app.sql(`WITH k AS (
      INSERT INTO contacts (widget_id, guid, created_at, updated_at)
      SELECT ${ann.widgetId}, md5(random()::text || n), '2020-01-01', now() FROM generate_series(1, 124) AS n RETURNING id, widget_id),
    c AS (INSERT INTO chats (widget_id, contact_id, channel, external_channel_id, external_client_id, source, created_at)
      SELECT widget_id, id, '${(await broadcast.read()).channel}', 'r' || id, 'client-1', '{}', now() FROM k RETURNING *)
    INSERT INTO chat_heads (widget_id, chat_id, created_at, last_message_at, updated_at, activity)
    SELECT widget_id, id, created_at, now(), now(), 0 FROM c`);
  await broadcast.start();
  await failAll(app, ann, { count: 128, waits: [10, 20, 40] });
  const paused = await broadcast.untilStatus('paused');
  expect(paused.pause_reason).toBe('too_many_failures');
  expect(paused.counts.pending).toBeGreaterThan(0);
});

test('a channel that is deactivated pauses the broadcast, which goes on afterwards', async () => {
  const { app, channel, broadcast } = await start(2, { rate_per_minute: 1 });
  await broadcast.start();
  await broadcast.untilCounts({ sent: 1 });
  await channel.update({ is_active: false });
  expect(await broadcast.untilStatus('paused')).toMatchObject({ pause_reason: 'channel_not_ready' });
  expect(await broadcast.act('resume')).toMatchObject({ status: 409, data: { reason: 'channel_not_ready' } });
  await channel.update({ is_active: true });
  expect((await broadcast.act('resume')).data).toMatchObject({ status: 'running', pause_reason: null });
  app.clock.now = app.clock.now.add({ minutes: 1 });
  expect((await broadcast.untilStatus('finished')).counts.sent).toBe(2);
});

test('a reply is delivered while a broadcast waits for the other side', async () => {
  const { ann, receiver, broadcast, chatIds } = await start(70);
  receiver.answering = (response, { body }) => {
    if (!body.includes('"Hello"')) response.writeHead(200).end();
  };
  await broadcast.start();
  await arrived(receiver, 32);
  await replying(ann, chatIds[0] ?? 0)('A person writes');
  await until(() => receiver.arrivals.some(({ body }) => body.includes('A person writes')), 'the reply arrives');
  await broadcast.act('cancel');
  receiver.close();
});

test('of two recipients who are merged meanwhile one message is delivered, to the chat that is left', async () => {
  const { app, ann, receiver, broadcast, chatIds } = await start(2);
  receiver.answering = (response, _arrival, place) => void response.writeHead(place > 1 ? 200 : 503).end();
  await broadcast.start();
  await arrived(receiver, 2);
  const [first, second] = await broadcast.recipients();
  await ann.call(contacts.merge, { params: { id: first?.contact_id ?? '' }, body: { contact_id: second?.contact_id } });
  await until(async () => {
    const rows = await app.sql(`SELECT FROM deliveries WHERE widget_id = ${ann.widgetId} AND failures = 1`);
    return rows.length === 2;
  }, 'both failures are stored');
  await advanceAndSend(app, 10);
  await broadcast.untilStatus('finished');
  const own = await app.sql(`SELECT FROM messages WHERE widget_id = ${ann.widgetId} AND is_outreach`);
  expect(own).toHaveLength(2);
  await until(async () => {
    const rows = await app.sql(`SELECT FROM deliveries WHERE widget_id = ${ann.widgetId} AND status = 'pending'`);
    return rows.length === 0;
  }, 'nothing waits any longer');
  expect(receiver.arrivals).toHaveLength(3);
  expect(chatIds).toHaveLength(2);
});

test('the replies of a channel are listed without broadcasts', async () => {
  const { ann, channel, broadcast } = await start(1);
  await broadcast.start();
  await broadcast.untilStatus('finished');
  expect((await ann.call(channels.listReplies, { params: channel.params })).data.data).toEqual([]);
});

test('an erased contact whose message was on its way is skipped', async () => {
  const { ann, receiver, broadcast } = await start(1);
  receiver.answering = (response) => void response.writeHead(503).end();
  await broadcast.start();
  await arrived(receiver, 1);
  const [recipient] = await broadcast.recipients();
  await ann.call(contacts.remove, { params: { id: recipient?.contact_id ?? '' } });
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ total: 1, skipped: 1 });
  expect(await broadcast.recipients()).toMatchObject([{ state: 'skipped', reason: 'erased', contact_id: null }]);
});

test('a file is sent with a link', async () => {
  const { app, ann, receiver, broadcast } = await start(1);
  const call = await withToken(app, ann);
  const { data: file } = await call(api.files.create, { body: new Form('logo.txt', 'the words') });
  const message = { type: 'file', file: { id: file.id } };
  await ann.call(api.broadcasts.update, { params: broadcast.params, body: { settings: { message } } });
  await broadcast.start();
  await broadcast.untilStatus('finished');
  expect(bodiesIn(receiver)).toMatchObject([
    { message: { name: 'logo.txt', url: expect.stringContaining('/files/') } },
  ]);
  const [recipient] = await broadcast.recipients();
  const stored = (await ann.call(messages.list, { params: { id: recipient?.chat_id ?? 0 } })).data.data;
  expect(stored[0]).toMatchObject({ type: 'file', file: { id: file.id } });
});
