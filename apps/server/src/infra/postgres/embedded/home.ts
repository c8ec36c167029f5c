import type { Binaries } from './binaries.ts';
import type { Account, Identity } from './system.ts';

/** Where one cluster lives, who runs it and with which programs. */
export interface Home {
  /** The data directory itself, links resolved. */
  data: string;
  identity: Identity;
  socketDir: string;
  logFile: string;
  account: Account | undefined;
  binaries: Binaries;
}
