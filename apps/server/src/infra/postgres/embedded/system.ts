import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { isRoot } from '../../ownership.ts';

/** The system account postgres runs as, or undefined for our own: postgres refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

/** Identifies a directory under any path. */
export interface Identity {
  dev: number;
  ino: number;
}

/** The first that exists is used. An administrator can create `parley` to separate it from others. */
const CANDIDATES = ['parley', 'postgres', '_postgres', 'nobody'];

/** Environment of initdb and postgres: our own LANG may name a locale that is not installed. */
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

/** Whether the account can enter a directory and all of its parents. */
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

/** Whether a process is a postgres that runs in a directory. Zombies have no working directory. */
export function isPostgresIn(pid: number, { dev, ino }: Identity, directory: string) {
  if (!(pid > 0)) return false;
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' });
    return stdout.includes('postgres') && stdout.includes(directory);
  }
  try {
    const cwd = fs.statSync(`/proc/${pid}/cwd`);
    const name = fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
    return name === 'postgres' && cwd.dev === dev && cwd.ino === ino;
  } catch {
    return false;
  }
}
