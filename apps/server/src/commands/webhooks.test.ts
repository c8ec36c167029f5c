import { createHmac } from 'node:crypto';
import { type AddressInfo, connect, createServer } from 'node:net';
import { api } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand, startCommand } from '../../test/command-line.ts';
import { startApp } from '../../test/harness.ts';
import { CALLS_THIS_MACHINE } from '../../test/receiver.ts';
import { until } from '../../test/until.ts';

const SECRET = 'a secret of sixteen or more';
const ANY_PORT = ['--port', '0', '--secret', SECRET];

/** Settings that no other command would run with. */
const NO_INSTALLATION = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', MASTER_KEY: 'short' };

async function startListening(...args: string[]) {
  const command = await startCommand(NO_INSTALLATION, 'webhook', 'listen', ...ANY_PORT, ...args);
  const isListening = () => /^Listening on (http:\S+)$/m.exec(command.output().stderr)?.[1] ?? false;
  const url = await until(isListening, 'it listens');
  const lines = () => command.output().stdout.split('\n').filter(Boolean).map(readLine);
  /** The output may arrive after the response. */
  const untilPrinted = async (count: number) => {
    await until(() => lines().length >= count, `${count} deliveries are printed`);
    return lines();
  };
  return { url, lines, untilPrinted, command };
}

const readLine = (line: string): Record<string, unknown> => JSON.parse(line);

function post(url: string, body: string, { secret = SECRET } = {}) {
  const signature = `sha256=v1:${createHmac('sha256', secret).update(body).digest('hex')}`;
  return fetch(url, { method: 'POST', body, headers: { 'x-service-signature': signature } });
}

const statusOf = async (answer: Promise<Response>) => (await answer).status;

test('a delivery is printed as a line of JSON with its headers, and accepted', async () => {
  const app = await startApp(CALLS_THIS_MACHINE, { background: true });
  const ann = await app.owner();
  const { url, lines, untilPrinted } = await startListening('--fail', '503');
  const body = { url: `${url}/hook`, events: ['client.created' as const], secret: SECRET };
  const { id } = (await ann.call(api.webhooks.create, { body })).data;
  await ann.call(api.contacts.create, { body: { name: 'Ира' } });

  await untilPrinted(1);
  await until(() => {
    app.clock.now = app.clock.now.add({ seconds: 10 });
    return lines().length === 2;
  }, 'the second attempt is printed');
  const [delivery] = await until(async () => {
    const log = await ann.call(api.webhooks.listDeliveries, { params: { id } });
    return log.data.data[0]?.status === 'delivered' && log.data.data;
  }, 'it is delivered');

  const line = {
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    event: 'client.created',
    idempotency_key: delivery?.event_id,
    is_verified: true,
    body: delivery?.payload,
  };
  expect(lines()).toEqual([
    { ...line, delivery: `${delivery?.delivery_id}-1`, answered: '503' },
    { ...line, delivery: `${delivery?.delivery_id}-2`, answered: '200' },
  ]);
});

test('a wrong or missing signature gets 401, and does not use up a --fail entry', async () => {
  const { url, untilPrinted } = await startListening('--fail', '500');
  expect(await statusOf(post(url, '{}', { secret: 'another secret' }))).toBe(401);
  expect(await statusOf(fetch(url, { method: 'POST', body: 'no JSON' }))).toBe(401);
  expect(await statusOf(post(url, '{"a":1}'))).toBe(500);
  expect(await statusOf(post(url, '{"a":1}'))).toBe(200);
  const nothing = { at: expect.any(String), event: null, delivery: null, idempotency_key: null };
  expect(await untilPrinted(4)).toEqual([
    { ...nothing, is_verified: false, answered: '401', body: {} },
    { ...nothing, is_verified: false, answered: '401', body: 'no JSON' },
    { ...nothing, is_verified: true, answered: '500', body: { a: 1 } },
    { ...nothing, is_verified: true, answered: '200', body: { a: 1 } },
  ]);
});

test('deliveries are answered as --fail lists, in order, and with 200 afterwards', async () => {
  const { url, untilPrinted, command } = await startListening('--fail', '500,reset,timeout,slow,302');
  expect(await statusOf(post(url, '{"place":0}'))).toBe(500);
  await expect(post(url, '{"place":1}')).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
  let isAnswered = false;
  const unanswered = post(url, '{"place":2}').finally(() => {
    isAnswered = true;
  });
  await untilPrinted(3);
  const began = performance.now();
  expect(await statusOf(post(url, '{"place":3}'))).toBe(200);
  expect(performance.now() - began).toBeGreaterThan(4_900);
  expect(await statusOf(post(url, '{"place":4}'))).toBe(302);
  expect(await statusOf(post(url, '{"place":5}'))).toBe(200);
  expect(await statusOf(post(url, '{"place":6}'))).toBe(200);
  expect((await untilPrinted(7)).map(({ answered, body }) => [answered, body])).toEqual(
    ['500', 'reset', 'timeout', 'slow', '302', '200', '200'].map((answered, place) => [answered, { place }]),
  );
  expect(isAnswered).toBe(false);

  const ended = Promise.all([command.stop(), unanswered.catch(() => 'cut')]);
  expect(await ended).toMatchObject([{ code: 130 }, 'cut']);
});

test('a client that disconnects in the middle of a body is ignored', async () => {
  const { url, untilPrinted, command } = await startListening();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{', () => socket.destroy());
  await until(() => socket.closed, 'the socket is closed');
  expect(await statusOf(post(url, '{}'))).toBe(200);
  expect(await untilPrinted(1)).toHaveLength(1);
  expect((await command.stop()).stderr).toBe(`Listening on ${url}\n`);
});

test('only a POST is a delivery', async () => {
  const { url, lines } = await startListening('--fail', '500');
  expect(await statusOf(fetch(url))).toBe(405);
  expect(lines()).toEqual([]);
  expect(await statusOf(post(url, '{}'))).toBe(500);
});

test('a port in use is reported in a sentence', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void blocker.close());
  await until(() => blocker.listening, 'the port is in use');
  const { port } = blocker.address() as AddressInfo;
  expect(await runCommand(NO_INSTALLATION, 'webhook', 'listen', '--port', `${port}`, '--secret', SECRET)).toEqual({
    code: 1,
    stdout: '',
    stderr: `Port ${port} is in use. Pass another --port, or 0 for any free one\n`,
    lines: [],
  });
});
