import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../../test/scratch-cluster.ts';
import {
  dataDirectory,
  isRunning,
  postmasterPid,
  queryEmbedded,
  startServer,
  usedDataDirectory,
} from '../../../../test/server-process.ts';
import { until } from '../../../../test/until.ts';

const remember = (dataDir: string) => queryEmbedded(dataDir, "CREATE TABLE memory AS SELECT 'kept' AS word");
const recall = (dataDir: string) => queryEmbedded(dataDir, 'SELECT word FROM memory');
const KEPT = [{ word: 'kept' }];
/** What a developer of something else may have exported. */
const OTHER_POSTGRES = { PGDATA: '/nowhere', PGPORT: '5433', PGSSLMODE: 'require', PGOPTIONS: '-c search_path=foo' };

test('the first start makes a database and serves; the next start keeps the data', async () => {
  const dataDir = dataDirectory();
  const first = startServer({ DATA_DIR: dataDir });
  const url = await first.ready();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  await remember(dataDir);
  await first.stop();

  const second = startServer({ DATA_DIR: dataDir });
  await second.ready();
  expect(await recall(dataDir)).toEqual(KEPT);
  await second.stop();
});

test('the start prints a few lines that say what there is and where', async () => {
  const dataDir = usedDataDirectory();
  const server = startServer({ DATA_DIR: dataDir });
  const url = await server.ready();
  const { stdout } = await server.stop();
  expect(stdout).toContain(url);
  expect(stdout).toContain(path.join(dataDir, 'postgres'));
  expect(stdout.trim().split('\n').length).toBeLessThan(15);
});

test('the cluster is durable, has no port, and knows letters whatever LANG says', async () => {
  const dataDir = dataDirectory();
  const server = startServer({
    DATA_DIR: dataDir,
    LANG: 'xx_NOWHERE',
    LC_ALL: 'C',
    TZ: 'Asia/Tokyo',
    ...OTHER_POSTGRES,
  });
  await server.ready();
  const [row] = await queryEmbedded(
    dataDir,
    `SELECT current_setting('fsync') AS fsync, current_setting('listen_addresses') AS listen, current_setting('server_encoding') AS encoding,
       current_setting('synchronous_commit') AS synchronous, lower('ПРИВЕТ') AS lower, cardinality(show_trgm('Привет')) > 0 AS trigrams, current_setting('TimeZone') AS zone`,
  );
  expect(row).toEqual({
    fsync: 'on',
    listen: '',
    encoding: 'UTF8',
    synchronous: 'on',
    lower: 'привет',
    trigrams: true,
    zone: 'UTC',
  });
  await server.stop();
});

test('Ctrl-C stops everything within 5 s, also while a client holds a request open, and leaves nothing running', async () => {
  const dataDir = usedDataDirectory();
  const server = startServer({ DATA_DIR: dataDir });
  const url = await server.ready();
  const postgres = postmasterPid(dataDir) ?? 0;
  const headers = { 'content-type': 'application/json', 'content-length': 10, expect: '100-continue' };
  const hanging = http.request(`${url}/api/anything`, { method: 'POST', headers });
  hanging.on('error', () => undefined).flushHeaders();
  await once(hanging, 'continue');
  const since = performance.now();
  process.kill(-server.pid, 'SIGINT');
  const { code } = await server.ended;
  expect(performance.now() - since).toBeLessThan(5_000);
  expect(code).toBe(0);
  expect(isRunning(postgres)).toBe(false);
});

test('npm start stops at Ctrl-C with everything it started', async () => {
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
  expect(isRunning(postgres)).toBe(false);
});

test('a postgres that hangs is stopped within 5 s too', async () => {
  const dataDir = usedDataDirectory();
  const server = startServer({ DATA_DIR: dataDir });
  await server.ready();
  const postgres = postmasterPid(dataDir) ?? 0;
  process.kill(postgres, 'SIGSTOP');
  const since = performance.now();
  expect((await server.stop()).code).toBe(0);
  expect(performance.now() - since).toBeLessThan(5_000);
  expect(isRunning(postgres)).toBe(false);
});

