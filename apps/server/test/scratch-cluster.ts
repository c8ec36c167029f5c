import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { placeBinaries } from '../src/infra/postgres/embedded/binaries.ts';
import { type Account, chooseAccount } from '../src/infra/postgres/embedded/system.ts';
import { query } from './query.ts';
import { until } from './until.ts';

/** A PostgreSQL as others run it, except for durability. */
export interface ScratchCluster {
  /** Its data directory. */
  data: string;
  /** Over TCP, with the password. */
  url: (database: string) => string;
  /** Over its socket, without a password: cheaper than TCP. */
  socketUrl: (database: string) => string;
  /** Does nothing if it is running. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
  remove: () => Promise<void>;
}

const PASSWORD = 'scratch:pass/word';

/**
 * TEST_POSTGRES_BIN selects another version's binaries; by default they are the bundled ones. `from` is a data
 * directory to copy.
 */
export async function createScratchCluster(from?: string): Promise<ScratchCluster> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-scratch-'));
  const account = chooseAccount(directory);
  const bin = process.env.TEST_POSTGRES_BIN ?? path.dirname(placeBinaries(account, directory).postgres);
  const data = path.join(directory, 'data');
  if (account) fs.chownSync(directory, account.uid, account.gid);
  if (from) spawnSync('cp', ['-a', from, data]);
  else initialise(bin, data, account);

  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: directory,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    min_wal_size: '32MB',
    max_wal_size: '1GB',
    checkpoint_timeout: '1h',
    jit: 'off',
    autovacuum: 'off',
    shared_buffers: '64MB',
    max_connections: 300,
    log_min_messages: 'fatal',
  };
  const owner = `owner:${encodeURIComponent(PASSWORD)}`;
  const url = (database: string) => `postgres://${owner}@127.0.0.1:${port}/${database}`;
  let running: ReturnType<typeof spawn> | undefined;
  const isRunning = () => running?.exitCode === null;

  const cluster: ScratchCluster = {
    data,
    url,
    socketUrl: (database) => `postgres://${owner}@${encodeURIComponent(directory)}:${port}/${database}`,
    async start() {
      if (isRunning()) return;
      running = spawn(
        path.join(bin, 'postgres'),
        ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
        { ...account, cwd: '/', stdio: 'ignore' },
      );
      await until(() => query(url('postgres'), 'SELECT 1'), 'the scratch cluster answers');
    },
    async stop() {
      const ended = new Promise((resolve) => running?.once('exit', resolve));
      running?.kill('SIGINT');
      await ended;
    },
    async remove() {
      if (isRunning()) await cluster.stop();
      fs.rmSync(directory, { recursive: true });
    },
  };
  await cluster.start();
  return cluster;
}

function initialise(bin: string, data: string, account: Account | undefined) {
  const passwordFile = path.join(path.dirname(data), 'password');
  fs.writeFileSync(passwordFile, PASSWORD);
  if (account) fs.chownSync(passwordFile, account.uid, account.gid);
  const access = ['-U', 'owner', '--pwfile', passwordFile, '--auth-host=scram-sha-256', '--auth-local=trust'];
  const letters = ['-E', 'UTF8', '--lc-collate=C', '--lc-ctype=C.UTF-8'];
  const { status, stderr } = spawnSync(
    path.join(bin, 'initdb'),
    ['-D', data, ...access, ...letters, '--no-sync', '--wal-segsize=1'],
    { ...account, cwd: '/', encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`initdb: ${stderr}`);
}

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
