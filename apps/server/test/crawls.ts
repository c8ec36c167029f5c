import { api, type KbCrawlRun } from '@parley/contract';
import { expect } from 'vitest';
import type { TestApp } from './harness.ts';
import type { Owner } from './owners.ts';
import { until } from './until.ts';

const { kb } = api;

export const setCrawler = (owner: Owner, url: string, config: object = {}) =>
  owner.call(kb.replaceCrawler, { body: { url, delay_ms: 0, ...config } });

export async function readRun(owner: Owner): Promise<KbCrawlRun> {
  const { run } = (await owner.call(kb.readCrawler)).data;
  if (!run) throw new Error('There was no crawl');
  return run;
}

export const untilEnded = (owner: Owner) =>
  until(async () => {
    const run = await readRun(owner);
    return !['queued', 'running'].includes(run.status) && run;
  }, 'the crawl has ended');

/** Crawls a site to the end. */
export async function crawl(owner: Owner, url: string, config: object = {}) {
  expect(await setCrawler(owner, url, config)).toMatchObject({ status: 200 });
  return untilEnded(owner);
}

/** Texts of the crawler's rules, by path. */
export async function textsOf({ sql }: TestApp, { widgetId }: Owner) {
  const rows = await sql<{ path: string; content: string }>(`
    SELECT substring(source_ref FROM '^[a-z]+://[^/]+(.*)$') AS path, content FROM kb_rules
    WHERE widget_id = ${widgetId} AND source = 'crawler' ORDER BY source_ref, chunk_index`);
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ path }) => path)].map(([path, each]) => [path, each.map(({ content }) => content)]),
  );
}

/** Reasons of what was left out, by path or address. */
export function reasonsOf({ skipped }: KbCrawlRun, { url }: { url: string }) {
  return Object.fromEntries(skipped.map(({ url: address, reason }) => [address.replace(url, ''), reason]));
}
