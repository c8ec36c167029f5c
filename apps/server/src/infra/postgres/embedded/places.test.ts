import * as fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  dataDirectory,
  postmasterPid,
  queryEmbedded,
  startServer,
  usedDataDirectory,
} from '../../../../test/server-process.ts';
import { limitFiles, mountSmallDisk, OBEYING_MODES } from '../../../../test/small-disk.ts';
import { until } from '../../../../test/until.ts';
import { packageDirectory, placeBinaries } from './binaries.ts';
import { chooseAccount } from './system.ts';

const isRoot = process.getuid?.() === 0;

async function startOnce(dataDir: string) {
  const server = startServer({ DATA_DIR: dataDir });
  await server.ready();
  return server.stop();
}

/** Every file below a directory with its size and time of change. */
function fingerprint(directory: string) {
  return fs.readdirSync(directory, { recursive: true }).map((name) => {
    const { size, mtimeMs } = fs.lstatSync(path.join(directory, `${name}`));
    return `${name} ${size} ${mtimeMs}`;
  });
}

test('postgres runs as another user when the server is root, and as the same user otherwise', async () => {
  const dataDir = dataDirectory();
  const server = startServer({ DATA_DIR: dataDir });
  await server.ready();
  // postgres starts only on a directory that its own user owns.
  const owner = fs.statSync(path.join(dataDir, 'postgres')).uid;
  expect(owner === 0).toBe(false);
  expect(owner === process.getuid?.()).toBe(!isRoot);
  await server.stop();
});

test('a DATA_DIR that only its owner can enter works: the data goes where postgres can reach it, and the start says where', async () => {
  const home = dataDirectory();
  fs.chmodSync(home, 0o700);
  const dataDir = path.join(home, 'deep', 'data');
  onTestFinished(() => fs.rmSync(fs.realpathSync(path.join(dataDir, 'postgres')), { recursive: true }));
  const { stdout } = await startOnce(dataDir);
  const place = fs.realpathSync(path.join(dataDir, 'postgres'));
  expect(place.startsWith(home)).toBe(!isRoot);
  expect(stdout).toContain(place);
  await startOnce(dataDir);
});

test('data that was moved where postgres can not go is refused with the way out', async () => {
  const dataDir = usedDataDirectory();
  const home = dataDirectory();
  const moved = path.join(home, 'data');
  fs.renameSync(dataDir, moved);
  fs.mkdirSync(dataDir);
  fs.chmodSync(home, 0o700);
  const server = startServer({ DATA_DIR: moved });
  if (isRoot)
    expect(await server.ended).toMatchObject({ code: 1, stderr: expect.stringContaining(`mv ${moved}/postgres`) });
  fs.chmodSync(home, 0o711);
  if (isRoot) await startOnce(moved);
  else await server.ready().then(server.stop);
});

test('a repository that postgres can not enter, installed without scripts, works: its programs are copied', async () => {
  const home = dataDirectory();
  fs.chmodSync(home, 0o700);
  const repository = path.join(home, 'repository');
  fs.cpSync(packageDirectory(), repository, { recursive: true, verbatimSymlinks: true });
  for (const { target } of JSON.parse(fs.readFileSync(path.join(repository, 'native/pg-symlinks.json'), 'utf8')))
    fs.rmSync(path.join(repository, target));
  const manifest = path.join(repository, 'package.json');
  fs.writeFileSync(
    manifest,
    fs.readFileSync(manifest, 'utf8').replace(/"version": "(\d+)[^"]*"/, `"version": "$1.0.0-test-${process.pid}"`),
  );

  const { copiedTo = '', postgres } = placeBinaries(chooseAccount(home), dataDirectory(), repository);
  onTestFinished(() => fs.rmSync(copiedTo, { recursive: true }));
  expect(copiedTo.startsWith(home)).toBe(false);
  expect(postgres.startsWith(copiedTo)).toBe(true);
});

test('a path too long for a socket works', async () => {
  const dataDir = dataDirectory('a'.repeat(60), 'b'.repeat(60));
  const server = startServer({ DATA_DIR: dataDir });
  const url = await server.ready();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  server.signal('SIGKILL');
  await server.ended;
  const socketDir = fs.readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4];
  expect(fs.existsSync(`${socketDir}`)).toBe(true);
  await startOnce(dataDir);
  expect(fs.existsSync(`${socketDir}`)).toBe(false);
});

test('a backup that was copied back as root starts', async () => {
  const dataDir = usedDataDirectory();
  const restored = dataDirectory();
  fs.cpSync(dataDir, restored, { recursive: true });
  fs.chmodSync(path.join(restored, 'postgres'), 0o700);
  await startOnce(restored);
});

test('a full disk is named at the first start, and nothing half made stays', async () => {
  const dataDir = dataDirectory();
  const disk = mountSmallDisk(dataDir, 30);
  const { code, stderr } = await startServer({ DATA_DIR: dataDir }, { through: disk ? [] : limitFiles(2_048) }).ended;
  expect(code).toBe(1);
  expect(stderr).toContain(`The disk of ${dataDir} is full`);
  expect(fs.readdirSync(dataDir).filter((name) => name.startsWith('postgres') && name !== 'postgres.log')).toEqual([]);
});

