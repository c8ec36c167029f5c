import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { onTestFinished } from 'vitest';

const run = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

/** A file system of its own at a directory, or undefined where we may not mount one. */
export function mountSmallDisk(directory: string, megabytes: number) {
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', directory)) return undefined;
  onTestFinished(() => void run('umount', '-l', directory));
  const filler = `${directory}/filler`;
  return {
    /** Takes what room there is, but for a few pages. */
    fill() {
      const { bavail, bsize } = fs.statfsSync(directory);
      fs.writeFileSync(filler, Buffer.alloc(bavail * bsize - 64 * 1024, 1));
    },
    free: () => fs.rmSync(filler),
    makeReadOnly: () => run('mount', '-o', 'remount,ro', directory),
    makeWritable: () => run('mount', '-o', 'remount,rw', directory),
  };
}

/** Where we may not mount: a limit on the size of each file, which stops a growing database as a full disk does. */
export const limitFiles = (blocks: number) => ['/bin/sh', '-c', `ulimit -f ${blocks}; exec "$0" "$@"`];

/** Where root may not mount: root without the power to pass over the modes of files. Others never had it. */
export const OBEYING_MODES =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];
