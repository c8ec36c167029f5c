import { type AddressInfo, createServer } from 'node:net';
import { api } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import { advanceAndSend, shareSender } from '../../../../test/delivery-server.ts';
import { openApp, startApp } from '../../../../test/harness.ts';
import { CALLS_THIS_MACHINE, type Responder, startReceiver } from '../../../../test/receiver.ts';
import { until } from '../../../../test/until.ts';
import { addContact, advanceClock, changeContact, SECRET, subscribe, untilLogged } from '../../../../test/webhooks.ts';
import { sign } from '../../../kernel/deliveries/signature.ts';

// Failures of the receiver, and what happens to the delivery.

const sender = shareSender();

async function start(answering?: Responder, atEnd?: typeof onTestFinished) {
  const app = sender();
  const ann = await app.owner();
  const receiver = await startReceiver(answering, atEnd);
  return { app, ann, receiver };
}

/** Responds with these, one after the other, then with 200. */
const inTurn =
  (...statuses: number[]): Responder =>
  (response, _arrival, place) =>
    void response.writeHead(statuses[place] ?? 200).end();

const BACKOFF = [10, 20, 40];

test('500 · the event is retried after 10, 20 and 40 seconds under new delivery ids', async () => {
  const { app, ann, receiver } = await start(inTurn(500, 502, 503, 200));
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  for (const [failures, seconds] of BACKOFF.entries()) {
    const { next_attempt_at } = await untilLogged(ann, id, 'pending', failures + 1);
    expect(Date.parse(next_attempt_at ?? '')).toBe(app.clock.now.epochMilliseconds + seconds * 1_000);
    advanceClock(app, seconds);
  }
  const { delivery_id, attempts } = await untilLogged(ann, id, 'delivered', 4);
  expect(attempts.map(({ status }) => status)).toEqual([500, 502, 503, 200]);
  expect(new Set(receiver.arrivals.map(({ body }) => body)).size).toBe(1);
  expect(new Set(receiver.arrivals.map(({ headers }) => headers['x-service-idempotency-key'])).size).toBe(1);
  expect(receiver.arrivals.map(({ headers }) => headers['x-service-delivery'])).toEqual(
    [1, 2, 3, 4].map((attempt) => `${delivery_id}-${attempt}`),
  );
});

test('500 · it is not retried before its time, even when something else is sent there', async () => {
  const { app, ann, receiver } = await start(inTurn(500));
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  await untilLogged(ann, id, 'pending', 1);
  advanceClock(app, 9);
  await changeContact(ann);
  await untilLogged(ann, id, 'delivered', 1);
  expect(receiver.arrivals.length).toBe(2);
  await advanceAndSend(app, 1);
  await until(() => receiver.arrivals.length === 3, 'its time has come');
  expect(receiver.arrivals[2]?.body).toBe(receiver.arrivals[0]?.body);
});

test('500 · after the fourth attempt it has failed, and nothing further is sent', async () => {
  const { app, ann, receiver } = await start((response) => void response.writeHead(500).end('no, thank you'));
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  for (const [failures, seconds] of BACKOFF.entries()) {
    await untilLogged(ann, id, 'pending', failures + 1);
    await advanceAndSend(app, seconds);
  }
  const { attempts, next_attempt_at } = await untilLogged(ann, id, 'failed', 4);
  expect(attempts.map(({ answer }) => answer)).toEqual(Array(4).fill('no, thank you'));
  expect(next_attempt_at).toBeNull();
  advanceClock(app, 3_600);
  await changeContact(ann);
  await until(() => receiver.arrivals.length > 4, 'the next event is sent');
  expect(receiver.arrivals.length).toBe(5);
});

test('301 · a redirect is not followed and counts as a failure', async () => {
  const { ann, receiver } = await start();
  const elsewhere = await startReceiver();
  receiver.answering = (response) => void response.writeHead(301, { location: `${elsewhere.url}/moved` }).end();
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  const { attempts } = await untilLogged(ann, id, 'pending', 1);
  expect(attempts[0]).toMatchObject({ status: 301 });
  expect(elsewhere.arrivals).toEqual([]);
});

test.each([200, 201, 202, 204, 299])('%i · any 2xx is success', async (status) => {
  const { ann, receiver } = await start((response) => void response.writeHead(status).end());
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  expect((await untilLogged(ann, id, 'delivered', 1)).attempts[0]).toMatchObject({ status });
});

// Run both ten-second waits concurrently.

