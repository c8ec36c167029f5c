import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('a new module is wired in, compiles and fits the architecture', { timeout: 120_000 }, () => {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'parley-module-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const isOurs = (source: string) =>
    !/node_modules|\/(dist|console|contract\/fixtures)(\/|$)/.test(path.relative('.', source));
  for (const each of ['apps', 'packages', 'scripts', 'bench', 'package.json', 'tsconfig.json', 'vitest.config.ts']) {
    cpSync(each, path.join(copy, each), { recursive: true, filter: isOurs });
  }
  symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
  const config = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
  config.compilerOptions.paths = { '@parley/contract': ['./packages/contract/src/index.ts'] };
  // The whole server, and only the tests of the module.
  config.include = [
    'apps/server/src/app.ts',
    'apps/server/src/modules/outside/shopping-lists',
    'packages/contract/src',
  ];
  writeFileSync(path.join(copy, 'tsconfig.json'), JSON.stringify(config));

  const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  expect(run('scripts/new-module.ts', 'outside', 'shopping-lists').stderr).toBe('');
  expect(readFileSync(path.join(copy, 'apps/server/src/modules.ts'), 'utf8')).toMatch(/\w+,\s*shoppingLists,?\s*\]/);
  // Each checker computes the types of the contract itself: four take three times as long.
  expect(run('node_modules/typescript/bin/tsc', '--checkers', '1').stdout).toBe('');
  expect(run('scripts/new-module.ts', 'outside', 'shopping-lists')).toMatchObject({ status: 1 });
  expect(run('scripts/new-module.ts', 'outside', 'ShoppingList')).toMatchObject({ status: 2 });
});
