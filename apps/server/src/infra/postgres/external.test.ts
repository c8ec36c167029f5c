import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { freshDatabase, overTcp } from '../../../test/databases.ts';
import { openAndClose, openInstallation, refusalOf } from '../../../test/installations.ts';
import { query } from '../../../test/query.ts';
import { createScratchCluster, freePort, type ScratchCluster } from '../../../test/scratch-cluster.ts';
import { dataDirectory, startServer } from '../../../test/server-process.ts';
import { startTransactionPooler } from '../../../test/transaction-pooler.ts';
import { until } from '../../../test/until.ts';

const MASTER_KEY = randomBytes(32).toString('base64');
const EMPTY = "TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'";

const environment = (DATABASE_URL: string) => ({ DATA_DIR: dataDirectory(), DATABASE_URL, MASTER_KEY });
const startNode = (url: string, env: Record<string, string> = {}) => startServer({ ...environment(url), ...env });
const startBare = (url: string) => startServer(environment(url), { script: 'bare' });
const refusal = (url: string, env: Record<string, string> = {}) => refusalOf({ ...environment(url), ...env });

const newDatabase = async (options?: string) => overTcp(await freshDatabase(options));

/** The cluster that tests stop and start. */
let cluster: ScratchCluster;
beforeAll(async () => {
  cluster = await createScratchCluster();
});
beforeEach(() => cluster.start());
afterAll(() => cluster.remove());

/** An empty database on that cluster. */
async function emptyDatabase() {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await query(cluster.url('postgres'), `CREATE DATABASE ${name} ${EMPTY}`);
  return cluster.url(name);
}

test('nodes that start together on an empty database all become ready, and each migration runs once', async () => {
  const url = await newDatabase(EMPTY);
  const nodes = [startBare(url), startBare(url), startBare(url)];
  for (const node of nodes) {
    const answer = await fetch(`${await node.ready()}/readyz`);
    expect(answer.status).toBe(200);
  }
  const applied = await query<{ hash: string }>(url, 'SELECT hash FROM drizzle.__drizzle_migrations');
  expect(applied.length).toBeGreaterThan(0);
  expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length);
  for (const node of nodes) expect((await node.stop()).code).toBe(0);
});

test('with DATABASE_URL that database is used, and its password is not printed', async () => {
  const node = startNode(await newDatabase());
  await node.ready();
  const { stdout, stderr } = await node.stop();
  expect(stdout).toContain('PostgreSQL at 127.0.0.1');
  expect(stdout + stderr).not.toContain('scratch');
});

test('a database whose LC_CTYPE knows only ASCII letters is refused', async () => {
  const url = await newDatabase("TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'");
  expect(await refusal(url)).toContain("show_trgm('Привет') is empty");
});

test('a database in another encoding is refused', async () => {
  const url = await newDatabase("TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'");
  expect(await refusal(url)).toContain('encoded in SQL_ASCII');
});

test('a pooler in transaction mode is refused', async () => {
  const url = await startTransactionPooler(await newDatabase());
  expect(await refusal(url)).toContain('pooler in transaction mode');
});

test('a MASTER_KEY other than the one of the database is refused', async () => {
  const url = await newDatabase();
  await openAndClose(environment(url));
  expect(await refusal(url, { MASTER_KEY: randomBytes(32).toString('hex') })).toContain('uses another master key');
  await openAndClose({ ...environment(url), MASTER_KEY: Buffer.from(MASTER_KEY, 'base64').toString('hex') });
});

test('DATABASE_URL without MASTER_KEY is refused', async () => {
  expect(await refusal(await newDatabase(), { MASTER_KEY: '' })).toContain('MASTER_KEY is required with DATABASE_URL');
});

test('mistakes in DATABASE_URL are refused immediately, with a message that says what to check', async () => {
  const url = await newDatabase();
  const wrong = url.replace(/:[^:@/]+@/, ':wrong@');
  expect(await refusal(wrong)).toContain('Check the user and password in DATABASE_URL');
  const node = startBare(wrong);
  expect(await node.ended).toMatchObject({ code: 1, stderr: expect.stringContaining('Check the user and password') });
  expect(await refusal(url.replace(/:[^:@/]+@/, '@'))).toContain('Check the user and password in DATABASE_URL');
  expect(await refusal(`${url}?sslmode=require`)).toContain('Check sslmode');
  expect(await refusal(`${url}_missing`)).toContain('does not exist');
});

test('a database that a newer release has migrated is refused', async () => {
  const url = await newDatabase();
  await query(
    url,
    "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('of the future', 9999999999999)",
  );
  expect(await refusal(url)).toContain('newer release of Parley');
});

test('a server that waits for its database is alive but not ready, and responds 503 problem+json to the rest', async () => {
  const url = await emptyDatabase();
  await cluster.stop();
  const PORT = `${await freePort()}`;
  const node = startNode(url, { PORT });
  const base = `http://127.0.0.1:${PORT}`;
  await until(async () => (await fetch(`${base}/healthz`)).ok, 'the server listens');
  for (const path of ['/readyz', '/api/v1', '/api/anything']) {
    const answer = await fetch(base + path);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.headers.get('retry-after')).toBeTruthy();
    expect(await answer.json()).toMatchObject({
      status: 503,
      reason: 'unavailable',
      type: expect.stringMatching(/\/api\/problems\/unavailable$/),
    });
  }
  await cluster.start();
  await node.ready();
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  await node.stop();
});

test('the server waits for a database that accepts connections and never responds', async () => {
  const silent = net.createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const node = startBare(`postgres://somebody:x@127.0.0.1:${(silent.address() as net.AddressInfo).port}/none`);
  await until(() => node.output().stderr.includes('waiting for the database'), 'the server waits');
  expect((await node.stop()).code).toBe(0);
});

test('the server waits for a database that goes down while the master key is checked', async () => {
  const url = await emptyDatabase();
  await openAndClose(environment(url));
  const blocker = query(url, 'BEGIN; LOCK TABLE installation; SELECT pg_sleep(60)').catch((error) => error);
  const waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
  const opening = openInstallation(environment(url));
  await until(async () => (await query(url, waiting)).length > 0, 'the start waits for the table');
  await cluster.stop();
  await blocker;
  await cluster.start();
  await opening;
});

test('a signal ends the wait for a database', async () => {
  const node = startBare(`postgres://nobody:x@127.0.0.1:${await freePort()}/none`);
  await until(() => node.output().stderr.includes('waiting for the database'), 'the server waits');
  expect((await node.stop()).code).toBe(0);
});

test('the server survives restarts of its database: it responds 503 meanwhile and recovers by itself', async () => {
  const node = startNode(await emptyDatabase());
  const url = await node.ready();
  for (let round = 0; round < 2; round += 1) {
    await cluster.stop();
    const answer = await fetch(`${url}/readyz`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ reason: 'unavailable' });
    await cluster.start();
    const many = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/readyz`)));
    expect(many.map(({ status }) => status)).toEqual(Array(20).fill(200));
  }
  await node.stop();
});
