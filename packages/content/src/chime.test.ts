import { expect, test } from 'vitest';
import { createChime } from './chime.ts';

test('playing without audio support does not throw', () => {
  const chime = createChime({ tones: [[440, 0]], loudness: 0.1, seconds: 0.5, pauseMs: 1_000 });
  expect(() => chime.play()).not.toThrow();
});
