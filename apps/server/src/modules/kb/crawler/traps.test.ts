import { gzipSync } from 'node:zlib';
import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { crawl, reasonsOf, setCrawler, textsOf, untilEnded } from '../../../../test/crawls.ts';
import { shareKnowledge } from '../../../../test/knowledge.ts';
import { page, redirect, startSite } from '../../../../test/trap-site.ts';
import { until } from '../../../../test/until.ts';

const shared = shareKnowledge();

async function start(pages: Parameters<typeof startSite>[0] = {}) {
  const { app } = shared();
  const [ann, site] = [await app.owner(), await startSite(pages)];
  return { app, ann, site, texts: async () => await textsOf(app, ann) };
}

test('links in a circle are fetched once, in whatever spelling', async () => {
  const { ann, site } = await start();
  const host = site.url.toUpperCase().replace('HTTP', 'http');
  site.pages['/'] = page('Home is here.', '/a', '/a#part', '/a?utm_source=mail', `${host}/a`, '/b/../a', './');
  site.pages['/a'] = page('About us we say this.', '/', '/a', '/b/');
  site.pages['/b/'] = page('Blog of the shop.', '/b//', '/b///', '../a');
  const run = await crawl(ann, site.url);
  expect(run).toMatchObject({ status: 'done', pages: { found: 3, fetched: 3 }, skipped: [] });
  expect(site.paths()).toEqual(['/', '/a', '/b/']);
});

test('an endless calendar ends at the depth and at the number of pages', async () => {
  const { ann, site } = await start({
    '/': page('Home is here.', '/calendar?month=0'),
    '/calendar': ({ url = '' }, response) => {
      const month = Number(url.split('=')[1]);
      response.setHeader('content-type', 'text/html');
      response.end(page(`Events of month ${month}.`, `/calendar?month=${month + 1}`));
    },
  });
  const deep = await crawl(ann, site.url, { max_depth: 3 });
  expect(deep).toMatchObject({ status: 'done', pages: { fetched: 4, skipped: 1 } });
  expect(reasonsOf(deep, site)).toEqual({ '/calendar?month=3': 'too_deep' });
  const many = await crawl(ann, site.url, { max_depth: 10, max_pages: 6 });
  expect(many).toMatchObject({ status: 'done', pages: { fetched: 6 } });
  expect(site.paths().at(-1)).toBe('/calendar?month=4');
});

test('of a page with very many links only so many are stored', async () => {
  const { app, ann, site } = await start({
    '/': page('Home is here.', ...Array.from({ length: 400 }, (_, at) => `/p/${at}`)),
    '*': { status: 404 },
  });
  const run = await crawl(ann, site.url, { max_pages: 1 });
  expect(run).toMatchObject({ status: 'done', pages: { fetched: 1, found: 103 } });
  const rows = await app.sql(`SELECT FROM kb_pages WHERE widget_id = ${ann.widgetId}`);
  expect(rows).toHaveLength(1);
});

test('redirects on the site are followed, five of them, and a page is stored once under its last address', async () => {
  const { ann, site, texts } = await start();
  Object.assign(site.pages, {
    '/': page('Home is here.', '/old', '/older', '/1', '/0', '/loop', '/self'),
    '/old': redirect('/new'),
    '/older': redirect(`${site.url}/new#top`, 301),
    '/new': page('New terms apply here.', '/old'),
    '/loop': redirect('/loop2', 307),
    '/loop2': redirect('/loop'),
    '/self': redirect('/self'),
    '/6': page('Six steps away from here.'),
    ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((at) => [`/${at}`, redirect(`/${at + 1}`, 308)])),
  });
  const run = await crawl(ann, site.url);
  expect(run.status).toBe('done');
  expect(Object.keys(await texts())).toEqual(['/', '/6', '/new']);
  expect(reasonsOf(run, site)).toEqual({ '/0': 'redirects', '/loop': 'redirects', '/self': 'redirects' });
});

