// Reads mutated documents for as long as asked, and prints how they ended.
import { parseArgs } from 'node:util';
import pino from 'pino';
import { Registry } from 'prom-client';
import { createExtractor } from '../../src/infra/extraction/extractor.ts';
import { fuzz } from './fuzzing.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '600' }, seed: { type: 'string' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const extractor = createExtractor({ log: pino({ enabled: false }), metrics: new Registry() });
const before = process.memoryUsage.rss();
try {
  process.stdout.write(`Seed ${seed}\n`);
  const outcomes = await fuzz({ extractor, seed, seconds: Number(values.seconds) });
  const grown = Math.round((process.memoryUsage.rss() - before) / 1024 ** 2);
  process.stdout.write(`${JSON.stringify(outcomes)}; this process has grown by ${grown} MB\n`);
} finally {
  await extractor.close();
}
