import { expect, test } from 'vitest';
import { queryOf } from './query.ts';

type Said = Parameters<typeof queryOf>[0][number];

const SENDERS: Record<string, Said['sender']> = { v: 'client', a: 'ai', p: 'agent', s: 'system' };

/** `v: hello`, oldest first, as a history, which is newest first. */
const historyOf = (...lines: string[]) =>
  lines.map((line) => ({ sender: SENDERS[line.charAt(0)] ?? 'client', body: line.slice(3) || null })).reverse();

test('everything that is unanswered is asked, after the last question and its reply', () => {
  const history = historyOf(
    'v: tea?',
    'a: Yes.',
    'v: green?',
    'v: black?',
    'p: Both.',
    'a: Both!',
    'v: and',
    'v: white?',
  );
  expect(queryOf(history)).toBe('green?\nblack?\nBoth.\nBoth!\nand\nwhite?');
});

test('phrases of the platform are not part of it', () => {
  expect(queryOf(historyOf('v: tea?', 's: Please wait.', 'v: hello?'))).toBe('tea?\nhello?');
});

test('a message without words asks with what was said before', () => {
  expect(queryOf(historyOf('v: tea?', 'a: Which?', 'v: '))).toBe('tea?\nWhich?');
  expect(queryOf(historyOf('v: '))).toBe('');
});

test('the newest 1,000 characters of what is unanswered are kept, and 200 of each side before', () => {
  const query = queryOf(historyOf(`v: ${'q'.repeat(500)}`, `a: ${'r'.repeat(500)}`, `v: ${'w'.repeat(500)}`));
  expect(query).toBe([`${'q'.repeat(200)}`, 'r'.repeat(200), 'w'.repeat(500)].join('\n'));
  expect(queryOf(historyOf('v: old', 'a: older', `v: ${'w'.repeat(2_000)}new`))).toBe(`${'w'.repeat(997)}new`);
});

test('no character is cut in half', () => {
  expect(queryOf(historyOf(`v: ${'🍵'.repeat(600)}x`)).isWellFormed()).toBe(true);
});
