import { api } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCall } from '../../../../test/call.ts';
import { openApp, startApp, type TestApp } from '../../../../test/harness.ts';
import { startCian } from '../../../../test/messengers/cian.ts';
import type { FakeVendor } from '../../../../test/messengers/fake-vendor.ts';
import {
  begin,
  beginChat,
  connectFake,
  LIVE,
  runClock,
  type Server,
  startExchange,
} from '../../../../test/messengers/outbound-server.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import type { Owner } from '../../../../test/owners.ts';
import { until } from '../../../../test/until.ts';

// Several servers on one database.

let server: Server;
beforeAll(async () => {
  const exchange = await startExchange();
  // It stores messages and sends none.
  server = { exchange, app: await openApp(exchange.env, { ...LIVE, background: false }) };
  runClock(server.app);
});
afterAll(async () => {
  await server.app.end();
  server.exchange.close();
});

/** One more server, which sends. */
async function startNode() {
  const node = await startApp(server.exchange.env, { ...LIVE, connection: server.app.connection });
  node.clock.now = server.app.clock.now;
  runClock(node);
  return node;
}

const through = (node: TestApp, { token }: Owner) =>
  createCall((request) => node.http.inject(request), { authorization: `Bearer ${token}` });

const sends = ({ calls }: FakeVendor) =>
  calls.filter(({ path }) => /\/(sendMessage|messages\.send)$/.test(path)).length;

test('the pace of an account holds for all servers together', async () => {
  const { app } = server;
  const [owner, fake] = [await app.owner(), await server.exchange.add(startCian())];
  await connectFake(owner, fake);
  const chats = [];
  for (let count = 0; count < 12; count += 1) chats.push(await beginChat(app, owner, fake));
  const calls = [through(await startNode(), owner), through(await startNode(), owner)];
  await Promise.all(
    chats.map(({ params }, index) => {
      const body = { type: 'text', body: 'Hi', agent_id: owner.agentId };
      return calls[index % 2]?.(api.messages.send, { params, body });
    }),
  );
  await until(() => fake.sent.length === 12, 'all are sent');
  const times = fake.sent.map(({ at }) => at);
  // Five a second. On a busy machine the first one may arrive late.
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(1_700);
});

test('a server that stops hands over what it is sending', async () => {
  const { fake, say, fate, texts, app } = await begin(server, startTg());
  const one = await startNode();
  fake.behave({ fate: 'hung', times: 1 });
  const message = await say('Hi');
  await until(() => sends(fake) === 1, 'the message is on its way');
  await one.close();
  const [row] = await app.sql<{ isDue: boolean; failures: number }>(`
    SELECT due_at <= '${app.clock.now}' AS "isDue", failures FROM deliveries WHERE message_id = ${message.id}`);
  expect(row).toEqual({ isDue: true, failures: 0 });
  await startNode();
  await fate(message, 'sent');
  expect(texts()).toEqual(['Hi']);
});

/** The database refuses the first outcome of a message of this widget. */
const refuseFirstOutcome = (widgetId: number) => `
  CREATE SEQUENCE refusals;
  CREATE FUNCTION refuse_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.widget_id = ${widgetId} AND NEW.status = 'delivered' AND nextval('refusals') = 1
      THEN RAISE EXCEPTION 'once' USING ERRCODE = 'deadlock_detected'; END IF;
    RETURN NEW; END $$;
  CREATE TRIGGER refuse_once BEFORE UPDATE ON deliveries FOR EACH ROW EXECUTE FUNCTION refuse_once()`;

test('a message that the vendor accepted is recorded, not sent again, when the database stumbles', async () => {
  const { owner, fake, say, fate } = await begin(server, startTg());
  await server.app.sql(refuseFirstOutcome(owner.widgetId));
  await startNode();
  await fate(await say('first'), 'sent');
  expect(sends(fake)).toBe(1);
});

test('customers who write while they are replied to do not lock the replies in a circle', async () => {
  const { app } = server;
  const { owner, fake, customer, say, fate } = await begin(server, startVk());
  await startNode();
  const replies = [];
  for (let count = 0; count < 20; count += 1) {
    const [reply] = await Promise.all([
      say(`reply ${count}`),
      ...Array.from({ length: 4 }, (_, at) => fake.write(customer, { text: `message ${count} ${at}` })),
    ]);
    replies.push(reply);
  }
  for (const reply of replies) await fate(reply, 'sent');
  // The one that PostgreSQL ends is processed again.
  const again = await app.sql(`
    SELECT 'in' AS way FROM messenger_updates
      WHERE widget_id = ${owner.widgetId} AND event->>'kind' = 'message' AND attempts > 0
    UNION ALL SELECT 'out' FROM deliveries WHERE widget_id = ${owner.widgetId} AND attempts > 1`);
  expect(again).toEqual([]);
});
