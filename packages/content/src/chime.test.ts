import { expect, test } from 'vitest';
import { createChime } from './chime.ts';

test('where there is no sound to be had nothing happens', () => {
  const chime = createChime({ tones: [[440, 0]], loudness: 0.1, seconds: 0.5, pauseMs: 1_000 });
  expect(() => chime.play()).not.toThrow();
});
