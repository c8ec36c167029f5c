import type { InWidget } from '../../../kernel/data/context.ts';
import * as rules from '../rules/index.ts';
import { onSite } from './addresses.ts';
import type { Refusal } from './fetching.ts';
import { hostOf } from './fetching.ts';
import type { ReadPage } from './page-reading.ts';
import { hashBlocks, hashPage, toChunks } from './repeated-blocks.ts';
import * as pages from './store/pages.ts';
import type * as runs from './store/runs.ts';

export const SOURCE = 'crawler';

/** A run with what its settings and its site let it do. */
export interface Crawl {
  run: runs.LeasedRun;
  isWanted: (url: string) => boolean;
  isAllowed: (url: string) => boolean;
  /** Hashes of blocks that most pages repeat, as far as is known. */
  repeated: Set<number>;
}

export const originOf = (url: string) => ({
  source: SOURCE,
  source_ref: url,
  source_label: hostOf(url),
  source_is_managed: true,
});

/** Addresses of a run, by what may be fetched of them: links of traps are not stored without end. */
const FOUND_PER_PAGE = 3;
const FOUND_MORE = 100;
const SKIPPED_MORE = 1_000;
const MAX_STORED_LINKS = 2_000;

/** Adds the addresses that a page links to, and returns what that adds to the numbers of the run. */
export async function addLinks(
  ctx: InWidget,
  { run, isWanted }: Crawl,
  { links, depth, progress }: { links: string[]; depth: number; progress: runs.Progress },
) {
  const queued: pages.FoundPage[] = [];
  const skipped: pages.FoundPage[] = [];
  for (const link of links) {
    const url = onSite(link, run.site);
    if (url === undefined) skipped.push({ url: link, depth, reason: 'other_site' });
    else if (!isWanted(url)) continue;
    else if (depth > run.max_depth) skipped.push({ url, depth, reason: 'too_deep' });
    else queued.push({ url, depth, reason: null });
  }
  const room = (limit: number, used: number) => Math.max(0, limit - used);
  const most = run.max_pages * FOUND_PER_PAGE;
  const added = await pages.add(ctx, run, [
    ...queued.slice(0, room(most + FOUND_MORE, progress.pages_found)),
    ...skipped.slice(0, room(most + SKIPPED_MORE, progress.pages_skipped)),
  ]);
  return { found: added.queued, skipped: added.skipped };
}

interface PageToWrite {
  page: pages.Page;
  read: ReadPage;
  progress: runs.Progress;
  /** The site says that it is as it was. */
  isUnchanged: boolean;
}

type Written = { counts: Partial<runs.Counts>; outcome: string };

/** Writes what came of a page that was read: its rules, its links, and the numbers of the run. */
export async function writePage(
  ctx: InWidget,
  crawl: Crawl,
  { page, read, progress, isUnchanged }: PageToWrite,
): Promise<Written> {
  const target = read.url === page.url ? page : await followRedirect(ctx, crawl, { page, url: read.url });
  if (!target) return { counts: {}, outcome: 'redirected' };
  const found = await addLinks(ctx, crawl, { links: read.links, depth: page.depth + 1, progress });
  const reason = await findReason(ctx, crawl, { id: target.id, read, depth: page.depth });
  if (reason !== undefined) {
    pages.end(ctx, crawl.run, { id: target.id, state: 'skipped', reason });
    const skipped = found.skipped + (reason === null ? 0 : 1);
    return { counts: { ...found, skipped }, outcome: reason ?? 'excluded' };
  }
  const hash = hashPage(read.blocks);
  const isSame = isUnchanged || target.hash === hash;
  const changes = await writeText(ctx, crawl, { id: target.id, read, hash });
  const counts = { ...found, ...changes, fetched: 1, ...(isSame ? { unchanged: 1 } : { changed: 1 }) };
  return { counts, outcome: isSame ? 'unchanged' : 'fetched' };
}

/** The page that another redirects to, unless the run has dealt with it. */
async function followRedirect(ctx: InWidget, { run }: Crawl, { page, url }: { page: pages.Page; url: string }) {
  pages.end(ctx, run, { id: page.id, state: 'redirected', reason: null });
  await pages.add(ctx, run, [{ url, depth: page.depth, reason: null }]);
  const target = await pages.findState(ctx, run, url);
  return target?.state === 'queued' ? target : undefined;
}

/** Why a page that was read has no rules; null if the settings say so, undefined if it has some. */
async function findReason(
  ctx: InWidget,
  { run, isWanted, isAllowed }: Crawl,
  { id, read, depth }: { id: number; read: ReadPage; depth: number },
) {
  if (!isWanted(read.url)) return null;
  if (read.isNoindex) return 'noindex';
  const { canonical } = read;
  if (canonical !== null && canonical !== read.url && isWanted(canonical) && isAllowed(canonical)) {
    await pages.add(ctx, run, [{ url: canonical, depth, reason: null }]);
    const state = (await pages.findState(ctx, run, canonical))?.state;
    // Two pages may name each other, or one that is gone: then this one is the page.
    if (state === 'queued' || state === 'done') return 'duplicate';
  }
  if (!read.blocks.length) return undefined;
  return (await pages.findSame(ctx, run, { hash: hashPage(read.blocks), notId: id })) ? 'duplicate' : undefined;
}

async function writeText(
  ctx: InWidget,
  { run, repeated }: Crawl,
  { id, read, hash }: { id: number; read: ReadPage; hash: number },
) {
  const { url, blocks, links, etag, lastModified } = read;
  const blockHashes = hashBlocks(blocks);
  const dropped = blockHashes.filter((each) => repeated.has(each));
  const changes = await rules.replacePage(ctx, originOf(url), toChunks(blocks, dropped), run.id);
  const stored = links.slice(0, MAX_STORED_LINKS);
  pages.store(ctx, run, id, { etag, lastModified, blocks, blockHashes, hash, dropped, links: stored });
  return changes;
}

/** What a run may have more luck with the next time. */
const isFailure = (reason: string) => /^(?:timeout|redirects|http_\d+)$/.test(reason);

/** Ends a page that was not read. */
export function refusePage(ctx: InWidget, { run }: Crawl, page: pages.Page, { reason }: Refusal): Written {
  const state = isFailure(reason) ? 'failed' : 'skipped';
  pages.end(ctx, run, { id: page.id, state, reason });
  return { counts: { [state]: 1 }, outcome: reason };
}

/** Whether the site gave no answer of use; a page that is gone is one. */
export const isOutage = (reason: string) => /^(?:timeout|http_(?:5\d\d|429))$/.test(reason);
