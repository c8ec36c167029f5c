import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openApp, startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { CALLS_THIS_MACHINE, type Responder, startReceiver } from '../../../../test/receiver.ts';
import { dataDirectory, startServer } from '../../../../test/server-process.ts';
import { until } from '../../../../test/until.ts';
import { addContact, advanceClock, subscribe } from '../../../../test/webhooks.ts';

// Deliveries that are leased by the commit that adds them.

const LEASE_SECONDS = 15;
/** Same as in kernel/deliveries/engine.ts. */
const MAX_IN_LANE = 32;

interface Row {
  status: string;
  attempts: number;
  failures: number;
}

const rowsOf = ({ sql }: TestApp, { widgetId }: Owner) =>
  sql<Row>(`SELECT status, attempts, failures FROM deliveries WHERE widget_id = ${widgetId} ORDER BY id`);

const untilAllDelivered = (app: TestApp, owner: Owner) =>
  until(async () => (await rowsOf(app, owner)).every(({ status }) => status === 'delivered'), 'all are delivered');

/** Calls another server on the same database. */
async function addContactThrough(url: string, { token }: Owner) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'x-service-idempotency-key': randomUUID(),
  };
  const body = JSON.stringify({ name: 'Ira' });
  expect((await fetch(`${url}/api/v1/contacts`, { method: 'POST', headers, body })).status).toBe(201);
}

/** Responses that wait until they are allowed. */
function holdResponses() {
  const gate = Promise.withResolvers<void>();
  const responder: Responder = (response) => void gate.promise.then(() => response.end());
  return { responder, release: gate.resolve };
}

test('an event of a server that is killed after its commit is sent by another once the lease has expired', {
  timeout: 60_000,
}, async () => {
  const app = await startApp(CALLS_THIS_MACHINE, { isolated: true });
  const ann = await app.owner();
  const receiver = await startReceiver(() => undefined);
  await subscribe(ann, receiver.url, { events: ['client.created'] });
  const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
  const env = { DATA_DIR: dataDirectory(), DATABASE_URL: app.connection, MASTER_KEY, ...CALLS_THIS_MACHINE };
  const killed = startServer(env);
  await addContactThrough(await killed.ready(), ann);
  await until(() => receiver.arrivals.length === 1, 'it is on its way');
  killed.signal('SIGKILL');
  await killed.ended;
  expect(await rowsOf(app, ann)).toEqual([{ status: 'pending', attempts: 1, failures: 0 }]);
  receiver.answering = (response) => void response.end();
  const other = await startApp(CALLS_THIS_MACHINE, { connection: app.connection, background: true });
  advanceClock(other, LEASE_SECONDS);
  await untilAllDelivered(app, ann);
  const [first, second] = receiver.arrivals.map(({ headers }) => headers);
  expect(receiver.arrivals.length).toBe(2);
  expect(second?.['x-service-idempotency-key']).toBe(first?.['x-service-idempotency-key']);
  expect(second?.['x-service-delivery']).toBe(String(first?.['x-service-delivery']).replace(/-1$/, '-2'));
});

test('another server does not send what the server of the commit is sending', async () => {
  const one = await startApp(CALLS_THIS_MACHINE, { isolated: true, background: true });
  const two = await startApp(CALLS_THIS_MACHINE, { background: true, connection: one.connection });
  two.clock.now = one.clock.now;
  const ann = await one.owner();
  const { responder, release } = holdResponses();
  const receiver = await startReceiver(responder);
  await subscribe(ann, receiver.url, { events: ['client.created'] });
  await addContact(ann);
  await until(() => receiver.arrivals.length === 1, 'it is on its way');
  const probe = await startReceiver();
  await subscribe(ann, probe.url, { events: ['contact.updated'] });
  advanceClock(two, LEASE_SECONDS - 1);
  // The other server has polled since: it sends what is due by its clock.
  await one.sql(`
    INSERT INTO deliveries (widget_id, kind, destination_id, type, event_id, event_at, event_type, data, status, due_at, created_at)
    SELECT d.widget_id, d.kind, s.id, 'contact.updated', d.event_id, d.event_at, 'contact.updated', d.data, 'pending',
      d.created_at + interval '${LEASE_SECONDS - 1} seconds', d.created_at
    FROM deliveries d JOIN webhook_subscriptions s ON s.url = '${probe.url}'`);
  await until(() => probe.arrivals.length === 1, 'the other server polls');
  expect(receiver.arrivals.length).toBe(1);
  release();
  await untilAllDelivered(one, ann);
  expect(receiver.arrivals.length).toBe(1);
});

test('a lane that is full takes no more from commits: they wait in the queue, and each is sent once', async () => {
  const app = await startApp(CALLS_THIS_MACHINE, { isolated: true, background: true });
  const ann = await app.owner();
  const { responder, release } = holdResponses();
  const receiver = await startReceiver(responder);
  await subscribe(ann, receiver.url, { events: ['client.created'] });
  const count = MAX_IN_LANE + 10;
  for (let made = 0; made < count; made++) await addContact(ann);
  await until(async () => {
    const started = (await rowsOf(app, ann)).filter(({ attempts }) => attempts);
    return started.length === MAX_IN_LANE && receiver.arrivals.length === MAX_IN_LANE;
  }, 'the lane is full and the rest have returned their leases');
  release();
  await untilAllDelivered(app, ann);
  expect((await rowsOf(app, ann)).map(({ attempts }) => attempts)).toEqual(Array(count).fill(1));
  const deliveries = receiver.arrivals.map(({ headers }) => String(headers['x-service-delivery']));
  expect(new Set(deliveries).size).toBe(count);
  expect(deliveries.filter((each) => !each.endsWith('-1'))).toEqual([]);
});

test('a server that stops returns what waits for its lane, and the next one sends it', async () => {
  const first = await openApp(CALLS_THIS_MACHINE, { background: true, isolated: true });
  const ann = await first.owner();
  const receiver = await startReceiver(() => undefined);
  await subscribe(ann, receiver.url, { events: ['client.created'] });
  for (let made = 0; made <= MAX_IN_LANE; made++) await addContact(ann);
  await until(() => receiver.arrivals.length === MAX_IN_LANE, 'the lane is full');
  await first.end();
  receiver.answering = (response) => void response.end();
  const second = await startApp(CALLS_THIS_MACHINE, { connection: first.connection, background: true });
  await untilAllDelivered(second, ann);
  expect((await rowsOf(second, ann)).filter(({ failures }) => failures)).toEqual([]);
});
