// Builds dist/: the loader, to which the server prepends the configuration of a widget, the files it loads later, the API of
// another platform for sites that migrate, and the preview in the console. With `--sizes` it prints what each module adds.
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { leanSocket } from './lean-socket.ts';
import { gzippedSize, reportSizes } from './size-report.ts';

const root = import.meta.dirname;
const dist = path.join(root, 'dist');
const KB = 1_024;
/** Bytes of gzip: before anybody has clicked, for invitations, for the chat with one language, and for the legacy API. */
const BUDGET = { loader: 5 * KB, invitations: 4 * KB, chat: 40 * KB, legacy: 3 * KB };

const shared: InlineConfig = { root, configFile: false, logLevel: 'warn', publicDir: false };
const hasReport = process.argv.includes('--sizes');
const report = hasReport ? [reportSizes()] : [];
const output = {
  target: 'es2022',
  reportCompressedSize: false,
  emptyOutDir: false,
  cssMinify: true,
  sourcemap: hasReport ? 'hidden' : false,
} as const;

rmSync(dist, { recursive: true, force: true });
for (const name of ['loader', 'legacy', 'preview']) {
  await build({
    ...shared,
    build: {
      ...output,
      outDir: dist,
      // Older targets would expand `color-scheme`; the script needs newer browsers anyway.
      cssTarget: 'chrome123',
      rolldownOptions: {
        input: `src/${name}/main.ts`,
        output: { format: 'iife', entryFileNames: `${name}.js` },
      },
    },
    plugins: report,
  });
}
/** Of what the loader loads, by name. */
const fileNames: Record<string, string> = {};
// Apart, so that they share no file: a visit that needs one of them may not need the other.
const entries: Record<string, string>[] = [
  { chat: 'src/chat/main.tsx', ...localeEntries() },
  { invitations: 'src/invitations/main.ts' },
];
for (const input of entries) {
  await build({
    ...shared,
    build: {
      ...output,
      outDir: path.join(dist, 'assets'),
      modulePreload: false,
      rolldownOptions: {
        input,
        preserveEntrySignatures: 'allow-extension',
        output: { entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
    plugins: [
      plainImports(),
      ...('chat' in input ? [leanSocket()] : []),
      { name: 'files', generateBundle: (_options, bundle) => collectFileNames(bundle) },
      ...report,
    ],
  });
}
writeManifest();
checkSizes();

/** Drops the wrapper around `import()` by which Vite preloads styles: there are none. */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined),
  };
}

/** One file for each language. */
function localeEntries() {
  const files = globSync('src/locales/*.ts', { cwd: root });
  return Object.fromEntries(files.map((file) => [path.basename(file, '.ts'), file]));
}

function collectFileNames(bundle: Rolldown.OutputBundle) {
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && file.isEntry) fileNames[file.name] = file.fileName;
  }
}

/** Lists the hashed file names for the server. */
function writeManifest() {
  const { chat, invitations, ...locales } = fileNames;
  const manifest = { chat, invitations, locales };
  writeFileSync(path.join(dist, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function checkSizes() {
  const sizeOf = (file: string) => gzippedSize(readFileSync(path.join(dist, file)));
  const assets = globSync('assets/*.js', { cwd: dist });
  const { chat, invitations, locales } = JSON.parse(readFileSync(path.join(dist, 'manifest.json'), 'utf8'));
  const largestLocale = Math.max(...Object.values<string>(locales).map((file) => sizeOf(`assets/${file}`)));
  const sizes = {
    loader: sizeOf('loader.js'),
    invitations: sizeOf(`assets/${invitations}`),
    chat: sizeOf(`assets/${chat}`) + largestLocale,
    legacy: sizeOf('legacy.js'),
  };
  for (const [name, size] of Object.entries(sizes)) {
    const budget = BUDGET[name as keyof typeof BUDGET];
    process.stdout.write(`widget: ${name} ${(size / KB).toFixed(1)} KB of ${budget / KB} KB gzip\n`);
    if (size > budget) throw new Error(`The ${name} of the widget exceeds ${budget / KB} KB gzip`);
  }
  if (assets.some((file) => /~kind|typebox/i.test(readFileSync(path.join(dist, file), 'utf8')))) {
    throw new Error('The widget bundles TypeBox schemas: import only types from the contract');
  }
}