test('a start that hangs on a postgres left behind stops within 5 s, and with it that postgres', async () => {
  const dataDir = usedDataDirectory();
  const first = startServer({ DATA_DIR: dataDir });
  await first.ready();
  const postgres = postmasterPid(dataDir) ?? 0;
  first.signal('SIGKILL');
  await first.ended;
  process.kill(postgres, 'SIGSTOP');
  const second = startServer({ DATA_DIR: dataDir });
  await until(() => second.output().stderr.includes('waiting for postgres'), 'the second server waits');
  const since = performance.now();
  await second.stop();
  expect(performance.now() - since).toBeLessThan(5_000);
  expect(isRunning(postgres)).toBe(false);
});

test('a start that waits for somebody else stops within 5 s, and with it postgres', async () => {
  const dataDir = usedDataDirectory();
  const first = startServer({ DATA_DIR: dataDir });
  await first.ready();
  const lock = queryEmbedded(dataDir, 'SELECT pg_advisory_lock(7238003), pg_sleep(20)').catch((error) => error);
  first.signal('SIGKILL');
  await first.ended;
  const second = startServer({ DATA_DIR: dataDir });
  await until(() => second.output().stderr.includes('listening'), 'the second server waits for the lock');
  const since = performance.now();
  await second.stop();
  expect(performance.now() - since).toBeLessThan(5_000);
  expect(postmasterPid(dataDir)).toBeUndefined();
  await lock;
});

test('data that is moved while its postgres still runs is found again, and stopped', async () => {
  const dataDir = usedDataDirectory();
  const first = startServer({ DATA_DIR: dataDir });
  await first.ready();
  const postgres = postmasterPid(dataDir) ?? 0;
  first.signal('SIGKILL');
  await first.ended;
  const moved = path.join(dataDir, 'moved');
  fs.mkdirSync(moved);
  for (const name of ['postgres', 'master.key']) fs.renameSync(path.join(dataDir, name), path.join(moved, name));
  const second = startServer({ DATA_DIR: moved });
  await second.ready();
  expect(postmasterPid(moved)).toBe(postgres);
  await second.stop();
  expect(isRunning(postgres)).toBe(false);
});

test('a signal during the start stops everything too', async () => {
  const dataDir = dataDirectory();
  const server = startServer({ DATA_DIR: dataDir });
  await until(() => postmasterPid(dataDir) !== undefined, 'postgres has been started');
  const { code } = await server.stop();
  expect(code).toBe(0);
  expect(postmasterPid(dataDir)).toBeUndefined();
});

test('after kill -9 of the server the next one takes over the postgres it left behind', async () => {
  const dataDir = usedDataDirectory();
  const first = startServer({ DATA_DIR: dataDir });
  await first.ready();
  await remember(dataDir);
  const postgres = postmasterPid(dataDir);
  first.signal('SIGKILL');
  await first.ended;
  expect(postmasterPid(dataDir)).toBe(postgres);

  const second = startServer({ DATA_DIR: dataDir });
  await second.ready();
  expect(postmasterPid(dataDir)).toBe(postgres);
  expect(await recall(dataDir)).toEqual(KEPT);
  await second.stop();
  expect(isRunning(postgres ?? 0)).toBe(false);
});

test('after kill -9 of the server and of postgres the next start recovers what was committed', async () => {
  const dataDir = usedDataDirectory();
  const first = startServer({ DATA_DIR: dataDir });
  await first.ready();
  await remember(dataDir);
  first.signal('SIGKILL');
  await first.ended;
  process.kill(postmasterPid(dataDir) ?? 0, 'SIGKILL');

  const second = startServer({ DATA_DIR: dataDir });
  await second.ready();
  expect(await recall(dataDir)).toEqual(KEPT);
  await second.stop();
});

