import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitText } from './split-text.ts';

test.for([
  ['a short text', 'Hello', 10, ['Hello']],
  ['paragraphs', 'one one\n\ntwo two', 12, ['one one', 'two two']],
  ['lines', 'one one\ntwo two', 12, ['one one', 'two two']],
  ['sentences', 'One one. Two two.', 12, ['One one.', 'Two two.']],
  ['words', 'one two three four', 10, ['one two', 'three four']],
  ['a long word', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
  ['characters of two units', '😀😀😀', 5, ['😀😀', '😀']],
  ['a family, which is one character', '👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 12, ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦']],
] as const)('%s is cut where a reader would', ([, text, limit, parts]) => {
  expect(splitText(text, limit)).toEqual(parts);
});

test('parts are within the limit, whole characters, and nothing but blanks between them is lost', () => {
  const texts = fc.string({ unit: 'grapheme', maxLength: 400 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 70, max: 200 }), (text, limit) => {
      const parts = splitText(text, limit);
      for (const part of parts) expect(part.length).toBeLessThanOrEqual(limit);
      for (const part of parts) expect(part.isWellFormed()).toBe(true);
      expect(parts.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    }),
  );
});
