import type { VisitorState } from '@parley/live';
import { expect, test } from 'vitest';
import { createIncoming } from './incoming.ts';

type Sender = 'client' | 'agent';

/** A live state whose messages have these senders, numbered from 1. */
function live(senders: Sender[], chat: object | null = { id: 1, unread: 0, agent: null }) {
  const messages = senders.map((sender, index) => ({ seq: index + 1, sender }));
  // Only the fields that are read here.
  return { messages, chat } as unknown as VisitorState;
}

const seqs = ({ received }: { received: readonly { seq: number }[] }) => received.map(({ seq }) => seq);

test("an agent's message is new once, and never if it was known at the start", () => {
  const incoming = createIncoming();
  const { chat, messages } = live(['agent']);
  incoming.start(chat, messages);
  expect(seqs(incoming.read(live(['agent']), false))).toEqual([]);
  expect(seqs(incoming.read(live(['agent', 'client', 'agent']), false))).toEqual([3]);
  expect(seqs(incoming.read(live(['agent', 'client', 'agent']), false))).toEqual([]);
});

test('an agent who accepts the chat is reported once, and not if they had it before', () => {
  const incoming = createIncoming();
  const [ann, bob] = [{ id: 1 }, { id: 2 }];
  const withAgent = (agent: object | null) => live([], { id: 1, agent });
  incoming.start(withAgent(ann).chat, []);
  expect(incoming.read(withAgent(ann), false).acceptedBy).toBeFalsy();
  expect(incoming.read(withAgent(bob), false).acceptedBy).toBe(bob);
  expect(incoming.read(withAgent(bob), false).acceptedBy).toBeFalsy();
  expect(incoming.read(withAgent(null), false).acceptedBy).toBeFalsy();
});

test('a change of chat is detected until a reset', () => {
  const incoming = createIncoming();
  incoming.read(live([], { id: 1, agent: null }), false);
  expect(incoming.isOtherChat(live([], { id: 1 }))).toBe(false);
  expect(incoming.isOtherChat(live([], null))).toBe(false);
  expect(incoming.isOtherChat(live([], { id: 2 }))).toBe(true);
  incoming.reset();
  expect(incoming.isOtherChat(live([], { id: 2 }))).toBe(false);
});

test('seen messages are not unread, even before the server acknowledges them', () => {
  const incoming = createIncoming();
  const count = (unread: number, isVisible: boolean) =>
    incoming.read(live(Array(unread).fill('agent'), { id: 1, unread, agent: null }), isVisible).unread;
  expect(count(2, false)).toBe(2);
  expect(count(2, true)).toBe(0);
  expect(count(2, false)).toBe(0);
  expect(count(3, false)).toBe(1);
});
