import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';

/** Files in a directory of this machine. A staged file must be on its file system. */
export function createDisk(directory: string) {
  const root = path.resolve(directory);
  const pathOf = (key: string) => path.join(root, key);

  return {
    async put(key: string, file: string) {
      const target = pathOf(key);
      await sync(file);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await rename(file, target);
      // A name outlives a power cut when its directory is synced, and a new directory when the one above is.
      for (let above = path.dirname(target); above.startsWith(root); above = path.dirname(above)) await sync(above);
    },

    async read(key: string) {
      try {
        if (!(await stat(pathOf(key))).isFile()) return undefined;
        const stream = createReadStream(pathOf(key));
        await once(stream, 'open');
        return stream;
      } catch (error) {
        return refuseUnlessMissing(error);
      }
    },

    async remove(key: string) {
      await unlink(pathOf(key)).catch(refuseUnlessMissing);
    },
  };
}

async function sync(file: string) {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function refuseUnlessMissing(error: unknown): undefined {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!/^(ENOENT|ENOTDIR)$/.test(code)) throw error;
}
