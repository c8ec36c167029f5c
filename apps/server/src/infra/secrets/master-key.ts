import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { chownToOwnerOf } from '../ownership.ts';
import type { Database } from '../postgres/database.ts';
import { StartupError } from '../startup-error.ts';
import { findCheck, insertCheck } from './store.ts';

interface KeySource {
  /** MASTER_KEY, if set. */
  configured: Buffer | undefined;
  /** File of a generated key; undefined with an external database. */
  keyFile: string | undefined;
}

/** The key that encrypts secrets in the database. A wrong one is refused before it is used. */
export async function unlockMasterKey(
  { sql, autocommit }: Database,
  { configured, keyFile }: KeySource,
): Promise<Buffer> {
  const found = await findCheck(sql);
  const key = configured ?? readKey(keyFile) ?? (found ? undefined : makeKey(keyFile));
  if (!key)
    throw new StartupError(
      `The master key is missing: ${keyFile} does not exist, but the database uses it. Restore it from your backup, or set MASTER_KEY; secrets cannot be decrypted without it.`,
    );
  const check = checkValue(key);
  if (found && !configured && !isEqual(found, check)) {
    const finished = finishRotation(keyFile, found);
    if (finished) return finished;
  }
  if (!found) await insertCheck(autocommit, check);
  const stored = found ?? (await findCheck(sql));
  if (!stored || !isEqual(stored, check)) {
    throw new StartupError(
      `The database uses another master key. ${configured ? 'Set MASTER_KEY to that one' : `Restore the right key in ${keyFile}`}; nothing was changed.`,
    );
  }
  return key;
}

function isEqual(a: string, b: string) {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

const draftOf = (keyFile: string) => `${keyFile}.next`;

/** Writes a new key beside the old one, durably, before the database uses it. */
export function draftKey(keyFile: string) {
  const key = randomBytes(32);
  writeDurably(draftOf(keyFile), `${key.toString('base64')}\n`);
  return key;
}

/** Replaces the old key once the database uses the new one. */
export function adoptDraft(keyFile: string) {
  fs.renameSync(draftOf(keyFile), keyFile);
  syncDirectory(path.dirname(keyFile));
}

/** A rotation that was interrupted after its commit left the new key beside the old one. */
function finishRotation(keyFile: string | undefined, check: string) {
  const key = keyFile && readKey(draftOf(keyFile));
  if (!key || !isEqual(checkValue(key), check)) return undefined;
  adoptDraft(keyFile);
  return key;
}

/** Equal for equal keys; reveals nothing about them. */
export function checkValue(key: Buffer) {
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'parley/master-key-check', 32));
  return createHmac('sha256', derived).update('parley').digest('base64');
}

function readKey(file: string | undefined) {
  if (!file || !fs.existsSync(file)) return undefined;
  const key = Buffer.from(fs.readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32)
    throw new StartupError(`${file} is not a master key (32 bytes in base64). Restore it from your backup.`);
  return key;
}

/**
 * Written to disk before the database uses it: a crash in between leaves an unused key, never a lost one. The link fails
 * if another process created a key first, and then that one is used.
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
      throw new StartupError(`The master key cannot be written: ${(error as Error).message}.`, { cause: error });
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
    chownToOwnerOf(path.dirname(file), handle);
  } finally {
    fs.closeSync(handle);
  }
}

function syncDirectory(directory: string) {
  const handle = fs.openSync(directory, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