test.concurrent('timeout · a receiver that has not responded after 10 seconds is retried', async ({
  onTestFinished,
}) => {
  const ended = Promise.withResolvers<void>();
  const { ann, receiver } = await start((response) => void response.once('close', ended.resolve), onTestFinished);
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  await ended.promise;
  const { attempts } = await untilLogged(ann, id, 'pending', 1);
  expect(attempts[0]).toMatchObject({ status: null, answer: null, error: expect.stringContaining('10000 ms') });
  expect(attempts[0]?.duration_ms).toBeGreaterThanOrEqual(9_900);
  expect(attempts[0]?.duration_ms).toBeLessThan(14_000);
});

test.concurrent('slow body · a 200 in time is success, however long the body takes', async ({ onTestFinished }) => {
  const ended = Promise.withResolvers<void>();
  const { ann, receiver } = await start((response) => {
    response.once('close', ended.resolve).writeHead(200).write('beginning');
  }, onTestFinished);
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  await ended.promise;
  const { attempts } = await untilLogged(ann, id, 'delivered', 1);
  expect(attempts[0]).toMatchObject({ status: 200, answer: 'beginning' });
});

test('endless body · its first KB is kept and nothing further is read', async () => {
  const { ann, receiver } = await start((response) => {
    const more = () => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', more);
    };
    more();
  });
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  expect((await untilLogged(ann, id, 'delivered', 1)).attempts[0]?.answer).toBe('x'.repeat(1_024));
});

test('binary body · it is success, and bytes that cannot be stored are dropped', async () => {
  const { ann, receiver } = await start(
    (response) => void response.end(Buffer.from([0, 255, 254, 0xed, 0xa0, 0x80, 65])),
  );
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  const { attempts } = await untilLogged(ann, id, 'delivered', 1);
  expect(attempts[0]?.answer).toMatch(/^\ufffd+A$/);
});

test('reset · a broken connection is a failed attempt', async () => {
  const { app, ann, receiver } = await start((response) => response.socket?.resetAndDestroy());
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  const { attempts } = await untilLogged(ann, id, 'pending', 1);
  expect(attempts[0]).toMatchObject({ status: null, error: expect.stringContaining('closed the connection') });
  receiver.answering = (response) => void response.end();
  await advanceAndSend(app, 10);
  await untilLogged(ann, id, 'delivered', 2);
});

test('refused · a closed port is a failed attempt', async () => {
  const { ann, receiver } = await start();
  const { id } = await subscribe(ann, receiver.url);
  receiver.close();
  await changeContact(ann);
  const { attempts } = await untilLogged(ann, id, 'pending', 1);
  expect(attempts[0]).toMatchObject({ status: null, error: expect.stringContaining('could not be reached') });
});

test('DNS failure · a name without an address is a failed attempt', async () => {
  const { ann } = await start();
  const { id } = await subscribe(ann, 'https://nowhere.invalid/hook');
  await changeContact(ann);
  const { attempts } = await untilLogged(ann, id, 'pending', 1);
  expect(attempts[0]).toMatchObject({ status: null, error: expect.stringContaining('cannot be resolved') });
});

test('TLS failure · a server that does not speak TLS is a failed attempt', async () => {
  const { ann, receiver } = await start();
  const { id } = await subscribe(ann, receiver.url.replace('http:', 'https:'));
  await changeContact(ann);
  const { attempts } = await untilLogged(ann, id, 'pending', 1);
  expect(attempts[0]).toMatchObject({ status: null, error: expect.stringContaining('TLS') });
  expect(receiver.arrivals).toEqual([]);
});

