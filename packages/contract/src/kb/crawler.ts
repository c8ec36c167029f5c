import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { defaulted, Id, none, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';

export const kbCrawlStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

const Glob = Type.String({ minLength: 1, maxLength: 255, examples: ['/help/*'] });
const Globs = Type.Array(Glob, { maxItems: 50, description: 'Paths; * stands for any characters' });

const config = {
  url: Type.String({ minLength: 1, maxLength: 2_048, description: 'Where the crawl starts; its site is not left' }),
  max_pages: Type.Integer({ minimum: 1, maximum: 5_000 }),
  max_depth: Type.Integer({ minimum: 0, maximum: 10, description: 'Links from the first page' }),
  include: Globs,
  exclude: Globs,
  delay_ms: Type.Integer({ minimum: 0, maximum: 10_000, description: 'Between two requests' }),
  schedule: Type.Enum(['off', 'daily', 'weekly']),
};

export const KbCrawlConfig = Type.Object(config);
export type KbCrawlConfig = Static<typeof KbCrawlConfig>;

const Count = Type.Integer({ minimum: 0 });

export const KbCrawlRun = Type.Object({
  id: Id,
  status: Type.Enum([...kbCrawlStatuses]),
  trigger: Type.Enum(['manual', 'schedule']),
  queued_at: Timestamp,
  started_at: nullable(Timestamp),
  finished_at: nullable(Timestamp),
  current_url: nullable(Type.String()),
  pages: Type.Object({
    found: Count,
    fetched: Count,
    changed: Count,
    unchanged: Count,
    skipped: Count,
    failed: Count,
  }),
  rules: Type.Object({ created: Count, updated: Count, removed: Count }),
  /** The newest 100 at most. */
  skipped: Type.Array(
    Type.Object({
      url: Type.String(),
      reason: Type.String({
        description:
          '`robots`, `other_site`, `forbidden_address`, `too_large`, `timeout`, `not_text`, `noindex`, `duplicate`, `http_<status>`, `too_deep` or `redirects`',
      }),
    }),
  ),
  error: nullable(Type.String()),
  /** When its changes were taken back. */
  undone_at: nullable(Timestamp),
});
export type KbCrawlRun = Static<typeof KbCrawlRun>;

/** The configuration, and the last or current run. */
export const KbCrawler = Type.Object({
  config: nullable(KbCrawlConfig),
  run: nullable(KbCrawlRun),
});
export type KbCrawler = Static<typeof KbCrawler>;

/** A text that a crawl added or removed. A changed one is both. */
export const KbCrawlChange = Type.Object({
  rule_id: Id,
  change: Type.Enum(['created', 'removed']),
  source_ref: Type.String({ description: 'Address of the page' }),
  content: Type.String(),
});

const write = { scope: 'kb:write', rate: 'write' } as const;

export const kbCrawlerRoutes = {
  readCrawler: route({
    scope: 'kb:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/kb/crawler',
    summary: "Retrieve the crawler's configuration and its last or current run",
    replies: { 200: one(KbCrawler) },
  }),
  replaceCrawler: route({
    ...write,
    method: 'PUT',
    destructive: true,
    path: '/v1/kb/crawler',
    summary: 'Replace the configuration of the crawler and queue a crawl',
    key: 'required',
    body: Type.Object({
      ...config,
      max_pages: defaulted(config.max_pages, 200),
      max_depth: defaulted(config.max_depth, 5),
      include: defaulted(Globs, []),
      exclude: defaulted(Globs, []),
      delay_ms: defaulted(config.delay_ms, 250),
      schedule: defaulted(config.schedule, 'off'),
    }),
    audit: 'kb_crawler.updated',
    replies: { 200: one(KbCrawler) },
    problems: ['crawl_running'],
  }),
  removeCrawler: route({
    ...write,
    method: 'DELETE',
    path: '/v1/kb/crawler',
    summary: 'Delete the configuration and cancel a queued or running crawl. Its rules stay',
    key: 'optional',
    audit: 'kb_crawler.removed',
    replies: { 204: none },
  }),
  listCrawlChanges: route({
    scope: 'kb:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/kb/crawler/changes',
    summary: 'List what the last crawl that changed rules added and removed, by page: what an undo would take back',
    query: page({}),
    replies: { 200: pageOf(KbCrawlChange) },
    problems: ['malformed_request'],
    beyond: true,
  }),
  undoCrawl: route({
    ...write,
    resource: 'kbCrawl',
    method: 'POST',
    destructive: true,
    path: '/v1/kb/crawler/undo',
    summary: 'Take back what the last crawl changed: texts and embeddings are as before',
    key: 'required',
    audit: 'kb_crawler.undone',
    replies: { 200: one(KbCrawler) },
    problems: ['crawl_running', 'nothing_to_undo'],
    beyond: true,
  }),
};
