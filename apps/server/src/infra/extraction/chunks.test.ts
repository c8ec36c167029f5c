import { expect, test } from 'vitest';
import { estimateTokens } from '../ai/tokens.ts';
import { chunkBlocks } from './chunks.ts';

const sentence = 'We deliver to every country in Europe within five days. ';

test('a chunk begins with the path of its headings', () => {
  expect(chunkBlocks([{ headings: ['Delivery', 'Abroad'], text: 'Five days.' }])).toEqual([
    { content: 'Delivery › Abroad\n\nFive days.', tokens: estimateTokens('Delivery › Abroad\n\nFive days.') },
  ]);
});

test('blocks under the same headings share a chunk, and no chunk crosses a heading', () => {
  const chunks = chunkBlocks([
    { headings: ['A'], text: 'one' },
    { headings: ['A'], text: 'two', page: 2 },
    { headings: ['A', 'B'], text: 'three', page: 3 },
    { headings: ['A'], text: 'four' },
  ]);
  expect(chunks.map(({ content, page }) => [content, page])).toEqual([
    ['A\n\none\n\ntwo', 2],
    ['A › B\n\nthree', 3],
    ['A\n\nfour', undefined],
  ]);
});

test('a block that fits is not split', () => {
  const list = '- item of a list\n'.repeat(60).trim();
  const chunks = chunkBlocks([
    { headings: [], text: sentence.repeat(15) },
    { headings: [], text: list },
  ]);
  expect(chunks.map(({ content }) => content)).toEqual([sentence.repeat(15).trim(), list]);
});

test.for([
  ['English', sentence.repeat(200), /\.$/],
  ['Russian', 'Мы доставляем заказы по всей Европе за пять дней. '.repeat(100), /\.$/],
  ['Chinese', '我们在五天内送货到欧洲各地。'.repeat(200), /。$/],
  ['Japanese', 'ヨーロッパのどこへでも五日以内に配達します。'.repeat(200), /。$/],
] as const)('a long paragraph in %s is split at the ends of sentences', ([, text, end]) => {
  const chunks = chunkBlocks([{ headings: ['Delivery'], text }]);
  expect(chunks.length).toBeGreaterThan(2);
  for (const { content, tokens } of chunks) {
    expect(content).toMatch(end);
    expect(tokens).toBeLessThanOrEqual(400);
    expect(content).toMatch(/^Delivery\n\n/);
  }
  const joined = chunks.map(({ content }) => content.replace('Delivery\n\n', '')).join('');
  expect(joined.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
});

test.for([
  ['Thai words without spaces', 'เราจัดส่งสินค้าทั่วยุโรป'.repeat(200)],
  ['emoji', '👩‍👩‍👧‍👦🚚'.repeat(500)],
  ['one word', 'x'.repeat(10_000)],
  ['combining marks', `a${'\u0301'.repeat(5_000)}`],
] as const)('%s are split between characters', ([, text]) => {
  const chunks = chunkBlocks([{ headings: [], text }]);
  expect(chunks.map(({ content }) => content).join('')).toBe(text);
  for (const { content, tokens } of chunks) {
    expect(content.isWellFormed()).toBe(true);
    expect(tokens).toBeLessThanOrEqual(400);
  }
});

test('rows of a long table are not cut', () => {
  const rows = Array.from({ length: 200 }, (_, index) => `Country: Land ${index}; Price: ${index} €`);
  const chunks = chunkBlocks([{ headings: ['Prices'], text: rows.join('\n') }]);
  expect(chunks.flatMap(({ content }) => content.replace('Prices\n\n', '').split('\n'))).toEqual(rows);
});

test('what PostgreSQL cannot store is removed, and no chunk is empty', () => {
  expect(chunkBlocks([{ headings: ['\0'], text: ' \0\u0007 a\ud800b\r\nc\u00ad \u200b' }])[0]?.content).toBe(
    'a\ufffdb\nc \u200b',
  );
  expect(chunkBlocks([{ headings: ['Empty'], text: ' \0\n' }])).toEqual([]);
});

test('a long path of headings leaves room for text', () => {
  const headings = Array.from({ length: 20 }, (_, index) => `Heading ${index} ${'of a document '.repeat(10)}`);
  const [chunk] = chunkBlocks([{ headings, text: sentence.repeat(50) }]);
  expect(chunk?.content).toContain('Heading 19');
  expect(estimateTokens(chunk?.content.split('\n\n')[0] ?? '')).toBeLessThanOrEqual(100);
});
