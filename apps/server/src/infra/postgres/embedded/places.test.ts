import * as fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openAndClose, openInstallation, refusalOf } from '../../../../test/installations.ts';
import { inject } from '../../../../test/provided.ts';
import { query } from '../../../../test/query.ts';
import {
  dataDirectory,
  fillUsedDataDirectory,
  leavePostgres,
  postmasterPid,
  queryEmbedded,
  startServer,
  usedDataDirectory,
} from '../../../../test/server-process.ts';
import { limitFiles, mountSmallDisk, OBEYING_MODES } from '../../../../test/small-disk.ts';
import { until } from '../../../../test/until.ts';
import { banner } from '../../../banner.ts';
import { readConfig } from '../../../config.ts';
import { createLog } from '../../log.ts';
import { packageDirectory, placeBinaries } from './binaries.ts';
import { openCluster } from './index.ts';
import { chooseAccount } from './system.ts';

const isRoot = process.getuid?.() === 0;
const log = createLog('silent');

/** Creates a cluster if there is none, without tables: they do not depend on where it is. */
async function startCluster(dataDir: string) {
  const cluster = await openCluster({ dataDir, role: 'server', log });
  onTestFinished(cluster.close);
  return cluster;
}

/** Every file below a directory with its size and modification time. */
function fingerprint(directory: string) {
  return fs.readdirSync(directory, { recursive: true }).map((name) => {
    const { size, mtimeMs } = fs.lstatSync(path.join(directory, `${name}`));
    return `${name} ${size} ${mtimeMs}`;
  });
}

test('postgres runs as another user when the server is root, and as the same user otherwise', async () => {
  const dataDir = usedDataDirectory();
  await startCluster(dataDir);
  // postgres starts only on a directory that its own user owns.
  const owner = fs.statSync(path.join(dataDir, 'postgres')).uid;
  expect(owner === 0).toBe(false);
  expect(owner === process.getuid?.()).toBe(!isRoot);
});

test('if only its owner can enter DATA_DIR, the data goes where postgres can reach it, and the banner says where', async () => {
  const parent = dataDirectory();
  fs.chmodSync(parent, 0o700);
  const dataDir = path.join(parent, 'deep', 'data');
  onTestFinished(() => fs.rmSync(fs.realpathSync(path.join(dataDir, 'postgres')), { recursive: true }));
  const { home, close } = await startCluster(dataDir);
  const place = fs.realpathSync(path.join(dataDir, 'postgres'));
  expect(place.startsWith(parent)).toBe(!isRoot);
  const config = readConfig({ DATA_DIR: dataDir });
  expect(banner({ config, home, publicUrl: '', isEmpty: true, owner: undefined })).toContain(place);
  await close();
  await startCluster(dataDir);
});

test('data moved where postgres has no access is refused with the command that fixes it', async () => {
  const dataDir = usedDataDirectory();
  const home = dataDirectory();
  const moved = path.join(home, 'data');
  fs.renameSync(dataDir, moved);
  fs.mkdirSync(dataDir);
  fs.chmodSync(home, 0o700);
  if (isRoot) expect(await refusalOf({ DATA_DIR: moved })).toContain(`mv ${moved}/postgres`);
  else await openAndClose({ DATA_DIR: moved });
  fs.chmodSync(home, 0o711);
  await openAndClose({ DATA_DIR: moved });
});

test('the binaries of a repository that postgres cannot enter, installed without scripts, are copied', async () => {
  const home = dataDirectory();
  fs.chmodSync(home, 0o700);
  const repository = path.join(home, 'repository');
  const isNeeded = (file: string) => !file.includes('/native/share');
  fs.cpSync(packageDirectory(), repository, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
  for (const { target } of JSON.parse(fs.readFileSync(path.join(repository, 'native/pg-symlinks.json'), 'utf8')))
    fs.rmSync(path.join(repository, target));
  const manifest = path.join(repository, 'package.json');
  fs.writeFileSync(
    manifest,
    fs.readFileSync(manifest, 'utf8').replace(/"version": "(\d+)[^"]*"/, `"version": "$1.0.0-test-${process.pid}"`),
  );

  const { copiedTo = '', postgres } = placeBinaries(chooseAccount(home), inject('scratch'), repository);
  onTestFinished(() => fs.rmSync(copiedTo, { recursive: true }));
  expect(copiedTo.startsWith(home)).toBe(false);
  expect(postgres.startsWith(copiedTo)).toBe(true);
});

test('a DATA_DIR whose path is too long for a socket works', async () => {
  const dataDir = dataDirectory('a'.repeat(60), 'b'.repeat(60));
  await leavePostgres(dataDir);
  const socketDir = fs.readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4];
  expect(fs.existsSync(`${socketDir}`)).toBe(true);
  const { connection, close } = await startCluster(dataDir);
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await close();
  expect(fs.existsSync(`${socketDir}`)).toBe(false);
});

test('a backup restored as root starts', async () => {
  const restored = dataDirectory();
  fs.cpSync(inject('usedDataDir'), restored, { recursive: true });
  fs.chmodSync(path.join(restored, 'postgres'), 0o700);
  await openAndClose({ DATA_DIR: restored });
});

