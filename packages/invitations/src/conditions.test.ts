import { expect, test } from 'vitest';
import { type Moment, type Rule, why } from '../test/moments.ts';

type Item = Rule['conditions']['items'][number];
type Row = [field: string, op: Item['op'], value: Item['value'], isMet: boolean, visit?: Partial<Moment>];

const isMet = (items: Item[], visit: Partial<Moment> = {}, match: 'all' | 'any' = 'all') =>
  why({ conditions: { match, items } }, visit) === null;

const CATALOGUE = { url: 'https://shop.example/%D0%BA%D0%B0%D1%82%D0%B0%D0%BB%D0%BE%D0%B3' };

const rows: Row[] = [
  ['url', 'is', 'https://shop.example/tea?utm_source=Mail&size=XL#top', true],
  ['url', 'is', 'https://shop.example/tea', false],
  ['url', 'contains', 'SHOP.example', true],
  ['url', 'contains', 'каталог', true, CATALOGUE],
  ['url', 'contains', '%D0%9A%D0%B0%D1%82', true, CATALOGUE],
  ['url', 'contains', '100%', true, { url: 'https://shop.example/?off=100%' }],
  ['path', 'is', '/TEA', true],
  ['path', 'is', '/tea/', false],
  ['path', 'is_not', '/tea', false],
  ['path', 'is_not', '/coffee', true],
  ['path', 'contains', 'ea', true],
  ['path', 'not_contains', 'ea', false],
  ['path', 'not_contains', 'coffee', true],
  ['path', 'starts_with', '/t', true],
  ['path', 'starts_with', 't', false],
  ['path', 'ends_with', 'tea', true],
  ['path', 'ends_with', 'te', false],
  ['path', 'is', '/каталог', true, CATALOGUE],
  ['title', 'is', 'green TEA', true],
  ['title', 'matches', 'green*', true],
  ['title', 'is', '%41', false, { title: 'A' }],
  ['title', 'contains', 'чай', true, { title: 'Зелёный ЧАЙ' }],
  ['referrer', 'starts_with', 'https://search.example/', true],
  ['referrer', 'is', '', true, { referrer: '' }],
  ['utm_source', 'is', 'mail', true],
  ['utm_medium', 'is', 'mail', false],
  ['utm_medium', 'is_not', 'mail', true],
  ['utm_campaign', 'is', 'a b', true, { url: 'https://shop.example/?utm_campaign=a+b' }],
  ['utm_term', 'is', 'чай', true, { url: 'https://shop.example/?utm_term=%D1%87%D0%B0%D0%B9' }],
  ['utm_content', 'ends_with', '2', true, { url: 'https://shop.example/?utm_content=banner2' }],
  ['param.size', 'is', 'xl', true],
  ['param.Size', 'is', 'xl', false],
  ['param.colour', 'not_contains', 'blue', true],
  ['param.a.b', 'is', '1', true, { url: 'https://shop.example/?a.b=1' }],
  ['path', 'matches', '/tea', true],
  ['path', 'matches', '/te', false],
  ['path', 'matches', '*', true],
  ['path', 'matches', '/*', true],
  ['path', 'matches', '*A', true],
  ['path', 'matches', '/*a', true],
  ['path', 'matches', '/tea*', true],
  ['path', 'matches', '/tea*a', false],
  ['path', 'matches', '/a*a', false, { url: 'https://shop.example/a' }],
  ['path', 'matches', '/p/*/reviews', true, { url: 'https://shop.example/p/7/reviews' }],
  ['path', 'matches', '/p/*/reviews', false, { url: 'https://shop.example/p/reviews' }],
  ['path', 'matches', '*ab*ab*', true, { url: 'https://shop.example/ab/ab' }],
  ['path', 'matches', '*ab*ab*', false, { url: 'https://shop.example/aba' }],
  ['path', 'matches', '/a.b', false, { url: 'https://shop.example/axb' }],
  ['path', 'matches', '**tea**', true],
  ['language', 'in', ['de', 'en'], true],
  ['language', 'in', ['EN'], true, { language: 'en-GB' }],
  ['language', 'in', ['en'], true, { language: 'en_GB' }],
  ['language', 'in', ['en-GB'], false],
  ['language', 'in', ['e'], false],
  ['language', 'not_in', ['en'], false],
  ['language', 'in', ['en'], false, { language: null }],
  ['language', 'not_in', ['en'], true, { language: null }],
  ['country', 'in', ['de'], true],
  ['country', 'not_in', ['DE', 'AT'], false],
  ['country', 'in', ['DE'], false, { country: null }],
  ['device', 'in', ['desktop'], true],
  ['device', 'not_in', ['mobile', 'tablet'], true],
  ['visits', 'gte', 2, false],
  ['visits', 'gte', 1, true],
  ['visits', 'lte', 1, true],
  ['pages', 'gte', 3, true, { pages: 3 }],
  ['pages', 'lte', 2, false, { pages: 3 }],
  ['seconds_on_site', 'gte', 600, true],
  ['seconds_on_site', 'lte', 599, false],
  ['known', 'is', true, false],
  ['known', 'is', false, true],
  ['chatted', 'is', true, true, { chatted: true }],
  ['chatted', 'is', false, false, { chatted: true }],
];

test.each(rows)('%s %s %j is met: %j', (field, op, value, expected, visit) => {
  expect(isMet([{ field, op, value }], visit)).toBe(expected);
});

const isTea: Item = { field: 'path', op: 'is', value: '/tea' };
const isCoffee: Item = { field: 'path', op: 'is', value: '/coffee' };

test('without conditions a rule shows on every page', () => {
  expect([isMet([], {}, 'all'), isMet([], {}, 'any')]).toEqual([true, true]);
});

test('all conditions are met, or any of them', () => {
  expect([isMet([isTea, isTea]), isMet([isTea, isCoffee])]).toEqual([true, false]);
  expect([isMet([isCoffee, isTea], {}, 'any'), isMet([isCoffee, isCoffee], {}, 'any')]).toEqual([true, false]);
});

test('a pattern of many stars is compared without backtracking', () => {
  const url = `https://shop.example/${'a'.repeat(2_000)}`;
  const began = performance.now();
  expect(isMet([{ field: 'path', op: 'matches', value: `${'*a'.repeat(200)}*b` }], { url })).toBe(false);
  expect(performance.now() - began).toBeLessThan(100);
});