test('a second server on one DATA_DIR says so and exits, and the first goes on', async () => {
  const dataDir = usedDataDirectory();
  const first = startServer({ DATA_DIR: dataDir });
  const url = await first.ready();
  const second = await startServer({ DATA_DIR: dataDir }).ended;
  expect(second.code).toBe(1);
  expect(second.stderr).toContain(`Another Parley server (process ${first.pid}) already runs on ${dataDir}`);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  await first.stop();
});

test('a server that was frozen while another took over its data ends, and leaves the other alone', async () => {
  const dataDir = usedDataDirectory();
  const frozen = startServer({ DATA_DIR: dataDir });
  await frozen.ready();
  frozen.signal('SIGSTOP');
  process.kill(postmasterPid(dataDir) ?? 0, 'SIGKILL');
  await until(() => postmasterPid(dataDir) === undefined, 'postgres is gone');
  const second = startServer({ DATA_DIR: dataDir });
  const url = await second.ready();
  frozen.signal('SIGCONT');
  expect(await frozen.ended).toMatchObject({ code: 1, stderr: expect.stringContaining('already runs on') });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  await second.stop();
});

test('of two first starts at once on an empty DATA_DIR one runs and the other says so', async () => {
  const dataDir = dataDirectory();
  const servers = [startServer({ DATA_DIR: dataDir }), startServer({ DATA_DIR: dataDir })];
  const outcomes = await Promise.allSettled(servers.map((server) => server.ready()));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const loser = servers[outcomes.findIndex(({ status }) => status === 'rejected')];
  expect((await loser?.ended)?.stderr).toContain('already runs on');
  expect(fs.readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([]);
  for (const server of servers) if (server !== loser) await server.stop();
  expect(postmasterPid(dataDir)).toBeUndefined();
});

test('a postgres that dies under the server is started again; requests meanwhile get 503', async () => {
  const dataDir = usedDataDirectory();
  const server = startServer({ DATA_DIR: dataDir });
  const url = await server.ready();
  const postgres = postmasterPid(dataDir) ?? 0;
  process.kill(postgres, 'SIGKILL');
  const away = await until(async () => {
    const answer = await fetch(`${url}/readyz`);
    return answer.status === 503 && answer;
  }, 'the server notices');
  expect(away.headers.get('content-type')).toContain('application/problem+json');
  await until(async () => (await fetch(`${url}/readyz`)).status === 200, 'the server is ready again');
  expect(postmasterPid(dataDir)).not.toBe(postgres);
  await server.stop();
  expect(postmasterPid(dataDir)).toBeUndefined();
});

test('a postmaster.pid whose number now belongs to another program does not keep the server from starting', async () => {
  const dataDir = usedDataDirectory();
  const first = startServer({ DATA_DIR: dataDir });
  await first.ready();
  first.signal('SIGKILL');
  await first.ended;
  const postgres = postmasterPid(dataDir) ?? 0;
  process.kill(postgres, 'SIGKILL');
  const owner = fs.statSync(path.join(dataDir, 'postgres'));
  const stranger = spawn('sleep', ['60'], { uid: owner.uid, gid: owner.gid, stdio: 'ignore' });
  onTestFinished(() => void stranger.kill());
  const pidFile = path.join(dataDir, 'postgres/postmaster.pid');
  fs.writeFileSync(pidFile, fs.readFileSync(pidFile, 'utf8').replace(`${postgres}`, `${stranger.pid}`));

  const second = startServer({ DATA_DIR: dataDir });
  await second.ready();
  expect(isRunning(stranger.pid ?? 0)).toBe(true);
  await second.stop();
});

test('a port that is taken is named, and no postgres stays behind', async () => {
  const dataDir = usedDataDirectory();
  const PORT = `${await freePort()}`;
  const blocker = http.createServer().listen(Number(PORT), '127.0.0.1');
  onTestFinished(() => void blocker.close());
  const { code, stderr } = await startServer({ DATA_DIR: dataDir, PORT }).ended;
  expect(code).toBe(1);
  expect(stderr).toContain(`can't listen on 127.0.0.1:${PORT}`);
  expect(postmasterPid(dataDir)).toBeUndefined();
});
