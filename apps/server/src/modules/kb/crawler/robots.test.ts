import { expect, test } from 'vitest';
import { parseRobots, readRobotsTag } from './robots.ts';

const SITE = 'https://shop.example';

test('the rules of Parley count, and without them those for all', () => {
  const text = 'User-agent: *\nDisallow: /all\n\nUser-agent: parley\nDisallow: /ours\nCrawl-delay: 2';
  const robots = parseRobots(SITE, text);
  expect(['/ours/a', '/all', '/'].map((path) => robots.isAllowed(SITE + path))).toEqual([false, true, true]);
  expect(robots.delayMs).toBe(2_000);
  const general = parseRobots(
    SITE,
    'User-agent: *\nDisallow: /all\nAllow: /all/but\nSitemap: https://shop.example/s.xml',
  );
  expect(['/all', '/all/but', '/ours'].map((path) => general.isAllowed(SITE + path))).toEqual([false, true, true]);
  expect(general.sitemaps).toEqual(['https://shop.example/s.xml']);
});

test.each([
  ['600', 10_000],
  ['0.5', 500],
  ['-3', 0],
  ['soon', 0],
])('a crawl delay of %s is %i ms', (delay, ms) => {
  expect(parseRobots(SITE, `User-agent: *\nCrawl-delay: ${delay}`).delayMs).toBe(ms);
});

test.each(['', '<!doctype html><title>Home</title>', '\0\0\0', 'Disallow: /', 'User-agent: other\nDisallow: /'])(
  'a file without rules for us allows everything: %j',
  (text) => expect(parseRobots(SITE, text).isAllowed(`${SITE}/a`)).toBe(true),
);

test.each([
  ['noindex', true, false],
  ['NoIndex, nofollow', true, true],
  ['none', true, true],
  ['googlebot: noindex', false, false],
  ['googlebot: noindex, nofollow', false, false],
  ['parley: noindex', true, false],
  [['otherbot: none', 'nofollow'], false, true],
  ['max-snippet:-1, unavailable_after: 25 Jun 2050 15:00:00 PST, noindex', true, false],
  [undefined, false, false],
])('X-Robots-Tag %j', (header, isNoindex, isNofollow) => {
  expect(readRobotsTag(header)).toEqual({ isNoindex, isNofollow });
});
