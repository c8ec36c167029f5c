import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { crawl, reasonsOf, textsOf } from '../../../../test/crawls.ts';
import { addKey, shareKnowledge, untilEmbedded } from '../../../../test/knowledge.ts';
import type { Owner } from '../../../../test/owners.ts';
import { page, redirect, startSite } from '../../../../test/trap-site.ts';

const { kb } = api;
const shared = shareKnowledge();

async function start(pages: Parameters<typeof startSite>[0] = {}) {
  const { app, vendor } = shared();
  const [ann, site] = [await app.owner(), await startSite(pages)];
  return { app, vendor, ann, site, texts: async () => await textsOf(app, ann), rows: () => rowsOf(ann) };
}

/** Everything of the crawler's rules, with their vectors. */
const rowsOf = ({ widgetId }: Owner) =>
  shared().app.sql<{ id: string; content: string }>(`
    SELECT r.id, r.content, r.source, r.source_ref, r.source_label, r.source_is_managed, r.chunk_index, r.token_count,
      r.created_at, r.used_30d, encode(r.hash, 'hex') AS hash, v.model, v.signature::text, encode(v.vector, 'hex') AS vector,
      w.words::text, w.counts::text, w.length
    FROM kb_rules r LEFT JOIN kb_vectors v ON v.widget_id = r.widget_id AND v.rule_id = r.id
    JOIN kb_words w ON w.widget_id = r.widget_id AND w.rule_id = r.id
    WHERE r.widget_id = ${widgetId} ORDER BY r.id`);

test('a page that has not changed is not sent again, and its links are known', async () => {
  const { ann, site, texts, rows } = await start();
  const conditional =
    (body: string, headers: Record<string, string>) =>
    (request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => {
      const isKnown =
        (headers.etag !== undefined && request.headers['if-none-match'] === headers.etag) ||
        (headers['last-modified'] !== undefined && request.headers['if-modified-since'] === headers['last-modified']);
      if (isKnown) response.writeHead(304).end();
      else response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body);
    };
  Object.assign(site.pages, {
    '/': conditional(page('Home is here.', '/dated', '/plain'), { etag: '"v1"' }),
    '/dated': conditional(page('A dated page here.'), { 'last-modified': 'Sat, 14 Nov 2026 10:00:00 GMT' }),
    '/plain': page('A plain page here.'),
  });
  await crawl(ann, site.url);
  const before = await rows();
  const again = await crawl(ann, site.url);
  expect(again).toMatchObject({
    status: 'done',
    pages: { found: 3, fetched: 3, changed: 0, unchanged: 3 },
    rules: { created: 0, updated: 0, removed: 0 },
  });
  expect(await rows()).toEqual(before);
  await ann.call(kb.removeSource, { query: { source: 'crawler' } });
  expect(await crawl(ann, site.url)).toMatchObject({ pages: { unchanged: 3 }, rules: { created: 3 } });
  expect(Object.keys(await texts())).toEqual(['/', '/dated', '/plain']);
});

test('only texts that changed are embedded, and the others keep their rows', async () => {
  const { ann, site, vendor, rows } = await start({
    '/': page('Home is here.', '/a'),
    '/a': page('Parcels arrive within three days.'),
  });
  await addKey(ann);
  await crawl(ann, site.url);
  await untilEmbedded(ann);
  const before = await rows();
  vendor.requests.splice(0);
  site.pages['/a'] = page('Parcels arrive within two days.');
  const run = await crawl(ann, site.url);
  expect(run).toMatchObject({ pages: { changed: 1, unchanged: 1 }, rules: { created: 0, updated: 1, removed: 0 } });
  await untilEmbedded(ann);
  expect(vendor.calls().map(({ body }) => body.input)).toEqual([[expect.stringContaining('within two days')]]);
  expect((await rows())[0]).toEqual(before[0]);
});

test('pages that are gone, hidden or no longer linked to lose their rules; those that fail for now keep them', async () => {
  const { ann, site, texts } = await start({
    '/': page('Home is here.', '/gone', '/removed', '/hidden', '/lonely', '/broken', '/slow', '/moved', '/stays'),
    '/gone': page('Soon it will be gone.'),
    '/removed': page('Soon it will be removed.'),
    '/hidden': page('Soon it will be hidden.'),
    '/lonely': page('Soon nobody links here.'),
    '/broken': page('Soon it will be broken.'),
    '/slow': page('Soon it will be unreachable.'),
    '/moved': page('Soon it will be moved.'),
    '/stays': page('It will always be here.'),
  });
  await crawl(ann, site.url);
  expect(Object.keys(await texts())).toHaveLength(9);
  Object.assign(site.pages, {
    '/': page('Home is here.', '/gone', '/removed', '/hidden', '/broken', '/slow', '/moved', '/stays'),
    '/gone': { status: 404 },
    '/removed': { status: 410 },
    '/hidden': { headers: { 'x-robots-tag': 'noindex' }, body: page('Soon it will be hidden.') },
    '/broken': { status: 500 },
    '/slow': (_request: unknown, response: import('node:http').ServerResponse) => response.destroy(),
    '/moved': redirect('/new'),
    '/new': page('Soon it will be moved.'),
  });
  const run = await crawl(ann, site.url);
  expect(run).toMatchObject({ status: 'done', rules: { created: 1, removed: 5 } });
  expect(reasonsOf(run, site)).toEqual({
    '/gone': 'http_404',
    '/removed': 'http_410',
    '/hidden': 'noindex',
    '/broken': 'http_500',
    '/slow': 'timeout',
  });
  expect(Object.keys(await texts())).toEqual(['/', '/broken', '/new', '/slow', '/stays']);
});

