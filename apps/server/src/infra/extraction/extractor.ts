import { Counter, type Registry } from 'prom-client';
import type { Log } from '../log.ts';
import {
  type Block,
  type Chunk,
  type DocumentType,
  ExtractionError,
  type ReadDocument,
  type Sitemap,
  type WebPage,
} from './content.ts';
import { detectType } from './detect.ts';
import { READER_LIMITS, type ReaderLimits } from './limits.ts';
import type { Task } from './reader-messages.ts';
import { type ReaderProcess, type Result, startReader } from './reader-process.ts';
import { createTurns } from './turns.ts';

export {
  type Block,
  type Chunk,
  type DocumentType,
  ExtractionError,
  type ExtractionReason,
} from './content.ts';

/** Reads documents and web pages of strangers, in a process that may die of them. Fails with an `ExtractionError`. */
export interface Extractor {
  /** The type of a file by its content, or undefined if it is none that can be read. */
  detect: (file: { path: string; name: string }) => Promise<DocumentType | undefined>;
  readDocument: (
    document: { path: string; type: DocumentType; name: string },
    signal: AbortSignal,
  ) => Promise<ReadDocument>;
  /** HTML, XHTML, plain text, Markdown, CSV or a PDF. */
  readPage: (page: { path: string; url: string; contentType: string | null }, signal: AbortSignal) => Promise<WebPage>;
  /** XML or a list of addresses, also compressed by gzip. */
  readSitemap: (file: { path: string }, signal: AbortSignal) => Promise<Sitemap>;
  close: () => Promise<void>;
}

interface ExtractorOptions {
  log: Log;
  metrics: Registry;
  /** For tests. */
  limits?: Partial<ReaderLimits>;
}

/** Starts the process when there is something to read; one document at a time. */
export function createExtractor({ log, metrics, limits }: ExtractorOptions): Extractor {
  const reader = openReader({ log, limits: { ...READER_LIMITS, ...limits } });
  const count = createMetrics(metrics);
  const read = async (type: string, task: Task, signal: AbortSignal) => {
    try {
      const result = await reader.read(task, signal);
      count(type, 'read');
      return result;
    } catch (error) {
      if (error instanceof ExtractionError) count(type, error.reason);
      throw error;
    }
  };
  // The process is ours, so results have the shape that its code gives them.
  return {
    detect: detectType,
    async readDocument({ path, type, name }, signal) {
      const { items, rest } = await read(type, { kind: 'document', path, type, name }, signal);
      return { ...(rest as Omit<ReadDocument, 'chunks'>), chunks: items as Chunk[] };
    },
    async readPage({ path, url, contentType }, signal) {
      const { items, rest } = await read('page', { kind: 'page', path, url, contentType }, signal);
      return { ...(rest as Omit<WebPage, 'blocks'>), blocks: items as Block[] };
    },
    async readSitemap({ path }, signal) {
      return (await read('sitemap', { kind: 'sitemap', path }, signal)).rest as Sitemap;
    },
    close: reader.close,
  };
}

interface Reader {
  read: (task: Task, signal: AbortSignal) => Promise<Result>;
  close: () => Promise<void>;
}

/** Keeps one process for as long as there is work. */
function openReader(options: { log: Log; limits: ReaderLimits }): Reader {
  const closing = new AbortController();
  const inTurn = createTurns();
  let current: ReaderProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  return {
    read(task, signal) {
      const either = AbortSignal.any([signal, closing.signal]);
      return inTurn(either, async () => {
        clearTimeout(idle);
        if (!current?.isUsable()) current = startReader(options);
        const reader = current;
        try {
          return await reader.read(task, either);
        } finally {
          idle = setTimeout(() => void reader.end(), options.limits.idleMs).unref();
        }
      });
    },
    async close() {
      closing.abort(new Error('The server is closing'));
      clearTimeout(idle);
      await current?.end();
    },
  };
}

function createMetrics(registry: Registry) {
  const extractions = new Counter({
    name: 'kb_extractions_total',
    help: 'Documents, pages and sitemaps that a node has read, by outcome',
    labelNames: ['type', 'outcome'],
    registers: [registry],
  });
  return (type: string, outcome: string) => extractions.inc({ type, outcome });
}
