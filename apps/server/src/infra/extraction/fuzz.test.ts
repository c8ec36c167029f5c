import { expect, test } from 'vitest';
import { startExtractor } from '../../../test/documents/extractors.ts';
import { fuzz } from '../../../test/documents/fuzzing.ts';
import { watchMemory } from '../../../test/documents/watch-memory.ts';

const MB = 1024 ** 2;

// `npm run fuzz:documents` goes on for longer, with other seeds.
test('mutated documents end as read or with a reason, and the memory of the server stays flat', async () => {
  const { extractor } = startExtractor();
  const grown = watchMemory();
  const outcomes = await fuzz({ extractor, seed: 1, seconds: 15 });
  expect(grown()).toBeLessThan(64 * MB);
  expect(outcomes.read).toBeGreaterThan(0);
  expect(outcomes.broken).toBeGreaterThan(0);
});
