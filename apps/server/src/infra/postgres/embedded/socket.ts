import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { StartupError } from '../../startup-error.ts';
import type { Home } from './home.ts';
import type { Account } from './system.ts';

/** Only part of the socket name: there is no TCP port. */
const PORT = 5432;
export const SOCKET = `.s.PGSQL.${PORT}`;

/** The path of a socket is limited to 103 bytes on macOS and 107 on Linux. */
const MAX_PATH_BYTES = 103;

/** The data directory, which nobody else can enter; a short path in /tmp if that is too long for a socket. */
export function chooseSocketDir(data: string, account: Account | undefined) {
  if (Buffer.byteLength(path.join(data, SOCKET)) <= MAX_PATH_BYTES) return data;
  const owner = account?.uid ?? process.getuid?.();
  return `/tmp/parley-${owner}-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`;
}

export function makeSocketDir({ data, socketDir, account }: Home) {
  if (socketDir === data) return;
  const isNew = fs.mkdirSync(socketDir, { recursive: true, mode: 0o700 }) !== undefined;
  // Only if we created it: in /tmp it could be a link planted by another user.
  if (isNew && account) fs.chownSync(socketDir, account.uid, account.gid);
  const found = fs.lstatSync(socketDir);
  if (found.isDirectory() && found.uid === (account?.uid ?? process.getuid?.()) && (found.mode & 0o077) === 0) return;
  throw new StartupError(
    `${socketDir} belongs to another user, and PostgreSQL needs it for its socket. Remove it, or set a shorter DATA_DIR.`,
  );
}

export function removeSocketDir({ data, socketDir }: Home) {
  if (socketDir !== data) fs.rmSync(socketDir, { recursive: true, force: true });
}

/** Whether a postgres listens on the socket, in any state, under any pid, in any container. */
export async function isListening({ socketDir }: Home) {
  const socket = net.connect(path.join(socketDir, SOCKET));
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Sets everything that the driver would otherwise read from PG… environment variables. */
export function connectionTo({ socketDir }: Home, database: string) {
  return {
    host: socketDir,
    port: PORT,
    user: 'parley',
    password: 'not asked for',
    database,
    ssl: false,
    options: '-c search_path=public',
    client_encoding: 'UTF8',
  };
}
