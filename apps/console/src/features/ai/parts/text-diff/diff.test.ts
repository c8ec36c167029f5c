import { expect, test } from 'vitest';
import { diffLines } from './diff.ts';

const print = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, pieces }) =>
    kind === 'same'
      ? pieces.map(({ text }) => text).join('')
      : pieces.map(({ kind, text }) => ({ same: text, added: `+${text}+`, removed: `-${text}-` })[kind]).join(''),
  );

test('unchanged lines stay, and changed ones show which words are new', () => {
  expect(print('Be brief.\nSay hello.\nBye.', 'Be brief.\nSay good day.\nBye.')).toEqual([
    'Be brief.',
    'Say -hello-+good day+.',
    'Bye.',
  ]);
});

test('lines are added and removed as a whole', () => {
  expect(print('one\ntwo', 'one\ntwo\nthree')).toEqual(['one', 'two', '+three+']);
  expect(print('one\ntwo\nthree', 'one\nthree')).toEqual(['one', '-two-', 'three']);
  expect(print('', 'Отвечай коротко.')).toEqual(['+Отвечай коротко.+']);
});

test('texts that have nothing in common are replaced, also very long ones', () => {
  const long = (letter: string) => Array.from({ length: 5_000 }, (_, at) => letter + at).join(' ');
  const [line] = diffLines(long('a'), long('b'));
  expect(line?.pieces.map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
