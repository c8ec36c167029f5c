import { describe, expect, test } from 'vitest';
import { isFewEmoji } from './few-emoji.ts';

describe('few emoji', () => {
  test.each(['👍', '😀😀😀', '❤️', '👋🏽', '👨‍👩‍👧', '🇳🇱🇧🇪'])('%s', (text) => expect(isFewEmoji(text)).toBe(true));

  test.each(['', 'a', '👍 👍', '👍!', '😀😀😀😀', '1', '#', ':)'])('%j is something else', (text) => {
    expect(isFewEmoji(text)).toBe(false);
  });
});
