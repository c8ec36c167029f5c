import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftBroadcast } from '../../../../test/broadcasts.ts';
import { openApp, startApp } from '../../../../test/harness.ts';
import {
  begin,
  LIVE,
  runClock,
  type Server,
  skip,
  startExchange,
} from '../../../../test/messengers/outbound-server.ts';
import { startTg } from '../../../../test/messengers/tg.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import { dataDirectory, startServer } from '../../../../test/server-process.ts';

const LEASE_SECONDS = 15;
const PRELOAD = fileURLToPath(new URL('../../../../test/die-at-statement.ts', import.meta.url));

let server: Server;
beforeAll(async () => {
  const exchange = await startExchange();
  // It starts broadcasts and sends none.
  server = { exchange, app: await openApp(exchange.env, { ...LIVE, background: false }) };
  runClock(server.app);
});
afterAll(async () => {
  await server.app.end();
  server.exchange.close();
});

test.for([
  ['tg', startTg, { unknown: 1, sent: 0 }, 1],
  ['vk', startVk, { unknown: 0, sent: 1 }, 1],
] as const)(
  'of a server that is killed once the messenger has the message nobody gets it twice (%s)',
  { timeout: 90_000 },
  async ([channel, start, counts, copies]) => {
    const { owner, texts } = await begin(server, start());
    const place = { DATA_DIR: dataDirectory(), DATABASE_URL: server.app.connection };
    const killed = startServer({
      ...place,
      ...server.exchange.env,
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      DIE_AT: 'SET status = $1, due_at = NULL, log = log ||',
      DIE_WHEN: 'sent',
      NODE_OPTIONS: `--import ${PRELOAD}`,
    });
    await killed.ready();
    const broadcast = await draftBroadcast(owner, {}, channel);
    await broadcast.start();
    await killed.ended;
    expect(await broadcast.read()).toMatchObject({ status: 'running', counts: { pending: 1 } });
    const node = await startApp(server.exchange.env, { ...LIVE, connection: server.app.connection });
    node.clock.now = server.app.clock.now;
    runClock(node);
    await skip(node, LEASE_SECONDS);
    expect((await broadcast.untilStatus('finished')).counts).toMatchObject(counts);
    expect(texts()).toHaveLength(copies);
  },
);
