// Builds what is published into dist/: JavaScript without dependencies, its types, and the licences of what is in it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { contractTypes } from './contract-types.ts';

const root = path.dirname(import.meta.dirname);
const dist = path.join(root, 'dist');
const ENTRIES = { index: 'src/index.ts', visitor: 'src/visitor/visitor.ts' };

export async function buildPackage() {
  rmSync(dist, { recursive: true, force: true });
  const modules = await bundle();
  writeTypes();
  writeFileSync(path.join(dist, 'LICENSES.txt'), licencesOf(modules));
}

async function bundle() {
  const built = await rolldown({
    cwd: root,
    input: ENTRIES,
    // The builds for browsers use nothing of Node, and every runtime has what they use.
    platform: 'browser',
    onLog: (_, log) => {
      throw new Error(`${log.code}: ${log.message}`);
    },
  });
  const { output } = await built.write({ dir: dist, format: 'esm', chunkFileNames: '[name].js' });
  await built.close();
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}

/** One declaration file a source, so that comments and names stay; the contract's types are written out. */
function writeTypes() {
  const out = mkdtempSync(path.join(os.tmpdir(), 'parley-sdk-'));
  execFileSync('tsc', ['-p', path.join(import.meta.dirname, 'tsconfig.json'), '--outDir', out]);
  const emitted = path.join(out, 'sdk', 'src');
  const written = new Set<string>();
  for (const entry of Object.values(ENTRIES)) writeDeclaration(path.relative('src', entry).replace(/\.ts$/, ''));
  rmSync(out, { recursive: true });

  function writeDeclaration(name: string) {
    if (written.has(name)) return;
    written.add(name);
    const text = name === 'contract' ? contractTypes() : readFileSync(path.join(emitted, `${name}.d.ts`), 'utf8');
    const target = path.join(dist, 'types', `${name}.d.ts`);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text.replace(/(from ')(\..*?)\.ts'/g, "$1$2.js'"));
    for (const [, specifier = ''] of text.matchAll(/from '(.*?)'/g)) {
      if (!specifier.startsWith('.')) throw new Error(`The types of ${name} need the package ${specifier}`);
      writeDeclaration(path.join(path.dirname(name), specifier).replace(/\.ts$/, ''));
    }
  }
}

/** Of every package whose code is in the bundle. */
function licencesOf(modules: string[]) {
  const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []));
  const texts = [...folders].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    if (!file) throw new Error(`${name} has no licence to put beside its code`);
    return `${name} ${version}\n\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(72)}\n\n`);
}

/** The manifest as it is published: the built files in place of the sources, which only this repository can read. */
export function publishedManifest(manifest: Record<string, unknown>) {
  const { private: _, scripts, dependencies, devDependencies, exports, ...kept } = manifest;
  return {
    ...kept,
    types: './dist/types/index.d.ts',
    exports: {
      '.': { types: './dist/types/index.d.ts', default: './dist/index.js' },
      './visitor': { types: './dist/types/visitor/visitor.d.ts', default: './dist/visitor.js' },
      './package.json': './package.json',
    },
  };
}

export const files = {
  manifest: path.join(root, 'package.json'),
  /** The manifest of the repository, while the published one is in its place. */
  kept: path.join(root, 'package.json.kept'),
};

/** Whether an earlier packing ended before it put the manifest back. */
export const isInterrupted = () => existsSync(files.kept);
