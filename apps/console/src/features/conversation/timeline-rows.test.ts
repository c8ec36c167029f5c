import type { Chat, Message } from '@parley/live';
import { expect, test } from 'vitest';
import { deliveryStatusOf, messengerStatusOf, toRows } from './timeline-rows.ts';

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

test('messages of a run show their time and fate once, where the next one has the same', () => {
  const at = '2026-03-02T09:00:00.000+00:00';
  const run = ['sent', 'sent', 'failed', undefined].map((status, id) => ({
    id,
    seq: id + 1,
    sender: 'agent',
    agent_id: 1,
    private: false,
    created_at: at,
    delivery: status ? { status } : null,
  }));
  const rows = toRows({ messages: run as Message[], log: [], pending: [], unreadFrom: undefined });
  const ends = rows.flatMap((row) => (row.kind === 'message' ? [row.isLast] : []));
  expect(ends).toEqual([false, true, true, true]);
});
