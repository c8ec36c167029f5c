import { describe, expect, test } from 'vitest';
import { endlessTexts, hostileTexts } from '../../test/hostile-texts.ts';
import { elementsOf, markupOf, textOf } from '../../test/nodes.ts';
import { linked, safeUrl } from './links.ts';

const linksIn = (text: string) =>
  elementsOf(linked(text)).map(({ children, attributes }) => [textOf(children), attributes?.href]);
/** The links in a text, as written. */
const wordsIn = (text: string) => linksIn(text).map(([written]) => written);

describe('a link is found', () => {
  test.each([
    ['http://a.b', 'http://a.b/'],
    ['https://a.b/c?d=e&f=g#h', 'https://a.b/c?d=e&f=g#h'],
    ['HTTPS://A.B/C', 'https://a.b/C'],
    ['www.example.com/a', 'https://www.example.com/a'],
    ['https://пример.рф/путь', 'https://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C'],
    ['https://a.b/c_(d)_[e]', 'https://a.b/c_(d)_[e]'],
    ['https://a.b/?c[]=1', 'https://a.b/?c[]=1'],
    ['http://localhost:3000/a', 'http://localhost:3000/a'],
    ['a.b+c_d@example.com', 'mailto:a.b+c_d@example.com'],
  ])('%s', (text, href) => expect(linksIn(`see ${text} there`)).toEqual([[text, href]]));

  test.each([
    ['Look at https://a.b/c.', 'https://a.b/c'],
    ['Is it https://a.b/c?', 'https://a.b/c'],
    ['https://a.b, and more', 'https://a.b'],
    ['https://a.b...', 'https://a.b'],
    ['(https://a.b/c)', 'https://a.b/c'],
    ['(see https://a.b/c_(d))', 'https://a.b/c_(d)'],
    ['[https://a.b/c]', 'https://a.b/c'],
    ['https://a.b/(c d)', 'https://a.b/'],
    ['https://a.b/c(d]', 'https://a.b/c'],
    ['<https://a.b/c>', 'https://a.b/c'],
    ['"https://a.b/c"', 'https://a.b/c'],
    ['«https://a.b/c»', 'https://a.b/c'],
    ['“https://a.b/c”', 'https://a.b/c'],
    ['请看https://a.b/c，谢谢', 'https://a.b/c'],
    ['https://a.b/c\u202e', 'https://a.b/c'],
    ['mail a@b.example.', 'a@b.example'],
    ['(a@b.example)', 'a@b.example'],
  ])('without surrounding punctuation: %s', (text, link) => expect(wordsIn(text)).toEqual([link]));

  test('more than once in a text', () => {
    expect(wordsIn('http://a.b http://c.d\nwww.e.f; g@h.example')).toEqual([
      'http://a.b',
      'http://c.d',
      'www.e.f',
      'g@h.example',
    ]);
  });
});

test.each([
  'http://',
  'https://.',
  'www.',
  'a.b',
  'a@b',
  '@a',
  'xhttp://a.b',
  'httpſ://a.b',
  'javascript:a',
  'ftp://a.b',
  'https://a@b.c',
])('%s is not a link', (text) => expect(linked(text)).toEqual([text]));

test('a link opens in a new tab without opener or referrer', () => {
  const [link] = elementsOf(linked('https://a.b'));
  expect(link).toMatchObject({ attributes: { target: '_blank', rel: 'noopener noreferrer nofollow' } });
});

test('linking keeps the text unchanged', () => {
  const text = ' a\n\n  https://a.b/(c.  <b> &amp; *d*\n';
  expect(textOf(linked(text))).toBe(text);
  expect(markupOf(linked('<b>'))).toBe('&lt;b>');
  expect(linked('')).toEqual([]);
});

test.each(hostileTexts)('%j produces only safe links', (text) => {
  expect(textOf(linked(text))).toBe(text);
  for (const { tag, attributes } of elementsOf(linked(text))) {
    expect(tag).toBe('a');
    expect(Object.keys(attributes ?? {}).toSorted()).toEqual(['href', 'rel', 'target']);
    expect(attributes?.href).toMatch(/^(https?:\/\/[^@"<>\s]+|mailto:[^"<>\s]+)$/);
    expect(safeUrl(String(attributes?.href))).toBe(attributes?.href);
  }
});

test.each(endlessTexts.map((text) => [text.slice(0, 20), text]))(
  'a huge text of %j is parsed completely',
  (_, text) => {
    expect(textOf(linked(text))).toBe(text);
  },
);
