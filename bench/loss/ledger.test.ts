import { expect, test } from 'vitest';
import { createLedger } from './ledger.ts';

const message = (id: number, seq: number | null = id) => ({
  id,
  seq,
  client_message_id: `m${id}`,
  body: `words ${id}`,
});
const one = message(1);
const two = message(2);
const three = message(3);
const none = { lost: 0, doubled: 0, outOfOrder: 0, clientsThatDiffer: 0 };

function compare(stored: (typeof one)[], ...copies: (typeof one)[][]) {
  const ledger = createLedger();
  for (const { client_message_id, body } of [one, two, three]) ledger.note('ann', client_message_id, body);
  const named = copies.map((messages, index) => ({ name: `client ${index}`, chatId: 7, isVisitor: true, messages }));
  return ledger.compare(new Map([[7, stored]]), named);
}

test('nothing is reported when everyone has every message once and in order', () => {
  expect(compare([one, two, three], [one, two, three])).toEqual({ ...none, examples: [] });
});

test('an unstored message is lost, and so is one that a participant lacks', () => {
  expect(compare([one, two], [one, two])).toMatchObject({ ...none, lost: 1 });
  expect(compare([one, two, three], [one, two, three], [one, three])).toMatchObject({
    ...none,
    lost: 1,
    clientsThatDiffer: 1,
  });
});

test('a message stored under two numbers is duplicated, and so is one that a participant has twice', () => {
  const again = { ...three, id: 4, seq: 4 };
  expect(compare([one, two, three, again])).toMatchObject({ doubled: 1 });
  expect(compare([one, two, three], [one, two, two, three])).toMatchObject({
    ...none,
    doubled: 1,
    clientsThatDiffer: 1,
  });
});

test('a message stored or shown before an earlier one is out of order', () => {
  const swapped = [one, { ...three, id: 2, seq: 2 }, { ...two, id: 3, seq: 3 }];
  expect(compare(swapped, swapped)).toMatchObject({ ...none, outOfOrder: 1 });
  expect(compare([one, two, three], [one, three, two])).toMatchObject({
    ...none,
    outOfOrder: 1,
    clientsThatDiffer: 1,
  });
});

test('altered messages and messages that no one sent are reported', () => {
  const other = { ...three, body: 'other words' };
  expect(compare([one, two, other], [one, two, other])).toMatchObject({ examples: ['other words: message 3 as m3'] });
  expect(compare([one, two, three, message(4)]).examples).toEqual(['never said: message 4 as m4']);
});

test("a visitor's copy is complete without notes", () => {
  const note = { ...two, seq: null };
  const next = { ...three, seq: 2 };
  expect(compare([one, note, next], [one, next])).toEqual({ ...none, examples: [] });
});
