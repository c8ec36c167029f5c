import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

interface PdfLine {
  text: string;
  size?: number;
  /** From the bottom, in points; by default below the last line. */
  y?: number;
}

type PdfPage = (string | PdfLine)[];

const TOP = 780;
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';

/** A PDF with a page for each list of lines. */
export function makePdf(pages: PdfPage[], trailer = ''): Buffer {
  const first = 4;
  const numbers = pages.map((_, index) => first + 2 * index);
  const kids = numbers.map((number) => `${number} 0 R`).join(' ');
  return assemblePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
      FONT,
      ...pages.flatMap((lines, index) => [pageObject(first + 2 * index + 1), streamObject(contentOf(lines))]),
    ],
    trailer,
  );
}

export const pageObject = (content: number, parent = 2) =>
  `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R ` +
  '/Resources << /Font << /F1 3 0 R >> >> >>';

export function streamObject(content: string | Buffer, declaredLength?: number): Buffer {
  const packed = deflateSync(content);
  const head = `<< /Filter /FlateDecode /Length ${declaredLength ?? packed.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]);
}

/** A file of these objects, numbered from 1, the first of them the catalogue. */
export function assemblePdf(objects: (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const body = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    offsets.push(length);
    parts.push(body);
    length += body.length;
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end =
    `xref\n0 ${size}\n0000000000 65535 f \n${entries}` +
    `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

function contentOf(lines: PdfPage) {
  let y = TOP;
  const drawn = lines.map((line) => {
    const { text, size = 11, y: place } = typeof line === 'string' ? { text: line } : line;
    y = place ?? y - size * 1.3;
    // An empty line is the space between paragraphs.
    return `BT /F1 ${size} Tf 1 0 0 1 60 ${y.toFixed(1)} Tm (${escapePdf(text)}) Tj ET`;
  });
  return Buffer.from(drawn.join('\n'), 'latin1');
}

const escapePdf = (text: string) => text.replace(/[\\()]/g, '\\$&');

/** A PDF that opens with a password only: the standard handler, with checks that no password passes. */
export function makeEncryptedPdf(): Buffer {
  const id = createHash('md5').update('id').digest('hex');
  const check = createHash('sha256').update('check').digest('hex');
  return makePdf(
    [['Locked']],
    `/ID [<${id}> <${id}>] /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${check}> /U <${check}> >>`,
  );
}
