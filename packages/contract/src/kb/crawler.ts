import { type Static, Type } from 'typebox';
import { route } from '../route/route.ts';
import { defaulted, doc, Id, none, nullable, one, page, pageOf, Timestamp } from '../route/schemas.ts';

export const kbCrawlStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

const Glob = Type.String({ minLength: 1, maxLength: 255, examples: ['/help/*'] });
const Globs = Type.Array(Glob, { maxItems: 50 });

const config = {
  url: doc('Where the crawl starts; its site is not left.', Type.String({ minLength: 1, maxLength: 2_048 }), {
    example: 'https://shop.example.com/help',
  }),
  max_pages: doc('Most pages to fetch.', Type.Integer({ minimum: 1, maximum: 5_000 }), { example: 200 }),
  max_depth: doc('Links from the first page.', Type.Integer({ minimum: 0, maximum: 10 }), { example: 5 }),
  include: doc('Only these paths; * stands for any characters. Empty: all.', Globs, { example: ['/help/*'] }),
  exclude: doc('Not these paths, even if included; * stands for any characters.', Globs, {
    example: ['/help/archive/*'],
  }),
  delay_ms: doc(
    'Milliseconds between two requests; a longer `Crawl-delay` of the site is followed.',
    Type.Integer({ minimum: 0, maximum: 10_000 }),
    { example: 250 },
  ),
  schedule: doc('How often it is crawled again by itself.', Type.Enum(['off', 'daily', 'weekly'])),
};

export const KbCrawlConfig = Type.Object(config);
export type KbCrawlConfig = Static<typeof KbCrawlConfig>;

const Count = Type.Integer({ minimum: 0 });

export const KbCrawlRun = Type.Object({
  id: doc('Unique id of the run.', Id),
  status: doc('How far it is.', Type.Enum([...kbCrawlStatuses])),
  trigger: doc('Whether a call or the schedule started it.', Type.Enum(['manual', 'schedule'])),
  queued_at: doc('When it was queued.', Timestamp),
  started_at: doc('When it began; null while it is queued.', nullable(Timestamp)),
  finished_at: doc('When it ended; null until then.', nullable(Timestamp)),
  current_url: doc('The page being read; null unless it is running.', nullable(Type.String()), { example: null }),
  pages: doc(
    'Pages so far.',
    Type.Object({
      found: doc('Addresses known, read or not.', Count, { example: 64 }),
      fetched: doc('Pages read.', Count, { example: 58 }),
      changed: doc('Of these, pages whose text is new or another than before.', Count, { example: 7 }),
      unchanged: doc('Of these, pages whose text is as before.', Count, { example: 51 }),
      skipped: doc('Pages left out, with a reason.', Count, { example: 4 }),
      failed: doc('Pages that could not be read.', Count, { example: 2 }),
    }),
  ),
  rules: doc(
    'What became of rules.',
    Type.Object({
      created: doc('Rules added.', Count, { example: 12 }),
      updated: doc('Rules whose text changed.', Count, { example: 3 }),
      removed: doc('Rules deleted, since their page is gone or has another text.', Count, { example: 5 }),
    }),
  ),
  skipped: doc(
    'Pages left out or failed, the newest 100 at most.',
    Type.Array(
      Type.Object({
        url: doc('Address of the page.', Type.String(), { example: 'https://shop.example.com/help/archive/1' }),
        reason: doc(
          '`robots`, `other_site`, `forbidden_address`, `too_large`, `timeout`, `not_text`, `noindex`, `duplicate`, `http_<status>`, `too_deep` or `redirects`.',
          Type.String(),
          { example: 'noindex' },
        ),
      }),
    ),
  ),
  error: doc('Why the run failed, for a person; null if it did not.', nullable(Type.String()), { example: null }),
  undone_at: doc('When its changes were taken back; null if they were not.', nullable(Timestamp)),
});
export type KbCrawlRun = Static<typeof KbCrawlRun>;

/** The configuration, and the last or current run. */
export const KbCrawler = Type.Object({
  config: doc('The configuration; null if there is none.', nullable(KbCrawlConfig)),
  run: doc('The last or current run; null if there was none.', nullable(KbCrawlRun)),
});
export type KbCrawler = Static<typeof KbCrawler>;

/** A text that a crawl added or removed. A changed one is both. */
export const KbCrawlChange = Type.Object({
  rule_id: doc('Id of the rule, also of a removed one.', Id),
  change: doc('Whether the crawl added or removed the text; a changed one is both.', Type.Enum(['created', 'removed'])),
  source_ref: doc('Address of the page.', Type.String(), { example: 'https://shop.example.com/help/delivery' }),
  content: doc('The text.', Type.String(), { example: 'We deliver within two days.' }),
});

const write = { scope: 'kb:write', rate: 'write' } as const;

export const kbCrawlerRoutes = {
  readCrawler: route({
    scope: 'kb:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/kb/crawler',
    summary: "Retrieve the crawler's configuration and its last or current run",
    description: 'Ask again while `run.status` is `queued` or `running`: nothing else tells about its progress.',
    replies: { 200: one(KbCrawler) },
  }),
  replaceCrawler: route({
    ...write,
    method: 'PUT',
    destructive: true,
    path: '/v1/kb/crawler',
    summary: 'Replace the configuration of the crawler and queue a crawl',
    description:
      "The crawl runs in the background. It stays on the host and port of `url`, obeys robots.txt and sitemaps, and costs the provider's tokens for embeddings of changed texts. While one runs, the response is 409 `crawl_running`.",
    key: 'required',
    body: Type.Object({
      ...config,
      max_pages: doc('Most pages to fetch.', defaulted(config.max_pages, 200)),
      max_depth: doc('Links from the first page.', defaulted(config.max_depth, 5)),
      include: doc('Only these paths; * stands for any characters. Empty: all.', defaulted(Globs, []), {
        example: ['/help/*'],
      }),
      exclude: doc('Not these paths, even if included; * stands for any characters.', defaulted(Globs, []), {
        example: ['/help/archive/*'],
      }),
      delay_ms: doc(
        'Milliseconds between two requests; a longer `Crawl-delay` of the site is followed.',
        defaulted(config.delay_ms, 250),
      ),
      schedule: doc('How often it is crawled again by itself.', defaulted(config.schedule, 'off')),
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
    description: 'The only way to cancel a crawl. `DELETE /v1/kb/rules?source=crawler` deletes its rules.',
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
    description: "Runs since then that changed nothing don't count.",
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
    description:
      'Restores the rules as they were, with their embeddings, so nothing is embedded again. Only the last crawl can be undone, once.',
    key: 'required',
    audit: 'kb_crawler.undone',
    replies: { 200: one(KbCrawler) },
    problems: ['crawl_running', 'nothing_to_undo'],
    beyond: true,
  }),
};
