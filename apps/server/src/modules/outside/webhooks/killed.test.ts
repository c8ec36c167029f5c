import { setTimeout as sleep } from 'node:timers/promises';
import { events } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { CALLS_THIS_MACHINE, startReceiver } from '../../../../test/receiver.ts';
import { dataDirectory, startServer } from '../../../../test/server-process.ts';
import { until } from '../../../../test/until.ts';
import { advanceClock, subscribe } from '../../../../test/webhooks.ts';

const EVENTS = 2_000;
const KILLS = 5;
/** Same as in kernel/leasing/leasing.ts. */
const LEASE_SECONDS = 15;

/** A server that delivers events written by another one. */
function startSender({ connection }: TestApp) {
  const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
  return startServer({ DATA_DIR: dataDirectory(), DATABASE_URL: connection, MASTER_KEY, ...CALLS_THIS_MACHINE });
}

test('none of 2,000 events is lost while the sending server is killed repeatedly', {
  timeout: 120_000,
}, async () => {
  const app = await startApp(CALLS_THIS_MACHINE, { isolated: true });
  const ann = await app.owner();
  const receiver = await startReceiver((response) => setTimeout(() => response.end(), 20));
  await subscribe(ann, receiver.url);
  const tenant = { accountId: ann.accountId, widgetId: ann.widgetId, buttonGuid: ann.buttonGuid };
  const data = { contact_id: 'a'.repeat(32), source: 'api' };
  await app.unitOfWork.write({ tenant }, async ({ emit }) => {
    for (let client_id = 1; client_id <= EVENTS; client_id++) emit(events.contactUpdated, { ...data, client_id });
  });
  const heard = () => new Set(receiver.arrivals.map(({ body }) => JSON.parse(body).data.client_id));
  for (let kills = 0; kills < KILLS; kills++) {
    const before = receiver.arrivals.length;
    const sender = startSender(app);
    await until(() => receiver.arrivals.length > before, 'it sends');
    await sleep(100 * Math.random());
    sender.signal('SIGKILL');
    await sender.ended;
    expect(receiver.arrivals.length).toBeLessThan(EVENTS);
  }
  // Deliveries that a killed server had started are sent again when their leases expire.
  const last = await startApp(CALLS_THIS_MACHINE, { connection: app.connection, background: true });
  advanceClock(last, LEASE_SECONDS);
  await until(() => receiver.arrivals.length >= EVENTS && heard().size === EVENTS, 'all have arrived', 60_000);
  await until(async () => {
    const [{ waiting = 1 } = {}] = await app.sql<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM deliveries WHERE status <> 'delivered'`,
    );
    return waiting === 0;
  }, 'all are known to have arrived');
  const keys = new Set(receiver.arrivals.map(({ headers }) => headers['x-service-idempotency-key']));
  expect(keys.size).toBe(EVENTS);
  const deliveries = receiver.arrivals.map(({ headers }) => headers['x-service-delivery']);
  expect(new Set(deliveries).size).toBe(deliveries.length);
});