test('links and redirects to other sites are not followed, nor into the network of the server', async () => {
  const { ann, site, texts } = await start();
  const other = await startSite({ '/': page('Other site.'), '/robots.txt': { body: '' } });
  const localhost = `http://localhost:${site.port}`;
  Object.assign(site.pages, {
    '/': page('Home is here.', other.url, `${localhost}/a`, '/out', '/inside', '/metadata', '/name', '/file', '/login'),
    '/out': redirect(`${other.url}/`),
    '/inside': redirect('http://10.0.0.1/admin'),
    '/metadata': redirect('http://169.254.169.254/latest/meta-data'),
    '/name': redirect('http://[::ffff:7f00:1]/'),
    '/file': redirect('file:///etc/passwd'),
    '/login': redirect('http://user:password@127.0.0.1/'),
  });
  const run = await crawl(ann, site.url);
  expect(run.status).toBe('done');
  expect(reasonsOf(run, site)).toEqual({
    [`${other.url}/`]: 'other_site',
    [`${localhost}/a`]: 'other_site',
    '/out': 'other_site',
    '/inside': 'forbidden_address',
    '/metadata': 'forbidden_address',
    '/name': 'forbidden_address',
    '/file': 'other_site',
    '/login': 'other_site',
  });
  expect(other.visits).toEqual([]);
  expect(Object.keys(await texts())).toEqual(['/']);
});

test.each([
  ['10.0.0.1', 'http://10.0.0.1/'],
  ['metadata', 'http://169.254.169.254/latest/'],
  ['IPv6', 'http://[::1]/'],
  ['decimal', 'http://3232235777/'],
  ['a password', 'https://user:secret@example.com/'],
  ['no page', 'ftp://example.com/'],
  ['a path', '/help'],
])('an address that leads inside or nowhere is refused: %s', async (_what, url) => {
  const { ann } = await start();
  const { status, problem } = await setCrawler(ann, url);
  expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['url']]);
  expect((await ann.call(api.kb.readCrawler)).data).toEqual({ config: null, run: null });
});

