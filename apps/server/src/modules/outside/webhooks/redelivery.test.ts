import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor } from '../../../../test/callers.ts';
import { advanceAndSend, shareSender } from '../../../../test/delivery-server.ts';
import type { Owner } from '../../../../test/owners.ts';
import { startReceiver } from '../../../../test/receiver.ts';
import { until } from '../../../../test/until.ts';
import { advanceClock, changeContact, logOf, subscribe, untilLogged } from '../../../../test/webhooks.ts';

const { webhooks: routes } = api;

const sender = shareSender();

async function start() {
  const app = sender();
  const ann = await app.owner();
  const receiver = await startReceiver();
  return { app, ann, receiver };
}

const redeliver = (owner: Owner, id: number, delivery_id: string) =>
  owner.call(routes.redeliver, { params: { id }, body: { delivery_id } });

test('a redelivery is the same event under the same key, as a new delivery', async () => {
  const { ann, receiver } = await start();
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  const first = await untilLogged(ann, id, 'delivered', 1);
  const answer = await redeliver(ann, id, first.delivery_id);
  expect(answer).toMatchObject({
    status: 202,
    data: { envelope: 'native', delivery_id: expect.stringMatching(/^dlv_/) },
  });
  await until(() => receiver.arrivals.length === 2, 'it arrives again');
  const [before, after] = receiver.arrivals;
  expect(after?.body).toBe(before?.body);
  expect(after?.headers['x-service-idempotency-key']).toBe(before?.headers['x-service-idempotency-key']);
  expect(after?.headers['x-service-delivery']).toBe(`${answer.data.delivery_id}-1`);
  expect(answer.data.delivery_id).not.toBe(first.delivery_id);
  await until(async () => (await logOf(ann, id, { status: 'delivered' })).length === 2, 'both are logged');
});

test('a delivery names those that repeat it, and they name it', async () => {
  const { ann, receiver } = await start();
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  const { delivery_id: first, ...logged } = await untilLogged(ann, id, 'delivered', 1);
  expect(logged).toMatchObject({ redelivery_of: null, redelivered_as: [] });
  const second = (await redeliver(ann, id, first)).data.delivery_id;
  const third = (await redeliver(ann, id, first)).data.delivery_id;
  const fourth = (await redeliver(ann, id, second)).data.delivery_id;
  const links = (await logOf(ann, id)).map(({ delivery_id, redelivery_of, redelivered_as }) => [
    delivery_id,
    redelivery_of,
    redelivered_as,
  ]);
  expect(links).toEqual([
    [fourth, second, []],
    [third, first, []],
    [second, first, [fourth]],
    [first, null, [second, third]],
  ]);
});

test('the value of the header X-Service-Delivery redelivers', async () => {
  const { ann, receiver } = await start();
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  const { delivery_id } = await untilLogged(ann, id, 'delivered', 1);
  const header = String(receiver.arrivals[0]?.headers['x-service-delivery']);
  expect(header).toBe(`${delivery_id}-1`);
  expect(await redeliver(ann, id, header)).toMatchObject({ status: 202 });
  await until(async () => (await logOf(ann, id))[0]?.redelivery_of === delivery_id, 'it is repeated');
  for (const unknown of [`${delivery_id}-0`, `${delivery_id}-`, `${delivery_id}-1-1`]) {
    expect(await redeliver(ann, id, unknown)).toMatchObject({ status: 422 });
  }
});

test('the body has the number of the event in the feed, in every attempt, redelivery and replay, and in the log', async () => {
  const { app, ann, receiver } = await start();
  receiver.answering = (response) => void response.writeHead(500).end();
  const { id } = await subscribe(ann, receiver.url);
  const from = `${app.clock.now}`;
  await changeContact(ann);
  const { delivery_id } = await untilLogged(ann, id, 'pending', 1);
  receiver.answering = (response) => void response.end();
  await advanceAndSend(app, 10);
  const logged = await untilLogged(ann, id, 'delivered', 2);
  const [event] = (await ann.call(api.events.list, { query: { type: 'contact.updated' } })).data.data;
  expect(logged.payload.number).toBe(event?.number);
  await redeliver(ann, id, delivery_id);
  await until(() => receiver.arrivals.length === 3, 'it arrives again');
  const body = { from, to: `${app.clock.now.add({ minutes: 1 })}` };
  await ann.call(routes.replay, { params: { id }, body });
  await until(() => receiver.arrivals.length === 4, 'it is replayed');
  expect(new Set(receiver.arrivals.map((arrival) => arrival.body)).size).toBe(1);
  expect(JSON.parse(receiver.arrivals[0]?.body ?? '')).toMatchObject({
    type: 'contact.updated',
    number: event?.number,
  });
});

test('a failed delivery can be redelivered, with four attempts of its own', async () => {
  const { app, ann, receiver } = await start();
  receiver.answering = (response) => void response.writeHead(500).end();
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  for (const [failures, seconds] of [10, 20, 40].entries()) {
    await untilLogged(ann, id, 'pending', failures + 1);
    await advanceAndSend(app, seconds);
  }
  const failed = await untilLogged(ann, id, 'failed', 4);
  receiver.answering = (response) => void response.end();
  await redeliver(ann, id, failed.delivery_id);
  await untilLogged(ann, id, 'delivered', 1);
  expect((await logOf(ann, id, { status: 'failed' })).length).toBe(1);
});

