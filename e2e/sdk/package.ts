import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGES = ['sdk', 'contract', 'live'];

let tarball: string | undefined;

/** The packed SDK: what `npm pack` makes of packages/sdk, in a copy, since packing puts another manifest in its place. */
export function packSdk() {
  tarball ??= pack();
  return tarball;
}

function pack() {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'parley-pack-'));
  const modules = path.join(copy, 'node_modules');
  mkdirSync(path.join(modules, '@parley'), { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (name !== '@parley') symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  }
  for (const name of PACKAGES) {
    const filter = (file: string) => !/\/(node_modules|dist)$/.test(file);
    cpSync(path.join(root, 'packages', name), path.join(copy, 'packages', name), { recursive: true, filter });
    symlinkSync(`../../packages/${name}`, path.join(modules, '@parley', name));
  }
  cpSync(path.join(root, 'tsconfig.json'), path.join(copy, 'tsconfig.json'));
  npm(path.join(copy, 'packages/sdk'), 'pack', '--pack-destination', copy);
  const [name = ''] = readdirSync(copy).filter((file) => file.endsWith('.tgz'));
  return path.join(copy, name);
}

/** An empty project with the packed SDK installed; nothing is downloaded. */
export function createProject(manifest: object = { name: 'empty', private: true, type: 'module' }) {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'parley-project-'));
  onTestFinished(() => void execFileSync('rm', ['-r', directory]));
  writeFileSync(path.join(directory, 'package.json'), JSON.stringify(manifest));
  const installed = npm(directory, 'install', '--offline', '--no-audit', '--no-fund', packSdk());
  return { directory, installed };
}

function npm(cwd: string, ...args: string[]) {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The oldest Node that the SDK supports, as npm brings it for this platform. */
export function oldestNode() {
  const manifest = `node-20-${process.platform}-${process.arch}/package.json`;
  return path.join(path.dirname(createRequire(import.meta.url).resolve(manifest)), 'bin/node');
}
