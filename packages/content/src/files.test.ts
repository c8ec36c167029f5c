import { describe, expect, test } from 'vitest';
import { fileIcon, splitName } from './file-name.ts';
import { fileSize } from './file-size.ts';

describe('file size', () => {
  test.each([
    [0, 'en', '0 bytes'],
    [1, 'en', '1 byte'],
    [1_023, 'en', '1,023 bytes'],
    [1_024, 'en', '1 kB'],
    [1_500, 'en', '1.5 kB'],
    [734_567, 'en', '717 kB'],
    [1_048_575, 'en', '1 MB'],
    [1_500_000, 'en', '1.4 MB'],
    [10_485_760, 'en', '10 MB'],
    [1_500_000, 'ru', '1,4 МБ'],
    [5, 'ru', '5 байт'],
  ])('%i bytes in %s is "%s"', (bytes, locale, expected) => {
    expect(fileSize(bytes, locale).replaceAll('\u00a0', ' ')).toBe(expected);
  });
});

describe('splitting a file name', () => {
  test('keeps the end of a long name whole', () => {
    expect(splitName('Quarterly report (final v3).pdf')).toEqual(['Quarterly report (fina', 'l v3).pdf']);
  });

  test('never splits a character', () => {
    expect(splitName('👍'.repeat(20))).toEqual(['👍'.repeat(11), '👍'.repeat(9)]);
  });

  test('leaves a short name whole', () => expect(splitName('photo.jpg')).toEqual(['photo.jpg', '']));
});

describe('a file icon', () => {
  const colorOf = (name: string, type = '') => fileIcon(name, type).color;

  test('has a different colour for each kind', () => {
    const names = ['a.pdf', 'a.xlsx', 'a.docx', 'a.pptx', 'a.zip', 'a.exe'];
    const colors = [...names.map((name) => colorOf(name)), colorOf('a.mp3', 'audio/mpeg')];
    expect(new Set(colors).size).toBe(colors.length);
  });

  test.each([
    ['a.PDF', 'b.pdf'],
    ['таблица.xlsx', 'b.csv'],
    ['a.tar.gz', 'b.rar'],
    ['README', 'b.weird-thing'],
  ])('has the same colour for %s and %s', (one, other) => expect(colorOf(one)).toBe(colorOf(other)));

  test.each([
    ['a.tar.gz', 'GZ'],
    ['a.weird-thing', ''],
    ['README', ''],
    ['a.', ''],
  ])('has for %s the extension "%s"', (name, extension) => expect(fileIcon(name, '')).toMatchObject({ extension }));
});
