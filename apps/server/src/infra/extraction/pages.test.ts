import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { never, openExtractor } from '../../../test/documents/extractors.ts';
import { entityBomb, makeHtml } from '../../../test/documents/markup-files.ts';
import { makePdf } from '../../../test/documents/pdf-files.ts';
import { scratchFile } from '../../../test/documents/scratch-files.ts';
import { deflatedMegabytes } from '../../../test/documents/zip-files.ts';

const { extractor } = openExtractor();
afterAll(extractor.close);

const URL = 'https://shop.test/help/delivery';

const readPage = (content: string | Buffer, contentType: string | null = 'text/html') =>
  extractor.readPage({ path: scratchFile('page', content), url: URL, contentType }, never());

const readSitemap = (content: string | Buffer) =>
  extractor.readSitemap({ path: scratchFile('sitemap', content) }, never());

const paragraph = `<p>${'We deliver everywhere, on every day, and it takes a week. '.repeat(6)}</p>`;
const text = 'We deliver everywhere, on every day, and it takes a week. '.repeat(6).trim();

test('a page has its main content under its headings, its title, address and language', async () => {
  const body =
    `<header><a href="/">Shop</a></header><nav><a href="/help/">Help</a></nav><main><h1>Delivery</h1>${paragraph}` +
    `<h2>Abroad</h2>${paragraph}<table><tr><th>Country<th>Price<tr><td>France<td>6 €</table></main>` +
    '<aside>Buy more</aside><form>Subscribe</form><footer>© Shop</footer>';
  const head = '<title>Delivery &amp; more</title><link rel="canonical" href="/help/delivery?x=1#top">';
  expect(await readPage(makeHtml(body, head))).toEqual({
    title: 'Delivery & more',
    canonical: 'https://shop.test/help/delivery?x=1',
    language: 'en',
    links: ['https://shop.test/', 'https://shop.test/help/'],
    isNoindex: false,
    isNofollow: false,
    blocks: [
      { headings: ['Delivery'], text },
      { headings: ['Delivery', 'Abroad'], text },
      { headings: ['Delivery', 'Abroad'], text: 'Country: France; Price: 6 €' },
    ],
  });
});

test('a page that Readability finds nothing on has its body', async () => {
  const page = await readPage(makeHtml('<nav>Menu</nav><div>Open 9–17</div><footer>Imprint</footer>'));
  expect(page.blocks).toEqual([{ headings: [], text: 'Open 9–17' }]);
});

test('a page that is all navigation has that', async () => {
  expect((await readPage(makeHtml('<nav><ul><li>Help</ul></nav>'))).blocks).toEqual([{ headings: [], text: '- Help' }]);
});

test('links respect the base, and leave out other schemes and those not to be followed', async () => {
  const body =
    '<A HREF="one#a">1</A><a href="one#b">1</a><a href="two" rel="noopener nofollow">2</a><a href="mailto:a@b.test">3</a>' +
    '<a href="javascript:x()">4</a><a href="//other.test/x">5</a><area href="?q=1"><a href="https://[">6</a>';
  const { links } = await readPage(
    makeHtml(body, '<base href="/docs/"><meta http-equiv="refresh" content="0; url=moved">'),
  );
  expect(links).toEqual([
    'https://shop.test/docs/moved',
    'https://shop.test/docs/one',
    'https://other.test/x',
    'https://shop.test/docs/?q=1',
  ]);
});

test('frames are links', async () => {
  const { links } = await readPage('<frameset><frame src="a.html"><frame src="b.html"></frameset>');
  expect(links).toEqual(['https://shop.test/help/a.html', 'https://shop.test/help/b.html']);
});

test.for([
  ['robots', 'noindex', true, false],
  ['ROBOTS', 'NoFollow, noarchive', false, true],
  ['parley', 'none', true, true],
  ['googlebot', 'noindex', false, false],
] as const)('meta %s: %s', async ([name, content, isNoindex, isNofollow]) => {
  expect(await readPage(makeHtml('x', `<META NAME="${name}" CONTENT="${content}">`))).toMatchObject({
    isNoindex,
    isNofollow,
  });
});

test('the charset of the header counts more than that of the page', async () => {
  const html = Buffer.concat([Buffer.from('<meta charset="utf-8"><p>'), Buffer.from([0xe4, 0xe0])]);
  expect((await readPage(html, 'text/html; charset="windows-1251"')).blocks).toEqual([{ headings: [], text: 'да' }]);
});

test('a wrong charset of the header does not spoil UTF-8', async () => {
  const { blocks } = await readPage('<p>Доставка по Европе', 'text/html; charset=iso-8859-1');
  expect(blocks).toEqual([{ headings: [], text: 'Доставка по Европе' }]);
});

test('plain text and PDFs are pages too', async () => {
  expect(await readPage('One.\n\nTwo <b>.', 'text/plain')).toMatchObject({
    title: null,
    blocks: [{ text: 'One.' }, { text: 'Two <b>.' }],
  });
  expect(await readPage(makePdf([['We deliver.']]), 'application/pdf')).toMatchObject({
    blocks: [{ text: 'We deliver.', page: 1 }],
  });
});

const urlset = (entries: string): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`;
const entry = (loc: string): string => `<url><loc>${loc}</loc><lastmod>2024-01-01</lastmod></url>`;

test('a sitemap has addresses, compressed or not', async () => {
  const xml = urlset(`${entry(' https://shop.test/a?x=1&amp;y=&#50; ')}${entry('ftp://shop.test/')}${entry('/b')}`);
  const expected = { urls: ['https://shop.test/a?x=1&y=2'], sitemaps: [] };
  expect(await readSitemap(xml)).toEqual(expected);
  expect(await readSitemap(gzipSync(xml))).toEqual(expected);
});

test('an index has sitemaps, and a list has addresses', async () => {
  const index = '<sitemapindex><sitemap><loc>https://shop.test/s.xml</loc></sitemap></sitemapindex>';
  expect(await readSitemap(index)).toEqual({ urls: [], sitemaps: ['https://shop.test/s.xml'] });
  expect(await readSitemap('https://shop.test/a\nhttps://shop.test/b\n')).toEqual({
    urls: ['https://shop.test/a', 'https://shop.test/b'],
    sitemaps: [],
  });
});

const GZIP = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

test.for([
  ['a gzip of 1,000 MB', (): Buffer => Buffer.concat([GZIP, deflatedMegabytes(1_000)]), ['too_large']],
  ['a gzip that is cut off', (): Buffer => gzipSync(urlset(entry('https://shop.test/'))).subarray(0, 40), ['broken']],
  ['another XML', (): string => '<rss/>', ['broken']],
  ['100,000 nested elements', (): string => '<a>'.repeat(100_000), ['broken', 'memory', 'timeout']],
] as const)('%s is no sitemap', async ([, content, reasons]) => {
  await expect(readSitemap(content())).rejects.toMatchObject({ reason: expect.toBeOneOf([...reasons]) });
});

test('entities of a sitemap are not expanded', async () => {
  const bomb = entityBomb(
    9,
    'urlset',
    (entity: string) => `<urlset><url><loc>https://shop.test/${entity}</loc></url></urlset>`,
  );
  const sitemap = await readSitemap(bomb).catch((error: unknown) => error);
  expect(JSON.stringify(sitemap).length).toBeLessThan(1_000);
});
