import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openInstallation } from '../../../../test/installations.ts';
import { freePort } from '../../../../test/scratch-cluster.ts';
import {
  dataDirectory,
  isRunning,
  leavePostgres,
  makeDataDirectory,
  openServer,
  postmasterPid,
  queryEmbedded,
  startServer,
  usedDataDirectory,
} from '../../../../test/server-process.ts';
import { until } from '../../../../test/until.ts';

const remember = (dataDir: string) => queryEmbedded(dataDir, "CREATE TABLE memory AS SELECT 'kept' AS word");
const recall = (dataDir: string) => queryEmbedded(dataDir, 'SELECT word FROM memory');
const KEPT = [{ word: 'kept' }];
const startBare = (dataDir: string, env = {}) => startServer({ DATA_DIR: dataDir, ...env }, { script: 'bare' });
/** Settings for another PostgreSQL that a developer may have exported. */
const OTHER_POSTGRES = { PGDATA: '/nowhere', PGPORT: '5433', PGSSLMODE: 'require', PGOPTIONS: '-c search_path=foo' };

/** One server from its first start, on an empty DATA_DIR, to Ctrl-C while a client holds a request open. */
async function observeServer(dataDir: string) {
  const env = { DATA_DIR: dataDir, LANG: 'xx_NOWHERE', LC_ALL: 'C', TZ: 'Asia/Tokyo', ...OTHER_POSTGRES };
  const server = openServer(env);
  try {
    const url = await server.ready();
    const readiness = (await fetch(`${url}/readyz`)).status;
    const [settings] = await queryEmbedded(
      dataDir,
      `SELECT current_setting('fsync') AS fsync, current_setting('listen_addresses') AS listen, current_setting('server_encoding') AS encoding,
         current_setting('synchronous_commit') AS synchronous, lower('ПРИВЕТ') AS lower, cardinality(show_trgm('Привет')) > 0 AS trigrams, current_setting('TimeZone') AS zone`,
    );
    await remember(dataDir);
    const postgres = postmasterPid(dataDir) ?? 0;
    await holdRequest(url);
    const since = performance.now();
    process.kill(-server.pid, 'SIGINT');
    const { code, stdout, stderr } = await server.ended;
    const stopMs = performance.now() - since;
    return { url, readiness, settings, code, stdout, stderr, stopMs, isPostgresLeft: isRunning(postgres) };
  } finally {
    server.kill();
  }
}

async function holdRequest(url: string) {
  const headers = { 'content-type': 'application/json', 'content-length': 10, expect: '100-continue' };
  const hanging = http.request(`${url}/api/anything`, { method: 'POST', headers });
  hanging.on('error', () => undefined).flushHeaders();
  await once(hanging, 'continue');
}

let first: (Awaited<ReturnType<typeof observeServer>> & { dataDir: string; discard: () => void }) | undefined;
afterAll(() => first?.discard());

/** The server that several tests look at; the first of them starts it. */
async function observe() {
  if (first) return first;
  const { directory: dataDir, discard } = makeDataDirectory();
  try {
    first = { ...(await observeServer(dataDir)), dataDir, discard };
    return first;
  } catch (error) {
    discard();
    throw error;
  }
}

test('the first start creates a database and becomes ready, and the next keeps the data', async () => {
  const { readiness, dataDir } = await observe();
  expect(readiness).toBe(200);
  await openInstallation({ DATA_DIR: dataDir });
  expect(await recall(dataDir)).toEqual(KEPT);
});

test('the start prints the URL and the data directory in a few lines, and never the master key', async () => {
  const { stdout, stderr, url, dataDir } = await observe();
  expect(stdout).toContain(url);
  expect(stdout).toContain(path.join(dataDir, 'postgres'));
  expect(stdout.trim().split('\n').length).toBeLessThan(15);
  const key = fs.readFileSync(path.join(dataDir, 'master.key'), 'utf8').trim();
  expect(stdout + stderr).not.toContain(key);
});

test('the cluster is durable, opens no port and handles Unicode whatever LANG says', async () => {
  expect((await observe()).settings).toEqual({
    fsync: 'on',
    listen: '',
    encoding: 'UTF8',
    synchronous: 'on',
    lower: 'привет',
    trigrams: true,
    zone: 'UTC',
  });
});

