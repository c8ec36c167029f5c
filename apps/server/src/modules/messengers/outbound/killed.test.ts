import { fileURLToPath } from 'node:url';
import { api } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApp, startApp } from '../../../../test/harness.ts';
import type { FakeVendor } from '../../../../test/messengers/fake-vendor.ts';
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
import { until } from '../../../../test/until.ts';

// Servers in processes of their own, of which some are killed.

/** Same as in kernel/leasing/leasing.ts. */
const LEASE_SECONDS = 15;

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

const sends = ({ calls }: FakeVendor) =>
  calls.filter(({ path }) => /\/(sendMessage|messages\.send)$/.test(path)).length;

/** One more server, in a process of its own. */
function startProcess(env: Record<string, string>) {
  const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
  const place = { DATA_DIR: dataDirectory(), DATABASE_URL: server.app.connection, MASTER_KEY };
  return startServer({ ...place, ...server.exchange.env, ...env });
}

const PRELOAD = fileURLToPath(new URL('../../../../test/die-at-statement.ts', import.meta.url));

test.for([
  ['tg', startTg, 2],
  ['vk', startVk, 1],
] as const)(
  'a server that is killed once the vendor has the message leaves it to another (%s)',
  {
    timeout: 90_000,
  },
  async ([, start, copies]) => {
    const { fake, say, fate, texts } = await begin(server, start());
    const dying = { DIE_AT: 'SET status = $1, due_at = NULL, log = log ||', DIE_WHEN: 'sent' };
    const killed = startProcess({ ...dying, NODE_OPTIONS: `--import ${PRELOAD}` });
    await killed.ready();
    const messages = [await say('first'), await say('second')];
    await killed.ended;
    expect(texts()).toEqual(['first']);
    const node = await startNode();
    await skip(node, LEASE_SECONDS);
    for (const message of messages) await fate(message, 'sent');
    expect(texts()).toEqual([...Array.from({ length: copies }, () => 'first'), 'second']);
    expect(sends(fake)).toBe(3);
  },
);

test('secrets are in no log, no answer and no row, whatever the vendor says', { timeout: 60_000 }, async () => {
  const { app, exchange, owner, fake, say, fate } = await begin(server, startTg());
  const { token } = fake.credential;
  const { json } = fake.calls.find(({ path }) => path.endsWith('/setWebhook')) ?? {};
  const secrets = [token, token.split(':')[1], json.url.split('/').at(-1), json.secret_token];
  const node = startProcess({ LOG_LEVEL: 'debug' });
  await node.ready();
  const first = await fate(await say('first'), 'sent');
  const description = `Bad Request: ${token} at ${json.url}`;
  exchange.setAnswer(fake, 400, { ok: false, error_code: 400, description });
  const { problem } = await owner.call(api.messages.edit, {
    params: { id: first.chat_id, message_id: first.id },
    body: { body: 'x' },
  });
  const refused = await fate(await say('second'), 'failed');
  expect(refused.delivery?.detail).toContain('Bad Request: ');
  exchange.setAnswer(fake, 200, { ok: true, result: description });
  const unread = await say('third');
  await until(async () => {
    const rows = await app.sql(`SELECT FROM deliveries WHERE message_id = ${unread.id} AND failures = 1`);
    return rows.length > 0;
  }, 'the answer is not understood');
  exchange.setAnswer(fake, 401, { ok: false, error_code: 401, description: `Unauthorized: ${token}` });
  const rejected = await fate(unread, 'failed');
  const { data } = await owner.call(api.messengers.read, { params: { provider: 'tg' } });
  expect(data.webhook).toMatchObject({ reason: 'credential_rejected' });
  const { stdout, stderr } = await node.stop();
  expect(stderr).toContain('a messenger answered in an unknown way');
  const { widgetId } = owner;
  const logs = await app.sql(`SELECT log FROM deliveries WHERE widget_id = ${widgetId}`);
  const details = await app.sql(`SELECT detail FROM messenger_connections WHERE widget_id = ${widgetId}`);
  const said = JSON.stringify([problem, refused, rejected, data, logs, details, stdout, stderr]);
  for (const secret of secrets) expect(said).not.toContain(secret);
});
