import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';

/** Files in a local directory. A staged file must be on the same file system. */
export function createDisk(directory: string) {
  const root = path.resolve(directory);
  const pathOf = (key: string) => path.join(root, key);

  return {
    async put(key: string, file: string) {
      const target = pathOf(key);
      await sync(file);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await rename(file, target);
      // A new name survives a power cut only if its directory is synced, and a new directory only if its parent is.
      for (let ancestor = path.dirname(target); ancestor.startsWith(root); ancestor = path.dirname(ancestor))
        await sync(ancestor);
    },

    async read(key: string) {
      try {
        if (!(await stat(pathOf(key))).isFile()) return undefined;
        const stream = createReadStream(pathOf(key));
        await once(stream, 'open');
        return stream;
      } catch (error) {
        return throwUnlessMissing(error);
      }
    },

    async remove(key: string) {
      await unlink(pathOf(key)).catch(throwUnlessMissing);
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

function throwUnlessMissing(error: unknown): undefined {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!/^(ENOENT|ENOTDIR)$/.test(code)) throw error;
}
