import { expect, test } from 'vitest';
import { begin, beginChat, shareServer, skip } from '../../../../test/messengers/outbound-server.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';
import { until } from '../../../../test/until.ts';

const server = shareServer();

test('a reply is queued, sent, delivered and read, and never goes back', async () => {
  const { fake, customer, say, fate, list } = await begin(server(), startWaCloud());
  const queued = await say('Hi');
  expect(queued.delivery).toEqual({ status: 'queued', reason: null, code: null, detail: null, at: queued.created_at });
  const sent = await fate(queued, 'sent');
  expect(sent.seen_at).toBeNull();
  await fake.receive?.(customer);
  expect((await fate(queued, 'delivered')).seen_at).toBeNull();
  await fake.read?.(customer);
  const read = await fate(queued, 'read');
  expect(read.seen_at).not.toBeNull();
  await fake.repeat();
  await fake.fail?.(fake.sent[0]?.id ?? '');
  expect((await list()).at(-1)).toEqual(read);
});

test.for([
  ['recipient_blocked', 'recipient_blocked', '403', 'Forbidden: bot was blocked by the user'],
  ['recipient_unknown', 'recipient_unknown', '400', 'Bad Request: chat not found'],
  ['content_rejected', 'content_rejected', '400', 'Bad Request: message text is empty'],
] as const)('a refusal by Telegram is final: %s', async ([refusal, reason, code, detail]) => {
  const { fake, say, fate } = await begin(server(), startTg());
  fake.behave({ fate: refusal });
  const failed = await fate(await say('Hi'), 'failed');
  expect(failed.delivery).toMatchObject({ status: 'failed', reason, code, detail });
  expect(fake.calls.filter(({ path }) => path.endsWith('/sendMessage'))).toHaveLength(1);
});

test.for(['broken', 'absent', 'unreadable'] as const)(
  'a vendor that is %s gets four attempts, after 10, 20 and 40 seconds',
  async (how) => {
    const { app, exchange, fake, say, fate, failed, list } = await begin(server(), startTg());
    fake.behave({ fate: 'broken' });
    exchange.setAbsent(fake, how === 'absent');
    if (how === 'unreadable') exchange.setAnswer(fake, 200, { ok: true });
    const message = await say('Hi');
    for (const [index, seconds] of [10, 20, 40].entries()) {
      const wait = await failed(message, index + 1);
      expect(wait).toBeCloseTo(seconds, 0);
      expect((await list()).at(-1)?.delivery).toMatchObject({ status: 'queued' });
      await skip(app, seconds);
    }
    const { delivery } = await fate(message, 'failed');
    const code = how === 'broken' ? '502' : null;
    expect(delivery).toMatchObject({ reason: 'provider_unavailable', code });
    if (how === 'broken') expect(fake.calls.filter(({ path }) => path.endsWith('/sendMessage'))).toHaveLength(4);
  },
);

test('attempts are counted by the hour', async () => {
  const { app, owner, fake, say, fate, failed } = await begin(server(), startTg());
  fake.behave({ fate: 'broken', times: 1 });
  const message = await say('Hi');
  await failed(message, 1);
  await skip(app, 10);
  await fate(message, 'sent');
  fake.behave({ fate: 'content_rejected' });
  await skip(app, 1);
  await fate(await say('Hi again'), 'failed');
  const hours = await app.sql(`SELECT sum(delivered)::int AS delivered, sum(retried)::int AS retried,
    sum(failed)::int AS failed FROM delivery_hours WHERE widget_id = ${owner.widgetId} AND kind = 'messenger'`);
  expect(hours).toEqual([{ delivered: 1, retried: 1, failed: 1 }]);
});

test('a vendor that comes back gets the message with the next attempt', async () => {
  const { app, fake, say, fate, failed, texts } = await begin(server(), startTg());
  fake.behave({ fate: 'broken', times: 3 });
  const message = await say('Hi');
  for (const [index, seconds] of [10, 20, 40].entries()) {
    await failed(message, index + 1);
    await skip(app, seconds);
  }
  await fate(message, 'sent');
  expect(texts()).toEqual(['Hi']);
});

