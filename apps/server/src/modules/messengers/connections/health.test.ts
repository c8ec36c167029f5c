import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { begin, inMessage, shareServer, skip } from '../../../../test/messengers/outbound-server.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';

const { readHealth } = api.messengers;
const server = shareServer();
const tg = { params: { provider: 'tg' as const } };

test('a messenger that did nothing has nothing to tell', async () => {
  const owner = await server().app.owner();
  const { status, data } = await owner.call(readHealth, tg);
  expect(status).toBe(200);
  expect(data).toEqual({ last_inbound_at: null, last_outbound_at: null, waiting: 0, failures: [], exchanges: [] });
});

test('what arrived and what was sent is told without texts and secrets', async () => {
  const { app, owner, fake, chatId, say, fate, failed } = await begin(server(), startTg());
  fake.behave({ fate: 'broken', times: 1 });
  const first = await say('Our secret');
  await failed(first, 1);
  const second = await say('Another secret');
  expect((await owner.call(readHealth, tg)).data).toMatchObject({ waiting: 2, last_outbound_at: null });
  await skip(app, 10);
  await fate(first, 'sent');
  await fate(second, 'sent');
  fake.behave({ fate: 'content_rejected' });
  await skip(app, 1);
  const refused = await fate(await say('A third secret'), 'failed');
  const { data } = await owner.call(readHealth, tg);
  const out = { direction: 'out', kind: 'message', chat_id: chatId, duration_ms: expect.any(Number) };
  expect(data.exchanges).toMatchObject([
    { ...out, outcome: 'failed', code: '400' },
    { ...out, outcome: 'sent', code: null },
    { ...out, outcome: 'sent', code: null },
    { ...out, outcome: 'retry', code: '502' },
    { direction: 'in', kind: 'message', chat_id: chatId, outcome: 'stored', code: null, duration_ms: null },
  ]);
  expect(data).toMatchObject({ waiting: 0, failures: [{ reason: 'content_rejected', count: 1 }] });
  expect(data.last_inbound_at).toBe(data.exchanges.at(-1)?.at);
  expect(data.last_outbound_at).toBe(data.exchanges[1]?.at);
  expect(JSON.stringify(data)).not.toMatch(/secret|Hello/);
  expect(JSON.stringify(data)).not.toContain(fake.credential.token);
  await owner.call(api.messages.resend, inMessage(refused));
  await fate(refused, 'failed');
  expect((await owner.call(readHealth, tg)).data.failures).toEqual([{ reason: 'content_rejected', count: 1 }]);
  await skip(app, 24 * 3_600);
  expect((await owner.call(readHealth, tg)).data.failures).toEqual([]);
});

test('what the vendor could not deliver later has failed, too', async () => {
  const { owner, fake, say, fate } = await begin(server(), startWaCloud());
  await server().app.sql(`UPDATE messenger_chats SET reply_until = reply_until + interval '3 days'`);
  const message = await fate(await say('Hi'), 'sent');
  await fake.fail?.(fake.sent[0]?.id ?? '');
  await fate(message, 'failed');
  const { data } = await owner.call(readHealth, { params: { provider: 'wa' } });
  expect(data.failures).toEqual([{ reason: 'recipient_unknown', count: 1 }]);
});

test('a messenger that was silent for days still knows when a customer last wrote', async () => {
  const { app, owner } = await begin(server(), startTg());
  const { last_inbound_at: before } = (await owner.call(readHealth, tg)).data;
  await app.sql(`DELETE FROM messenger_updates WHERE widget_id = ${owner.widgetId}`);
  expect((await owner.call(readHealth, tg)).data.last_inbound_at).toBe(before);
});

test('the last 50 exchanges are told, newest first', async () => {
  const { owner, fake, customer } = await begin(server(), startTg());
  for (let count = 0; count < 51; count += 1) await fake.write(customer, { text: `${count}` });
  const { exchanges } = (await owner.call(readHealth, tg)).data;
  expect(exchanges).toHaveLength(50);
  const times = exchanges.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
});
