import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { draftBroadcast } from '../../../../test/broadcasts.ts';
import {
  begin,
  beginChat,
  connectFake,
  inMessage,
  shareServer,
  skip,
} from '../../../../test/messengers/outbound-server.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';
import { until } from '../../../../test/until.ts';

const server = shareServer();

/** Other tests move the time past the window in which WhatsApp allows to write. */
function beginWa() {
  server().app.clock.now = Temporal.Now.instant();
  return begin(server(), startWaCloud());
}

test('a broadcast in a messenger reaches everybody who has written, through its connection', async () => {
  const { app, owner, fake, texts } = await begin(server(), startTg());
  const other = await beginChat(app, owner, fake);
  const broadcast = await draftBroadcast(owner, {}, 'tg');
  await broadcast.start();
  const { counts } = await broadcast.untilStatus('finished');
  expect(counts).toMatchObject({ total: 2, sent: 2 });
  expect([texts(), other.texts()]).toEqual([['Hello'], ['Hello']]);
  expect(await broadcast.recipients()).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
});

test('receipts of the messenger are counted', async () => {
  const { owner, fake, customer } = await beginWa();
  const broadcast = await draftBroadcast(owner, {}, 'wa');
  await broadcast.start();
  await broadcast.untilStatus('finished');
  await fake.receive?.(customer);
  await broadcast.untilCounts({ sent: 1, delivered: 1, read: 0 });
  await fake.read?.(customer);
  await broadcast.untilCounts({ sent: 1, delivered: 1, read: 1 });
});

test('a recipient who has blocked us has failed, and is suppressed from then on', async () => {
  const { owner, fake } = await begin(server(), startTg());
  fake.behave({ fate: 'recipient_blocked' });
  const broadcast = await draftBroadcast(owner, {}, 'tg');
  await broadcast.start();
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ failed: 1 });
  expect(await broadcast.recipients()).toMatchObject([{ state: 'failed', reason: 'recipient_blocked' }]);
  const { data } = await owner.call(api.suppressions.list, { query: { channel: 'tg' } });
  expect(data.data).toMatchObject([{ channel: 'tg', reason: 'recipient_blocked' }]);
  const body = { channel: 'tg', settings: { message: { type: 'text', body: 'Hi' } } };
  expect((await owner.call(api.broadcasts.preview, { body })).data.skipped).toEqual({ suppressed: 1 });
});

test('who may no longer be written to is skipped', async () => {
  const { app, owner } = await beginWa();
  await skip(app, 24 * 3_600 + 1);
  const body = { channel: 'wa', settings: { message: { type: 'text', body: 'Hi' } } };
  const { data } = await owner.call(api.broadcasts.preview, { body });
  expect(data).toMatchObject({ matched: 1, reachable: 0, skipped: { window_closed: 1 } });
});

test('a rate limit delays a broadcast for as long as it takes, and fails nobody', async () => {
  const { app, owner, fake, texts } = await begin(server(), startTg());
  fake.behave({ fate: 'limited', seconds: 600, times: 3 });
  const broadcast = await draftBroadcast(owner, {}, 'tg');
  await broadcast.start();
  for (const count of [1, 2, 3]) {
    await until(
      async () => fake.calls.filter(({ path }) => path.endsWith('/sendMessage')).length >= count,
      'it is tried',
    );
    await until(async () => {
      const rows = await app.sql(`SELECT FROM deliveries WHERE widget_id = ${owner.widgetId} AND kind = 'messenger'
        AND status = 'pending' AND due_at > now() - interval '1 hour' AND data ->> 'limited_since' IS NOT NULL`);
      return rows.length === 1;
    }, 'it is postponed');
    await app.sql(`DELETE FROM messenger_paces`);
    await skip(app, 601);
  }
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ sent: 1, failed: 0 });
  expect(texts()).toEqual(['Hello']);
});

test('a message that may have arrived is unknown, and not sent again', async () => {
  const { exchange, owner, fake, chatId } = await begin(server(), startTg());
  exchange.setAbsent(fake, true);
  const broadcast = await draftBroadcast(owner, {}, 'tg');
  await broadcast.start();
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ unknown: 1, sent: 0, failed: 0 });
  exchange.setAbsent(fake, false);
  const { data } = await owner.call(api.messages.list, { params: { id: chatId } });
  expect(data.data[0]?.delivery).toMatchObject({ status: 'failed', reason: 'provider_unavailable' });
});

