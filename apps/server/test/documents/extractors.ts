import pino from 'pino';
import { Registry } from 'prom-client';
import { onTestFinished } from 'vitest';
import {
  createExtractor,
  type DocumentType,
  ExtractionError,
  type Extractor,
} from '../../src/infra/extraction/extractor.ts';
import type { ReaderLimits } from '../../src/infra/extraction/limits.ts';
import { scratchFile } from './scratch-files.ts';

/** An extractor for one test. */
export function startExtractor(limits?: Partial<ReaderLimits>) {
  const opened = openExtractor(limits);
  onTestFinished(opened.extractor.close);
  return opened;
}

/** An extractor for many tests; the caller closes it. */
export function openExtractor(limits?: Partial<ReaderLimits>) {
  const metrics = new Registry();
  return { extractor: createExtractor({ log: pino({ enabled: false }), metrics, ...(limits && { limits }) }), metrics };
}

export const never = () => new AbortController().signal;

/** Reads a document as an upload is read: what it gives, or the reason that it gives nothing. */
export async function readFile(extractor: Extractor, name: string, content: string | Buffer, type?: DocumentType) {
  const path = scratchFile(name, content);
  const detected = type ?? (await extractor.detect({ path, name }));
  if (!detected) return { outcome: 'unsupported', type: undefined, pages: null, chunks: [] };
  try {
    const document = await extractor.readDocument({ path, type: detected, name }, never());
    return { outcome: 'read', type: detected, ...document };
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    return { outcome: error.reason, type: detected, pages: null, chunks: [] };
  }
}
