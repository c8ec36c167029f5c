import { describe, expect, test } from 'vitest';
import { fileIcon, splitName } from './file-name.ts';
import { fileSize } from './file-size.ts';

describe('the size of a file is told as people do', () => {
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
  ])('%i in %s: %s', (bytes, locale, expected) => {
    expect(fileSize(bytes, locale).replaceAll('\u00a0', ' ')).toBe(expected);
  });
});

describe('of a long name', () => {
  test('the end is kept', () => {
    expect(splitName('Quarterly report (final v3).pdf')).toEqual(['Quarterly report (fina', 'l v3).pdf']);
  });

  test('no character is cut in two', () => {
    expect(splitName('👍'.repeat(20))).toEqual(['👍'.repeat(11), '👍'.repeat(9)]);
  });

  test('nothing is kept apart where it is short', () => expect(splitName('photo.jpg')).toEqual(['photo.jpg', '']));
});

describe('the icon tells', () => {
  const colorOf = (name: string, type = '') => fileIcon(name, type).color;

  test('kinds apart', () => {
    const names = ['a.pdf', 'a.xlsx', 'a.docx', 'a.pptx', 'a.zip', 'a.exe'];
    const colors = [...names.map((name) => colorOf(name)), colorOf('a.mp3', 'audio/mpeg')];
    expect(new Set(colors).size).toBe(colors.length);
  });

  test.each([
    ['a.PDF', 'b.pdf'],
    ['таблица.xlsx', 'b.csv'],
    ['a.tar.gz', 'b.rar'],
    ['README', 'b.weird-thing'],
  ])('that %s and %s are of one kind', (one, other) => expect(colorOf(one)).toBe(colorOf(other)));

  test.each([
    ['a.tar.gz', 'GZ'],
    ['a.weird-thing', ''],
    ['README', ''],
    ['a.', ''],
  ])('the extension of %s', (name, extension) => expect(fileIcon(name, '')).toMatchObject({ extension }));
});
