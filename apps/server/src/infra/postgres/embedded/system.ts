import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The system account postgres runs as, or undefined for our own: postgres refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

/** Any of these will do: the first that exists is used. An administrator who wants one apart creates `parley`. */
const CANDIDATES = ['parley', 'postgres', '_postgres', 'nobody'];

export function chooseAccount(dataDirectory: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(dataDirectory, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of CANDIDATES) {
    const uid = idOf('-u', name);
    if (uid) return { uid, gid: idOf('-g', name) ?? uid };
  }
  return undefined;
}

function idOf(flag: '-u' | '-g', name: string) {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}

/** Whether the account can walk into a directory, past every parent of it. */
export function canEnter(account: Account | undefined, directory: string) {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$0"', directory], { ...account, cwd: '/' }).status === 0;
}

/** What initdb and postgres see: nothing of our own environment, whose LANG may name a locale that isn't installed. */
export const cleanEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

export function isAlive(pid: number) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The command line of a process, empty when there is none. */
export function commandOf(pid: number) {
  if (!(pid > 0)) return '';
  if (process.platform !== 'linux')
    return spawnSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' }).stdout;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
