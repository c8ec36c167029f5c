import type { Readable } from 'node:stream';
import { createDisk } from './disk.ts';
import type { S3Settings } from './s3.ts';

/** Where uploaded files live, by keys such as `12/2026-11-15/5f0c…`. */
export interface Storage {
  /** Takes a staged file over: afterwards it is at the key, whole, and no longer at its path. A failure leaves it there. */
  put: (key: string, path: string) => Promise<void>;
  /** Undefined when there is none. Whoever gets a stream reads it to its end or destroys it. */
  read: (key: string) => Promise<Readable | undefined>;
  /** What is not there is fine. */
  remove: (key: string) => Promise<void>;
}

interface Options {
  directory: string;
  /** Without it files are in the directory. */
  s3: S3Settings | undefined;
}

export function createStorage({ directory, s3 }: Options): Storage {
  const open = s3 ? openS3(s3) : openDisk(directory);
  return {
    put: async (key, path) => (await open()).put(checked(key), path),
    read: async (key) => (await open()).read(checked(key)),
    remove: async (key) => (await open()).remove(checked(key)),
  };
}

function openDisk(directory: string) {
  const disk: Storage = createDisk(directory);
  return async () => disk;
}

/** Loaded by the first file: most servers have no S3, and all of them are to be small. */
function openS3(settings: S3Settings) {
  let opened: Promise<Storage> | undefined;
  return () => {
    opened ??= import('./s3.ts').then(({ createS3 }): Storage => createS3(settings));
    return opened;
  };
}

/** Without a dot no key leads out of its place. */
function checked(key: string) {
  if (!/^[\w-]+(?:\/[\w-]+)*$/.test(key)) throw new Error(`Invalid file key ${JSON.stringify(key)}`);
  return key;
}