test('a first start on a full disk reports it and leaves nothing half-created', async () => {
  const dataDir = dataDirectory();
  const disk = mountSmallDisk(dataDir, 30);
  const through = disk ? [] : limitFiles(2_048);
  const { code, stderr } = await startServer({ DATA_DIR: dataDir }, { script: 'bare', through }).ended;
  expect(code).toBe(1);
  expect(stderr).toContain(`The disk of ${dataDir} is full`);
  expect(fs.readdirSync(dataDir).filter((name) => name.startsWith('postgres') && name !== 'postgres.log')).toEqual([]);
});

test('a later start on a full disk fails, and the data is intact once there is room', async () => {
  const dataDir = dataDirectory();
  const disk = mountSmallDisk(dataDir, 256);
  fillUsedDataDirectory(dataDir);
  const { close } = await openInstallation({ DATA_DIR: dataDir });
  await queryEmbedded(dataDir, 'CREATE TABLE memory AS SELECT generate_series(1, 10000) AS number');
  await close();
  disk?.fill();

  const through = disk ? [] : limitFiles(0);
  const { code, stderr } = await startServer({ DATA_DIR: dataDir }, { script: 'bare', through }).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(disk ? /The disk of .* is full/ : /could not start/);
  disk?.free();

  await openInstallation({ DATA_DIR: dataDir });
  expect(await queryEmbedded(dataDir, 'SELECT sum(number)::int AS sum FROM memory')).toEqual([{ sum: 50_005_000 }]);
});

test('a disk that fills up under a running server fails writes that need room and loses nothing committed', async () => {
  const dataDir = dataDirectory();
  const disk = mountSmallDisk(dataDir, 256);
  fillUsedDataDirectory(dataDir);
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

test('a start on a read-only disk reports it, and succeeds once the disk is writable', async () => {
  const dataDir = dataDirectory();
  const disk = mountSmallDisk(dataDir, 256);
  const makeReadOnly = disk?.makeReadOnly ?? (() => fs.chmodSync(dataDir, 0o500));
  const makeWritable = disk?.makeWritable ?? (() => fs.chmodSync(dataDir, 0o755));
  const named = disk ? `The disk of ${dataDir} is read-only` : `${dataDir} is not accessible to this user`;
  const through = disk ? [] : OBEYING_MODES;
  const refused = () => startServer({ DATA_DIR: dataDir }, { script: 'bare', through }).ended;

  makeReadOnly();
  expect(await refused()).toMatchObject({ code: 1, stderr: expect.stringContaining(named) });
  makeWritable();
  await (await startCluster(dataDir)).close();
  fs.rmSync(path.join(dataDir, 'postgres.log'));

  makeReadOnly();
  expect(await refused()).toMatchObject({ code: 1, stderr: expect.stringContaining(named) });
  makeWritable();
  await startCluster(dataDir);
});

test('data of another PostgreSQL major version is refused with instructions and left untouched', async () => {
  const dataDir = usedDataDirectory();
  fs.writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), '17\n');
  const before = fingerprint(dataDir);
  const refusal = await refusalOf({ DATA_DIR: dataDir });
  expect(refusal).toContain('was created by PostgreSQL 17');
  expect(refusal).toContain(`mv ${dataDir}/postgres ${dataDir}/postgres-17`);
  expect(refusal).toContain('pg_restore');
  expect(fingerprint(dataDir)).toEqual(before);
});

test('a DATA_DIR whose postgres folder holds something else is refused and left untouched', async () => {
  const dataDir = dataDirectory();
  fs.mkdirSync(path.join(dataDir, 'postgres'));
  fs.writeFileSync(path.join(dataDir, 'postgres/notes.txt'), 'mine');
  expect(await refusalOf({ DATA_DIR: dataDir })).toContain('is not a PostgreSQL cluster');
  expect(fs.readdirSync(path.join(dataDir, 'postgres'))).toEqual(['notes.txt']);
});

test('a DATA_DIR with spaces, commas, quotes and non-ASCII characters in its name works', async () => {
  const { DATA_DIR: dataDir } = readConfig({ DATA_DIR: `${dataDirectory()}/a/../с, "кавычками" и 😀/` });
  const { connection, close } = await startCluster(dataDir);
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await close();
  expect(postmasterPid(dataDir)).toBeUndefined();
});

test('a DATA_DIR that is a file and a dangling postgres link are reported', async () => {
  const dataDir = dataDirectory();
  fs.writeFileSync(path.join(dataDir, 'file'), '');
  expect(await refusalOf({ DATA_DIR: path.join(dataDir, 'file') })).toContain('is a file');
  const linked = path.join(dataDir, 'linked');
  fs.mkdirSync(linked);
  fs.symlinkSync('/nowhere/at/all', path.join(linked, 'postgres'));
  expect(await refusalOf({ DATA_DIR: linked })).toContain('is a link to /nowhere/at/all');
});

test('a half-created cluster of a killed first start is removed, even if the process id is reused', async () => {
  const dataDir = dataDirectory();
  for (const pid of [9_999_999, process.pid]) fs.mkdirSync(path.join(dataDir, `postgres.new-${pid}`));
  await startCluster(dataDir);
  expect(fs.readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([]);
});