test('Ctrl-C stops everything within 5 s, even while a client holds a request open', async () => {
  const { stopMs, code, isPostgresLeft } = await observe();
  expect(stopMs).toBeLessThan(5_000);
  expect(code).toBe(0);
  expect(isPostgresLeft).toBe(false);
});

test('Ctrl-C stops npm start and everything it started', async () => {
  const dataDir = usedDataDirectory();
  const root = fileURLToPath(new URL('../../../../../..', import.meta.url));
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
    detached: true,
  });
  onTestFinished(() => void npm.kill('SIGKILL'));
  let printed = '';
  npm.stdout.on('data', (text) => {
    printed += text;
  });
  await until(() => printed.includes('is ready'), 'the server is ready');
  const postgres = postmasterPid(dataDir) ?? 0;
  process.kill(-(npm.pid ?? 0), 'SIGINT');
  await once(npm, 'close');
  await until(() => !isRunning(postgres), 'postgres is gone', 1_000);
});

test('a postgres that hangs is stopped within 5 s', async () => {
  const dataDir = usedDataDirectory();
  const server = startBare(dataDir);
  await server.ready();
  const postgres = postmasterPid(dataDir) ?? 0;
  process.kill(postgres, 'SIGSTOP');
  const since = performance.now();
  expect((await server.stop()).code).toBe(0);
  await until(() => !isRunning(postgres), 'postgres is gone');
  expect(performance.now() - since).toBeLessThan(5_000);
});

test('a signal to a start that waits for an orphaned postgres stops both within 5 s', async () => {
  const dataDir = usedDataDirectory();
  const postgres = await leavePostgres(dataDir);
  process.kill(postgres, 'SIGSTOP');
  const server = startBare(dataDir);
  await until(() => server.output().stderr.includes('waiting for postgres'), 'the server waits');
  const since = performance.now();
  await server.stop();
  await until(() => !isRunning(postgres), 'postgres is gone');
  expect(performance.now() - since).toBeLessThan(5_000);
});

test('a signal to a start that waits for a lock stops it and postgres within 5 s', async () => {
  const dataDir = usedDataDirectory();
  await leavePostgres(dataDir);
  const lock = queryEmbedded(dataDir, 'SELECT pg_advisory_lock(7238003), pg_sleep(20)').catch((error) => error);
  const server = startBare(dataDir);
  const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 7238003 AND NOT granted";
  await until(async () => (await queryEmbedded(dataDir, waiting)).length > 0, 'the server waits for the lock');
  const since = performance.now();
  await server.stop();
  expect(performance.now() - since).toBeLessThan(5_000);
  expect(postmasterPid(dataDir)).toBeUndefined();
  await lock;
});

test('a postgres that still runs on moved data is taken over, and stopped at the end', async () => {
  const dataDir = usedDataDirectory();
  const postgres = await leavePostgres(dataDir);
  const moved = path.join(dataDir, 'moved');
  fs.mkdirSync(moved);
  for (const name of ['postgres', 'master.key']) fs.renameSync(path.join(dataDir, name), path.join(moved, name));
  const { close } = await openInstallation({ DATA_DIR: moved });
  expect(postmasterPid(moved)).toBe(postgres);
  await close();
  expect(isRunning(postgres)).toBe(false);
});

test('a signal during the start stops everything', async () => {
  const dataDir = dataDirectory();
  const server = startBare(dataDir);
  await until(() => postmasterPid(dataDir) !== undefined, 'postgres has been started');
  const { code } = await server.stop();
  expect(code).toBe(0);
  expect(postmasterPid(dataDir)).toBeUndefined();
});

test('after kill -9 of the server the next one takes over the orphaned postgres', async () => {
  const dataDir = usedDataDirectory();
  const server = startBare(dataDir);
  await server.ready();
  await remember(dataDir);
  const postgres = postmasterPid(dataDir);
  server.signal('SIGKILL');
  await server.ended;
  expect(postmasterPid(dataDir)).toBe(postgres);

  const next = await openInstallation({ DATA_DIR: dataDir });
  expect(postmasterPid(dataDir)).toBe(postgres);
  expect(await recall(dataDir)).toEqual(KEPT);
  await next.close();
  expect(isRunning(postgres ?? 0)).toBe(false);
});

