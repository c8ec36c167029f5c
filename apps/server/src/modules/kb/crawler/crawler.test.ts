import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { crawl, readRun, setCrawler, textsOf, untilEnded } from '../../../../test/crawls.ts';
import { startApp } from '../../../../test/harness.ts';
import { addKey, shareKnowledge, untilEmbedded } from '../../../../test/knowledge.ts';
import { CALLS_THIS_MACHINE } from '../../../../test/receiver.ts';
import { page, startSite } from '../../../../test/trap-site.ts';

const { kb } = api;
const shared = shareKnowledge();

async function start(pages: Parameters<typeof startSite>[0] = {}) {
  const { app, vendor } = shared();
  const [ann, site] = [await app.owner(), await startSite(pages)];
  return { app, vendor, ann, site, texts: async () => await textsOf(app, ann) };
}

/** An app that crawls nothing: a run stays queued. */
async function startIdle() {
  const app = await startApp(CALLS_THIS_MACHINE);
  return { app, ann: await app.owner() };
}

test('pages of a site become rules, each beginning with its heading', async () => {
  const { ann, site, texts } = await start({
    '/': page('Welcome to the shop.', '/delivery', 'returns.html'),
    '/delivery': page('Parcels arrive within three days.', '/'),
    '/returns.html': page('Returns are free for two weeks.'),
  });
  const run = await crawl(ann, site.url);
  expect(run).toMatchObject({
    status: 'done',
    trigger: 'manual',
    error: null,
    current_url: null,
    pages: { found: 3, fetched: 3, changed: 3, unchanged: 0, skipped: 0, failed: 0 },
    rules: { created: 3, updated: 0, removed: 0 },
    skipped: [],
    undone_at: null,
  });
  expect(await texts()).toEqual({
    '/': [expect.stringMatching(/^Welcome to the shop\n\n/)],
    '/delivery': [expect.stringContaining('Parcels arrive within three days.')],
    '/returns.html': [expect.stringContaining('Returns are free for two weeks.')],
  });
  expect(site.paths().toSorted()).toEqual(['/', '/delivery', '/returns.html']);
  const { data } = (await ann.call(kb.listRules, { query: { source: 'crawler' } })).data;
  expect(data[0]).toMatchObject({
    source: 'crawler',
    source_label: `127.0.0.1:${site.port}`,
    source_ref: expect.stringContaining(site.url),
    source_is_managed: true,
    doc_id: null,
    operator_id: null,
    chunk_index: 0,
  });
});

test('rules are embedded in the background, and found by their words until then', async () => {
  const { ann, site, vendor } = await start({ '/': page('Welcome to the shop.') });
  await crawl(ann, site.url);
  const { data } = (await ann.call(kb.listRules)).data;
  expect(data).toMatchObject([{ has_embedding: false }]);
  expect(vendor.calls()).toEqual([]);
  await addKey(ann);
  await untilEmbedded(ann);
});

test('a configuration is read as it was written, with what was left out', async () => {
  const { ann } = await startIdle();
  const set = await setCrawler(ann, 'HTTP://127.0.0.1:80/Help?utm_source=x', {});
  expect(set.status).toBe(200);
  expect(set.data.config).toEqual({
    url: 'http://127.0.0.1/Help',
    max_pages: 200,
    max_depth: 5,
    include: [],
    exclude: [],
    delay_ms: 0,
    schedule: 'off',
  });
  expect(set.data.run).toMatchObject({ status: 'queued', trigger: 'manual', started_at: null, finished_at: null });
  expect((await ann.call(kb.readCrawler)).data).toEqual(set.data);
  const other = {
    max_pages: 5_000,
    max_depth: 0,
    include: ['/a*'],
    exclude: ['*b'],
    delay_ms: 10_000,
    schedule: 'daily',
  };
  expect((await setCrawler(ann, 'http://127.0.0.1/', other)).data.config).toEqual({
    url: 'http://127.0.0.1/',
    ...other,
  });
});

test.each([
  { max_pages: 0 },
  { max_pages: 5_001 },
  { max_depth: -1 },
  { max_depth: 11 },
  { delay_ms: 10_001 },
  { schedule: 'hourly' },
  { include: Array.from({ length: 51 }, () => '/a') },
  { exclude: [''] },
  { url: '' },
  { url: `http://127.0.0.1/${'x'.repeat(2_048)}` },
])('a value out of its range is refused: %j', async (wrong) => {
  const { ann } = await startIdle();
  const answer = await ann.call(kb.replaceCrawler, { body: { url: 'http://127.0.0.1/', ...wrong } as never });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.problem.errors ?? {})[0]).toMatch(new RegExp(`^${Object.keys(wrong)[0]}`));
  expect((await ann.call(kb.readCrawler)).data).toEqual({ config: null, run: null });
});

