import { emojiGroups } from '@parley/content';
import { expect, test } from 'vitest';
import { emojiKeywords, findEmoji } from './emoji-keywords.ts';

test('every emoji of the picker has words in English and Russian', () => {
  const offered = emojiGroups.flatMap(({ all }) => all);
  expect(emojiKeywords.map(({ emoji }) => emoji)).toEqual(offered);
  for (const { emoji, words } of emojiKeywords) {
    const languages = [/^[a-z]/, /^[а-яё]/].map((letters) => words.some((word) => letters.test(word)));
    expect([emoji, ...languages]).toEqual([emoji, true, true]);
  }
});

test('an emoji is found by the start of its words in either language, the best match first', () => {
  expect(findEmoji('heart').at(0)).toBe('❤️');
  expect(findEmoji('СЛЁЗЫ')).toContain('😂');
  expect(findEmoji('слез')).toContain('😭');
  expect(findEmoji('broken he')).toEqual(['💔']);
  expect(findEmoji('qwerty')).toEqual([]);
});
