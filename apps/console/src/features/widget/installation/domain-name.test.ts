import { expect, test } from 'vitest';
import { toDomain } from './domain-name.ts';

test.each([
  ['shop.example', 'shop.example'],
  [' https://WWW.Shop.example/cart?x=1 ', 'shop.example'],
  ['shop.example:8080/path', 'shop.example'],
  ['магазин.рф', 'xn--80aairftm.xn--p1ai'],
  ['', undefined],
  ['two words', undefined],
  ['https://', undefined],
])('the domain in %j is %j', (typed, domain) => {
  expect(toDomain(typed)).toBe(domain);
});
