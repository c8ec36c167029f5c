import type { VisitorMessage } from '@parley/contract';
import type { VisitorState } from '@parley/live';
import { expect, test } from 'vitest';
import type { ConversationState } from './conversation.ts';
import { rowsOf } from './rows.ts';

const NOON = new Date(2026, 4, 10, 12).getTime();
const MINUTE = 60_000;

function message(seq: number, changes: Partial<VisitorMessage> = {}): VisitorMessage {
  return {
    id: 100 + seq,
    seq,
    client_message_id: null,
    sender: 'client',
    agent_id: null,
    type: 'text',
    body: `message ${seq}`,
    markdown: null,
    file: null,
    coords: null,
    sticker: null,
    keyboard: null,
    url: null,
    name: null,
    created_at: new Date(NOON + seq * MINUTE).toISOString(),
    seen_at: null,
    ...changes,
  };
}

function rows(
  messages: VisitorMessage[],
  { seen_seq = 0, ...state }: Partial<ConversationState> & { seen_seq?: number } = {},
) {
  const live = { messages, pending: [], chat: { seen_seq } } as unknown as VisitorState;
  const conversation: ConversationState = {
    phase: 'open',
    refusal: null,
    contact: null,
    older: [],
    cursor: null,
    live,
    waiting: [],
    uploads: [],
    ...state,
  };
  return rowsOf(conversation, NOON + 60 * MINUTE);
}

test('messages by one sender within five minutes form a group, and a pause or another sender starts the next', () => {
  const at = (minutes: number) => new Date(NOON + minutes * MINUTE).toISOString();
  const found = rows([
    message(1, { created_at: at(0) }),
    message(2, { created_at: at(4) }),
    message(3, { created_at: at(10) }),
    message(4, { created_at: at(11), sender: 'agent', agent_id: 7 }),
    message(5, { created_at: at(12), sender: 'agent', agent_id: 8 }),
  ]);
  expect(found.map(({ isFirst, isLast }) => [isFirst, isLast])).toEqual([
    [true, false],
    [false, true],
    [true, true],
    [true, true],
    [true, true],
  ]);
});

test("the first message of each day is marked, in the visitor's time zone", () => {
  const dayOf = (day: number, hour: number) => new Date(2026, 4, day, hour).toISOString();
  const found = rows([
    message(1, { created_at: dayOf(10, 23) }),
    message(2, { created_at: dayOf(11, 0) }),
    message(3, { created_at: dayOf(11, 1) }),
  ]);
  expect(found.map(({ day }) => day)).toEqual([new Date(2026, 4, 10).getTime(), new Date(2026, 4, 11).getTime(), null]);
});

test("a visitor's message is sent, then seen; an agent's has no delivery state", () => {
  const found = rows([message(1), message(2), message(3, { sender: 'agent' })], { seen_seq: 1 });
  expect(found.map(({ delivery }) => delivery)).toEqual(['seen', 'sent', null]);
});

test('pending messages come last, and those with a problem are failed', () => {
  const problem = { reason: 'validation_failed' } as never;
  const pending = [
    { client_message_id: 'a', message: { type: 'text' as const, body: 'one' }, problem: null },
    { client_message_id: 'b', message: { type: 'text' as const, body: 'two' }, problem },
  ];
  const live = { messages: [message(1)], pending, chat: null } as unknown as VisitorState;
  expect(rows([], { live }).map(({ key, delivery }) => [key, delivery])).toEqual([
    ['101', 'sent'],
    ['a', 'sending'],
    ['b', 'failed'],
  ]);
});

test('messages sent before there is a connection are shown at once', () => {
  const waiting = [{ client_message_id: 'a', message: { type: 'text' as const, body: 'one' }, problem: null }];
  expect(rows([], { live: null, waiting })).toMatchObject([
    { key: 'a', delivery: 'sending', content: { body: 'one' } },
  ]);
});

test('a row keeps its key while its message is sent, stored and seen', () => {
  const client_message_id = 'mine';
  const waiting = [{ client_message_id, message: { type: 'text' as const, body: 'one' }, problem: null }];
  const before = rows([], { live: null, waiting })[0]?.key;
  expect(rows([message(1, { client_message_id })])[0]?.key).toBe(before);
});

test('earlier messages come before the known ones', () => {
  expect(rows([message(3)], { older: [message(1), message(2)] }).map(({ key }) => key)).toEqual(['101', '102', '103']);
});
