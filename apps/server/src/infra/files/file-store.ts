import { createStaging } from './staging.ts';
import { createStorage } from './storage.ts';

/** Files arrive in staging and are kept in storage. */
export type FileStore = ReturnType<typeof createFileStore>;

export function createFileStore(options: Parameters<typeof createStorage>[0]) {
  return { ...createStorage(options), ...createStaging(options.directory) };
}
