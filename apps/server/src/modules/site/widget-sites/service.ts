import type { Read, SessionContext, SiteContext, Write } from '../../../kernel/data/context.ts';
import { isAllowedHost } from '../../../kernel/http/sites.ts';
import * as store from './store.ts';

export { recordSightings } from './store.ts';

const SEEN_KEPT = { hours: 24 * 90 };
/** Longer than any day of an account's time zone. */
const BLOCKED_KEPT = { hours: 48 };

export const sweep = (work: Write) =>
  store.removeBefore(work, { seen: work.now.subtract(SEEN_KEPT), blocked: work.now.subtract(BLOCKED_KEPT) });

/** Where the widget was seen, and where it was blocked. */
export async function get(ctx: SessionContext<Read>) {
  const [seen, blocked, domains] = await Promise.all([
    store.listSeen(ctx),
    store.listBlocked(ctx),
    store.findDomains(ctx),
  ]);
  const isOwn = (host: string) => host === new URL(ctx.publicUrl).host;
  return {
    seen: seen.filter(({ host }) => !isOwn(host)),
    blocked: blocked.filter(({ host }) => domains.length && !isAllowedHost(host, domains)),
  };
}

/** The page may have been opened before the domain was allowed. */
export async function reportBlocked(ctx: SiteContext, name: string) {
  const { domains } = ctx.principal;
  const host = URL.parse(`http://${name}`)?.hostname;
  if (!host || !domains.length || isAllowedHost(host, domains)) return;
  await store.countBlocked(ctx, host);
}
