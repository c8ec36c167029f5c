import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SNIFFED_BYTES, sniff } from './sniff.ts';

/** A file that has arrived and belongs to nobody yet. */
export interface Staged {
  path: string;
  size: number;
  /** By what it has in it, whatever the sender calls it. */
  type: string;
}

export class FileTooLarge extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** Where files arrive before anything is known about them: in `staging` of a directory. */
export function createStaging(directory: string) {
  const staging = path.join(directory, 'staging');

  return {
    /** Whole, or not there at all: a stream that fails or is too long leaves nothing behind. */
    async receive(stream: Readable, maxBytes: number): Promise<Staged> {
      const file = path.join(staging, randomUUID());
      const seen = { size: 0, head: Buffer.alloc(0) };
      try {
        // Listens to the stream from the first moment: one that fails while the directory is made would end the process.
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

    /** Removes what a crash has left behind. Tells how many. */
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

/** A staged file that nobody wants. */
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
