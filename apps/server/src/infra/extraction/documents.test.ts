import { afterAll, expect, test } from 'vitest';
import { makeDocx } from '../../../test/documents/docx-files.ts';
import { openExtractor, readFile } from '../../../test/documents/extractors.ts';
import { makeHtml } from '../../../test/documents/markup-files.ts';
import { makePdf } from '../../../test/documents/pdf-files.ts';

const { extractor } = openExtractor();
afterAll(extractor.close);

const read = async (name: string, content: string | Buffer) => {
  const { chunks, ...rest } = await readFile(extractor, name, content);
  return { ...rest, contents: chunks.map(({ content }) => content), chunks };
};

test('a PDF has chunks with headings and pages', async () => {
  const pages = ['Germany', 'France', 'Spain', 'Italy'].map((country, index) => [
    { text: 'Our shop', y: 810 },
    { text: `Delivery to ${country}`, size: 20, y: 760 },
    { text: 'We deliver on working days, and where a cour-', y: 730 },
    { text: 'ier cannot come, to a pick-up point.', y: 716 },
    { text: `A second paragraph about ${country}.`, y: 680 },
    { text: `Page ${index + 1} of 4`, y: 30 },
  ]);
  const { pages: count, chunks } = await read('delivery.pdf', makePdf(pages));
  const text =
    'We deliver on working days, and where a courier cannot come, to a pick-up point.\n\nA second paragraph about';
  expect(count).toBe(4);
  expect(chunks.map(({ content, page }) => ({ content, page }))).toEqual(
    ['Germany', 'France', 'Spain', 'Italy'].map((country, index) => ({
      content: `Delivery to ${country}\n\n${text} ${country}.`,
      page: index + 1,
    })),
  );
});

test('lines of a PDF with numbers of their own are text, not headers', async () => {
  const plans = [1, 2, 3, 4];
  const pages = plans.map((plan) => [
    { text: 'Our shop', y: 810 },
    { text: `Price of plan ${plan}: ${plan * 10} euros`, y: 760 },
    { text: `- ${plan + 6} -`, y: 30 },
  ]);
  const { chunks } = await read('plans.pdf', makePdf(pages));
  expect(chunks.map(({ content }) => content).join('\n\n')).toBe(
    plans.map((plan) => `Price of plan ${plan}: ${plan * 10} euros`).join('\n\n'),
  );
});

test('a PDF of nothing but repeated lines keeps them', async () => {
  const { chunks } = await read('a.pdf', makePdf([['Closed.'], ['Closed.'], ['Closed.']]));
  expect(chunks.map(({ content }) => content).join(' ')).toContain('Closed.');
});

test('a sentence of a PDF goes on over pages', async () => {
  const { chunks } = await read('a.pdf', makePdf([['We deliver to'], ['every country.']]));
  expect(chunks).toEqual([{ content: 'We deliver to every country.', tokens: 7, page: 1 }]);
});

test('a Word document has chunks with headings and rows of tables', async () => {
  const { type, contents } = await read(
    'delivery.docx',
    makeDocx([
      { style: 'Title', text: 'Our shop' },
      { style: 'heading 1', text: 'Delivery' },
      'We deliver <everywhere> & quickly.',
      { style: 'heading 2', text: 'Prices' },
      {
        table: [
          ['Country', 'Price'],
          ['Germany', '5 €'],
          ['France', '6 €'],
        ],
      },
    ]),
  );
  expect(type).toBe('docx');
  expect(contents).toEqual([
    'Our shop',
    'Delivery\n\nWe deliver <everywhere> & quickly.',
    'Delivery › Prices\n\nCountry: Germany; Price: 5 €\nCountry: France; Price: 6 €',
  ]);
});

test('Markdown has chunks with headings, lists and rows of tables', async () => {
  const markdown = [
    '---\ntitle: x\n---\n# Delivery #\n<!-- hidden -->',
    'We deliver.\n\n- one\n- two\n\n  still two\n\nPrices\n------',
    '| Country | Price |\n|:--|--:|\n| Germany | 5 \\| 6 € |\n\n## [Code](x) `y`\n\n```sh\n# no heading\n```',
  ].join('\n');
  expect((await read('delivery.md', markdown)).contents).toEqual([
    'Delivery\n\nWe deliver.\n\n- one\n- two\nstill two',
    'Delivery › Prices\n\nCountry: Germany; Price: 5 | 6 €',
    'Delivery › Code y\n\n# no heading',
  ]);
});

