import type { Readable } from 'node:stream';
import { createDisk } from './disk.ts';
import type { S3Settings } from './s3.ts';

/** Uploaded files, by keys such as `12/2026-11-15/5f0c…`. */
export interface Storage {
  /** Moves a staged file to the key. If it fails, the file stays at its path. */
  put: (key: string, path: string) => Promise<void>;
  /** Undefined if it does not exist. Read the stream to its end or destroy it. */
  read: (key: string) => Promise<Readable | undefined>;
  /** Does nothing if it does not exist. */
  remove: (key: string) => Promise<void>;
}

interface StorageOptions {
  directory: string;
  /** Without it, files are stored in the directory. */
  s3: S3Settings | undefined;
}

export function createStorage({ directory, s3 }: StorageOptions): Storage {
  const open = s3 ? openS3(s3) : openDisk(directory);
  return {
    put: async (key, path) => (await open()).put(checkKey(key), path),
    read: async (key) => (await open()).read(checkKey(key)),
    remove: async (key) => (await open()).remove(checkKey(key)),
  };
}

function openDisk(directory: string) {
  const disk: Storage = createDisk(directory);
  return async () => disk;
}

/** Loaded on first use: most servers have no S3. */
function openS3(settings: S3Settings) {
  let opened: Promise<Storage> | undefined;
  return () => {
    opened ??= import('./s3.ts').then(({ createS3 }): Storage => createS3(settings));
    return opened;
  };
}

/** Keys have no dots, so that none leads out of the directory. */
function checkKey(key: string) {
  if (!/^[\w-]+(?:\/[\w-]+)*$/.test(key)) throw new Error(`Invalid file key ${JSON.stringify(key)}`);
  return key;
}
