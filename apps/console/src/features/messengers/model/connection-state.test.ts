import { expect, test } from 'vitest';
import { accountName, ownLinkOf, stateOf, stateOfCabinet, worstOf } from './connection-state.ts';

test.each([
  [null, 'off'],
  [{ registered: true, reason: null }, 'working'],
  [{ registered: false, reason: null }, 'pending'],
  [{ registered: false, reason: 'manual' }, 'manual'],
  [{ registered: false, reason: 'conflict' }, 'broken'],
] as const)('a connection of %o is %s', (webhook, state) => {
  expect(stateOf(webhook)).toBe(state);
});

test('a cabinet that is disabled waits for nothing', () => {
  const webhook = { registered: false, mode: 'none', reason: null, detail: null, checked_at: null } as const;
  expect(stateOfCabinet({ status: 'disabled', webhook })).toBe('off');
  expect(stateOfCabinet({ status: 'enabled', webhook })).toBe('pending');
});

test('one broken connection of several is what people are told', () => {
  expect(worstOf(['working', 'broken', 'off'])).toBe('broken');
  expect(worstOf(['off', 'working'])).toBe('working');
  expect(worstOf([])).toBe('off');
});

test.each([
  [{ id: '1', name: 'Shop bot', username: 'shop_bot' }, '@shop_bot'],
  [{ id: '1', name: 'Shop', username: '+1 555-0100' }, '+1 555-0100'],
  [{ id: '1', name: 'Shop', username: null }, 'Shop'],
  [{ id: '77', name: null, username: null }, '77'],
])('the account %o is called %s', (account, name) => {
  expect(accountName({ account })).toBe(name);
});

test('only a link that somebody entered is kept for another token', () => {
  const account = { id: '42', name: null, username: '+1 555-010-0000' };
  expect(ownLinkOf({ link: 'https://wa.me/15550100000', account })).toBe('');
  expect(ownLinkOf({ link: 'https://t.me/shop_bot', account: { ...account, username: 'shop_bot' } })).toBe('');
  expect(ownLinkOf({ link: 'https://shop.example/chat', account })).toBe('https://shop.example/chat');
  expect(ownLinkOf({ link: null, account: null })).toBe('');
});
