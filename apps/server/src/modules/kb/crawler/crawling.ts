import { setTimeout as wait } from 'node:timers/promises';
import type { Extractor } from '../../../infra/extraction/extractor.ts';
import { discard } from '../../../infra/files/staging.ts';
import { asSystem, type InWidget, type Read } from '../../../kernel/data/context.ts';
import type { Pace } from '../../../kernel/leasing/pace.ts';
import type { Services } from '../../../kernel/module.ts';
import { Problem } from '../../../kernel/problems.ts';
import * as alerts from '../../ai/alerts/index.ts';
import * as rules from '../rules/index.ts';
import { createFilter, normalise, onSite } from './addresses.ts';
import { FETCH_LIMITS, fetchRobots, fetchSitemap, hostOf, type Refusal, type SiteClient } from './fetching.ts';
import { type PageOutcome, readPage } from './page-reading.ts';
import { addLinks, type Crawl, isOutage, originOf, refusePage, SOURCE, writePage } from './page-writing.ts';
import { toChunks } from './repeated-blocks.ts';
import { parseRobots, type Robots } from './robots.ts';
import * as pages from './store/pages.ts';
import * as runs from './store/runs.ts';

export type CrawlTools = Pick<Services, 'unitOfWork' | 'outbound' | 'storage' | 'clock'> & {
  extractor: Extractor;
  /** Called with the outcome of every page. */
  countPage: (outcome: string) => void;
  pace: Pace;
};

/** After so much the lease is returned, and other runs of the site have their turn. */
const SLICE_PAGES = 20;
const SLICE_MS = 10_000;
const MAX_SITEMAPS = 10;
/** A site that gives no answer so many times in a row is left alone. */
const MAX_FAILED_IN_A_ROW = 20;

/** The lease went to another node, or the run was cancelled. */
class LeaseLost extends Error {
  override name = 'LeaseLost';
}

type Ended = 'ended' | 'more';

/** Works on a run for a while. Everything it comes to is committed page by page. */
export async function crawl(tools: CrawlTools, run: runs.LeasedRun, signal: AbortSignal): Promise<Ended> {
  try {
    return await work(tools, run, signal).catch((error) => failWhenFull(tools, run, error));
  } catch (error) {
    if (error instanceof LeaseLost) return 'ended';
    throw error;
  }
}

async function work(tools: CrawlTools, run: runs.LeasedRun, signal: AbortSignal) {
  const { client, robots } = openSite(tools, run);
  if (run.robots === null) return prepare(tools, run, { client, signal });
  return crawlPages(tools, run, { client, isAllowed: robots.isAllowed, signal });
}

async function failWhenFull(tools: CrawlTools, run: runs.LeasedRun, error: unknown): Promise<Ended> {
  if (!(error instanceof Problem && error.code === 'kb_limit_reached')) throw error;
  return fail(tools, run, `The knowledge base is full: it holds ${rules.MAX_RULES.toLocaleString('en')} rules.`);
}

/** Ends a run that keeps failing for a reason of ours. */
export const giveUp = (tools: CrawlTools, run: runs.LeasedRun) =>
  fail(tools, run, `The crawl of ${hostOf(run.site)} was stopped by an error of this server. Its log says more.`);

function openSite({ outbound, storage }: CrawlTools, { site, robots: text, delay_ms: delayMs }: runs.LeasedRun) {
  const robots: Robots = parseRobots(site, text ?? '');
  const pause = createPause(Math.max(delayMs, robots.delayMs));
  const client: SiteClient = { outbound, storage, limits: FETCH_LIMITS, site, pause, isAllowed: robots.isAllowed };
  return { client, robots };
}

/** Spaces requests, of which the first may be sent at once unless another came before. */
function createPause(delayMs: number, { isFirst = true } = {}) {
  let next = isFirst ? 0 : performance.now() + delayMs;
  return async (signal: AbortSignal) => {
    const left = next - performance.now();
    if (left > 0) await wait(left, undefined, { signal });
    signal.throwIfAborted();
    next = performance.now() + delayMs;
  };
}

const tenantOf = ({ account_id, widget_id, button_guid }: runs.LeasedRun) => ({
  accountId: account_id,
  widgetId: widget_id,
  buttonGuid: button_guid,
});