test('a disk that got full is named at a later start, and the data is whole once there is room', async () => {
  const dataDir = dataDirectory();
  const disk = mountSmallDisk(dataDir, 256);
  const server = startServer({ DATA_DIR: dataDir });
  await server.ready();
  await queryEmbedded(dataDir, 'CREATE TABLE memory AS SELECT generate_series(1, 10000) AS number');
  await server.stop();
  disk?.fill();

  const refused = startServer({ DATA_DIR: dataDir }, { through: disk ? [] : limitFiles(0) });
  const { code, stderr } = await refused.ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(disk ? /The disk of .* is full/ : /could not start/);
  disk?.free();

  const again = startServer({ DATA_DIR: dataDir });
  await again.ready();
  expect(await queryEmbedded(dataDir, 'SELECT sum(number)::int AS sum FROM memory')).toEqual([{ sum: 50_005_000 }]);
  await again.stop();
});

test('a disk that fills up under a running server costs the writes that need room, and nothing that was committed', async () => {
  const dataDir = dataDirectory();
  const disk = mountSmallDisk(dataDir, 256);
  const server = startServer({ DATA_DIR: dataDir }, { through: disk ? [] : limitFiles(65_536) });
  const url = await server.ready();
  await queryEmbedded(dataDir, 'CREATE TABLE memory (text text)');
  await queryEmbedded(dataDir, "INSERT INTO memory VALUES ('committed')");
  disk?.fill();
  const flood = 'INSERT INTO memory SELECT md5(n::text) FROM generate_series(1, 1200000) AS n';
  await expect(queryEmbedded(dataDir, flood)).rejects.toThrow();
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  disk?.free();
  await until(async () => (await fetch(`${url}/readyz`)).status === 200, 'the server is ready again');
  expect(await queryEmbedded(dataDir, 'SELECT text FROM memory')).toEqual([{ text: 'committed' }]);
  await server.stop();
});

test('a read-only disk is named, at the first start and at a later one, and works again when it is writable', async () => {
  const dataDir = dataDirectory();
  const disk = mountSmallDisk(dataDir, 256);
  const makeReadOnly = disk?.makeReadOnly ?? (() => fs.chmodSync(dataDir, 0o500));
  const makeWritable = disk?.makeWritable ?? (() => fs.chmodSync(dataDir, 0o755));
  const named = disk ? `The disk of ${dataDir} is read-only` : `${dataDir} can't be used by this user`;
  const refused = () => startServer({ DATA_DIR: dataDir }, { through: disk ? [] : OBEYING_MODES }).ended;

  makeReadOnly();
  expect(await refused()).toMatchObject({ code: 1, stderr: expect.stringContaining(named) });
  makeWritable();
  await startOnce(dataDir);
  fs.rmSync(path.join(dataDir, 'postgres.log'));

  makeReadOnly();
  expect(await refused()).toMatchObject({ code: 1, stderr: expect.stringContaining(named) });
  makeWritable();
  await startOnce(dataDir);
});

test('data of another major version is refused with the way out, and not touched', async () => {
  const dataDir = usedDataDirectory();
  fs.writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), '17\n');
  const before = fingerprint(dataDir);
  const { code, stderr } = await startServer({ DATA_DIR: dataDir }).ended;
  expect(code).toBe(1);
  expect(stderr).toContain('was made by PostgreSQL 17');
  expect(stderr).toContain(`mv ${dataDir}/postgres ${dataDir}/postgres-17`);
  expect(stderr).toContain('pg_restore');
  expect(fingerprint(dataDir)).toEqual(before);
});

test('a DATA_DIR whose postgres folder holds something else is refused, and not touched', async () => {
  const dataDir = dataDirectory();
  fs.mkdirSync(path.join(dataDir, 'postgres'));
  fs.writeFileSync(path.join(dataDir, 'postgres/notes.txt'), 'mine');
  const { code, stderr } = await startServer({ DATA_DIR: dataDir }).ended;
  expect(code).toBe(1);
  expect(stderr).toContain('holds something other than a PostgreSQL cluster');
  expect(fs.readdirSync(path.join(dataDir, 'postgres'))).toEqual(['notes.txt']);
});

test('a DATA_DIR with spaces, commas, quotes and other letters in its name works', async () => {
  const dataDir = `${dataDirectory()}/a/../с, "кавычками" и 😀/`;
  const server = startServer({ DATA_DIR: dataDir });
  await server.ready();
  expect((await server.stop()).code).toBe(0);
  expect(postmasterPid(dataDir)).toBeUndefined();
});

test('a DATA_DIR that is a file, or a postgres link that leads nowhere, is named', async () => {
  const dataDir = dataDirectory();
  fs.writeFileSync(path.join(dataDir, 'file'), '');
  const isFile = await startServer({ DATA_DIR: path.join(dataDir, 'file') }).ended;
  expect(isFile).toMatchObject({ code: 1, stderr: expect.stringContaining('is a file') });
  const linked = path.join(dataDir, 'linked');
  fs.mkdirSync(linked);
  fs.symlinkSync('/nowhere/at/all', path.join(linked, 'postgres'));
  const dangling = await startServer({ DATA_DIR: linked }).ended;
  expect(dangling).toMatchObject({ code: 1, stderr: expect.stringContaining('is a link to /nowhere/at/all') });
});

test('half a cluster that a killed first start left behind is cleared away, even when the pid is the same again', async () => {
  const dataDir = dataDirectory();
  fs.mkdirSync(path.join(dataDir, 'postgres.new-9999999'));
  const samePid = ['/bin/sh', '-c', `mkdir "$DATA_DIR/postgres.new-$$"; exec "$0" "$@"`];
  const server = startServer({ DATA_DIR: dataDir }, { through: samePid });
  await server.ready();
  await server.stop();
  expect(fs.readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([]);
});