test('a crawl that fails removes nothing', async () => {
  const { ann, site, rows } = await start({
    '/': page('Home is here.', '/a', '/b'),
    '/a': page('Page a says this.'),
    '/b': page('Page b says that.'),
  });
  await crawl(ann, site.url);
  const before = await rows();
  site.pages['/a'] = site.pages['/b'] = { status: 500 };
  expect(await crawl(ann, site.url)).toMatchObject({ status: 'failed', error: expect.stringContaining('2 of 3') });
  expect(await rows()).toEqual(before);
  site.pages['/'] = { status: 404 };
  expect(await crawl(ann, site.url)).toMatchObject({ status: 'failed' });
  expect(await rows()).toEqual(before);
});

test('another site takes the place of the first', async () => {
  const { ann, site, texts } = await start({ '/': page('Home is here.', '/a'), '/a': page('Page a says this.') });
  await crawl(ann, site.url);
  const other = await startSite({ '/': page('The other home is here.') });
  expect(await crawl(ann, other.url)).toMatchObject({ rules: { created: 1, removed: 2 } });
  expect(await texts()).toEqual({ '/': [expect.stringContaining('The other home')] });
});

/** A page between what every page of its site has. */
const framed = (name: string, footer = 'Call us on weekdays from nine to five.') => `
  <html><head><title>${name}</title></head><body><div><p>The shop with the widest choice of lamps in town.</p></div>
  <div><h2>About ${name}</h2><p>This page says a lot about ${name}, and nothing about others.</p></div>
  <div><p>${footer}</p></div></body></html>`;

test('what most pages repeat is left out, also of those that were read before that was known', async () => {
  const { ann, site, texts } = await start();
  const names = ['tables', 'chairs', 'lamps', 'shelves', 'beds'];
  site.pages['/'] = page('Home is here.', ...names.map((name) => `/${name}`));
  for (const name of names) site.pages[`/${name}`] = framed(name);
  const run = await crawl(ann, site.url);
  expect(run).toMatchObject({ status: 'done', rules: { created: 6, updated: 0, removed: 0 } });
  const all = JSON.stringify(await texts());
  expect(all).toContain('a lot about beds');
  expect(all).not.toContain('widest choice');
  expect(all).not.toContain('weekdays');
  const again = await crawl(ann, site.url);
  expect(again).toMatchObject({ pages: { unchanged: 6 }, rules: { created: 0, updated: 0, removed: 0 } });
});

test('what three pages repeat stays', async () => {
  const { ann, site, texts } = await start();
  const names = ['tables', 'chairs', 'lamps'];
  site.pages['/'] = page('Home is here.', ...names.map((name) => `/${name}`));
  for (const name of names) site.pages[`/${name}`] = framed(name);
  await crawl(ann, site.url);
  expect(JSON.stringify(await texts()).match(/weekdays/g)).toHaveLength(3);
});

test('undo puts back texts and vectors with their ids, and asks no provider', async () => {
  const { app, ann, site, vendor, rows } = await start({
    '/': page('Home is here.', '/a', '/b', '/c'),
    '/a': page('Parcels arrive within three days.'),
    '/b': page('Returns are free for two weeks.'),
    '/c': page('Gifts are wrapped on request.'),
  });
  await addKey(ann);
  await crawl(ann, site.url);
  await untilEmbedded(ann);
  const before = await rows();
  const status = (await ann.call(kb.readCrawler)).data.run;
  Object.assign(site.pages, {
    '/': page('Home is here.', '/a', '/b', '/new'),
    '/a': page('Parcels arrive whenever they like.'),
    '/b': { status: 404 },
    '/new': page('A new page of no use.'),
  });
  const bad = await crawl(ann, site.url);
  expect(bad).toMatchObject({ rules: { created: 1, updated: 1, removed: 2 } });
  await untilEmbedded(ann);
  expect(await rows()).not.toEqual(before);
  vendor.requests.splice(0);
  const undone = await ann.call(kb.undoCrawl);
  expect(undone).toMatchObject({ status: 200, data: { run: { id: bad.id, undone_at: expect.any(String) } } });
  expect(await rows()).toEqual(before);
  await untilEmbedded(ann);
  expect(vendor.requests).toEqual([]);
  const [counts] = await app.sql(`SELECT rules FROM kb_states WHERE widget_id = ${ann.widgetId}`);
  expect(counts).toEqual({ rules: 4 });
  const third = await crawl(ann, site.url);
  expect(third).toMatchObject({ pages: { changed: 3 }, rules: { created: 1, updated: 1, removed: 2 } });
  expect(status?.undone_at).toBeNull();
});

