import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openRedis as openServer, startRedis } from '../../../test/redis.ts';
import { freePort } from '../../../test/scratch-cluster.ts';
import { until } from '../../../test/until.ts';
import type { Log } from '../log.ts';
import { openRedis, type Redis } from './redis.ts';

let server: Awaited<ReturnType<typeof openServer>>;

beforeAll(async () => {
  server = await openServer();
});
beforeEach(async () => {
  server.resume();
  await server.start();
});
afterAll(() => server.end());

/** A log that collects its lines as JSON. */
function createRecordingLog() {
  const lines: string[] = [];
  const write = (...facts: unknown[]) => void lines.push(JSON.stringify(facts));
  return { lines, log: { debug: write, info: write, warn: write, error: write, fatal: write } as unknown as Log };
}

function open(url: string, log: Log) {
  const redis = openRedis(url, log);
  onTestFinished(() => redis.close());
  return redis;
}

const ping = (redis: Redis) => redis.run((client) => client.ping());
const answers = (redis: Redis) => until(() => ping(redis), 'Redis answers');

const fails = (redis: Redis) => expect(ping(redis)).rejects.toThrow();

/** Whether it fails in the same turn of the event loop, without asking Redis. */
const failsAtOnce = (redis: Redis) =>
  Promise.race([
    ping(redis).then(
      () => false,
      () => true,
    ),
    new Promise((resolve) => setImmediate(resolve, false)),
  ]);

test('a reachable Redis logs nothing', async () => {
  const { lines, log } = createRecordingLog();
  await answers(open(server.url, log));
  expect(lines).toEqual([]);
});

test('while Redis is down commands fail immediately, and outage and recovery are logged once each', async () => {
  const { lines, log } = createRecordingLog();
  const redis = open(server.url, log);
  await answers(redis);
  for (const turn of [1, 2]) {
    await server.kill();
    await until(() => lines.length === 2 * turn - 1, 'the outage is logged');
    expect(await failsAtOnce(redis)).toBe(true);
    await server.start();
    await answers(redis);
    expect(lines.length).toBe(2 * turn);
  }
  expect(lines[0]).toContain('Redis is unreachable');
  expect(lines[1]).toContain('Redis is back');
});

test('the client connects to a Redis that starts later', async () => {
  await server.stop();
  const { lines, log } = createRecordingLog();
  const redis = open(server.url, log);
  await until(() => lines.length === 1, 'the outage is logged');
  expect(lines[0]).toContain('ECONNREFUSED');
  await server.start();
  await answers(redis);
});

test('with an unresponsive Redis the first commands time out, and later ones fail immediately', async () => {
  const { lines, log } = createRecordingLog();
  const redis = open(server.url, log);
  await answers(redis);
  server.pause();
  await Promise.all([fails(redis), fails(redis)]);
  expect(await failsAtOnce(redis)).toBe(true);
  // The kernel still accepts connections for it, which do not count as a response.
  await until(() => lines.length === 1, 'the outage is logged');
  expect(await failsAtOnce(redis)).toBe(true);
  server.resume();
  await answers(redis);
  expect(lines.length).toBe(2);
});

test('a busy process does not take Redis for unresponsive', async () => {
  const { lines, log } = createRecordingLog();
  const redis = open(server.url, log);
  await answers(redis);
  const asked = ping(redis);
  const busyUntil = performance.now() + 800;
  // The command is on its way before the process is busy.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  while (performance.now() < busyUntil);
  expect(await asked).toBe('PONG');
  expect(lines).toEqual([]);
});

test('an unresponsive connection is detected without a command', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { lines, log } = createRecordingLog();
  await answers(open(server.url, log));
  server.pause();
  vi.advanceTimersByTime(5_000);
  await until(() => lines.length === 1, 'the outage is logged');
  server.resume();
});

test('a password is used and never logged', async () => {
  const { url } = await startRedis('--requirepass', 'open sesame!');
  const { lines, log } = createRecordingLog();
  const withPassword = (password: string) => url.replace('//', `//default:${encodeURIComponent(password)}@`);
  await answers(open(withPassword('open sesame!'), log));
  expect(lines).toEqual([]);
  open(withPassword('close sesame!'), log);
  open(`redis://:close%20sesame!@127.0.0.1:${await freePort()}`, log);
  await until(() => lines.length === 2, 'both failures are logged');
  expect(lines.join()).toContain('WRONGPASS');
  expect(lines.join()).not.toContain('sesame');
});

test('refused commands are logged once', async () => {
  const { url } = await startRedis('--maxmemory', '1', '--maxmemory-policy', 'noeviction');
  const { lines, log } = createRecordingLog();
  const redis = open(url, log);
  await answers(redis);
  for (const name of ['a', 'b']) await expect(redis.run((client) => client.set(name, 1))).rejects.toThrow('OOM');
  expect(lines).toEqual([expect.stringContaining('Redis refused')]);
  expect(await ping(redis)).toBe('PONG');
});

test('close is fast whether the client is connected, connecting, waiting to retry or unanswered', async () => {
  const silent = await startRedis();
  silent.pause();
  const { log } = createRecordingLog();
  const [connected, connecting, unanswered, waiting] = [
    openRedis(server.url, log),
    openRedis(server.url, log),
    openRedis(silent.url, log),
    openRedis(`redis://127.0.0.1:${await freePort()}`, log),
  ];
  await connecting.close();
  await answers(connected);
  const begun = performance.now();
  await Promise.all([connected.close(), unanswered.close(), waiting.close()]);
  expect(performance.now() - begun).toBeLessThan(500);
  await expect(ping(connected)).rejects.toThrow();
});
