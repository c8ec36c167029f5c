import type { DocumentType, ExtractionReason } from '../../src/infra/extraction/extractor.ts';
import { DOCX_CLOSING, DOCX_OPENING, makeDocx, wrapDocx } from './docx-files.ts';
import { entityBomb, nestedHtml } from './markup-files.ts';
import { assemblePdf, makeEncryptedPdf, makePdf, pageObject, streamObject } from './pdf-files.ts';
import { deflatedMegabytes, makeZip } from './zip-files.ts';

interface HostileFile {
  name: string;
  type: DocumentType;
  content: () => string | Buffer;
  /** How reading it may end; `read` if it may give text. */
  ends: (ExtractionReason | 'read')[];
}

const CATALOGUE = '<< /Type /Catalog /Pages 2 0 R >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const ONE_PAGE = '<< /Type /Pages /Kids [4 0 R] /Count 1 >>';
const zlibMegabytes = (count: number) => Buffer.concat([Buffer.from([0x78, 0x9c]), deflatedMegabytes(count)]);
const packedStream = (packed: Buffer, entries = '/Filter /FlateDecode') =>
  Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${packed.length} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ]);
const onePage = (...more: (string | Buffer)[]) => assemblePdf([CATALOGUE, ONE_PAGE, FONT, pageObject(5), ...more]);
/** A tree of pages whose every level has ten references to the next. */
const pageTree = (levels: number) =>
  assemblePdf([
    CATALOGUE,
    ...Array.from({ length: levels }, (_, level) => {
      const next = `${level + 3} 0 R `;
      return `<< /Type /Pages /Kids [${next.repeat(10)}] /Count ${10 ** (levels - level)} >>`;
    }),
    '<< /Type /Page /MediaBox [0 0 1 1] >>',
  ]);

