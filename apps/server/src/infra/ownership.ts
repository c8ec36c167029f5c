import * as fs from 'node:fs';

export const isRoot = process.getuid?.() === 0;

/** A file that root makes in somebody else's directory should not be root's. */
export function giveToOwnerOf(directory: string, handle: number) {
  if (!isRoot) return;
  const { uid, gid } = fs.statSync(directory);
  fs.fchownSync(handle, uid, gid);
}
