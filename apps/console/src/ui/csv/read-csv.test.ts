import { expect, test } from 'vitest';
import { readCsv, type UnreadableCsv } from './read-csv.ts';

const read = async (content: BlobPart) => {
  const { header, rows, uneven } = await readCsv(new File([content], 'people.csv'));
  return { header: header.cells, rows: rows.map(({ line, cells }) => [line, ...cells]), uneven };
};

/** Capital and small Cyrillic letters. */
const inWindows1251 = (text: string) =>
  new Uint8Array([...text].map((sign) => (sign > 'z' ? sign.charCodeAt(0) - 0x350 : sign.charCodeAt(0))));

test.each([
  ['commas', 'Имя,Город\nИра,Тверь\n'],
  ['semicolons', 'Имя;Город\r\nИра;Тверь'],
  ['tabs', 'Имя\tГород\rИра\tТверь\r'],
  ['a byte order mark', '\ufeffИмя,Город\nИра,Тверь\n'],
  ['Windows-1251', inWindows1251('Имя;Город\r\nИра;Тверь\r\n')],
  ['UTF-16', new Uint8Array([0xff, 0xfe, ...Buffer.from('Имя\tГород\nИра\tТверь\n', 'utf16le')])],
  ['quotes', '"Имя","Город"\n"Ира","Тверь"\n'],
])('a table is read from a file with %s', async (_what, content) => {
  expect(await read(content)).toEqual({ header: ['Имя', 'Город'], rows: [[2, 'Ира', 'Тверь']], uneven: [] });
});

test('quotes hold delimiters, quotes and lines, and rows keep the line they start on', async () => {
  const { rows, uneven } = await read('a,b\n\n"x, ""y""\r\nz",1\n ,\n2\n"open,3');
  expect(rows).toEqual([[3, 'x, "y"\nz', '1']]);
  expect(uneven).toEqual([
    { line: 6, cells: ['2'] },
    { line: 7, cells: ['open,3'] },
  ]);
});

test('a delimiter inside quotes of the header does not count', async () => {
  expect((await read('"Name, first, last";Phone\nIra;1\n')).header).toEqual(['Name, first, last', 'Phone']);
});

test('files that are too large, empty or not text get their own error', async () => {
  const reasonOf = (content: BlobPart) => read(content).catch(({ reason }: UnreadableCsv) => reason);
  expect(await reasonOf('')).toBe('empty');
  expect(await reasonOf('name,email\n\n')).toBe('empty');
  expect(await reasonOf('x'.repeat(5 * 2 ** 20 + 1))).toBe('large');
  expect(await reasonOf(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))).toBe('binary');
});

test('a large file is read in slices', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  const { rows } = await readCsv(new File([`name,email\n${'Ira,ira@example.test\n'.repeat(200_000)}`], 'people.csv'));
  clearInterval(timer);
  expect(rows).toHaveLength(200_000);
  expect(turns).toBeGreaterThan(0);
});