test('pages that are too large, no text, broken or gone are left out, and the rest is crawled', async () => {
  const { ann, site, texts } = await start();
  const large = 'x'.repeat(2 * 1024 ** 2 + 1);
  Object.assign(site.pages, {
    '/': page(
      'Home is here.',
      '/declared',
      '/endless',
      '/picture',
      '/liar',
      '/zip',
      '/gzip',
      '/500',
      '/404',
      '/cut',
      '/last',
    ),
    '/declared': { headers: { 'content-type': 'text/html' }, body: large },
    '/endless': (_request: unknown, response: import('node:http').ServerResponse) => {
      response.setHeader('content-type', 'text/html');
      const more = () => {
        while (!response.destroyed && response.write('<p>more</p>'.repeat(10_000)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    },
    '/picture': { headers: { 'content-type': 'image/png' }, body: 'hello' },
    '/liar': { headers: { 'content-type': 'text/html' }, body: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
    '/zip': { headers: { 'content-type': 'text/html' }, body: Buffer.from('504b0304140000000800', 'hex') },
    '/gzip': { headers: { 'content-type': 'text/html', 'content-encoding': 'gzip' }, body: gzipSync('<p>hello') },
    '/500': { status: 500, body: 'sorry' },
    '/cut': (_request: unknown, response: import('node:http').ServerResponse) => response.destroy(),
    '/last': page('The last page is fine.'),
  });
  const run = await crawl(ann, site.url);
  expect(run).toMatchObject({ status: 'done', pages: { fetched: 2, skipped: 6, failed: 3 } });
  expect(reasonsOf(run, site)).toEqual({
    '/declared': 'too_large',
    '/endless': 'too_large',
    '/picture': 'not_text',
    '/liar': 'not_text',
    '/zip': 'not_text',
    '/gzip': 'not_text',
    '/500': 'http_500',
    '/404': 'http_404',
    '/cut': 'timeout',
  });
  expect(Object.keys(await texts())).toEqual(['/', '/last']);
});

test('a page is read in its charset, whatever it says', async () => {
  const { ann, site, texts } = await start();
  const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0]); // Привет, мир
  const html = (meta: string, more = '') =>
    Buffer.concat([
      Buffer.from(`<html><head>${meta}<title>T</title></head><body><main><p>`),
      cyrillic,
      Buffer.from(`${more}</p></main></body></html>`),
    ]);
  Object.assign(site.pages, {
    '/': page('Home is here.', '/header', '/meta', '/utf16'),
    '/header': { headers: { 'content-type': 'text/html; charset=windows-1251' }, body: html('') },
    '/meta': { body: html('<meta charset="windows-1251">', ', again') },
    '/utf16': {
      body: Buffer.from('\ufeff<html><body><main><p>Olá, mundo inteiro</p></main></body></html>', 'utf16le'),
    },
  });
  await crawl(ann, site.url);
  expect(await texts()).toMatchObject({
    '/header': [expect.stringContaining('Привет, мир')],
    '/meta': [expect.stringContaining('Привет, мир')],
    '/utf16': [expect.stringContaining('Olá, mundo inteiro')],
  });
});

test('robots.txt is obeyed, as Parley', async () => {
  const { ann, site, texts } = await start({
    '/': page('Home is here.', '/private/a', '/open', '/moved'),
    '/open': page('Open to everyone here.'),
    '/private/a': page('Private to us here.'),
    '/moved': redirect('/private/a'),
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /\n\nUser-agent: Parley\nDisallow: /private\n',
    },
  });
  const run = await crawl(ann, site.url);
  expect(run).toMatchObject({ status: 'done', pages: { fetched: 2, skipped: 2 } });
  expect(reasonsOf(run, site)).toEqual({ '/private/a': 'robots', '/moved': 'robots' });
  expect(site.paths()).not.toContain('/private/a');
  expect(Object.keys(await texts())).toEqual(['/', '/open']);
  expect(site.visits.every(({ headers }) => headers['user-agent'] === 'Parley')).toBe(true);
});

test('between two requests there is the delay, or the longer one that robots.txt asks for', async () => {
  const { ann, site } = await start({
    '/': page('Home is here.', '/a', '/b'),
    '/a': page('Page a says this.'),
    '/b': page('Page b says that.'),
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nCrawl-delay: 0.5' },
  });
  await crawl(ann, site.url, { delay_ms: 50 });
  const times = site.visits.filter(({ path }) => !path.endsWith('.txt')).map(({ at }) => at);
  expect(times).toHaveLength(4);
  // A busy machine serves the first request late, which makes the rest look closer.
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1_000);
  expect(site.load.highest).toBe(1);
});

test.each([
  ['500', { status: 500 }],
  ['503', { status: 503 }],
  ['nothing', (_request: unknown, response: import('node:http').ServerResponse) => response.destroy()],
])('while robots.txt is answered with %s nothing is fetched, and the run fails', async (_what, robots) => {
  const { ann, site } = await start({ '/': page('Home is here.'), '/robots.txt': robots as never });
  const run = await crawl(ann, site.url);
  expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining(`127.0.0.1:${site.port}`) });
  expect(run.error).toContain('robots.txt could not be fetched');
  expect(site.visits.map(({ path }) => path)).toEqual(['/robots.txt']);
});

test.each([401, 403, 404, 410])('a robots.txt that is %i forbids nothing', async (status) => {
  const { ann, site } = await start({ '/': page('Home is here.'), '/robots.txt': { status } });
  expect(await crawl(ann, site.url)).toMatchObject({ status: 'done', pages: { fetched: 1 } });
});

