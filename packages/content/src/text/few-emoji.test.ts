import { describe, expect, test } from 'vitest';
import { isFewEmoji } from './few-emoji.ts';

describe('one to three emoji', () => {
  test.each(['👍', '😀😀😀', '❤️', '👋🏽', '👨‍👩‍👧', '🇳🇱🇧🇪'])('%s matches', (text) =>
    expect(isFewEmoji(text)).toBe(true),
  );

  test.each(['', 'a', '👍 👍', '👍!', '😀😀😀😀', '1', '#', ':)'])('%j does not match', (text) => {
    expect(isFewEmoji(text)).toBe(false);
  });
});