test("a delivery that is not in the subscription's log is 422 and names the field", async () => {
  const { app, ann, receiver } = await start();
  const bob = await app.owner();
  const { id } = await subscribe(ann, receiver.url);
  const other = await subscribe(ann, `${receiver.url}/other`);
  await changeContact(ann);
  await untilLogged(ann, id, 'delivered', 1);
  const theirs = await untilLogged(ann, other.id, 'delivered', 1);
  const foreign = await subscribe(bob, receiver.url);
  await changeContact(bob);
  const bobs = await untilLogged(bob, foreign.id, 'delivered', 1);
  for (const unknown of [theirs.delivery_id, bobs.delivery_id, `dlv_${'0'.repeat(32)}`, 'dlv_1', '1']) {
    expect(await redeliver(ann, id, unknown)).toMatchObject({
      status: 422,
      problem: { errors: { delivery_id: [expect.anything()] } },
    });
  }
  expect((await redeliver(ann, foreign.id, bobs.delivery_id)).status).toBe(404);
});

test('an inactive subscription redelivers nothing: 409', async () => {
  const { ann, receiver } = await start();
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  const { delivery_id } = await untilLogged(ann, id, 'delivered', 1);
  await ann.call(routes.update, { params: { id }, body: { is_active: false } });
  expect(await redeliver(ann, id, delivery_id)).toMatchObject({
    status: 409,
    problem: { reason: 'subscription_inactive' },
  });
});

test('in a legacy-compat subscription a native row is redelivered in the legacy envelope, or is 422 without an equivalent', async () => {
  const { app, ann, receiver } = await start();
  const { id } = await subscribe(ann, receiver.url, { events: ['chat.accepted', 'client.created', 'message.created'] });
  const { chatId } = await addAnsweredVisitor(app, ann);
  await until(async () => (await logOf(ann, id, { status: 'delivered' })).length === 4, 'all are delivered');
  const params = { id };
  const body = { is_legacy_compat: true, events: ['chat_finished' as const] };
  await ann.call(routes.update, { params, body });
  const log = await logOf(ann, id);
  expect(Object.fromEntries(log.map(({ event_type, is_redeliverable }) => [event_type, is_redeliverable]))).toEqual({
    'client.created': false,
    'chat.accepted': true,
    // Two rows share this name, in either order; only the visitor's offline message has an equivalent.
    'message.created': expect.any(Boolean),
  });
  const [accepted] = log.filter(({ event_type }) => event_type === 'chat.accepted');
  const [created] = log.filter(({ event_type }) => event_type === 'client.created');
  expect(await redeliver(ann, id, created?.delivery_id ?? '')).toMatchObject({ status: 422 });
  const answer = await redeliver(ann, id, accepted?.delivery_id ?? '');
  expect(answer).toMatchObject({ status: 202, data: { envelope: 'legacy' } });
  await until(() => receiver.arrivals.length === 5, 'it arrives in the other envelope');
  const { headers, body: sent } = receiver.arrivals[4] as (typeof receiver.arrivals)[number];
  expect(headers['x-service-event']).toBe('chat_accepted');
  expect(JSON.parse(sent)).toMatchObject({ event_name: 'chat_accepted', chat_id: chatId });
  await ann.call(routes.update, { params, body: { is_legacy_compat: false, events: ['chat.closed'] } });
  expect((await logOf(ann, id)).every(({ is_redeliverable }) => is_redeliverable)).toBe(true);
  expect((await redeliver(ann, id, created?.delivery_id ?? '')).data.envelope).toBe('native');
});

test('a replay sends all events of a period that the subscription listens for, and no others', async () => {
  const { app, ann, receiver } = await start();
  const bob = await app.owner();
  const before = app.clock.now;
  const contact = await changeContact(ann);
  await changeContact(bob);
  advanceClock(app, 60);
  const middle = app.clock.now;
  await changeContact(ann, contact);
  await changeContact(ann, contact);
  advanceClock(app, 60);
  const { id } = await subscribe(ann, receiver.url);
  const replay = (from: Temporal.Instant, to: Temporal.Instant) =>
    ann.call(routes.replay, { params: { id }, body: { from: `${from}`, to: `${to}` } });
  expect(await replay(middle, app.clock.now)).toMatchObject({
    status: 202,
    data: { deliveries: 2, envelope: 'native' },
  });
  await until(() => receiver.arrivals.length === 2, 'both arrive');
  expect((await replay(before, middle)).data.deliveries).toBe(1);
  expect((await replay(before, app.clock.now)).data.deliveries).toBe(3);
  await until(() => receiver.arrivals.length === 6, 'all arrive');
  expect(new Set(receiver.arrivals.map(({ headers }) => headers['x-service-idempotency-key'])).size).toBe(3);
  expect(new Set(receiver.arrivals.map(({ headers }) => headers['x-service-delivery'])).size).toBe(6);
  expect((await replay(middle, before)).status).toBe(422);
  expect((await replay(middle, middle)).status).toBe(422);
  await ann.call(routes.update, { params: { id }, body: { is_active: false } });
  expect((await replay(before, middle)).status).toBe(409);
});
