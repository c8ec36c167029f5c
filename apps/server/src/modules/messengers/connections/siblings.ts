import type { DeclaredJob, Read, Write } from '../../../kernel/data/context.ts';
import { driverOf, equalsSecret, type HookState } from '../drivers/index.ts';
import { hashHookKey, hookUrlOf, open } from './secrets.ts';
import type { Connection } from './store/connections.ts';
import * as store from './store/connections.ts';

// Pages of one app of Meta's. The app has one callback: the hook of one of them, which serves the others too.

interface OfApp {
  appSecret: string | null;
}

/** In constant time. The secret is what proves it. */
export const isSameApp = ({ appSecret: one }: OfApp, { appSecret: other }: OfApp) =>
  one !== null && other !== null && equalsSecret(one, other);

/** What the hook that a vendor has in the place of ours means for us. */
export async function readHolder(
  work: Pick<Read, 'sql' | 'vault' | 'publicUrl'>,
  connection: Connection,
  url: string,
): Promise<HookState> {
  const { vault, publicUrl } = work;
  const prefix = hookUrlOf(publicUrl, connection.provider, '');
  if (!url.startsWith(prefix)) return 'conflict';
  const holder = await store.findByKeyHash(work, hashHookKey(vault, url.slice(prefix.length)));
  // It was ours until that connection was removed or replaced.
  if (holder?.provider !== connection.provider) return 'missing';
  return isSameApp(open(vault, holder), open(vault, connection)) ? 'registered' : 'conflict';
}

/** The watch runs it. */
export const recheckConnections: DeclaredJob<{ ids: number[] }> = { name: 'messengers.recheck', attempts: 3 };

/** The hook of this connection is gone, and may have been that of its app: has one of the others take its place. */
export async function recheckSiblings(work: Write, connection: Connection) {
  if (!driverOf(connection).accountsIn || connection.app_secret === null) return;
  const own = open(work.vault, connection);
  const others = await store.listOthers(work, connection);
  const ids = others.filter((each) => isSameApp(open(work.vault, each), own)).map(({ id }) => id);
  if (ids.length) work.enqueue(recheckConnections, { ids });
}