test('no HTTP · a server that responds with another protocol is a failed attempt', async () => {
  const { ann } = await start();
  const server = createServer((socket) => socket.end('SSH-2.0-nonsense\r\n')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await until(() => server.listening, 'it listens');
  const { id } = await subscribe(ann, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await changeContact(ann);
  expect((await untilLogged(ann, id, 'pending', 1)).attempts[0]).toMatchObject({ status: null });
});

test('restart mid-backoff · the next server sends it when it is due', async () => {
  const receiver = await startReceiver(inTurn(500));
  const first = await openApp(CALLS_THIS_MACHINE, { background: true });
  const ann = await first.owner();
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  await untilLogged(ann, id, 'pending', 1);
  await first.end();
  const second = await startApp(CALLS_THIS_MACHINE, { connection: first.connection, background: true });
  advanceClock(second, 10);
  await until(() => receiver.arrivals.length === 2, 'it is sent again');
  const [before, after] = receiver.arrivals;
  expect(after?.body).toBe(before?.body);
  expect(after?.headers['x-service-delivery']).not.toBe(before?.headers['x-service-delivery']);
});

test('stopped mid-request · a request the server itself aborted is sent by the next one, and is no failure', async () => {
  const receiver = await startReceiver(() => undefined);
  const first = await openApp(CALLS_THIS_MACHINE, { background: true });
  const ann = await first.owner();
  await subscribe(ann, receiver.url);
  await changeContact(ann);
  await until(() => receiver.arrivals.length === 1, 'it is on its way');
  await first.end();
  receiver.answering = (response) => void response.end();
  const second = await startApp(CALLS_THIS_MACHINE, { connection: first.connection, background: true });
  await until(() => receiver.arrivals.length === 2, 'it is sent again');
  const rows = () => second.sql<{ status: string; failures: number }>('SELECT status, failures FROM deliveries');
  await until(async () => (await rows())[0]?.status === 'delivered', 'it is delivered');
  expect(await rows()).toEqual([{ status: 'delivered', failures: 0 }]);
});

test('rotation mid-backoff · the pending delivery is signed with the new secret', async () => {
  const { app, ann, receiver } = await start(inTurn(500));
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  await untilLogged(ann, id, 'pending', 1);
  const { secret } = (await ann.call(api.webhooks.rotateSecret, { params: { id }, body: {} })).data;
  await advanceAndSend(app, 10);
  await untilLogged(ann, id, 'delivered', 2);
  const [first, second] = receiver.arrivals;
  expect(first?.headers['x-service-signature']).toBe(sign(first?.body ?? '', SECRET));
  expect(second?.headers['x-service-signature']).toBe(sign(second?.body ?? '', secret));
});

test('new URL mid-backoff · the pending delivery goes there', async () => {
  const { app, ann, receiver } = await start(inTurn(500));
  const { id } = await subscribe(ann, receiver.url);
  const elsewhere = await startReceiver();
  await changeContact(ann);
  await untilLogged(ann, id, 'pending', 1);
  await ann.call(api.webhooks.update, { params: { id }, body: { url: elsewhere.url } });
  await advanceAndSend(app, 10);
  await untilLogged(ann, id, 'delivered', 2);
  expect([receiver.arrivals.length, elsewhere.arrivals.length]).toEqual([1, 1]);
});

test('deactivation mid-backoff · the delivery is skipped and never sent', async () => {
  const { app, ann, receiver } = await start(inTurn(500));
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  await untilLogged(ann, id, 'pending', 1);
  await ann.call(api.webhooks.update, { params: { id }, body: { is_active: false } });
  await advanceAndSend(app, 10);
  await untilLogged(ann, id, 'skipped', 1);
  await ann.call(api.webhooks.update, { params: { id }, body: { is_active: true } });
  await changeContact(ann);
  await untilLogged(ann, id, 'delivered', 1);
  expect(receiver.arrivals.length).toBe(2);
});

test('removal mid-backoff · the delivery is not sent', async () => {
  const { app, ann, receiver } = await start(inTurn(500));
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  await untilLogged(ann, id, 'pending', 1);
  await ann.call(api.webhooks.remove, { params: { id } });
  await advanceAndSend(app, 10);
  await until(async () => {
    const rows = await app.sql<{ status: string }>(`SELECT status FROM deliveries WHERE widget_id = ${ann.widgetId}`);
    return rows.every(({ status }) => status === 'skipped') && rows.length === 1;
  }, 'nobody wants it any more');
  expect(receiver.arrivals.length).toBe(1);
});

test('a URL that has become forbidden since it was saved is not called', async () => {
  const strict = await startApp({}, { background: true });
  const ann = await strict.owner();
  const receiver = await startReceiver();
  const { id } = await subscribe(ann, 'https://1.1.1.1/');
  await strict.sql(
    `UPDATE webhook_subscriptions SET url = '${receiver.url}', address = '${receiver.url}' WHERE id = ${id}`,
  );
  await changeContact(ann);
  const { attempts } = await untilLogged(ann, id, 'pending', 1);
  expect(attempts[0]).toMatchObject({ status: null, error: expect.stringContaining('public internet') });
  expect(receiver.arrivals).toEqual([]);
});

test('a receiver that hangs does not delay others', async () => {
  const { ann, receiver } = await start(() => undefined);
  const others = await Promise.all(Array.from({ length: 5 }, () => startReceiver()));
  await subscribe(ann, receiver.url);
  for (const { url } of others) await subscribe(ann, url);
  const contact = await addContact(ann);
  for (let count = 0; count < 50; count++) await changeContact(ann, contact);
  await until(() => others.every(({ arrivals }) => arrivals.length === 50), 'the others have all', 8_000);
});
