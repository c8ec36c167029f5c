import type { api, KbCrawler, KbCrawlRun } from '@parley/contract';
import type { Before, Context, InWidget, Read } from '../../../kernel/data/context.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { checkAddress } from '../../../kernel/http/outside-addresses.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as rules from '../rules/index.ts';
import { normalise } from './addresses.ts';
import { CANCELLED } from './engine.ts';
import { hostOf } from './fetching.ts';
import * as configs from './store/config.ts';
import * as pages from './store/pages.ts';
import * as runs from './store/runs.ts';

const MAX_LISTED = 100;

export async function get(ctx: InWidget<Read>): Promise<KbCrawler> {
  const [config = null, run] = await Promise.all([configs.find(ctx), runs.findLast(ctx)]);
  return { config, run: run ? toRun(run, await pages.listSkipped(ctx, run.id, MAX_LISTED)) : null };
}

function toRun(run: runs.Run, skipped: { url: string; reason: string }[]): KbCrawlRun {
  const { id, status, trigger, queued_at, started_at, finished_at, current_url, error, undone_at } = run;
  return {
    ...{ id, status, trigger, queued_at, started_at, finished_at, current_url, error, undone_at, skipped },
    pages: {
      found: run.pages_found,
      fetched: run.pages_fetched,
      changed: run.pages_changed,
      unchanged: run.pages_unchanged,
      skipped: run.pages_skipped,
      failed: run.pages_failed,
    },
    rules: { created: run.rules_created, updated: run.rules_updated, removed: run.rules_removed },
  };
}

type Config = Body<
  typeof api.kb.replaceCrawler,
  'url' | 'max_pages' | 'max_depth' | 'include' | 'exclude' | 'delay_ms' | 'schedule'
>;

const PERIOD = { off: undefined, daily: { hours: 24 }, weekly: { hours: 168 } } as const;

/** A queued run is replaced by one with the new configuration; a running one would mix two. */
export async function replace(ctx: Before<Context<Read>>, config: Config) {
  await checkAddress(ctx, 'url', config.url, { httpsOnly: false });
  const url = normalise(config.url);
  if (url === undefined) throw invalid({ url: 'must be an address of at most 2,048 characters' });
  return async (inside: Context) => {
    const before = await configs.find(inside);
    const period = PERIOD[config.schedule];
    const given = { ...config, url };
    await configs.replace(inside, given, period ? inside.now.add(period) : null);
    const active = await runs.findActive(inside);
    if (active?.status === 'running') throw problem('crawl_running');
    if (active) await runs.cancel(inside);
    await runs.insert(inside, { url, site: new URL(url).origin });
    inside.wake({ kind: 'crawl', destinationId: inside.widgetId });
    inside.audit({ id: inside.widgetId, name: hostOf(url), before: before ?? null, after: given });
    return get(inside);
  };
}

/** What the crawler has read stays. */
export async function remove(ctx: Context) {
  const config = await configs.find(ctx);
  configs.remove(ctx);
  if (await runs.cancel(ctx)) ctx.notify(CANCELLED, ctx.widgetId);
  pages.removeAll(ctx);
  ctx.audit({ id: ctx.widgetId, name: config ? hostOf(config.url) : null });
}

/** What an undo would take back. */
export async function listChanges(
  ctx: Context<Read>,
  query: Query<typeof api.kb.listCrawlChanges, 'cursor' | 'limit'>,
) {
  const run = await runs.findLastChange(ctx);
  return paged(ctx, query, {
    position: ({ source_ref, place, rule_id }: Listed) => [source_ref, place, rule_id],
    read: async ([ref, place, id], limit) => (run ? rules.listChanges(ctx, run.id, { ref, place, id }, limit) : []),
    item: ({ place: _place, ...change }) => change,
  });
}

type Listed = Awaited<ReturnType<typeof rules.listChanges>>[number];

export async function undo(ctx: Context) {
  if (await runs.findActive(ctx)) throw problem('crawl_running');
  const run = await runs.findLastChange(ctx);
  if (!run || !(await rules.undo(ctx, run.id))) throw problem('nothing_to_undo');
  runs.setUndone(ctx, run.id);
  pages.forgetContents(ctx);
  const config = await configs.find(ctx);
  ctx.audit({ id: ctx.widgetId, name: config ? hostOf(config.url) : null });
  return get(ctx);
}