test.each([
  ['is an error', { status: 500 }, 'responded with 500'],
  ['is gone', { status: 404 }, 'responded with 404'],
  ['leads to another site', redirect('http://10.1.1.1/'), 'not on the public internet'],
  ['is a picture', { headers: { 'content-type': 'image/png' }, body: 'x' }, 'image/png'],
])('a first page that %s fails the run, with an alert that says why', async (_what, first, why) => {
  const { ann, site } = await start({ '/': first });
  const run = await crawl(ann, site.url);
  expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining(why) });
  expect(run.error).toContain(`127.0.0.1:${site.port}`);
  const alerts = (await ann.call(api.aiAlerts.list)).data.data;
  expect(alerts).toMatchObject([{ kind: 'crawl_failed', detail: run.error }]);
});

test('a site that stops responding is left alone', async () => {
  const { ann, site } = await start({
    '/': page('Home is here.', ...Array.from({ length: 60 }, (_, at) => `/p/${at}`)),
    '*': { status: 503 },
    '/robots.txt': { status: 404 },
    '/sitemap.xml': { status: 404 },
  });
  const run = await crawl(ann, site.url);
  expect(run).toMatchObject({ status: 'failed', pages: { fetched: 1, failed: 20 } });
  expect(run.error).toContain('20 times in a row');
});

test('noindex and nofollow count, in the page and in the header', async () => {
  const { ann, site, texts } = await start();
  const hidden = (robots: string, text: string, ...links: string[]) =>
    page(text, ...links).replace('<head>', `<head><meta name="robots" content="${robots}">`);
  Object.assign(site.pages, {
    '/': page('Home is here.', '/noindex', '/nofollow', '/none', '/header'),
    '/noindex': hidden('noindex', 'Not for the index.', '/from-noindex'),
    '/nofollow': hidden('nofollow', 'Not to be followed.', '/from-nofollow'),
    '/none': hidden('none', 'Nothing at all here.', '/from-none'),
    '/header': { headers: { 'x-robots-tag': 'noindex, nofollow' }, body: page('By header only.', '/from-header') },
    '/from-noindex': page('Found by the hidden page.'),
  });
  const run = await crawl(ann, site.url);
  expect(reasonsOf(run, site)).toEqual({ '/noindex': 'noindex', '/none': 'noindex', '/header': 'noindex' });
  expect(Object.keys(await texts())).toEqual(['/', '/from-noindex', '/nofollow']);
});

test('of pages that are the same only one is stored: by their canonical address, or by what they say', async () => {
  const { ann, site, texts } = await start();
  const named = (canonical: string, text: string) =>
    page(text).replace('<head>', `<head><link rel="canonical" href="${canonical}">`);
  Object.assign(site.pages, {
    '/': page('Home is here.', '/print', '/copy1', '/copy2', '/x', '/y', '/dead', '/abroad'),
    '/print': named('/article', 'The article to print.'),
    '/article': named('/article', 'The article itself.'),
    '/copy1': page('The same words twice.'),
    '/copy2': page('The same words twice.'),
    '/x': named('/y', 'I am page x here.'),
    '/y': named('/x', 'I am page y here.'),
    '/dead': named('/404', 'Its canonical page is gone.'),
    '/abroad': named('https://elsewhere.example/', 'Its canonical page is elsewhere.'),
  });
  const run = await crawl(ann, site.url);
  expect(reasonsOf(run, site)).toEqual({
    '/print': 'duplicate',
    '/copy2': 'duplicate',
    '/x': 'duplicate',
    '/dead': 'duplicate',
    '/404': 'http_404',
  });
  expect(Object.keys(await texts())).toEqual(['/', '/abroad', '/article', '/copy1', '/y']);
});

