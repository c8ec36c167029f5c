import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { findMissingFiles, findShapeViolations } from './code-shape.ts';

const violations = (source: string) => findShapeViolations('file.ts', source, parseSync('file.ts', source));
const lines = (count: number) => 'work();\n'.repeat(count);

test('a function has at most 100 lines, however it is written', () => {
  expect(violations(`function short() {\n${lines(98)}}`)).toEqual([]);
  expect(violations(`function long() {\n${lines(99)}}`)).toEqual([
    'file.ts:1: a function of 101 lines; split it into parts of at most 100',
  ]);
  expect(violations(`const long = () => {\n${lines(99)}};`)).toHaveLength(1);
  expect(violations(`class Thing {\n  long() {\n${lines(99)}}\n}`)).toHaveLength(1);
});

test('code outside functions may be longer', () => {
  expect(violations(lines(200))).toEqual([]);
});

test('a cast through unknown needs a comment on the line before or in its statement', () => {
  expect(violations('const a = b as unknown as C;')).toEqual([
    'file.ts:1: `as unknown as` without a comment that says why',
  ]);
  expect(violations('// The types lack it.\nconst a = b as unknown as C;')).toEqual([]);
  expect(violations('const a = b as unknown as C; // The types lack it.')).toHaveLength(1);
  expect(violations('const a = f(\n  // The types lack it.\n  b as unknown as C,\n);')).toEqual([]);
  expect(violations('/** Something. */\nfunction f() {\n  work();\n  return b as unknown as C;\n}')).toHaveLength(1);
  expect(violations('const a = b as C;\nconst d = e as unknown;')).toEqual([]);
});

test('a workspace with too few files read or without a minimum is reported', () => {
  const files = ['apps/server/src/a.ts', 'apps/server/src/b.ts', 'bench/a.ts'];
  expect(findMissingFiles(files, { 'apps/server': 2, bench: 1 })).toEqual([]);
  expect(findMissingFiles(files, { 'apps/server': 3, bench: 1 })).toEqual([
    'apps/server: only 2 files were read, but there are at least 3',
  ]);
  expect(findMissingFiles(files, { 'apps/server': 2 })).toEqual(['bench: add its number of files to FEWEST_FILES']);
});
