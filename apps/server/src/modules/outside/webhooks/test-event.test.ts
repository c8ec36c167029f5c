import { createHmac } from 'node:crypto';
import { api, eventNames } from '@parley/contract';
import { expect, test } from 'vitest';
import { advanceAndSend, shareSender } from '../../../../test/delivery-server.ts';
import type { Owner } from '../../../../test/owners.ts';
import { startReceiver } from '../../../../test/receiver.ts';
import { until } from '../../../../test/until.ts';
import { changeContact, logOf, SECRET, subscribe, untilLogged } from '../../../../test/webhooks.ts';

const { webhooks: routes } = api;

const sender = shareSender();

async function start() {
  const app = sender();
  return { app, ann: await app.owner(), receiver: await startReceiver() };
}

const sendTest = (owner: Owner, id: number) => owner.call(routes.test, { params: { id } });

test('a test event is sent, signed and logged like any other, with the headers of each attempt', async () => {
  const { ann, receiver } = await start();
  const { id } = await subscribe(ann, receiver.url);
  const sent = await sendTest(ann, id);
  expect(sent).toMatchObject({ status: 202, data: { envelope: 'native' } });
  const logged = await untilLogged(ann, id, 'delivered');
  const [arrival] = receiver.arrivals;
  expect(JSON.parse(arrival?.body ?? '')).toEqual({
    id: logged.event_id,
    type: 'webhook.test',
    data: { button_guid: ann.buttonGuid, subscription_id: id, at: expect.any(String) },
  });
  const signature = `sha256=v1:${createHmac('sha256', SECRET)
    .update(arrival?.body ?? '')
    .digest('hex')}`;
  expect(arrival?.headers['x-service-signature']).toBe(signature);
  expect(logged).toMatchObject({
    delivery_id: sent.data.delivery_id,
    event_type: 'webhook.test',
    payload: JSON.parse(arrival?.body ?? ''),
    is_redeliverable: true,
    attempts: [{ status: 200, answer: 'ok', error: null, duration_ms: expect.any(Number) }],
  });
  const { headers = {} } = logged.attempts[0] ?? {};
  expect(headers).toMatchObject({ 'x-service-event': 'webhook.test', 'x-service-idempotency-key': logged.event_id });
  expect(arrival?.headers).toMatchObject(headers);
  expect(JSON.stringify(logged)).not.toContain(signature);
  expect(await logOf(ann, id, { event_type: 'webhook.test' })).toHaveLength(1);
});

test('a test event is in no catalogue and no feed, and nothing can subscribe to it', async () => {
  const { app, ann, receiver } = await start();
  const { id } = await subscribe(ann, receiver.url);
  await sendTest(ann, id);
  await untilLogged(ann, id, 'delivered');
  const { data } = await ann.call(routes.listEventTypes);
  expect(data.data.map(({ name }) => name)).not.toContain('webhook.test');
  expect(eventNames).not.toContain('webhook.test');
  expect(await app.sql(`SELECT FROM events WHERE widget_id = ${ann.widgetId} AND type = 'webhook.test'`)).toEqual([]);
  const body = { url: 'https://1.1.1.1/other', events: ['webhook.test'] as never };
  expect(await ann.call(routes.create, { body })).toMatchObject({ status: 422 });
});

test('a subscription of the migration layer gets a test in its own vocabulary, and logs it', async () => {
  const { ann, receiver } = await start();
  const { id } = await subscribe(ann, receiver.url, { events: ['chat_finished'], is_legacy_compat: true });
  expect(await sendTest(ann, id)).toMatchObject({ status: 202, data: { envelope: 'legacy' } });
  const logged = await untilLogged(ann, id, 'delivered');
  const body = { event_name: 'webhook.test', widget_id: ann.buttonGuid };
  expect(JSON.parse(receiver.arrivals[0]?.body ?? '')).toEqual(body);
  expect(logged).toMatchObject({ envelope: 'legacy', payload: body, is_redeliverable: false });
});

test('an inactive subscription cannot be tested', async () => {
  const { ann, receiver } = await start();
  const { id } = await subscribe(ann, receiver.url);
  await ann.call(routes.update, { params: { id }, body: { is_active: false } });
  expect(await sendTest(ann, id)).toMatchObject({ status: 409, problem: { reason: 'subscription_inactive' } });
  expect(receiver.arrivals).toEqual([]);
});

test('health counts what was delivered, retried and failed in each hour of the last day', async () => {
  const { app, ann, receiver } = await start();
  const bob = await app.owner();
  const { id } = await subscribe(ann, receiver.url);
  const compat = await startReceiver();
  const other = await subscribe(ann, compat.url, { events: ['client_updated'], is_legacy_compat: true });
  const health = async (owner: Owner) => (await owner.call(routes.listHealth)).data.data;
  await changeContact(ann);
  await untilLogged(ann, id, 'delivered');
  receiver.answering = (response) => void response.writeHead(500).end();
  await sendTest(ann, id);
  for (const [failures, seconds] of [10, 20, 3_600].entries()) {
    await untilLogged(ann, id, 'pending', failures + 1);
    await advanceAndSend(app, seconds);
  }
  await untilLogged(ann, id, 'failed', 4);
  const hours = await until(async () => {
    const counted = await health(ann);
    return counted.some(({ failed }) => failed) && counted.some((each) => each.subscription_id === other.id) && counted;
  }, 'all are counted');
  const own = hours.filter(({ subscription_id }) => subscription_id === id);
  expect(own.map(({ delivered, retried, failed }) => [delivered, retried, failed])).toEqual([
    [1, 3, 0],
    [0, 0, 1],
  ]);
  expect(Date.parse(own[1]?.hour ?? '') - Date.parse(own[0]?.hour ?? '')).toBe(3_600_000);
  expect(hours.filter((each) => each.subscription_id === other.id)).toMatchObject([{ delivered: 1 }]);
  expect(await health(bob)).toEqual([]);
  app.clock.now = app.clock.now.add({ hours: 24 });
  expect(await health(ann)).toEqual([]);
});
