import { afterAll, expect, test } from 'vitest';
import { makeDocx } from '../../../test/documents/docx-files.ts';
import { openExtractor, readFile } from '../../../test/documents/extractors.ts';
import { HOSTILE_FILES } from '../../../test/documents/hostile-files.ts';
import { makePdf } from '../../../test/documents/pdf-files.ts';
import { watchMemory } from '../../../test/documents/watch-memory.ts';
import { MAX_CHUNK_TOKENS, MAX_CHUNKS } from './limits.ts';

const MB = 1024 ** 2;
/** The chunks of the longest documents; what the others unpack to is hundreds of megabytes. */
const FLAT = 64 * MB;

const { extractor } = openExtractor();
afterAll(extractor.close);

test.for(HOSTILE_FILES)('$type: $name, and the next document is read', async ({ type, content, ends }) => {
  const bytes = content();
  const grown = watchMemory();
  const { outcome, chunks } = await readFile(extractor, `hostile.${type}`, bytes, type);
  expect(grown()).toBeLessThan(FLAT);
  expect(ends).toContain(outcome);
  expect(chunks.length).toBeLessThanOrEqual(MAX_CHUNKS);
  for (const { content, tokens } of chunks) {
    expect(content.trim()).not.toBe('');
    expect(tokens).toBeLessThanOrEqual(MAX_CHUNK_TOKENS);
  }
  expect(await readFile(extractor, 'next.txt', 'We deliver.')).toMatchObject({ chunks: [{ content: 'We deliver.' }] });
});

test.for([
  ['pdf', () => makePdf([['One'], ['Two', 'Three'], ['Four']])],
  ['docx', () => makeDocx(['One', { table: [['Two'], ['Three']] }])],
] as const)('a %s that is cut off anywhere ends as read or with a reason', async ([type, make]) => {
  const whole = make();
  const outcomes = new Set<string>();
  for (let part = 1; part < 20; part += 1) {
    const cut = whole.subarray(0, Math.floor((whole.length * part) / 20));
    outcomes.add((await readFile(extractor, `cut.${type}`, cut)).outcome);
  }
  expect([...outcomes].filter((outcome) => !['read', 'broken', 'no_text'].includes(outcome))).toEqual([]);
  expect(outcomes).toContain('broken');
});