test('sitemaps of robots.txt, of an index and compressed ones are read, ten at most', async () => {
  const { ann, site } = await start();
  const urls = (...paths: string[]) =>
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>${site.url}${path}</loc></url>`).join('')}</urlset>`;
  const maps = Array.from({ length: 15 }, (_, at) => `/maps/${at}.xml`);
  Object.assign(site.pages, {
    '/': page('Home is here.'),
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: `Sitemap: ${site.url}/index.xml` },
    '/index.xml': `<sitemapindex>${['/a.xml.gz', ...maps].map((path) => `<sitemap><loc>${site.url}${path}</loc></sitemap>`).join('')}<sitemap><loc>http://10.0.0.1/</loc></sitemap></sitemapindex>`,
    '/a.xml.gz': {
      headers: { 'content-type': 'application/gzip' },
      body: gzipSync(urls('/zipped', '/zipped?utm_source=x')),
    },
    '/sitemap.xml': urls('/plain').replace('</urlset>', '<url><loc>http://10.0.0.1/x</loc></url></urlset>'),
    '/maps/0.xml': '<not-a-sitemap>',
    '/maps/1.xml': urls('/second'),
    '/zipped': page('Zipped away in a map.'),
    '/plain': page('Plainly in a map.'),
    '/second': page('In the second map.'),
  });
  const run = await crawl(ann, site.url);
  expect(run).toMatchObject({ status: 'done', pages: { found: 4, fetched: 4 } });
  expect(site.visits.filter(({ path }) => path.includes('.xml'))).toHaveLength(10);
});

test('include and exclude choose pages by their paths, and the first page is read for its links', async () => {
  const { ann, site, texts } = await start({
    '/': page('Home is here.', '/help/a', '/help/old/b', '/blog/c'),
    '/help/a': page('Help with a thing.'),
    '/help/old/b': page('Old help with a thing.'),
    '/blog/c': page('A blog post of ours.'),
  });
  const run = await crawl(ann, site.url, { include: ['/help/*'], exclude: ['/help/old*'] });
  expect(run).toMatchObject({ status: 'done', skipped: [], pages: { fetched: 1 } });
  expect(Object.keys(await texts())).toEqual(['/help/a']);
  expect(site.paths()).toEqual(['/', '/help/a']);
});

test('the newest hundred of what was left out are listed', async () => {
  const { ann, site } = await start();
  site.pages['/'] = page('Home is here.', ...Array.from({ length: 130 }, (_, at) => `http://other.example/${at}`));
  const run = await crawl(ann, site.url);
  expect(run.skipped).toHaveLength(100);
  expect(run.skipped[0]).toEqual({ url: 'http://other.example/129', reason: 'other_site' });
  expect(run.pages.skipped).toBe(130);
});

test('progress is read while a page is on its way, and a cancelled crawl stops at once', async () => {
  const { app, ann, site, texts } = await start();
  const hang = Promise.withResolvers<import('node:http').ServerResponse>();
  Object.assign(site.pages, {
    '/': page('Home is here.', '/slow'),
    '/slow': (_request: unknown, response: import('node:http').ServerResponse) => hang.resolve(response),
  });
  await setCrawler(ann, site.url);
  const response = await hang.promise;
  const closed = new Promise((resolve) => response.on('close', resolve));
  expect((await ann.call(api.kb.readCrawler)).data.run).toMatchObject({
    status: 'running',
    current_url: `${site.url}/slow`,
    pages: { found: 2, fetched: 1 },
    rules: { created: 1 },
  });
  expect(await setCrawler(ann, site.url)).toMatchObject({ status: 409, problem: { reason: 'crawl_running' } });
  expect(await ann.call(api.kb.undoCrawl)).toMatchObject({ status: 409, problem: { reason: 'crawl_running' } });
  expect((await ann.call(api.kb.removeCrawler)).status).toBe(204);
  const { config, run } = (await ann.call(api.kb.readCrawler)).data;
  expect([config, run?.status, run?.current_url]).toEqual([null, 'cancelled', null]);
  await closed;
  expect(Object.keys(await texts())).toEqual(['/']);
  await until(async () => {
    const [found] = await app.sql<{ due_at: null }>(
      `SELECT due_at FROM kb_crawl_runs WHERE widget_id = ${ann.widgetId}`,
    );
    return found?.due_at === null;
  }, 'the run is over');
  expect(await untilEnded(ann)).toMatchObject({ status: 'cancelled', error: null });
});
