import { getDocumentProxy } from 'unpdf';
import { type Block, ExtractionError } from '../content.ts';
import { MAX_CHARACTERS, MAX_PAGES } from '../limits.ts';
import { blocksOf } from './pdf-blocks.ts';
import { type Line, linesOf } from './pdf-lines.ts';

interface Pdf {
  pages: number;
  title: string | null;
  blocks: Block[];
}

/** Nothing is drawn and no font is loaded: only text is read. */
const OPTIONS = {
  verbosity: 0,
  useSystemFonts: false,
  disableFontFace: true,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  useWorkerFetch: false,
  useWasm: false,
  enableXfa: false,
};

export async function readPdf(bytes: Buffer): Promise<Pdf> {
  const document = await open(bytes);
  try {
    const pages = document.numPages;
    if (pages > MAX_PAGES) throw new ExtractionError('too_many_pages');
    const lines: Line[][] = [];
    let characters = 0;
    for (let number = 1; number <= pages; number += 1) {
      const found = await readLines(document, number);
      characters += found.reduce((sum, { text }) => sum + text.length, 0);
      if (characters > MAX_CHARACTERS) throw new ExtractionError('too_large');
      lines.push(found);
    }
    return { pages, title: await titleOf(document), blocks: blocksOf(lines) };
  } finally {
    await document.loadingTask.destroy();
  }
}

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

async function open(bytes: Buffer) {
  try {
    return await getDocumentProxy(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length), OPTIONS);
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    throw isLocked ? new ExtractionError('encrypted', { cause: error }) : error;
  }
}

/** A page that is damaged is left out, as viewers do. */
async function readLines(document: PdfDocument, number: number): Promise<Line[]> {
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const lines = linesOf(
      items.flatMap((item) => ('str' in item ? item : [])),
      number,
    );
    page.cleanup();
    return lines;
  } catch {
    return [];
  }
}

async function titleOf(document: PdfDocument) {
  try {
    const { info } = await document.getMetadata();
    const { Title: title }: { Title?: unknown } = info;
    return typeof title === 'string' ? title : null;
  } catch {
    return null;
  }
}
