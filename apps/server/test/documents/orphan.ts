// Reads the document of its argument again and again, until it is killed.
import pino from 'pino';
import { Registry } from 'prom-client';
import { createExtractor } from '../../src/infra/extraction/extractor.ts';

const [path = ''] = process.argv.slice(2);
const extractor = createExtractor({ log: pino({ enabled: false }), metrics: new Registry() });
for (;;) await extractor.readDocument({ path, type: 'html', name: path }, new AbortController().signal);
