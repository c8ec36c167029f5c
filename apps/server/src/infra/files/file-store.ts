import { createStaging } from './staging.ts';
import { createStorage } from './storage.ts';

/** Everything that is done with the bytes of files: they arrive in the staging, and stay in the storage. */
export type FileStore = ReturnType<typeof createFileStore>;

export function createFileStore(options: Parameters<typeof createStorage>[0]) {
  return { ...createStorage(options), ...createStaging(options.directory) };
}
