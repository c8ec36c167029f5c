import { expect, test } from 'vitest';
import { filterPhrases } from '../../../entities/phrase/phrase-filter.ts';
import { findPeople, mentionsIn } from './mentions.ts';
import { findTrigger } from './trigger.ts';

const trigger = (text: string, canMention = true) => {
  const found = findTrigger(text, text.length, canMention);
  return found && [found.kind, found.query, text.slice(found.from, found.to)];
};

test('a slash at the start of a word triggers phrases, with the text up to the cursor as the query', () => {
  expect(trigger('/')).toEqual(['phrase', '', '/']);
  expect(trigger('Hello\n/thank')).toEqual(['phrase', 'thank', '/thank']);
  expect(findTrigger('see /pri of it', 8, false)).toEqual({ kind: 'phrase', query: 'pri', from: 4, to: 8 });
  for (const text of ['and/or', 'https://', '/a b', '/usr/', '//', ''])
    expect([text, trigger(text)]).toEqual([text, undefined]);
});

test('an at sign in a note triggers mentions, also of names with several words', () => {
  expect(trigger('@')).toEqual(['mention', '', '@']);
  expect(trigger('ask (@Ann Le')).toEqual(['mention', 'Ann Le', '@Ann Le']);
  for (const text of ['ira@example.com', '@ Ann', '@Ann\n']) expect([text, trigger(text)]).toEqual([text, undefined]);
  expect(trigger('@Ann', false)).toBeUndefined();
});

const people = [
  { id: 1, name: 'Ann', email: 'ann@example.com' },
  { id: 2, name: 'Ann Lee', email: 'lee@example.com' },
  { id: 3, name: 'Bo Ann', email: 'bo@example.com' },
  { id: 4, name: null, email: 'ann4@example.com' },
];

test('agents are found by the start of any word of their name, matches of the first word first', () => {
  const ids = (query: string) => findPeople(people, query).map(({ id }) => id);
  expect(ids('an')).toEqual([1, 2, 4, 3]);
  expect(ids('ann l')).toEqual([2]);
  expect(ids('nn')).toEqual([]);
  expect(ids('Ann Lee ')).toEqual([]);
});

test('a note mentions agents by full name, and the longest match wins', () => {
  expect(mentionsIn('@Ann Lee look, and @bo ann!', people)).toEqual([2, 3]);
  expect(mentionsIn('@Ann, @Ann Lee', people)).toEqual([1, 2]);
  expect(mentionsIn('@Annabel, ann, @ Ann, @bo', people)).toEqual([]);
  expect(mentionsIn('to @ann4@example.com', people)).toEqual([4]);
  expect(mentionsIn('@Ann', [...people, { id: 5, name: 'Ann', email: null }])).toEqual([1, 5]);
  expect(mentionsIn('@', [{ id: 6, name: null, email: null }])).toEqual([]);
});

test("phrases are found by name and text: the agent's own first, then by prefix of the name", () => {
  const phrase = (id: number, agent_id: number, name: string, text: string) => ({ id, agent_id, name, phrase: text });
  const phrases = [
    phrase(1, 9, 'Hours', 'We open at ten'),
    phrase(2, 7, 'Greeting', 'Hello! Our hours are…'),
    phrase(3, 7, 'Thanks', 'Thank you'),
    phrase(4, 7, 'Hour', 'Call in an hour'),
  ];
  expect(filterPhrases(phrases, 'HOUR', 7).map(({ id }) => id)).toEqual([4, 2, 1]);
  expect(filterPhrases(phrases, '', 7).map(({ id }) => id)).toEqual([2, 4, 3, 1]);
  expect(filterPhrases(phrases, 'nothing', 7)).toEqual([]);
});
