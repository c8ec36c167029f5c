import { expect, test } from 'vitest';
import { toCsv } from './write-csv.ts';

test('a file starts with a byte order mark, and cells with separators, quotes or lines are quoted', () => {
  expect(
    toCsv(
      [
        ['Name', 'Chats'],
        ['Ann, "the" owner', 12],
        ['two\nlines', null],
      ],
      'en',
    ),
  ).toBe('\uFEFFName,Chats\r\n"Ann, ""the"" owner",12\r\n"two\nlines",\r\n');
});

test('no cell is run as a formula', () => {
  const cells = ['=HYPERLINK("x")', '+1', '-1+2', '@SUM(A1)', '\t=1', 'a=b'];
  expect(toCsv([cells], 'en')).toBe(`\uFEFF"'=HYPERLINK(""x"")",'+1,'-1+2,'@SUM(A1),'\t=1,a=b\r\n`);
});

test('Russian spreadsheets get their separators', () => {
  expect(toCsv([['a,b', 4.5, 'c']], 'ru')).toBe('\uFEFF"a,b";4,5;c\r\n');
});