test('after kill -9 of the server and of postgres the next start recovers what was committed', async () => {
  const dataDir = usedDataDirectory();
  const postgres = await leavePostgres(dataDir);
  await remember(dataDir);
  process.kill(postgres, 'SIGKILL');

  await openInstallation({ DATA_DIR: dataDir });
  expect(await recall(dataDir)).toEqual(KEPT);
});

test('a second server on one DATA_DIR exits with a message, and the first keeps running', async () => {
  const dataDir = usedDataDirectory();
  const { database } = await openInstallation({ DATA_DIR: dataDir });
  const second = await startBare(dataDir).ended;
  expect(second.code).toBe(1);
  expect(second.stderr).toContain(`Another Parley server (process ${process.pid}) already runs on ${dataDir}`);
  expect((await database.pool.query('SELECT')).rowCount).toBe(1);
});

test('a server that was frozen while another took over its data exits without disturbing the other', async () => {
  const dataDir = usedDataDirectory();
  const frozen = startBare(dataDir);
  await frozen.ready();
  frozen.signal('SIGSTOP');
  process.kill(postmasterPid(dataDir) ?? 0, 'SIGKILL');
  await until(() => postmasterPid(dataDir) === undefined, 'postgres is gone');
  const { database } = await openInstallation({ DATA_DIR: dataDir });
  frozen.signal('SIGCONT');
  expect(await frozen.ended).toMatchObject({ code: 1, stderr: expect.stringContaining('already runs on') });
  expect((await database.pool.query('SELECT')).rowCount).toBe(1);
});

test('of two concurrent first starts on an empty DATA_DIR, one runs and the other exits with a message', async () => {
  const dataDir = dataDirectory();
  const servers = [startBare(dataDir), startBare(dataDir)];
  const outcomes = await Promise.allSettled(servers.map((server) => server.ready()));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const loser = servers[outcomes.findIndex(({ status }) => status === 'rejected')];
  expect((await loser?.ended)?.stderr).toContain('already runs on');
  expect(fs.readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([]);
  for (const server of servers) if (server !== loser) await server.stop();
  expect(postmasterPid(dataDir)).toBeUndefined();
});

test('a postgres that dies is restarted, and requests meanwhile wait or get 503', async () => {
  const dataDir = usedDataDirectory();
  const server = startServer({ DATA_DIR: dataDir });
  const url = await server.ready();
  const postgres = postmasterPid(dataDir) ?? 0;
  process.kill(postgres, 'SIGKILL');
  const refusals: Response[] = [];
  await until(async () => {
    const answer = await fetch(`${url}/readyz`);
    if (!answer.ok) refusals.push(answer);
    return answer.ok && ![undefined, postgres].includes(postmasterPid(dataDir));
  }, 'the server is ready again');
  for (const { status, headers } of refusals) {
    expect([status, headers.get('content-type')]).toEqual([503, expect.stringContaining('application/problem+json')]);
  }
  await server.stop();
  expect(postmasterPid(dataDir)).toBeUndefined();
});

test('a postmaster.pid whose process id now belongs to another program does not prevent a start', async () => {
  const dataDir = usedDataDirectory();
  const postgres = await leavePostgres(dataDir);
  process.kill(postgres, 'SIGKILL');
  await until(() => !isRunning(postgres), 'postgres is gone');
  const owner = fs.statSync(path.join(dataDir, 'postgres'));
  const stranger = spawn('sleep', ['60'], { uid: owner.uid, gid: owner.gid, stdio: 'ignore' });
  onTestFinished(() => void stranger.kill());
  const pidFile = path.join(dataDir, 'postgres/postmaster.pid');
  fs.writeFileSync(pidFile, fs.readFileSync(pidFile, 'utf8').replace(`${postgres}`, `${stranger.pid}`));

  await openInstallation({ DATA_DIR: dataDir });
  expect(isRunning(stranger.pid ?? 0)).toBe(true);
});

test('a port in use is named in the error, and no postgres is left running', async () => {
  const dataDir = usedDataDirectory();
  const PORT = `${await freePort()}`;
  const blocker = http.createServer().listen(Number(PORT), '127.0.0.1');
  onTestFinished(() => void blocker.close());
  const { code, stderr } = await startServer({ DATA_DIR: dataDir, PORT }).ended;
  expect(code).toBe(1);
  expect(stderr).toContain(`cannot listen on 127.0.0.1:${PORT}`);
  expect(postmasterPid(dataDir)).toBeUndefined();
});