test('a message that a messenger refuses for a fault of its own has failed at once', async () => {
  const { owner, fake } = await begin(server(), startTg());
  fake.behave({ fate: 'broken' });
  const broadcast = await draftBroadcast(owner, {}, 'tg');
  await broadcast.start();
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ failed: 1 });
  expect(fake.calls.filter(({ path }) => path.endsWith('/sendMessage'))).toHaveLength(1);
});

test('a messenger that drops repeated messages gets a broadcast again after a failure', async () => {
  const { app, owner, fake, failed, texts } = await begin(server(), startVk());
  fake.behave({ fate: 'broken', times: 1 });
  const broadcast = await draftBroadcast(owner, {}, 'vk');
  await broadcast.start();
  const sent = await until(async () => {
    const [recipient] = await broadcast.recipients();
    return recipient?.message_id ? { id: recipient.message_id } : false;
  }, 'the message is stored');
  await failed(sent, 1);
  await skip(app, 10);
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ sent: 1 });
  expect(texts()).toEqual(['Hello']);
});

/** A broadcast that the messenger holds up for ten minutes. */
async function startLimited() {
  const begun = await begin(server(), startTg());
  const { app, owner, fake } = begun;
  fake.behave({ fate: 'limited', seconds: 600, times: 1 });
  const broadcast = await draftBroadcast(owner, {}, 'tg');
  await broadcast.start();
  await until(async () => {
    const rows = await app.sql(`SELECT FROM deliveries WHERE widget_id = ${owner.widgetId} AND kind = 'messenger'
      AND status = 'pending' AND data ->> 'limited_since' IS NOT NULL`);
    return rows.length === 1;
  }, 'it is postponed');
  const goOn = async () => {
    await app.sql(`DELETE FROM messenger_paces`);
    await skip(app, 601);
  };
  return { ...begun, broadcast, goOn };
}

test('what a rate limit holds up is not sent once the broadcast is cancelled', async () => {
  const { broadcast, goOn, texts, say, fate, list } = await startLimited();
  expect((await broadcast.act('cancel')).data.counts).toMatchObject({ pending: 0, skipped: 1 });
  await goOn();
  await fate(await say('a reply'), 'sent');
  expect(texts()).toEqual(['a reply']);
  expect(await list()).toContainEqual(
    expect.objectContaining({ body: 'Hello', delivery: expect.objectContaining({ status: 'failed' }) }),
  );
});

test('a reply no longer waits for a message of a broadcast that is cancelled', async () => {
  const { app, broadcast, say } = await startLimited();
  const { id } = await say('a reply');
  const isNext = async () => {
    const [row] = await app.sql<{ is_next: boolean }>(
      `SELECT status <> 'pending' OR due_at < 'infinity' AS is_next FROM deliveries WHERE message_id = ${id}`,
    );
    return row?.is_next;
  };
  expect(await isNext()).toBe(false);
  await broadcast.act('cancel');
  expect(await isNext()).toBe(true);
});

test('what a rate limit holds up is sent after a pause, and replies do not wait for it', async () => {
  const { broadcast, goOn, texts, say, fate } = await startLimited();
  await broadcast.act('pause');
  await goOn();
  await fate(await say('a reply'), 'sent');
  await broadcast.act('resume');
  await broadcast.untilStatus('finished');
  expect(texts()).toEqual(['a reply', 'Hello']);
});

test('who writes stop while a rate limit holds their message up is skipped', async () => {
  const { broadcast, goOn, texts, fake, customer, list } = await startLimited();
  await fake.write(customer, { text: 'stop' });
  await until(async () => (await list()).some(({ body }) => body === 'stop'), 'it is stored');
  await goOn();
  await broadcast.untilStatus('finished');
  expect(await broadcast.recipients()).toMatchObject([{ state: 'skipped', reason: 'unsubscribed' }]);
  expect(texts()).toEqual([]);
});

test('who may no longer be written to when a rate limit ends is skipped', async () => {
  const { app, owner, fake, texts } = await beginWa();
  fake.behave({ fate: 'limited' });
  const broadcast = await draftBroadcast(owner, {}, 'wa');
  await broadcast.start();
  await until(async () => {
    const rows = await app.sql(`SELECT FROM deliveries WHERE widget_id = ${owner.widgetId} AND kind = 'messenger'
      AND status = 'pending' AND data ->> 'limited_since' IS NOT NULL`);
    return rows.length === 1;
  }, 'it is postponed');
  await skip(app, 24 * 3_600 + 1);
  await app.sql(`DELETE FROM messenger_paces`);
  await broadcast.untilStatus('finished');
  expect(await broadcast.recipients()).toMatchObject([{ state: 'skipped', reason: 'window_closed' }]);
  expect(texts()).toEqual([]);
});

