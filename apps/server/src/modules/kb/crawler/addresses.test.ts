import { expect, test } from 'vitest';
import { createFilter, isMoveOf, normalise, onSite } from './addresses.ts';

test.each([
  ['the case of scheme and host', 'HTTP://Shop.Example/A', 'http://shop.example/A'],
  ['a default port', 'http://shop.example:80/', 'http://shop.example/'],
  ['a default port of https', 'https://shop.example:443/a', 'https://shop.example/a'],
  ['a fragment', 'https://shop.example/a#top', 'https://shop.example/a'],
  ['an empty path', 'https://shop.example', 'https://shop.example/'],
  [
    'tracking parameters',
    'https://shop.example/a?utm_source=x&id=5&gclid=1&fbclid=2&yclid=3',
    'https://shop.example/a?id=5',
  ],
  ['a query of nothing else', 'https://shop.example/a?utm_source=x&', 'https://shop.example/a'],
  ['slashes at the end', 'https://shop.example/a///', 'https://shop.example/a/'],
  ['dots', 'https://shop.example/a/../b/./c', 'https://shop.example/b/c'],
  ['encoding', 'https://shop.example/%7euser/%d0%b0', 'https://shop.example/~user/%D0%B0'],
  ['a name of another alphabet', 'https://магазин.рф/о', 'https://xn--80aairftm.xn--p1ai/%D0%BE'],
])('%s does not make another address', (_what, address, normal) => {
  expect(normalise(address)).toBe(normal);
  expect(normalise(normal)).toBe(normal);
});

test('other parameters and a slash at the end make another address', () => {
  const addresses = [
    'https://a.example/x',
    'https://a.example/x/',
    'https://a.example/x?a=1&b=2',
    'https://a.example/x?b=2&a=1',
  ];
  expect(new Set(addresses.map((address) => normalise(address))).size).toBe(4);
});

test.each([
  ['mail', 'mailto:a@example.com'],
  ['a script', 'javascript:alert(1)'],
  ['a file', 'ftp://example.com/'],
  ['a password', 'https://a:b@example.com/'],
  ['nothing', 'http://'],
  ['more than 2,048 characters', `https://a.example/${'x'.repeat(2_048)}`],
])('%s is no address of a page', (_what, address) => expect(normalise(address)).toBeUndefined());

test('a site is a host and a port, and http and https on their usual ports are one', () => {
  const site = 'https://shop.example';
  expect(onSite('https://shop.example/a', site)).toBe('https://shop.example/a');
  expect(onSite('http://shop.example/a', site)).toBe('https://shop.example/a');
  for (const other of ['https://shop.example:8443/', 'https://www.shop.example/', 'https://shop.example.evil.example/'])
    expect(onSite(other, site)).toBeUndefined();
  expect(onSite('http://127.0.0.1:2/', 'http://127.0.0.1:1')).toBeUndefined();
});

test('a site moves to its www or to https, not elsewhere', () => {
  expect(isMoveOf('http://shop.example', 'https://www.shop.example/')).toBe(true);
  expect(isMoveOf('https://www.shop.example', 'https://shop.example/home')).toBe(true);
  for (const other of ['https://shop.example.org/', 'https://evil.example/', 'https://shop.example:8443/'])
    expect(isMoveOf('https://shop.example', other)).toBe(false);
});

test.each([
  [['/help/*'], [], '/help/a', true],
  [['/help/*'], [], '/help', false],
  [['/help*'], [], '/help', true],
  [[], ['/calendar*'], '/calendar?month=1', false],
  [[], ['*?month=*'], '/x?month=1', false],
  [['/a', '/b'], ['/b'], '/b', false],
  [['*.html'], [], '/a/b.html', true],
  [['*.html'], [], '/a/b.html?x=1', true],
  [['/помощь/*'], [], '/помощь/как', true],
  [['/a*a'], [], '/a', false],
  [['/a*b*c'], [], '/abc', true],
  [['/a*b*c'], [], '/acb', false],
])('include %j and exclude %j: %s is %s', (include, exclude, path, isWanted) => {
  expect(createFilter({ include, exclude })(new URL(path, 'https://a.example').href)).toBe(isWanted);
});

test('many stars take no longer', () => {
  const filter = createFilter({ include: [`${'*a'.repeat(120)}*b`], exclude: [] });
  const began = performance.now();
  expect(filter(`https://a.example/${'a'.repeat(2_000)}`)).toBe(false);
  expect(performance.now() - began).toBeLessThan(200);
});
