import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { onTestFinished } from 'vitest';

const run = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

/** Mounts a small file system, or returns undefined without the permission. */
export function mountSmallDisk(directory: string, megabytes: number) {
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', directory)) return undefined;
  onTestFinished(() => void run('umount', '-l', directory));
  const filler = `${directory}/filler`;
  return {
    /** Fills all but a few pages of it. */
    fill() {
      const { bavail, bsize } = fs.statfsSync(directory);
      fs.writeFileSync(filler, Buffer.alloc(bavail * bsize - 64 * 1024, 1));
    },
    free: () => fs.rmSync(filler),
    makeReadOnly: () => run('mount', '-o', 'remount,ro', directory),
    makeWritable: () => run('mount', '-o', 'remount,rw', directory),
  };
}

/** Without mount permission: a file size limit, which stops a growing database like a full disk. */
export const limitFiles = (blocks: number) => ['/bin/sh', '-c', `ulimit -f ${blocks}; exec "$0" "$@"`];

/** Root without CAP_DAC_OVERRIDE, where root may not mount. */
export const OBEYING_MODES =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];
