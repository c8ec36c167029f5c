import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SNIFFED_BYTES, sniff } from './sniff.ts';

/** A received file that is not in storage yet. */
export interface Staged {
  path: string;
  size: number;
  /** Detected from its content, not from its name. */
  type: string;
}

export class FileTooLarge extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** Receives files into the folder `staging`. */
export function createStaging(directory: string) {
  const staging = path.join(directory, 'staging');

  return {
    /** A stream that fails or is too long leaves nothing behind. */
    async receive(stream: Readable, maxBytes: number): Promise<Staged> {
      const file = path.join(staging, randomUUID());
      const seen = { size: 0, head: Buffer.alloc(0) };
      try {
        // Attached to the stream first: an error while the directory is created would end the process.
        await pipeline(stream, async (source) => {
          await mkdir(staging, { recursive: true, mode: 0o700 });
          await writeFile(file, measure(source, maxBytes, seen), { flag: 'wx', mode: 0o600 });
        });
      } catch (error) {
        await rm(file, { force: true }).catch(() => undefined);
        throw error;
      }
      return { path: file, size: seen.size, type: sniff(seen.head) };
    },

    discard,

    /** Removes files that a crash left behind; returns how many. */
    async sweep(olderThanMs: number, now: Temporal.Instant): Promise<number> {
      const names = await readdir(staging).catch(whenMissing<string[]>([]));
      let swept = 0;
      for (const name of names) {
        const file = path.join(staging, name);
        const changed = (await stat(file).catch(whenMissing(undefined)))?.mtimeMs;
        if (changed === undefined || now.epochMilliseconds - changed <= olderThanMs) continue;
        await rm(file, { force: true });
        swept++;
      }
      return swept;
    },
  };
}

export async function discard({ path }: Pick<Staged, 'path'>) {
  await rm(path, { force: true });
}

async function* measure(source: AsyncIterable<Buffer>, maxBytes: number, seen: { size: number; head: Buffer }) {
  for await (const chunk of source) {
    seen.size += chunk.length;
    if (seen.size > maxBytes) throw new FileTooLarge(maxBytes);
    const missing = SNIFFED_BYTES - seen.head.length;
    if (missing > 0) seen.head = Buffer.concat([seen.head, chunk.subarray(0, missing)]);
    yield chunk;
  }
}

function whenMissing<T>(fallback: T) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return fallback;
  };
}
