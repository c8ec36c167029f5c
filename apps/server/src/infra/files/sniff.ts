/** How much of a file its type is detected from. */
export const SNIFFED_BYTES = 4096;

/** Types that browsers may show inline: images that cannot contain scripts. */
const INLINE = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export function isInlineImage(type: string) {
  return INLINE.has(type);
}

/** Detects the type of a file by its first bytes. SVG and HTML, which browsers would run, are plain text. */
export function sniff(head: Buffer): string {
  return sniffImage(head) ?? sniffMedia(head) ?? sniffDocument(head) ?? (isText(head) ? 'text/plain' : UNKNOWN);
}

const UNKNOWN = 'application/octet-stream';

const has = (head: Buffer, bytes: string, at = 0) =>
  head.subarray(at, at + bytes.length).equals(Buffer.from(bytes, 'latin1'));

function sniffImage(head: Buffer) {
  if (has(head, '\x89PNG\r\n\x1a\n\0\0\0\rIHDR')) return 'image/png';
  if (isJpeg(head)) return 'image/jpeg';
  if (isGif(head)) return 'image/gif';
  if (isWebp(head)) return 'image/webp';
  return undefined;
}

/** Checks that the first segment is one that images start with, and that another follows it. */
function isJpeg(head: Buffer) {
  if (!has(head, '\xff\xd8\xff') || head.length < 12) return false;
  const marker = head.readUInt8(3);
  const length = head.readUInt16BE(4);
  const next = 4 + length;
  if (length < 2 || (next < head.length && head[next] !== 0xff)) return false;
  if (marker === 0xe0) return has(head, 'JFIF\0', 6);
  if (marker === 0xe1) return has(head, 'Exif\0', 6) || has(head, 'http://ns.adobe.com/xap/1.0/\0', 6);
  // Other application data, tables, a comment or the frame itself.
  return (marker >= 0xe2 && marker <= 0xef) || [0xc0, 0xc1, 0xc2, 0xc4, 0xdb, 0xdd, 0xfe].includes(marker);
}

/** A script may also start with "GIF89a", so a block must follow the colour table. */
function isGif(head: Buffer) {
  if (!/^GIF8[79]a$/.test(head.toString('latin1', 0, 6)) || head.length < 14) return false;
  if (!head.readUInt16LE(6) || !head.readUInt16LE(8)) return false;
  const flags = head.readUInt8(10);
  const colours = flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
  return [0x21, 0x2c].includes(head[13 + colours] ?? 0);
}

function isWebp(head: Buffer) {
  if (!has(head, 'RIFF') || !has(head, 'WEBP', 8)) return false;
  if (has(head, 'VP8X\n\0\0\0', 12)) return true;
  return (has(head, 'VP8 ', 12) && has(head, '\x9d\x01\x2a', 23)) || (has(head, 'VP8L', 12) && has(head, '/', 20));
}

function sniffMedia(head: Buffer) {
  if (has(head, 'ftyp', 4)) return sniffFtyp(head.toString('latin1', 8, 12));
  if (has(head, '\x1a\x45\xdf\xa3')) return sniffEbml(head.toString('latin1', 0, 128));
  if (has(head, 'OggS\0')) return head.includes('\x80theora', 0, 'latin1') ? 'video/ogg' : 'audio/ogg';
  if (has(head, 'RIFF') && has(head, 'WAVE', 8)) return 'audio/wav';
  return isMp3(head) ? 'audio/mpeg' : undefined;
}

/** HEIC and AVIF photos use the same container as videos. */
function sniffFtyp(brand: string) {
  if (/^(hei[cxms]|hev[cxms]|mif1|msf1|avif|avis|crx )$/.test(brand)) return UNKNOWN;
  if (brand === 'qt  ') return 'video/quicktime';
  return /^M4[AB] $/.test(brand) ? 'audio/mp4' : 'video/mp4';
}

function sniffEbml(start: string) {
  if (/\x42\x82.webm/s.test(start)) return 'video/webm';
  return /\x42\x82.matroska/s.test(start) ? 'video/x-matroska' : undefined;
}

function isMp3(head: Buffer) {
  if (head.length < 10) return false;
  if (has(head, 'ID3'))
    return [2, 3, 4].includes(head.readUInt8(3)) && head.subarray(6, 10).every((byte) => byte < 0x80);
  const [sync, version, rates] = [head.readUInt8(0), head.readUInt8(1), head.readUInt8(2)];
  const isFrame = sync === 0xff && (version & 0xe6) === 0xe2 && (version & 0x18) !== 0x08;
  const [bitrate, frequency] = [rates >> 4, (rates >> 2) & 3];
  return isFrame && bitrate !== 0 && bitrate !== 15 && frequency !== 3;
}

function sniffDocument(head: Buffer) {
  if (has(head, '%PDF-')) return 'application/pdf';
  if (['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'].some((mark) => has(head, mark))) return 'application/zip';
  return has(head, '\x1f\x8b\x08') ? 'application/gzip' : undefined;
}

function isText(head: Buffer) {
  try {
    // A character may be cut off at the end.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length >= SNIFFED_BYTES });
    return !/[^\P{Cc}\t\n\r]/u.test(text);
  } catch {
    return false;
  }
}
