// npm run new-module <area> <plural-noun>: adds a working module. docs/adding-a-route.md continues from there.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AREAS } from './architecture.ts';
import { moduleFiles, namesOf } from './module-files.ts';

const [area = '', plural = ''] = process.argv.slice(2);
if (!AREAS.includes(area) || !/^[a-z]+(-[a-z]+)*s$/.test(plural)) {
  console.error(
    `Usage: npm run new-module <area> <plural-noun>, in kebab-case: conversations quick-phrases\nAreas: ${AREAS.join(', ')}`,
  );
  process.exit(2);
}
const files = Object.entries(moduleFiles(area, plural));
const taken = files.filter(([file]) => existsSync(file));
if (taken.length) {
  console.error(`Already there: ${taken.map(([file]) => file).join(', ')}`);
  process.exit(1);
}
for (const [file, text] of files) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(file);
}
const { camel, type } = namesOf(plural);
edit('packages/contract/src/api.ts', [
  [/(?=\n\/\*\* )/, `import { ${camel} } from './${plural}/${plural}.ts';\n`],
  [/(?<=export const api = \{[^}]*)(?=,?\s*\};)/, `, ${camel}`],
]);
edit('packages/contract/src/openapi/tags.ts', [
  [/(?<=const DESCRIPTIONS: [^{]*\{[^}]*)(?=\n\};)/, `\n  ${camel}: 'What they are, in a sentence.',`],
]);
edit('packages/contract/src/resources.ts', [
  [/(?=\n\/\*\* )/, `import { ${type} } from './${plural}/${plural}.ts';\n`],
  [/(?<=export const resources = \{[^}]*)(?=,?\s*\};)/, `, ${type}`],
]);
edit('apps/server/src/modules.ts', [
  [/(?=\n\/\*\* Every module)/, `import { manifest as ${camel} } from './modules/${area}/${plural}/manifest.ts';\n`],
  [/(?<=export const modules = \[[^\]]*)(?=,?\s*\])/, `, ${camel}`],
]);
console.log(`
Now: npm run format, npm run generate -- --name ${plural.replaceAll('-', '_')}, npm exec vitest ${plural}`);

function edit(file: string, changes: [RegExp, string][]) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    changes.reduce((changed, [at, added]) => changed.replace(at, added), text),
  );
  console.log(file);
}
