import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createProject } from './package.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const blocksOf = (file: string, language: string) =>
  [...read(file).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code);

test('the code of the guide is that of the bridge', () => {
  const program = ['bridge.js', 'helpdesk.js', 'memory.js'].map((file) => read(`examples/bridge/${file}`)).join('\n');
  const blocks = blocksOf('docs/guides/bridge.md', 'js');
  expect(blocks.length).toBeGreaterThan(5);
  for (const block of blocks) expect(program).toContain(block);
});

/** What the blocks of the README use and don't declare. */
const ASSUMED = `
declare global {
  const client: import('@parley/sdk').Client;
  const visitor: import('@parley/sdk/visitor').Visitor;
  const bytes: Uint8Array<ArrayBuffer>, blob: Blob, secret: string, buttonGuid: string, signal: AbortSignal;
  const storage: { number: number };
  function handle(event: import('@parley/sdk').ParleyEvent): Promise<void>;
}
export {};
`;

test('the code of the README compiles with the package', () => {
  const { directory } = createProject();
  const blocks = blocksOf('packages/sdk/README.md', 'ts');
  expect(blocks.length).toBeGreaterThan(7);
  writeFileSync(path.join(directory, 'assumed.ts'), ASSUMED);
  for (const [index, block] of blocks.entries()) {
    writeFileSync(path.join(directory, `block${index}.ts`), `${block}\nexport {};\n`);
  }
  const compilerOptions = {
    ...{ target: 'es2023', module: 'nodenext', strict: true, noEmit: true, lib: ['es2023', 'dom', 'dom.iterable'] },
    ...{ types: ['node'], typeRoots: [path.join(root, 'node_modules/@types')], skipLibCheck: true },
    paths: { '*': [path.join(root, 'node_modules/*')] },
  };
  writeFileSync(path.join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  expect(spawnSync('tsc', ['-p', directory], { encoding: 'utf8' }).stdout).toBe('');
});
