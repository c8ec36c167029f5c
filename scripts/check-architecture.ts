// Checks imports against the rules of docs/architecture.md, and the shape of the code.
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type ParseResult, parseSync } from 'oxc-parser';
import { findViolations } from './architecture.ts';
import { findMissingFiles, findShapeViolations } from './code-shape.ts';
import type { ImportGraph } from './import-graph.ts';
import { findSqlOutsideStores } from './sql-places.ts';

const SOURCES = ['{apps,packages}/*/src/**/*.{ts,tsx}', '{bench,scripts}/**/*.ts'];
const files = globSync(SOURCES, { exclude: ['**/*.test.*', '**/fixtures.ts'] });
const graph: ImportGraph = new Map();
const violations = findMissingFiles(files);

for (const file of files) {
  const source = readFileSync(file, 'utf8');
  const parsed = parseSync(file, source);
  const [error] = parsed.errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  violations.push(...findShapeViolations(file, source, parsed), ...findSqlOutsideStores(file, source, parsed));
  if (/^(apps|packages)\//.test(file)) graph.set(file, importsOf(file, source, parsed));
}
violations.push(...findViolations(graph));

for (const violation of violations) console.error(violation);
console.log(`architecture: ${files.length} files, ${violations.length} violations`);
if (violations.length) process.exitCode = 1;

/** Files of this repository; imports from npm and Node have no rules. */
function importsOf(file: string, source: string, { module }: ParseResult) {
  const requests = [
    ...module.staticImports.map((each) => each.moduleRequest.value),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ];
  return [...new Set(requests)].flatMap((request) => {
    if (request.startsWith('.')) return path.join(path.dirname(file), request);
    if (request.startsWith('@parley/')) return path.relative('.', createRequire(path.resolve(file)).resolve(request));
    return [];
  });
}
