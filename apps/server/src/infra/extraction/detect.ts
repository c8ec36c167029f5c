import { open } from 'node:fs/promises';
import path from 'node:path';
import type { DocumentType } from './content.ts';
import { isWordZip } from './zip.ts';

/** How much of a file its type is detected from. */
const HEAD_BYTES = 64 * 1024;
/** A page says what it is within so much. */
const HTML_WITHIN = 4_096;
/** PDF.js finds the header of a PDF within so much. */
const PDF_HEADER_WITHIN = 1_024;
/** Stray control characters that a text may contain. */
const STRAY_SHARE = 0.001;

const TEXT_TYPES: Record<string, DocumentType> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.mdown': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
  '.csv': 'csv',
  '.tsv': 'csv',
};

/** Files with these names promise what a text is not. */
const BINARY_NAMES = /\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|odp|rtf|zip|gz|png|jpe?g|gif|webp|exe|dll)$/i;

/** The type of a document by its content; between kinds of text, its name decides. */
export async function detectType(file: { path: string; name: string }): Promise<DocumentType | undefined> {
  const head = await readHead(file.path);
  if (head.length === 0) return undefined;
  if (isPdf(head, file.name)) return 'pdf';
  if (head.subarray(0, 4).equals(ZIP)) return (await isWord(file, head)) ? 'docx' : undefined;
  if (head.subarray(0, 8).equals(COMPOUND)) return (await isEncryptedOffice(file.path)) ? 'docx' : undefined;
  return isText(head) && !BINARY_NAMES.test(file.name) ? textType(head, file.name) : undefined;
}

async function readHead(file: string, position = 0, length = HEAD_BYTES) {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function isPdf(head: Buffer, name: string) {
  const at = head.subarray(0, PDF_HEADER_WITHIN).indexOf('%PDF-');
  return at === 0 || (at > 0 && path.extname(name).toLowerCase() === '.pdf');
}

const ZIP = Buffer.from('PK\x03\x04', 'latin1');

/** A document that was cut off has no directory any more; reading it says that it is broken. */
async function isWord({ path: file, name }: { path: string; name: string }, head: Buffer) {
  try {
    return await isWordZip(file);
  } catch {
    return /\.docx$/i.test(name) && /\[Content_Types\]\.xml|word\/|_rels\//.test(head.toString('latin1'));
  }
}

const COMPOUND = Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1');
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');

/** Word wraps encrypted documents in a compound file, as which older versions stored all. */
export async function isEncryptedOffice(file: string) {
  const head = await readHead(file);
  if (head.length < 512 || !head.subarray(0, 8).equals(COMPOUND)) return false;
  const sectorBytes = 2 ** Math.min(head.readUInt16LE(30), 16);
  const directory = await readHead(file, (head.readUInt32LE(48) + 1) * sectorBytes);
  return directory.includes(ENCRYPTED_PACKAGE);
}

/** Tabs, line ends, page breaks, and the escapes of ISO-2022. */
const SPACING = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);

/** In any encoding: UTF-16 with a byte order mark, or bytes that are hardly ever control characters. */
function isText(head: Buffer) {
  if (/^(?:\xff\xfe|\xfe\xff)/.test(head.toString('latin1', 0, 2))) return isUtf16(head);
  let stray = 0;
  for (const byte of head) {
    if (byte === 0) return false;
    if ((byte < 0x20 && !SPACING.has(byte)) || byte === 0x7f) stray += 1;
  }
  return stray <= head.length * STRAY_SHARE;
}

function isUtf16(head: Buffer) {
  const text = new TextDecoder(head[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(head);
  const strange = text.match(/[^\P{Cc}\s]|\p{Cn}|\uFFFD/gu)?.length ?? 0;
  return head.length > 2 && strange <= 1 + text.length * STRAY_SHARE;
}

/** In steps, since this runs in the server: one expression for all of it could take for ever. */
function startsAsHtml(head: Buffer) {
  const marks = /^\xef\xbb\xbf|^\xff\xfe|^\xfe\xff|\0/g;
  let rest = head.toString('latin1', 0, HTML_WITHIN).replace(marks, '').trimStart();
  while (/^<(?:!--|\?xml)/.test(rest)) {
    const mark = rest.startsWith('<!--') ? '-->' : '>';
    const end = rest.indexOf(mark);
    if (end === -1) return false;
    rest = rest.slice(end + mark.length).trimStart();
  }
  return /^<(?:!doctype\s{1,9}html|html|head|body)[\s>]/i.test(rest);
}

function textType(head: Buffer, name: string): DocumentType {
  const byName = TEXT_TYPES[path.extname(name).toLowerCase()];
  if (byName) return byName;
  return startsAsHtml(head) ? 'html' : 'text';
}