test('HTML has chunks with headings, lists and rows of tables, and nothing that is hidden', async () => {
  const html = makeHtml(
    '<nav>Home</nav><h1>Delivery</h1><p>We <b>deliver</b>.<br>Soon.<script>no()</script><p hidden>no<p style="display: none">no' +
      '<ul><li>one<ol start=3><li><p>inner</p></ol><li>two</ul><h2>Prices</h2>' +
      '<table><thead><tr><th>Country<th>Price</tr></thead><tbody><tr><td rowspan=2>Germany<td>5 €<tr><td>6 €</table>' +
      '<h2>Hours</h2><table><tr><th>Monday<td>9–17<tr><th>Sunday<td>closed</table><h2>Just a heading</h2>',
  );
  expect((await read('delivery.html', html)).contents).toEqual([
    'Delivery\n\nWe deliver.\nSoon.\n\n- one\n3. inner\n- two',
    'Delivery › Prices\n\nCountry: Germany; Price: 5 €\nCountry: Germany; Price: 6 €',
    'Delivery › Hours\n\nMonday: 9–17\nSunday: closed',
    'Delivery\n\nJust a heading',
  ]);
});

test.for([
  ['prices.csv', 'Country,Price\nGermany,5 €\n"France, south","6 €\nor 7 €"\nSpain,\n'],
  ['prices.csv', 'Country;Price\r\nGermany;5 €\r\nFrance, south;6 € or 7 €\r\nSpain;\r\n'],
  ['prices.tsv', 'Country\tPrice\nGermany\t5 €\nFrance, south\t6 € or 7 €\nSpain\n'],
] as const)('%s has rows with column names', async ([name, text]) => {
  expect(await read(name, text)).toMatchObject({
    type: 'csv',
    contents: ['Country: Germany; Price: 5 €\nCountry: France, south; Price: 6 € or 7 €\nCountry: Spain'],
  });
});

test.for([
  ['UTF-8 with a mark', Buffer.from('\ufeffДоставка по Европе')],
  ['UTF-16', Buffer.from('\ufeffДоставка по Европе', 'utf16le')],
  ['UTF-16, the other way round', Buffer.from('\ufeffДоставка по Европе', 'utf16le').swap16()],
  [
    'windows-1251',
    Buffer.from([
      0xc4, 0xee, 0xf1, 0xf2, 0xe0, 0xe2, 0xea, 0xe0, 0x20, 0xef, 0xee, 0x20, 0xc5, 0xe2, 0xf0, 0xee, 0xef, 0xe5,
    ]),
  ],
] as const)('text in %s is read', async ([, bytes]) => {
  expect(await read('delivery.txt', bytes)).toMatchObject({ type: 'text', contents: ['Доставка по Европе'] });
});

test.for([
  [
    'Shift_JIS',
    Buffer.from('82b182ea82cd93fa967b8cea82cc95b68fcd82c582b781422082bb82b582c4838183628365835b81', 'hex'),
    /^これは日本語の文章です。/,
  ],
  [
    'GB18030',
    Buffer.from('ced2c3c7d4dadad2c4dac5e4cbcdb5bdc5b7d6deb8f7b5d8a1a3ced2c3c7d4dadad2c4dac5e4cbcd', 'hex'),
    /配送到欧洲各地/,
  ],
] as const)('text in %s is read', async ([, bytes, expected]) => {
  expect((await read('text.txt', bytes)).contents[0]).toMatch(expected);
});

test('HTML is decoded as it declares', async () => {
  const html = Buffer.concat([
    Buffer.from('<html><meta charset="koi8-r"><p>'),
    Buffer.from([0xc4, 0xc1]),
    Buffer.from('</p>'),
  ]);
  expect((await read('a.html', html)).contents).toEqual(['да']);
});

test.for([
  ['a.png', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')],
  ['a.exe', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
  ['a.txt', Buffer.from('text\0text')],
  ['a.pdf', 'plain text'],
  ['a.docx', 'plain text'],
  ['a.doc', Buffer.concat([Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), Buffer.alloc(2_000)])],
  ['a.zip', Buffer.from('PK\x05\x06'.padEnd(22, '\0'))],
  ['a.txt', ''],
] as const)('%s is not supported', async ([name, content]) => {
  expect(await read(name, content)).toMatchObject({ outcome: 'unsupported' });
});

test.for([
  ['page.txt', '\ufeff<!-- a --><!-- b -->\n<!DOCTYPE html><p>Hi', 'html'],
  ['a.txt', `${'<!---->'.repeat(500)}<p>`, 'text'],
  ['a.md', '<html>', 'markdown'],
  ['noname', 'text', 'text'],
  ['report.txt', makePdf([['x']]), 'pdf'],
] as const)('%s is recognised by its content', async ([name, content, type]) => {
  expect(await read(name, content)).toMatchObject({ type });
});