/** Writes something of a run, unless another node has it or it was cancelled. */
function write<T>(
  { unitOfWork }: CrawlTools,
  run: runs.LeasedRun,
  work: (ctx: InWidget, progress: runs.Progress) => Promise<T>,
): Promise<T> {
  const tenant = tenantOf(run);
  return unitOfWork.write({ tenant }, async (each) => {
    const progress = await runs.lockHeld(each, run);
    if (!progress) throw new LeaseLost();
    return work(asSystem(each, tenant), progress);
  });
}

interface Site {
  client: SiteClient;
  signal: AbortSignal;
}

/** Finds out what may be fetched, and where to begin. */
async function prepare(tools: CrawlTools, run: runs.LeasedRun, { client, signal }: Site): Promise<Ended> {
  const found = await fetchRobots(client, signal);
  if ('kind' in found) {
    return fail(tools, run, `robots.txt could not be fetched, so nothing was: ${found.detail}.`);
  }
  const robots = parseRobots(run.site, found.text);
  const pause = createPause(Math.max(run.delay_ms, robots.delayMs), { isFirst: false });
  const links = run.max_depth > 0 ? await readSitemaps(tools, { ...client, pause }, { robots, signal }) : [];
  await write(tools, run, async (ctx, progress) => {
    runs.setRobots(ctx, run, found.text);
    await pages.add(ctx, run, [{ url: run.start_url, depth: 0, reason: null }]);
    const crawl = { run, isWanted: createFilter(run), isAllowed: robots.isAllowed, repeated: new Set<number>() };
    const added = await addLinks(ctx, crawl, { links, depth: 1, progress });
    runs.count(ctx, run, { ...added, found: added.found + 1 });
  });
  await pause(signal);
  return 'more';
}

/** Addresses of the site that its sitemaps name. */
async function readSitemaps(
  { extractor }: CrawlTools,
  client: SiteClient,
  { robots, signal }: { robots: Robots; signal: AbortSignal },
) {
  const waiting = [...robots.sitemaps, new URL('/sitemap.xml', client.site).href];
  const seen = new Set<string>();
  const urls = new Set<string>();
  for (const address of waiting) {
    const sitemap = normalise(address, client.site);
    if (sitemap === undefined || seen.has(sitemap)) continue;
    if (seen.size === MAX_SITEMAPS) break;
    seen.add(sitemap);
    const file = await fetchSitemap(client, sitemap, signal);
    signal.throwIfAborted();
    if (!file) continue;
    const read = await extractor.readSitemap(file, signal).catch(() => undefined);
    await discard(file);
    signal.throwIfAborted();
    for (const url of read?.urls ?? []) {
      const normal = normalise(url);
      if (normal !== undefined && onSite(normal, client.site) !== undefined) urls.add(normal);
    }
    waiting.push(...(read?.sitemaps ?? []));
  }
  return [...urls];
}

async function crawlPages(
  tools: CrawlTools,
  run: runs.LeasedRun,
  { client, isAllowed, signal }: Site & { isAllowed: Crawl['isAllowed'] },
): Promise<Ended> {
  const { unitOfWork, extractor, pace } = tools;
  const repeated = await unitOfWork.read((read) => listKnownRepeated(read, run));
  const crawl: Crawl = { run, isWanted: createFilter(run), isAllowed, repeated };
  const until = performance.now() + SLICE_MS;
  for (let count = 0; count < SLICE_PAGES && performance.now() < until; count += 1) {
    const page = await pages.begin(unitOfWork.autocommit, run);
    signal.throwIfAborted();
    if (!page) return finish(tools, run, signal);
    const isFirst = page.url === run.start_url && page.depth === 0;
    const outcome = await readPage(client, { extractor, page, isFirst: isFirst && !run.is_moved }, signal);
    const readAt = performance.now();
    if ((await conclude(tools, crawl, { page, outcome, isFirst })) === 'ended') return 'ended';
    if (outcome.kind === 'moved') return 'more';
    await pace(performance.now() - readAt, signal);
  }
  await client.pause(signal);
  return 'more';
}

/** With those of the last run: to add what is repeated and drop it again would embed everything again. */
async function listKnownRepeated(read: Read, run: runs.LeasedRun) {
  const [found, dropped] = await Promise.all([pages.listRepeated(read, run), pages.listDropped(read, run)]);
  return new Set([...found, ...dropped]);
}

interface Concluded {
  page: pages.Page;
  outcome: PageOutcome;
  isFirst: boolean;
}

