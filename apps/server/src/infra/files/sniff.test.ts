import { expect, test } from 'vitest';
import { isInlineImage, SNIFFED_BYTES, sniff } from './sniff.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const WEBP = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');
const JFIF = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF\0', [1, 1, 0, 0, 1, 0, 1, 0, 0], [0xff, 0xdb, 0, 67]);
const EXIF = bytes([0xff, 0xd8, 0xff, 0xe1, 0x3c, 0x68], 'Exif\0\0', 'MM'.repeat(100));

test.each([
  ['image/png', PNG],
  ['image/gif', GIF],
  ['image/gif', bytes('GIF87a', [1, 0, 1, 0, 0, 0, 0], ',', [0, 0, 0, 0])],
  ['image/webp', WEBP],
  ['image/webp', bytes('RIFF', [36, 0, 0, 0], 'WEBPVP8 ', [24, 0, 0, 0, 0x30, 1, 0, 0x9d, 1, 0x2a, 1, 0, 1, 0])],
  ['image/webp', bytes('RIFF', [36, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0x10, 0, 0, 0])],
  ['image/jpeg', JFIF],
  ['image/jpeg', EXIF],
  ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xdb, 0, 6, 1, 2, 3, 4, 0xff, 0xc0])],
  ['application/pdf', bytes('%PDF-1.7\n%', [0xe2, 0xe3, 0xcf, 0xd3])],
  ['application/zip', bytes('PK\x03\x04', [20, 0])],
  ['application/zip', bytes('PK\x05\x06', Array(18).fill(0))],
  ['application/gzip', bytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])],
  ['video/mp4', bytes([0, 0, 0, 24], 'ftypisom', [0, 0, 2, 0])],
  ['audio/mp4', bytes([0, 0, 0, 24], 'ftypM4A ', [0, 0, 2, 0])],
  ['video/quicktime', bytes([0, 0, 0, 20], 'ftypqt  ', [0, 0, 2, 0])],
  ['video/webm', bytes([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x84], 'webm')],
  ['video/x-matroska', bytes([0x1a, 0x45, 0xdf, 0xa3, 0xa3, 0x42, 0x82, 0x88], 'matroska')],
  ['audio/ogg', bytes('OggS\0\x02', Array(22).fill(0), 'OpusHead')],
  ['video/ogg', bytes('OggS\0\x02', Array(22).fill(0), '\x80theora')],
  ['audio/wav', bytes('RIFF', [36, 0, 0, 0], 'WAVEfmt ')],
  ['audio/mpeg', bytes('ID3\x04\0\0\0\0\x01\x7f')],
  ['audio/mpeg', bytes([0xff, 0xfb, 0x90, 0x64, 0, 0, 0, 0, 0, 0])],
  ['text/plain', Buffer.from('Hello\tПривет\r\n👋')],
  ['text/plain', Buffer.from('\ufeffid;name\n')],
  ['text/plain', Buffer.alloc(0)],
])('%s is detected by its first bytes', (type, head) => {
  expect(sniff(head)).toBe(type);
});

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  '<?xml version="1.0"?><svg/>',
  '<!doctype html><script>alert(1)</script>',
  'GIF89a=1;alert(1)',
  'GIF87a/*////////*/=1;',
  'RIFF    WEBP is a format',
  'ID3 is a tag and ftyp a box',
  'PK is not a zip',
])('%s is text, not an image', (text) => {
  expect(sniff(Buffer.from(text))).toBe('text/plain');
});

test.each([
  ['a PNG without its first chunk', PNG.subarray(0, 12)],
  ['a PNG mangled by a transfer as text', Buffer.from(PNG.toString('latin1').replace('\r\n', '\n'), 'latin1')],
  ['a JPEG marker followed by a script', bytes([0xff, 0xd8, 0xff, 0xe0], '<script>alert(1)</script>')],
  ['a JPEG whose first segment is not followed by another', bytes(JFIF.toString('latin1').replace('\xff\xdb', '<b'))],
  ['a JPEG that begins with its end', bytes([0xff, 0xd8, 0xff, 0xd9], Array(20).fill(0))],
  ['a GIF of zero size', bytes('GIF89a', [0, 0, 0, 0, 0, 0, 0], ',')],
  ['a GIF without a block', bytes('GIF89a', [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 1, 1, 1], 'x')],
  ['a WebP of an unknown format', bytes('RIFF', [9, 0, 0, 0], 'WEBPXXXX', [0, 0, 0, 0])],
  ['a HEIC photo', bytes([0, 0, 0, 24], 'ftypheic', [0, 0, 0, 0])],
  ['an EBML file of an unknown type', bytes([0x1a, 0x45, 0xdf, 0xa3, 0xa3, 0x42, 0x82, 0x84], 'what')],
  ['text in UTF-16', Buffer.from('\ufeffHello', 'utf16le')],
  ['text with a NUL', Buffer.from('a\0b')],
  ['text with an escape sequence', Buffer.from('a\x1b[31mb')],
  ['text in Latin-1', Buffer.from('café', 'latin1')],
  ['text cut off inside a character', Buffer.from('👋').subarray(0, 3)],
  ['an executable', bytes('\x7fELF', [2, 1, 1, 0])],
])('%s is application/octet-stream', (_what, head) => {
  expect(sniff(head)).toBe('application/octet-stream');
});

test('a character cut by the end of the sniffed bytes leaves text as text', () => {
  const text = Buffer.from(`a${'я'.repeat(SNIFFED_BYTES)}`);
  expect(sniff(text.subarray(0, SNIFFED_BYTES))).toBe('text/plain');
});

test('only PNG, JPEG, GIF and WebP images are shown inline', () => {
  expect(['image/png', 'image/jpeg', 'image/gif', 'image/webp'].every(isInlineImage)).toBe(true);
  expect(['image/svg+xml', 'text/html', 'text/plain', 'application/pdf', 'IMAGE/PNG', ''].some(isInlineImage)).toBe(
    false,
  );
});
