import { expect, test } from 'vitest';
import { listPersonal, scrub } from './personal-data.ts';

test('what is hidden of a text is listed with its kind, as it is written', () => {
  const text = 'Call +7 916 123-45-67 or ann@example.com. The card: 4111 1111 1111 1111. Order 12345.';
  expect(scrub(text)).toBe('Call [скрыто] or [скрыто]. The card: [скрыто]. Order 12345.');
  expect(listPersonal(text)).toEqual([
    { kind: 'email', text: 'ann@example.com' },
    { kind: 'phone', text: '+7 916 123-45-67' },
    { kind: 'card', text: '4111 1111 1111 1111' },
  ]);
});

test('a text without personal data has nothing hidden', () => {
  expect(listPersonal('Your parcel 1Z999AA10123456784 arrives on 2026-05-01 at 10:30.')).toEqual([]);
});