test('a rate limit is waited for as told and not counted, for up to 15 minutes', async () => {
  const { app, fake, owner, say, fate, texts } = await begin(server(), startTg());
  const other = await beginChat(app, owner, fake);
  fake.behave({ fate: 'limited', seconds: 100 });
  const message = await say('Hi');
  const attempts = () => fake.calls.filter(({ path }) => path.endsWith('/sendMessage')).length;
  for (let count = 1; count <= 8; count += 1) {
    await untilPostponed(app, message, () => attempts() === count);
    if (count === 8) fake.behave({ fate: 'ok' });
    await skip(app, 100);
  }
  await fate(message, 'sent');
  expect(texts()).toEqual(['Hi']);
  fake.behave({ fate: 'limited', seconds: 400, person: other.customer.id });
  const late = await other.say('Hi');
  for (const count of [1, 2]) {
    await untilPostponed(app, late, () => attempts() === 9 + count);
    await skip(app, 400);
  }
  const { delivery } = await other.fate(late, 'failed');
  expect(delivery).toMatchObject({ reason: 'rate_limited', code: '429', detail: 'Too Many Requests: retry after 400' });
  expect(attempts()).toBe(12);
});

test('a rate limit of a chat holds up no other chat', async () => {
  const { app, fake, owner, customer, say, fate, list } = await begin(server(), startTg());
  const other = await beginChat(app, owner, fake);
  fake.behave({ fate: 'limited', seconds: 60, person: customer.id });
  const message = await say('Hi');
  await untilPostponed(app, message, () => fake.calls.some(({ path }) => path.endsWith('/sendMessage')));
  await other.fate(await other.say('Hi'), 'sent');
  expect((await list()).at(-1)?.delivery?.status).toBe('queued');
  fake.behave({ fate: 'ok' });
  await skip(app, 60);
  await fate(message, 'sent');
});

test('a rate limit of the account holds up all its chats, without calls, and no message for more than 15 minutes', async () => {
  const { app, fake, owner, say, fate } = await begin(server(), startWaCloud());
  const other = await beginChat(app, owner, fake);
  const attempts = () => fake.calls.filter(({ path, json }) => path.endsWith('/messages') && json?.to).length;
  fake.behave({ fate: 'limited', seconds: 600 });
  const message = await say('Hi');
  await untilPostponed(app, message, () => attempts() === 1);
  const held = await other.say('Hi');
  await untilPostponed(app, held, () => true);
  await skip(app, 600);
  expect((await fate(message, 'failed')).delivery).toMatchObject({ reason: 'rate_limited' });
  expect((await other.fate(held, 'failed')).delivery).toMatchObject({ reason: 'rate_limited' });
  expect(attempts()).toBe(1);
});

test('an account that may send again after a moment loses nothing', async () => {
  const { app, fake, say, fate, texts } = await begin(server(), startVk());
  fake.behave({ fate: 'limited', times: 2 });
  const message = await say('Hi');
  await until(async () => {
    await skip(app, 1);
    return texts().length > 0;
  }, 'the message is sent');
  await fate(message, 'sent');
  expect(texts()).toEqual(['Hi']);
});

/** Waits until a message waits for its next moment. */
async function untilPostponed(app: ReturnType<typeof server>['app'], { id }: { id: number }, condition: () => boolean) {
  await until(async () => {
    if (!condition()) return false;
    const rows = await app.sql(`SELECT FROM deliveries WHERE message_id = ${id} AND kind = 'messenger'
      AND status = 'pending' AND data IS NOT NULL AND due_at > '${app.clock.now.add({ seconds: 20 })}'`);
    return rows.length > 0;
  }, 'the message waits');
}