test('a messenger that is disconnected while messages are on their way fails nobody', async () => {
  const { broadcast, goOn, owner, texts, fake } = await startLimited();
  await owner.call(api.messengers.disconnect, { params: { provider: 'tg' } });
  await goOn();
  const paused = await broadcast.untilStatus('paused');
  expect(paused).toMatchObject({ pause_reason: 'channel_not_ready', counts: { failed: 0, pending: 1 } });
  await connectFake(owner, fake);
  await broadcast.act('resume');
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ sent: 1 });
  expect(texts()).toEqual(['Hello']);
});

const blockedIn = async (owner: Awaited<ReturnType<typeof begin>>['owner']) =>
  (await owner.call(api.suppressions.list)).data.data.map(({ reason }) => reason);

test.each(['writes', 'allows us'])('who had blocked us gets broadcasts again once they %s', async (what) => {
  const { owner, fake, customer, list } = await begin(server(), startTg());
  fake.behave({ fate: 'recipient_blocked' });
  const broadcast = await draftBroadcast(owner, {}, 'tg');
  await broadcast.start();
  await broadcast.untilStatus('finished');
  expect(await blockedIn(owner)).toEqual(['recipient_blocked']);
  fake.behave({ fate: 'ok' });
  if (what === 'writes') await fake.write(customer, { text: 'I am back' });
  else await fake.allow?.(customer);
  await until(async () => (await blockedIn(owner)).length === 0, 'it is lifted');
  if (what === 'writes')
    await until(async () => (await list()).some(({ body }) => body === 'I am back'), 'it is stored');
  const again = await draftBroadcast(owner, {}, 'tg');
  await again.start();
  expect((await again.untilStatus('finished')).counts).toMatchObject({ sent: 1 });
});

test('who turns out later to have blocked us is suppressed, too', async () => {
  const { owner, fake } = await beginWa();
  const broadcast = await draftBroadcast(owner, {}, 'wa');
  await broadcast.start();
  await broadcast.untilStatus('finished');
  await fake.fail?.(fake.sent.at(-1)?.id ?? '', 131050);
  await broadcast.untilCounts({ failed: 1, sent: 0 });
  expect(await blockedIn(owner)).toEqual(['recipient_blocked']);
});

test('who writes while their message is on its way has replied', async () => {
  const { broadcast, goOn, fake, customer, list } = await startLimited();
  await fake.write(customer, { text: 'a question' });
  await until(async () => (await list()).some(({ body }) => body === 'a question'), 'it is stored');
  await goOn();
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ sent: 1, replied: 1 });
});

test('who wrote to a community of several that is disabled has no address', async () => {
  const { app, owner, fake, exchange, texts } = await begin(server(), startVk());
  const other = await exchange.add(startVk());
  await connectFake(owner, other);
  const second = await beginChat(app, owner, other);
  await app.sql(`UPDATE messenger_connections SET status = 'disabled' WHERE widget_id = ${owner.widgetId}
    AND id = (SELECT connection_id FROM chats WHERE id = ${second.chatId})`);
  const broadcast = await draftBroadcast(owner, {}, 'vk');
  await broadcast.start();
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ sent: 1, skipped: 1, failed: 0 });
  expect(await broadcast.recipients({ state: 'skipped' })).toMatchObject([{ reason: 'no_address' }]);
  expect([texts(), second.texts()]).toEqual([['Hello'], []]);
  fake.close();
});

test('an agent can send a message of a broadcast again that failed, also when the broadcast is over', async () => {
  const { owner, fake, list, texts, fate } = await begin(server(), startTg());
  fake.behave({ fate: 'broken' });
  const broadcast = await draftBroadcast(owner, {}, 'tg');
  await broadcast.start();
  await broadcast.untilStatus('finished');
  fake.behave({ fate: 'ok' });
  const message = (await list()).find(({ body, sender }) => body === 'Hello' && sender === 'agent');
  if (!message) throw new Error('It is stored');
  await owner.call(api.messages.resend, inMessage(message));
  await fate(message, 'sent');
  expect(texts()).toEqual(['Hello']);
});

test('a long text is sent in parts, each once', async () => {
  const { owner, texts } = await begin(server(), startTg());
  const body = 'word '.repeat(1_200).trim();
  const broadcast = await draftBroadcast(owner, { message: { type: 'text', body } }, 'tg');
  await broadcast.start();
  expect((await broadcast.untilStatus('finished')).counts).toMatchObject({ sent: 1, unknown: 0 });
  expect(texts()).toHaveLength(2);
  expect(texts().join(' ')).toBe(body);
});
