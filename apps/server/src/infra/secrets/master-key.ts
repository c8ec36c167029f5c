import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { giveToOwnerOf } from '../ownership.ts';
import type { Database } from '../postgres/database.ts';
import { installation } from '../postgres/tables.ts';
import { StartupError } from '../startup-error.ts';

interface Source {
  /** MASTER_KEY, when it is set. */
  given: Buffer | undefined;
  /** Where a key of our own may live; undefined with a database of somebody else's. */
  keyFile: string | undefined;
}

/** The key that everything secret in the database is encrypted under; a wrong one is refused before it does harm. */
export async function unlockMasterKey({ db }: Database, { given, keyFile }: Source): Promise<Buffer> {
  const [found] = await db.select().from(installation);
  const key = given ?? readKey(keyFile) ?? (found ? undefined : makeKey(keyFile));
  if (!key)
    throw new StartupError(
      `The master key is missing: the database was made with one, and ${keyFile} is gone. Put it back from your backup, or set MASTER_KEY; what is encrypted can't be read without it.`,
    );
  const check = checkValue(key);
  if (!found) await db.insert(installation).values({ master_key_check: check }).onConflictDoNothing();
  const [stored] = found ? [found] : await db.select().from(installation);
  if (!stored || !timingSafeEqual(Buffer.from(stored.master_key_check), Buffer.from(check))) {
    throw new StartupError(
      `The database was made with another master key. ${given ? 'Set MASTER_KEY to that one' : `Put the right key into ${keyFile}`}; nothing was changed.`,
    );
  }
  return key;
}

/** Says whether two keys are the same and nothing about either. */
function checkValue(key: Buffer) {
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'parley/master-key-check', 32));
  return createHmac('sha256', derived).update('parley').digest('base64');
}

function readKey(file: string | undefined) {
  if (!file || !fs.existsSync(file)) return undefined;
  const key = Buffer.from(fs.readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32)
    throw new StartupError(`${file} doesn't hold a master key (32 bytes in base64). Put it back from your backup.`);
  return key;
}

/**
 * On disk before the database knows of it: a crash in between leaves a key without a lock, never the reverse. The link
 * fails where another process made a key first, and then that one counts.
 */
function makeKey(file: string | undefined) {
  if (!file) return undefined;
  const draft = `${file}.new-${process.pid}`;
  try {
    writeDurably(draft, `${randomBytes(32).toString('base64')}\n`);
    fs.linkSync(draft, file);
    syncDirectory(path.dirname(file));
  } catch (error) {
    if (!fs.existsSync(file)) {
      throw new StartupError(`The master key can't be written: ${(error as Error).message}.`, { cause: error });
    }
  } finally {
    fs.rmSync(draft, { force: true });
  }
  return readKey(file);
}

function writeDurably(file: string, text: string) {
  const handle = fs.openSync(file, 'w', 0o600);
  try {
    fs.writeSync(handle, text);
    fs.fsyncSync(handle);
    giveToOwnerOf(path.dirname(file), handle);
  } finally {
    fs.closeSync(handle);
  }
}

function syncDirectory(directory: string) {
  const handle = fs.openSync(directory, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
