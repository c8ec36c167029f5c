import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalName, contentDisposition } from './file-names.ts';

/** Any code points, lone surrogates too. fast-check's `binary` builds a table of them all, which takes a second. */
const anyText = fc.array(fc.nat(0x10ffff)).map((codes) => String.fromCodePoint(...codes));

test.each([
  ['report.pdf', 'report.pdf'],
  ['/etc/passwd', 'passwd'],
  ['../../up.txt', 'up.txt'],
  ['C:\\fakepath\\photo.png', 'photo.png'],
  ['mixed/of\\both.txt', 'both.txt'],
  ['  spaced name .txt ', 'spaced name .txt'],
  ['Отчёт за май.pdf', 'Отчёт за май.pdf'],
  ['cafe\u0301.txt', 'café.txt'],
  ['invoice\u202egpj.exe', 'invoicegpj.exe'],
  ['a\u2066b\u2069\u200f\u061c.txt', 'ab.txt'],
  ['a\r\nSet-Cookie: b\0\x7f.txt', 'aSet-Cookie: b.txt'],
  ['e\u200e\u0301.txt', 'é.txt'],
  ['half \ud83d.txt', 'half \ufffd.txt'],
  ['👨‍👩‍👧.png', '👨‍👩‍👧.png'],
  ['.htaccess', '.htaccess'],
  ['archive.tar.gz', 'archive.tar.gz'],
])('the file name %j is stored as %j', (name, kept) => {
  expect(canonicalName(name)).toBe(kept);
});

test.each(['', ' ', '.', '..', '...', 'directory/', '/', '\\', '\u202e', '\0', '\n\t'])(
  'the file name %j is stored as "file"',
  (name) => {
    expect(canonicalName(name)).toBe('file');
  },
);

test('a long name is truncated before its extension', () => {
  expect(canonicalName(`${'a'.repeat(300)}.jpeg`)).toBe(`${'a'.repeat(250)}.jpeg`);
  expect(canonicalName(`${'a'.repeat(251)}.txt`)).toBe(`${'a'.repeat(251)}.txt`);
  expect(canonicalName(`${'😀'.repeat(300)}.png`)).toBe(`${'😀'.repeat(251)}.png`);
  expect(canonicalName(`x.${'y'.repeat(300)}`)).toBe(`x.${'y'.repeat(253)}`);
});

test('a stored name is one line of 1 to 255 characters without a path, and storing it again does not change it', () => {
  const odd = fc.constantFrom(
    '/',
    '\\',
    '.',
    ' ',
    '\u202e',
    '\n',
    'e',
    '\u0301',
    '\ud83d',
    '😀',
    'a'.repeat(200),
    '\u1fef',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        fc.array(odd).map((parts) => parts.join('')),
      ),
      (name) => {
        const kept = canonicalName(name);
        expect([...kept].length).toBeGreaterThan(0);
        expect([...kept].length).toBeLessThanOrEqual(255);
        expect(kept).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069/\\]/u);
        expect(kept).toBe(kept.normalize('NFC'));
        expect(canonicalName(kept)).toBe(kept);
      },
    ),
  );
});

test.each([
  ['attachment', 'report.pdf', 'attachment; filename="report.pdf"'],
  ['inline', 'a b.png', 'inline; filename="a b.png"'],
  ['attachment', 'Отчёт.pdf', `attachment; filename="_____.pdf"; filename*=UTF-8''%D0%9E%D1%82%D1%87%D1%91%D1%82.pdf`],
  ['attachment', 'a"b\\c%41.txt', `attachment; filename="a_b_c_41.txt"; filename*=UTF-8''a%22b%5Cc%2541.txt`],
  [
    'attachment',
    "😀 (it's)*.txt",
    `attachment; filename="_ (it's)*.txt"; filename*=UTF-8''%F0%9F%98%80%20%28it%27s%29%2A.txt`,
  ],
  ['attachment', 'a\r\nb\ud83d', `attachment; filename="a__b_"; filename*=UTF-8''a%0D%0Ab%EF%BF%BD`],
] as const)('Content-Disposition %s for %j is %s', (kind, name, header) => {
  expect(contentDisposition(kind, name)).toBe(header);
});

test('no file name can break out of the Content-Disposition header', () => {
  fc.assert(
    fc.property(anyText, (name) => {
      expect(contentDisposition('inline', name)).toMatch(
        /^inline; filename="[ !#-[\]-~]*"(; filename\*=UTF-8''([\w.!~-]|%[0-9A-F]{2})+)?$/,
      );
    }),
  );
});
