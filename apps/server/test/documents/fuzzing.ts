import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type DocumentType, ExtractionError, type Extractor } from '../../src/infra/extraction/extractor.ts';
import { DOCX_CLOSING, DOCX_OPENING, makeDocx, wrapDocx } from './docx-files.ts';
import { makeHtml } from './markup-files.ts';
import { makePdf } from './pdf-files.ts';

type Random = (below: number) => number;

/** The same numbers for the same seed. */
function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const MUTATIONS: ((bytes: Buffer, random: Random) => Buffer)[] = [
  (bytes, random) => {
    const flipped = Buffer.from(bytes);
    for (let count = random(20) + 1; count > 0; count -= 1) flipped[random(bytes.length)] = random(256);
    return flipped;
  },
  (bytes, random) => bytes.subarray(0, random(bytes.length)),
  (bytes, random) => bytes.subarray(random(bytes.length)),
  (bytes, random) => {
    const [from, to] = [random(bytes.length), random(bytes.length)].toSorted((one, other) => one - other);
    const times = random(30) + 1;
    const part = bytes.subarray(from, Math.min(to ?? 0, (from ?? 0) + 2_000));
    return Buffer.concat([bytes.subarray(0, to), ...Array.from({ length: times }, () => part), bytes.subarray(to)]);
  },
  (bytes, random) => {
    const from = random(bytes.length);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + random(200))]);
  },
  // Numbers are sizes, counts and references.
  (bytes, random) => {
    const numbers = [...bytes.toString('latin1').matchAll(/\d+/g)];
    const match = numbers[random(numbers.length || 1)];
    if (!match) return bytes;
    const other = ['0', '-1', '99999999999', '1', String(random(50))][random(5)] ?? '';
    return Buffer.concat([
      bytes.subarray(0, match.index),
      Buffer.from(other),
      bytes.subarray(match.index + match[0].length),
    ]);
  },
];

function mutate(bytes: Buffer, random: Random): Buffer {
  let mutated = bytes;
  for (let count = random(3) + 1; count > 0; count -= 1) {
    if (mutated.length) mutated = MUTATIONS[random(MUTATIONS.length)]?.(mutated, random) ?? mutated;
  }
  return mutated;
}

const LINES = ['Delivery', 'We deliver to Germany, France and Spain.', 'It takes 5 days; the price is 6 €.'];
const XML =
  `${DOCX_OPENING}${LINES.map((line) => `<w:p><w:pPr><w:pStyle w:val="heading1"/></w:pPr><w:r><w:t>${line}</w:t></w:r></w:p>`).join('')}` +
  `<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr></w:tbl>${DOCX_CLOSING}`;
const HTML = makeHtml(
  `<h1>${LINES[0]}</h1><ul><li>${LINES[1]}<li>${LINES[2]}</ul><table><tr><th>a<th>b<tr><td rowspan=2>1<td colspan=3>2</table>`,
);
const MARKDOWN = `# ${LINES[0]}\n\n${LINES[1]}\n\n- ${LINES[2]}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`\ncode\n\`\`\`\n`;

/** Good files, each with how to spoil it. Inside a zip or a stream, mutations must be packed again to get anywhere. */
const SEEDS: { type: DocumentType; spoil: (random: Random) => Buffer }[] = [
  { type: 'pdf', spoil: (random) => mutate(makePdf([LINES, [{ text: 'More', size: 20 }, ...LINES], LINES]), random) },
  {
    type: 'docx',
    spoil: (random) =>
      mutate(
        makeDocx([
          ...LINES,
          {
            table: [
              ['a', 'b'],
              ['1', '2'],
            ],
          },
        ]),
        random,
      ),
  },
  { type: 'docx', spoil: (random) => wrapDocx(mutate(Buffer.from(XML), random)) },
  { type: 'html', spoil: (random) => mutate(Buffer.from(HTML), random) },
  { type: 'markdown', spoil: (random) => mutate(Buffer.from(MARKDOWN), random) },
  { type: 'csv', spoil: (random) => mutate(Buffer.from('Country;Price\n"Germany";5\nFrance;6\n'), random) },
  { type: 'text', spoil: (random) => mutate(Buffer.from(LINES.join('\n\n'), 'utf16le'), random) },
];

interface FuzzOptions {
  extractor: Extractor;
  seed: number;
  seconds: number;
}

/** Reads spoiled files until the time is over. Returns how many ended how; throws if one ended in another way. */
export async function fuzz({ extractor, seed, seconds }: FuzzOptions): Promise<Record<string, number>> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-fuzz-'));
  const file = path.join(directory, 'document');
  const outcomes: Record<string, number> = {};
  const end = performance.now() + seconds * 1_000;
  for (let number = seed; performance.now() < end; number += 1) {
    const random = createRandom(number);
    const { type, spoil } = SEEDS[random(SEEDS.length)] ?? { type: 'text', spoil: () => Buffer.alloc(0) };
    fs.writeFileSync(file, spoil(random));
    const outcome = await outcomeOf(extractor, { path: file, type, name: `document.${type}` }).catch(
      (cause: unknown) => {
        throw new Error(`Seed ${number} (${type}, kept as ${file}) ended with something else than a reason`, { cause });
      },
    );
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  fs.rmSync(directory, { recursive: true });
  return outcomes;
}

async function outcomeOf(extractor: Extractor, document: { path: string; type: DocumentType; name: string }) {
  await extractor.detect(document);
  try {
    const { chunks } = await extractor.readDocument(document, new AbortController().signal);
    const isGood = chunks.every(({ content, tokens }) => content.trim() && tokens <= 400 && content.isWellFormed());
    if (!isGood || chunks.length === 0) throw new Error('A chunk is empty, too long or malformed');
    return 'read';
  } catch (error) {
    if (error instanceof ExtractionError) return error.reason;
    throw error;
  }
}