/** Commits what came of a page. */
async function conclude(tools: CrawlTools, crawl: Crawl, { page, outcome, isFirst }: Concluded): Promise<Ended> {
  const { run } = crawl;
  if (outcome.kind === 'moved') {
    await write(tools, run, async (ctx) => moveSite(ctx, run, outcome.url));
    return 'more';
  }
  const { error, result } = await write(tools, run, async (ctx, progress) => {
    const written =
      outcome.kind === 'refused'
        ? refusePage(ctx, crawl, page, outcome)
        : await writePage(ctx, crawl, { page, progress, ...readOf(page, outcome) });
    const failed = outcome.kind === 'refused' && isOutage(outcome.reason) ? progress.failed_in_a_row + 1 : 0;
    runs.count(ctx, run, written.counts, failed);
    const error = outcome.kind === 'refused' ? errorOf(outcome, { isFirst, failed }) : undefined;
    if (error !== undefined) await failInside(ctx, run, error);
    return { error, result: written.outcome };
  });
  tools.countPage(result);
  return error === undefined ? 'more' : 'ended';
}

function errorOf({ url, detail }: Refusal, { isFirst, failed }: { isFirst: boolean; failed: number }) {
  if (isFirst) return `The first page could not be fetched: ${detail}.`;
  return failed >= MAX_FAILED_IN_A_ROW
    ? `${hostOf(url)} gave no usable response ${failed} times in a row: ${detail}.`
    : undefined;
}

/** What is stored of a page that has not changed takes the place of what it says. */
function readOf(page: pages.Page, outcome: Exclude<PageOutcome, { kind: 'refused' | 'moved' }>) {
  if (outcome.kind === 'read') return { read: outcome, isUnchanged: false };
  const { blocks, links, etag, last_modified: lastModified } = page;
  const stored = { blocks: blocks ?? [], links: links ?? [], etag, lastModified, canonical: null, isNoindex: false };
  return { read: { kind: 'read' as const, url: outcome.url, ...stored }, isUnchanged: true };
}

function moveSite(ctx: InWidget, run: runs.LeasedRun, url: string) {
  pages.removeFound(ctx, run);
  runs.move(ctx, run, { url, site: new URL(url).origin });
}

/** Ends a run that has fetched everything it found. */
async function finish(tools: CrawlTools, run: runs.LeasedRun, signal: AbortSignal): Promise<Ended> {
  const repeated = await tools.unitOfWork.read((read) => pages.listRepeated(read, run));
  const rewritten = await tools.unitOfWork.read((read) => pages.listRewritten(read, run, repeated));
  for (const { id, dropped } of rewritten) {
    signal.throwIfAborted();
    await write(tools, run, (ctx) => rewrite(ctx, run, { id, dropped }));
  }
  await write(tools, run, async (ctx) => {
    const { failed, others } = await pages.countFailed(ctx, run);
    if (failed > others) {
      const error = `Most pages of ${hostOf(run.site)} could not be fetched: ${failed} of ${failed + others}.`;
      return failInside(ctx, run, error);
    }
    await removeGone(ctx, run);
    pages.removeOthers(ctx, run);
    return end(ctx, run, null);
  });
  return 'ended';
}

/** Writes a page again that was written before it was known what pages repeat. */
async function rewrite(ctx: InWidget, run: runs.LeasedRun, { id, dropped }: { id: number; dropped: number[] }) {
  const page = await pages.findText(ctx, run, id);
  if (!page?.blocks) return;
  await rules.replacePage(ctx, originOf(page.url), toChunks(page.blocks, dropped), run.id);
  pages.setDropped(ctx, run, id, dropped);
}

/** Rules of pages that are gone, left out now, or no longer linked to. */
async function removeGone(ctx: InWidget, run: runs.LeasedRun) {
  const kept = new Set(await pages.listKept(ctx, run));
  const refs = (await rules.listRefs(ctx, SOURCE)).filter((ref) => !kept.has(ref));
  await rules.removePages(ctx, { source: SOURCE, refs, runId: run.id });
}

async function fail(tools: CrawlTools, run: runs.LeasedRun, error: string): Promise<Ended> {
  await write(tools, run, (ctx) => failInside(ctx, run, error));
  return 'ended';
}

async function failInside(ctx: InWidget, run: runs.LeasedRun, error: string) {
  alerts.raise(ctx, { kind: 'crawl_failed', subject: hostOf(run.site), detail: error });
  await end(ctx, run, error);
}

async function end(ctx: InWidget, run: runs.LeasedRun, error: string | null) {
  runs.finish(ctx, run, { error, rules: await rules.countChanges(ctx, run.id) });
}