test('a queued crawl is replaced by the next, and deleting cancels it and keeps the rules', async () => {
  const { app, ann } = await startIdle();
  const first = await setCrawler(ann, 'http://127.0.0.1/a');
  const second = await setCrawler(ann, 'http://127.0.0.1/b');
  expect(second.data.run).toMatchObject({ status: 'queued' });
  expect(second.data.run?.id).toBeGreaterThan(first.data.run?.id ?? 0);
  const runs = () =>
    app.sql<{ status: string }>(`SELECT status FROM kb_crawl_runs WHERE widget_id = ${ann.widgetId} ORDER BY id`);
  expect(await runs()).toEqual([{ status: 'cancelled' }, { status: 'queued' }]);
  expect((await ann.call(kb.removeCrawler)).status).toBe(204);
  expect(await runs()).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }]);
  expect((await ann.call(kb.readCrawler)).data).toMatchObject({ config: null, run: { status: 'cancelled' } });
  expect((await ann.call(kb.removeCrawler)).status).toBe(204);
});

test('a schedule queues a run when it is due, unless one is under way', async () => {
  const { app, ann } = await startIdle();
  await setCrawler(ann, 'http://127.0.0.1/', { schedule: 'daily' });
  const runs = () =>
    app.sql(`SELECT trigger, status, site FROM kb_crawl_runs WHERE widget_id = ${ann.widgetId} ORDER BY id`);
  const manual = { trigger: 'manual', site: 'http://127.0.0.1' };
  const makeDue = () =>
    app.sql(`UPDATE kb_crawlers SET next_at = '${app.clock.now}' WHERE widget_id = ${ann.widgetId}`);
  await app.run('kb_crawler.queue_scheduled');
  await makeDue();
  await app.run('kb_crawler.queue_scheduled');
  expect(await runs()).toEqual([{ ...manual, status: 'queued' }]);
  await app.sql(`UPDATE kb_crawl_runs SET status = 'done', due_at = NULL WHERE widget_id = ${ann.widgetId}`);
  await app.run('kb_crawler.queue_scheduled');
  expect(await runs()).toHaveLength(1);
  await makeDue();
  await app.run('kb_crawler.queue_scheduled');
  expect(await runs()).toEqual([
    { ...manual, status: 'done' },
    { trigger: 'schedule', status: 'queued', site: 'http://127.0.0.1' },
  ]);
  const [{ hours } = { hours: 0 }] = await app.sql<{ hours: number }>(`
    SELECT round(extract(epoch FROM next_at - '${app.clock.now}') / 3600)::int AS hours FROM kb_crawlers WHERE widget_id = ${ann.widgetId}`);
  expect(hours).toBe(24);
});

test('the audit log names the site', async () => {
  const { app, ann } = await startIdle();
  await setCrawler(ann, 'http://127.0.0.1:81/');
  await ann.call(kb.removeCrawler);
  const entries = await app.sql(`
    SELECT action, subject_name FROM audit_log WHERE widget_id = ${ann.widgetId} AND action LIKE 'kb_crawler%' ORDER BY id`);
  expect(entries).toEqual([
    { action: 'kb_crawler.updated', subject_name: '127.0.0.1:81' },
    { action: 'kb_crawler.removed', subject_name: '127.0.0.1:81' },
  ]);
});

test('a crawl that finds no more room fails, and says so', async () => {
  const { app, ann, site } = await start({ '/': page('Welcome to the shop.') });
  await app.sql(`INSERT INTO kb_states (widget_id, rules) VALUES (${ann.widgetId}, 50000)`);
  const run = await crawl(ann, site.url);
  expect(run).toMatchObject({
    status: 'failed',
    rules: { created: 0 },
    error: expect.stringContaining('50,000 rules'),
  });
});

test('nobody sees the crawler of another widget', async () => {
  const { app, ann, site } = await start({ '/': page('Welcome to the shop.') });
  await crawl(ann, site.url);
  const bob = await app.owner();
  expect((await bob.call(kb.readCrawler)).data).toEqual({ config: null, run: null });
  expect((await bob.call(kb.removeCrawler)).status).toBe(204);
  expect(await readRun(ann)).toMatchObject({ status: 'done' });
});

test('two widgets crawl one site one after the other, and each has its rules', async () => {
  const { app, ann, site, texts } = await start({
    '/': page('Welcome to the shop.', '/a', '/b'),
    '/a': page('Page a says this.'),
    '/b': page('Page b says that.'),
  });
  const bob = await app.owner();
  await Promise.all([setCrawler(ann, site.url), setCrawler(bob, site.url)]);
  await Promise.all([untilEnded(ann), untilEnded(bob)]);
  expect(await textsOf(app, bob)).toEqual(await texts());
  expect(site.paths()).toHaveLength(6);
  expect(site.load.highest).toBe(1);
});

test('pages are counted by their outcome', async () => {
  const { app, ann, site } = await start({ '/': page('Welcome to the shop.', '/gone') });
  const read = async () => (await app.http.inject('/metrics')).body;
  await crawl(ann, site.url);
  expect(await read()).toMatch(/^kb_pages_total\{reason="http_404"\} \d+$/m);
  expect(await read()).toMatch(/^kb_pages_total\{reason="fetched"\} \d+$/m);
});