test('undo of the first crawl removes all of its rules, and no other', async () => {
  const { ann, site, rows } = await start({ '/': page('Home is here.', '/a'), '/a': page('Page a says this.') });
  await addKey(ann);
  const { data: own } = await ann.call(kb.createRule, { body: { content: 'Ours.' } });
  await crawl(ann, site.url);
  expect((await ann.call(kb.undoCrawl)).status).toBe(200);
  expect((await rows()).map(({ id }) => Number(id))).toEqual([own.id]);
  expect(await ann.call(kb.undoCrawl)).toMatchObject({ status: 409, problem: { reason: 'nothing_to_undo' } });
  expect(await crawl(ann, site.url)).toMatchObject({ status: 'done', rules: { created: 2 } });
});

test('crawls that changed nothing do not stand in the way of an undo', async () => {
  const { ann, site, rows } = await start({ '/': page('Home is here.') });
  await crawl(ann, site.url);
  const before = await rows();
  site.pages['/'] = page('Home has moved away.');
  await crawl(ann, site.url);
  await crawl(ann, site.url);
  await ann.call(kb.undoCrawl);
  expect((await rows()).map(({ content }) => content)).toEqual(before.map(({ content }) => content));
});

test('what was removed by hand since stays removed, and what was added stays', async () => {
  const { ann, site, texts } = await start({ '/': page('Home is here.', '/a'), '/a': page('Page a says this.') });
  await crawl(ann, site.url);
  site.pages['/a'] = page('Page a says something else.');
  await crawl(ann, site.url);
  await ann.call(kb.removeSource, { query: { source: 'crawler' } });
  expect((await ann.call(kb.undoCrawl)).status).toBe(200);
  expect(await texts()).toEqual({ '/a': [expect.stringContaining('Page a says this.')] });
});

test('after 30 days there is nothing to undo', async () => {
  const { app, ann, site } = await start({ '/': page('Home is here.') });
  await crawl(ann, site.url);
  const kept = () => app.sql(`SELECT FROM kb_replaced_rules WHERE widget_id = ${ann.widgetId}`);
  const age = (days: number) =>
    app.sql(
      `UPDATE kb_replaced_rules SET replaced_at = now() - interval '${days} days' WHERE widget_id = ${ann.widgetId}`,
    );
  await age(29);
  await app.run('kb_crawler.forget_replaced');
  expect(await kept()).toHaveLength(1);
  await age(31);
  await app.run('kb_crawler.forget_replaced');
  expect(await kept()).toEqual([]);
  expect(await ann.call(kb.undoCrawl)).toMatchObject({ status: 409, problem: { reason: 'nothing_to_undo' } });
});

test('the texts that the last crawl added and removed are listed by page, until they are taken back', async () => {
  const { ann, site } = await start({
    '/': page('Home is here.', '/a', '/gone'),
    '/a': page('Parcels arrive within three days.'),
    '/gone': page('Soon it will be gone.'),
  });
  const changes = async (query = {}) => (await ann.call(kb.listCrawlChanges, { query })).data;
  expect((await changes()).data).toEqual([]);
  await crawl(ann, site.url);
  const first = (await changes()).data;
  expect(first.map(({ change, source_ref }) => [change, source_ref.replace(site.url, '')])).toEqual([
    ['created', '/'],
    ['created', '/a'],
    ['created', '/gone'],
  ]);
  site.pages['/a'] = page('Parcels arrive within two days.');
  site.pages['/gone'] = { status: 410 };
  await crawl(ann, site.url);
  const second = [
    { change: 'removed', source_ref: `${site.url}/a`, content: expect.stringContaining('three days') },
    { change: 'created', source_ref: `${site.url}/a`, content: expect.stringContaining('two days') },
    { change: 'removed', source_ref: `${site.url}/gone`, content: expect.stringContaining('Soon') },
  ];
  expect((await changes()).data).toMatchObject(second);
  const { data: beginning, next_cursor: cursor } = await changes({ limit: 2 });
  const { data: rest } = await changes({ limit: 2, cursor });
  expect([...beginning, ...rest]).toMatchObject(second);
  // Nothing changed since: the crawl before is what an undo takes back.
  await crawl(ann, site.url);
  expect((await changes()).data).toMatchObject(second);
  await ann.call(kb.undoCrawl, {});
  expect((await changes()).data).toEqual([]);
});

test('an undo takes back one crawl, and never the one before', async () => {
  const { ann, site, rows } = await start({ '/': page('Home is here.') });
  await crawl(ann, site.url);
  const before = await rows();
  site.pages['/'] = page('Home has moved away.');
  await crawl(ann, site.url);
  expect((await ann.call(kb.undoCrawl)).status).toBe(200);
  expect(await ann.call(kb.undoCrawl)).toMatchObject({ status: 409, problem: { reason: 'nothing_to_undo' } });
  expect((await rows()).map(({ id, content }) => [id, content])).toEqual(
    before.map(({ id, content }) => [id, content]),
  );
});
