// Holds the arrows between files against the rules of docs/architecture.md.
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { findViolations, type ImportGraph } from './architecture.ts';
import { CONSOLE } from './console-layers.ts';

/** A checker that reads nothing finds nothing: fewer files than this means that it is broken. */
const FEWEST_FILES = 25;
const FEWEST_CONSOLE_FILES = 300;

const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { exclude: ['**/*.test.*', '**/fixtures.ts'] });
const graph: ImportGraph = new Map(files.map((file) => [file, importsOf(file)]));
const violations = findViolations(graph);

for (const violation of violations) console.error(violation);
if (files.length < FEWEST_FILES) console.error(`Only ${files.length} files were read, and there are more`);
const consoleFiles = files.filter((file) => file.startsWith(CONSOLE));
if (consoleFiles.length < FEWEST_CONSOLE_FILES) {
  console.error(`Only ${consoleFiles.length} files of the console were read, and there are more`);
  process.exitCode = 1;
}
console.log(`architecture: ${files.length} files, ${violations.length} violations`);
if (violations.length || files.length < FEWEST_FILES) process.exit(1);

/** Own files only: what comes from npm or Node is not ours to arrange. */
function importsOf(file: string) {
  const source = readFileSync(file, 'utf8');
  const { module, errors } = parseSync(file, source);
  if (errors.length) throw new Error(`${file}: ${errors[0]?.message}`);
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
