import { expect, test } from 'vitest';
import { readPage } from './page-address.ts';

test('a page is shown as its host and decoded path', () => {
  expect(readPage('https://shop.example/')).toEqual({ href: 'https://shop.example/', text: 'shop.example' });
  expect(readPage('https://shop.example/a/b?c=1#d')?.text).toBe('shop.example/a/b');
  expect(readPage('https://shop.example/%D1%86%D0%B5%D0%BD%D1%8B')?.text).toBe('shop.example/цены');
  expect(readPage('https://shop.example/100%')?.text).toBe('shop.example/100%');
});

test('a page URL that is invalid or not http or https is ignored', () => {
  for (const address of [
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,<b>',
    'file:///etc',
    'shop',
    '',
  ]) {
    expect(readPage(address)).toBeUndefined();
  }
  expect(readPage(null)).toBeUndefined();
});
