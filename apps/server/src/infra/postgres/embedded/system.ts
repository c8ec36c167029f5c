import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { isRoot } from '../../ownership.ts';

/** The system account postgres runs as, or undefined for our own: postgres refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

/** What makes a directory the same one under whatever path. */
export interface Identity {
  dev: number;
  ino: number;
}

/** Any of these will do: the first that exists is used. An administrator who wants one apart creates `parley`. */
const CANDIDATES = ['parley', 'postgres', '_postgres', 'nobody'];

/** What initdb and postgres see: nothing of our own environment, whose LANG may name a locale that isn't installed. */
export const cleanEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

export function chooseAccount(dataDirectory: string): Account | undefined {
  if (!isRoot) return undefined;
  const owner = fs.statSync(dataDirectory, { throwIfNoEntry: false });
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
export function canEnter(account: Account, directory: string) {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$0"', directory], { ...account, cwd: '/' }).status === 0;
}

export function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a process is a postgres that works in a directory. The dead that nobody has collected work nowhere. */
export function isPostgresIn(pid: number, { dev, ino }: Identity, directory: string) {
  if (!(pid > 0)) return false;
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' });
    return stdout.includes('postgres') && stdout.includes(directory);
  }
  try {
    const workplace = fs.statSync(`/proc/${pid}/cwd`);
    const name = fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    return name === 'postgres' && workplace.dev === dev && workplace.ino === ino;
  } catch {
    return false;
  }
}
