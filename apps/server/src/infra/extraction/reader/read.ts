import { readFile, stat } from 'node:fs/promises';
import { chunksOf } from '../chunks.ts';
import { type Block, type Chunk, type DocumentType, ExtractionError, type WebPage } from '../content.ts';
import { MAX_CHUNKS, MAX_FILE_BYTES } from '../limits.ts';
import type { Task } from '../reader-messages.ts';
import { decode } from './charset.ts';

/** The long part of a result and the rest of it. */
interface Read {
  items: (Block | Chunk)[];
  rest: object;
}

export async function read(task: Task): Promise<Read> {
  const { size } = await stat(task.path);
  if (size > MAX_FILE_BYTES) throw new ExtractionError('too_large');
  if (task.kind === 'sitemap') {
    const { readSitemap } = await import('./sitemap.ts');
    return { items: [], rest: readSitemap(await readFile(task.path)) };
  }
  if (task.kind === 'page') {
    const { blocks, ...rest } = await readPage(task);
    return { items: blocks, rest };
  }
  const { pages, blocks } = await readDocument(task);
  const chunks = takeChunks(blocks);
  if (!chunks.length) throw new ExtractionError('no_text');
  return { items: chunks, rest: { pages } };
}

function takeChunks(blocks: Block[]) {
  const chunks: Chunk[] = [];
  for (const chunk of chunksOf(blocks)) {
    chunks.push(chunk);
    if (chunks.length > MAX_CHUNKS) throw new ExtractionError('too_large');
  }
  return chunks;
}

/** Parsers are loaded when they are needed, so that a small document takes little memory. */
async function readDocument({ path, type, name }: Task & { kind: 'document' }) {
  if (type === 'pdf') {
    const { readPdf } = await import('./pdf.ts');
    return readPdf(await readFile(path));
  }
  return { pages: null, blocks: await readFlowing(path, type, name) };
}

async function readFlowing(path: string, type: Exclude<DocumentType, 'pdf'>, name: string) {
  if (type === 'docx') return (await import('./docx.ts')).readDocx(path);
  const text = decode(await readFile(path), { isMarkup: type === 'html' });
  if (type === 'html') return (await import('./html.ts')).readHtml(text);
  if (type === 'csv') return (await import('./csv.ts')).readCsv(text, /\.tsv$/i.test(name));
  if (type === 'markdown') return (await import('./markdown.ts')).readMarkdown(text);
  return (await import('./text.ts')).readText(text);
}

async function readPage({ path, url, contentType }: Task & { kind: 'page' }): Promise<WebPage> {
  const bytes = await readFile(path);
  const mime = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const page = await import('./page.ts');
  if (bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) {
    const { readPdf } = await import('./pdf.ts');
    const { blocks, title } = await readPdf(bytes);
    return page.plainPage(blocks, title);
  }
  const charset = /charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType ?? '')?.[1];
  const plain = PLAIN_TYPES[mime];
  const text = decode(bytes, { charset, isMarkup: !plain });
  return plain ? page.plainPage(await plain(text)) : page.readPage(text, url);
}

const PLAIN_TYPES: Record<string, (text: string) => Promise<Block[]>> = {
  'text/plain': async (text) => (await import('./text.ts')).readText(text),
  'text/markdown': async (text) => (await import('./markdown.ts')).readMarkdown(text),
  'text/csv': async (text) => (await import('./csv.ts')).readCsv(text),
};
