import { kbCrawlerRoutes } from '@parley/contract';
import { withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen, perOwner } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';

const config = {
  url: 'http://127.0.0.1:9/help',
  max_pages: 50,
  max_depth: 2,
  include: ['/help*'],
  exclude: ['/help/old*'],
  delay_ms: 100,
  schedule: 'weekly',
} as const;

/** Later calls replace its queued run. */
const addCrawler = perOwner(async (app: TestApp, owner: Owner) => {
  const call = await withToken(app, owner);
  await call(kbCrawlerRoutes.replaceCrawler, { body: config });
});

/** A crawl that created a rule and can be undone. */
async function addCrawl(app: TestApp, { widgetId }: Owner) {
  await app.sql(`
    WITH rule AS (
      INSERT INTO kb_rules (widget_id, content, hash, source, source_ref, token_count, created_at, updated_at)
      VALUES (${widgetId}, 'Hello', '\\x00', 'crawler', 'http://127.0.0.1:9/help', 1, now(), now()) RETURNING id
    ), words AS (
      INSERT INTO kb_words SELECT ${widgetId}, id, '{}', '{}', 0 FROM rule
    ), run AS (
      INSERT INTO kb_crawl_runs (widget_id, status, trigger, start_url, site, queued_at, rules_created)
      VALUES (${widgetId}, 'done', 'manual', 'http://127.0.0.1:9/help', 'http://127.0.0.1:9', now(), 1) RETURNING id
    )
    INSERT INTO kb_replaced_rules (widget_id, run_id, rule_id, change, replaced_at)
    SELECT ${widgetId}, run.id, rule.id, 'created', now() FROM rule, run`);
  return {};
}

const addOneCrawl = perOwner(addCrawl);

async function addChanges(app: TestApp, owner: Owner, names: string[]) {
  await addOneCrawl(app, owner);
  await inBatchesOfTen(names, (name) =>
    app.sql(`
      INSERT INTO kb_replaced_rules (widget_id, run_id, rule_id, change, replaced_at, chunk_index, content, source_ref)
      SELECT widget_id, max(id), nextval(pg_get_serial_sequence('kb_rules', 'id')), 'removed', now(), 0, '${name}',
        'http://127.0.0.1:9/${name}'
      FROM kb_crawl_runs WHERE widget_id = ${owner.widgetId} GROUP BY widget_id`),
  );
}

export const fixtures: Fixtures = {
  resources: { kbCrawl: addCrawl },
  lists: [{ route: kbCrawlerRoutes.listCrawlChanges, fill: addChanges }],
  bodies: [
    [
      kbCrawlerRoutes.replaceCrawler,
      async (app, owner) => {
        await addCrawler(app, owner);
        return config;
      },
    ],
  ],
};
