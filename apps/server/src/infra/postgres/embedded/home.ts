import type { Binaries } from './binaries.ts';
import type { Account, Identity } from './system.ts';

/** A cluster: its directories, the account it runs as, and its programs. */
export interface Home {
  /** The data directory with links resolved. */
  data: string;
  identity: Identity;
  socketDir: string;
  logFile: string;
  account: Account | undefined;
  binaries: Binaries;
}
