import * as fs from 'node:fs';

export const isRoot = process.getuid?.() === 0;

/** Gives a file that root created to the owner of its directory. */
export function chownToOwnerOf(directory: string, handle: number) {
  if (!isRoot) return;
  const { uid, gid } = fs.statSync(directory);
  fs.fchownSync(handle, uid, gid);
}
