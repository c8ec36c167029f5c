import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { isRoot } from '../../ownership.ts';
import { StartupError } from '../../startup-error.ts';
import { type Binaries, makeSharedDir, placeBinaries, SHARED_DIR } from './binaries.ts';
import { explain } from './explain.ts';
import type { Home } from './home.ts';
import { chooseSocketDir } from './socket.ts';
import { type Account, canEnter, chooseAccount, cleanEnvironment, isAlive } from './system.ts';
import { quote, upgradeInstructions } from './upgrade.ts';

const MEGABYTE = 1024 ** 2;
/** A new cluster takes 40 MB and its first WAL files 80 more. */
const SPACE_TO_CREATE = 128 * MEGABYTE;
/** Two WAL files: with less, postgres may stop during work. */
const SPACE_TO_START = 32 * MEGABYTE;

/** Finds or creates the cluster of a DATA_DIR. Does not touch anything unknown. */
export async function prepareHome(dataDir: string, signal?: AbortSignal): Promise<Home> {
  try {
    // Run by root, the account of postgres must be able to pass through; everything inside has its own mode.
    fs.mkdirSync(dataDir, { recursive: true, mode: isRoot ? 0o711 : 0o700 });
    const entry = path.join(dataDir, 'postgres');
    const account = chooseAccount(entry);
    const binaries = placeBinaries(account, dataDir);
    if (isEmpty(entry)) await create(entry, account, binaries, signal);
    checkVersion(entry, binaries.major);
    const data = fs.realpathSync(entry);
    takeOwnership(data, account);
    checkAccess(data, account);
    checkFreeSpace(data, SPACE_TO_START);
    return {
      data,
      identity: fs.statSync(data),
      socketDir: chooseSocketDir(data, account),
      logFile: path.join(dataDir, 'postgres.log'),
      account,
      binaries,
    };
  } catch (error) {
    throw explain(error, dataDir);
  }
}

function isEmpty(entry: string) {
  const found = fs.lstatSync(entry, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() && !fs.existsSync(entry)) {
    throw new StartupError(
      `${entry} is a link to ${fs.readlinkSync(entry)}, which does not exist. Restore the data there, or remove the link to start with an empty database.`,
    );
  }
  return !found || fs.readdirSync(entry).length === 0;
}

/** Created as a draft and renamed: a start that is killed, or two at once, leave no incomplete cluster. */
async function create(entry: string, account: Account | undefined, binaries: Binaries, signal?: AbortSignal) {
  const target = account && !canEnter(account, path.dirname(entry)) ? newSharedDir() : entry;
  removeDrafts(path.dirname(target));
  checkFreeSpace(path.dirname(target), SPACE_TO_CREATE);
  const draft = `${target}.new-${process.pid}`;
  fs.mkdirSync(draft, { mode: 0o700 });
  if (account) fs.chownSync(draft, account.uid, account.gid);
  try {
    await initdb(draft, account, binaries, signal);
    fs.renameSync(draft, target);
    if (target !== entry) fs.symlinkSync(target, entry);
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true });
    if (target !== entry) fs.rmSync(target, { recursive: true, force: true });
    // Another start was faster: use its cluster.
    if (isEmpty(entry)) throw error;
  }
}

/** For a DATA_DIR that the account cannot enter, such as one in root's home; DATA_DIR links to it. */
function newSharedDir() {
  makeSharedDir();
  return path.join(SHARED_DIR, `data-${randomBytes(6).toString('hex')}`);
}

/** Removes drafts of starts that were killed. In a container the next start may have the same pid. */
function removeDrafts(directory: string) {
  for (const name of fs.readdirSync(directory)) {
    const pid = Number(/^(?:postgres|data-[0-9a-f]+)\.new-(\d+)$/.exec(name)?.[1]);
    if (pid === process.pid || (pid && !isAlive(pid))) fs.rmSync(path.join(directory, name), { recursive: true });
  }
}

async function initdb(directory: string, account: Account | undefined, binaries: Binaries, signal?: AbortSignal) {
  // The builtin provider sorts and folds case the same on every platform; pg_trgm still uses the character type of libc.
  const characterType = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const options = [
    '--username=parley',
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
    '--encoding=UTF8',
  ];
  const locale = [
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--lc-collate=C',
    `--lc-ctype=${characterType}`,
  ];
  const child = spawn(binaries.initdb, ['--pgdata', directory, ...options, ...locale], {
    ...account,
    cwd: '/',
    env: cleanEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [stderr, code] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) throw new Error(stderr.trim());
}

function checkVersion(entry: string, major: number) {
  const file = path.join(entry, 'PG_VERSION');
  if (!fs.existsSync(file)) {
    throw new StartupError(`${entry} is not a PostgreSQL cluster. Move it away, or set another DATA_DIR.`);
  }
  const found = Number(fs.readFileSync(file, 'utf8'));
  if (found !== major) throw new StartupError(upgradeInstructions(entry, found, major));
}

/** A backup that root restored belongs to root, but postgres must own its files. */
function takeOwnership(data: string, account: Account | undefined) {
  if (!account || fs.statSync(data).uid !== 0) return;
  const { status, stderr } = spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, data], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
}

/** Data that was moved may now be where its account has no access. */
function checkAccess(data: string, account: Account | undefined) {
  if (!account || canEnter(account, data)) return;
  throw new StartupError(
    `PostgreSQL runs as the owner of ${data} (user id ${account.uid}), who has no access to it. Make the parent directories accessible (chmod o+x), or move it to ${SHARED_DIR} and link to it: mv ${quote(data)} ${SHARED_DIR}/data && ln -s ${SHARED_DIR}/data ${quote(data)}`,
  );
}

function checkFreeSpace(directory: string, needed: number) {
  const { bavail, bsize } = fs.statfsSync(directory);
  const free = bavail * bsize;
  if (free >= needed) return;
  const megabytes = (bytes: number) => `${Math.floor(bytes / MEGABYTE)} MB`;
  throw new StartupError(
    `The disk of ${directory} is full: ${megabytes(free)} free, PostgreSQL needs ${megabytes(needed)} to start. Free some space and start again; nothing was changed.`,
  );
}