const PDFS: Omit<HostileFile, 'type'>[] = [
  { name: 'a page of 1,000 MB', content: () => onePage(packedStream(zlibMegabytes(1_000))), ends: ['memory'] },
  {
    name: 'an object stream of 1,000 MB',
    content: () => {
      const stream = packedStream(zlibMegabytes(1_000), '/Type /ObjStm /N 1 /First 10 /Filter /FlateDecode');
      return onePage(stream);
    },
    ends: ['no_text', 'memory', 'broken'],
  },
  {
    name: 'pages within pages',
    content: () => assemblePdf([CATALOGUE, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>']),
    ends: ['broken', 'no_text'],
  },
  { name: 'a tree of 10^9 pages', content: () => pageTree(9), ends: ['too_many_pages'] },
  {
    name: 'a count of 10^9 with one page',
    content: () =>
      assemblePdf([
        CATALOGUE,
        '<< /Type /Pages /Kids [4 0 R] /Count 1000000000 >>',
        FONT,
        pageObject(5),
        streamObject('BT /F1 9 Tf (Hi) Tj ET'),
      ]),
    ends: ['too_many_pages', 'read'],
  },
  {
    name: 'a negative count',
    content: () => assemblePdf([CATALOGUE, '<< /Kids [] /Count -5 >>']),
    ends: ['broken', 'no_text'],
  },
  {
    name: '10,000 pages',
    content: () => makePdf(Array.from({ length: 10_000 }, (_, index) => [`Page ${index}`])),
    ends: ['too_many_pages'],
  },
  {
    name: 'arrays 200,000 deep',
    content: () => onePage(`${'['.repeat(200_000)}${']'.repeat(200_000)}`),
    ends: ['broken', 'no_text'],
  },
  {
    name: 'a length that refers to itself',
    content: () => onePage(Buffer.from('<< /Length 5 0 R >>\nstream\nBT ET\nendstream')),
    ends: ['broken', 'no_text'],
  },
  {
    name: 'a form that draws itself',
    content: () =>
      onePage(
        streamObject('/X Do'),
        '<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >> /Length 5 >>\n' +
          'stream\n/X Do\nendstream',
      ),
    ends: ['broken', 'no_text'],
  },
  { name: 'a password', content: makeEncryptedPdf, ends: ['encrypted'] },
  { name: 'only a header', content: () => '%PDF-1.7\n', ends: ['broken'] },
  {
    name: 'noise behind a header',
    content: () => Buffer.concat([Buffer.from('%PDF-1.4\n'), noise(50_000)]),
    ends: ['broken'],
  },
  { name: 'a page without text', content: () => onePage(streamObject('0 0 m 9 9 l S')), ends: ['no_text'] },
];

const docxOf = (megabytes: number, declaredBytes: number) =>
  wrapDocx('', { packed: deflatedMegabytes(megabytes), declaredBytes });

const DOCXS: Omit<HostileFile, 'type'>[] = [
  { name: 'a part of 1,000 MB', content: () => docxOf(1_000, 1_000 * 1024 ** 2), ends: ['too_large'] },
  {
    name: 'a part of 1,000 MB that says 1,000 bytes',
    content: () => docxOf(1_000, 1_000),
    ends: ['broken', 'too_large'],
  },
  {
    name: '100 parts of 1 MB',
    content: () => {
      const packed = deflatedMegabytes(1);
      const names = Array.from({ length: 100 }, (_, index) => `word/media/${index}.bin`);
      return wrapDocx(
        '',
        {},
        names.map((name) => ({ name, content: '', packed, declaredBytes: 1024 ** 2 })),
      );
    },
    ends: ['too_large'],
  },
  {
    name: '20,000 parts',
    content: () =>
      wrapDocx(
        '',
        {},
        Array.from({ length: 20_000 }, (_, index) => ({ name: `${index}`, content: '' })),
      ),
    ends: ['too_large'],
  },
  {
    name: '60 MB of paragraphs',
    content: () => {
      const xml = `${DOCX_OPENING}${'<w:p/>'.repeat(9_000_000)}${DOCX_CLOSING}`;
      return wrapDocx(xml);
    },
    ends: ['memory', 'no_text', 'broken'],
  },
  {
    name: 'an entity bomb',
    content: () =>
      wrapDocx(
        entityBomb(
          9,
          'w:document',
          (entity) => `${DOCX_OPENING.replace(/^.*?>/, '')}<w:p><w:r><w:t>${entity}</w:t></w:r></w:p>${DOCX_CLOSING}`,
        ),
      ),
    ends: ['broken', 'no_text', 'read', 'memory'],
  },
  {
    name: 'tables 20,000 deep',
    content: () => {
      const open = '<w:tbl><w:tr><w:tc>'.repeat(20_000);
      return wrapDocx(`${DOCX_OPENING}${open}${'</w:tc></w:tr></w:tbl>'.repeat(20_000)}${DOCX_CLOSING}`);
    },
    ends: ['broken', 'no_text', 'memory'],
  },
  {
    name: 'a password of its zip',
    content: () => wrapDocx(`${DOCX_OPENING}${DOCX_CLOSING}`, { isEncrypted: true }),
    ends: ['encrypted'],
  },
  { name: 'a compound file with an encrypted package', content: encryptedOffice, ends: ['encrypted'] },
  { name: 'no document in it', content: () => makeZip([{ name: 'a.txt', content: 'a' }]), ends: ['broken'] },
  { name: 'no text', content: () => makeDocx(['', ' ']), ends: ['no_text'] },
];

const TEXTS: HostileFile[] = [
  { name: '60,000 nested elements', type: 'html', content: () => nestedHtml(60_000), ends: ['read'] },
  { name: '20,000 nested quotes', type: 'html', content: () => nestedHtml(20_000, 'blockquote'), ends: ['read'] },
  { name: '20,000 nested lists', type: 'html', content: () => nestedHtml(20_000, 'ul'), ends: ['read'] },
  { name: '2,000 nested tables', type: 'html', content: () => '<table><tr><td>'.repeat(2_000), ends: ['no_text'] },
  { name: 'a million attributes', type: 'html', content: () => `<p ${'a '.repeat(1_000_000)}>Hi`, ends: ['read'] },
  { name: '50,000 open tags', type: 'html', content: () => '<b>'.repeat(50_000), ends: ['no_text', 'memory'] },
  {
    name: 'spans of 10^9',
    type: 'html',
    content: () => '<table><tr><td colspan=1000000000 rowspan=1000000000>a<td>b</table>'.repeat(50),
    ends: ['read'],
  },
  { name: 'a line of 8 MB', type: 'text', content: () => 'a'.repeat(8_000_000), ends: ['too_large'] },
  {
    name: '63 MB of text',
    type: 'text',
    content: () => Buffer.alloc(63 * 1024 ** 2, 'some text. '),
    ends: ['too_large', 'memory'],
  },
  {
    name: '65 MB of text',
    type: 'text',
    content: () => Buffer.alloc(65 * 1024 ** 2, 'some text. '),
    ends: ['too_large'],
  },
  { name: 'spaces', type: 'text', content: () => ' \n\t'.repeat(100_000), ends: ['no_text'] },
  {
    name: 'a column of quotes',
    type: 'csv',
    content: () => '"'.repeat(200_001),
    ends: ['read', 'too_large', 'no_text'],
  },
  {
    name: '200,000 columns',
    type: 'csv',
    content: () => `${'a,'.repeat(200_000)}\n${'b,'.repeat(200_000)}`,
    ends: ['read', 'too_large'],
  },
  { name: 'a million brackets', type: 'markdown', content: () => '# '.concat('['.repeat(500_000)), ends: ['read'] },
  { name: 'a million fences', type: 'markdown', content: () => '```\n'.repeat(250_000), ends: ['no_text', 'read'] },
  { name: 'comments without an end', type: 'markdown', content: () => '<!--'.repeat(100_000), ends: ['read'] },
  { name: 'combining marks', type: 'text', content: () => `a${'\u0301'.repeat(100_000)}`, ends: ['read'] },
];

export const HOSTILE_FILES: HostileFile[] = [
  ...PDFS.map((file) => ({ ...file, type: 'pdf' as const })),
  ...DOCXS.map((file) => ({ ...file, type: 'docx' as const })),
  ...TEXTS,
];

/** Bytes that look random and are the same every time. */
function noise(length: number) {
  let state = 1;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state >> 16;
    }),
  );
}

function encryptedOffice() {
  const file = Buffer.alloc(1_536);
  file.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1');
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  file.write('EncryptedPackage', 1_024 + 128, 'utf16le');
  return file;
}
