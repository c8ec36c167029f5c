import type { Chat, Message } from '@parley/live';
import { expect, test } from 'vitest';
import { deliveryStatusOf, messengerStatusOf } from './timeline-rows.ts';

const chat = { visitor_received_seq: 2, visitor_seen_seq: 1 } as Chat;

test.each([
  [1, 'seen'],
  [2, 'received'],
  [3, 'sent'],
  [null, undefined],
])('message %s of a chat on the site is %s', (seq, expected) => {
  expect(deliveryStatusOf({ seq } as Message, chat)).toBe(expected);
});

test.each([
  ['queued', 'queued'],
  ['sent', 'sent'],
  ['delivered', 'received'],
  ['read', 'seen'],
  ['failed', undefined],
] as const)('a message to a messenger that is %s has the mark %s', (status, expected) => {
  expect(messengerStatusOf({ delivery: { status } } as Message)).toBe(expected);
});
