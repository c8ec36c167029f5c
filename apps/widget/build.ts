// Builds dist/: the loader, to which the server prepends the configuration of a widget, the files it loads later, the API of
// another platform for sites that migrate, and the preview in the console.
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { leanSocket } from './lean-socket.ts';

const root = import.meta.dirname;
const dist = path.join(root, 'dist');
const KB = 1_024;
/** Bytes of gzip: before anybody has clicked, for the chat with one language, and for the legacy API. */
const BUDGET = { loader: 5 * KB, chat: 40 * KB, legacy: 3 * KB };

const shared: InlineConfig = { root, configFile: false, logLevel: 'warn', publicDir: false };
const output = { target: 'es2022', reportCompressedSize: false, emptyOutDir: false, cssMinify: true } as const;

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
  });
}
await build({
  ...shared,
  build: {
    ...output,
    outDir: path.join(dist, 'assets'),
    modulePreload: false,
    rolldownOptions: {
      input: { chat: 'src/chat/main.tsx', ...localeEntries() },
      preserveEntrySignatures: 'allow-extension',
      output: { entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  plugins: [
    plainImports(),
    leanSocket(),
    { name: 'files', generateBundle: (_options, bundle) => writeManifest(bundle) },
  ],
});
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

/** Lists the hashed file names for the server. */
function writeManifest(bundle: Rolldown.OutputBundle) {
  const entries = Object.values(bundle).filter(
    (file) => file.type === 'chunk' && file.isEntry,
  ) as Rolldown.OutputChunk[];
  const names = Object.fromEntries(entries.map(({ name, fileName }) => [name, fileName]));
  const { chat, ...locales } = names;
  writeFileSync(path.join(dist, 'manifest.json'), `${JSON.stringify({ chat, locales }, null, 2)}\n`);
}

function checkSizes() {
  const sizeOf = (file: string) => gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length;
  const assets = globSync('assets/*.js', { cwd: dist });
  const { chat, locales } = JSON.parse(readFileSync(path.join(dist, 'manifest.json'), 'utf8'));
  const largestLocale = Math.max(...Object.values<string>(locales).map((file) => sizeOf(`assets/${file}`)));
  const sizes = {
    loader: sizeOf('loader.js'),
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
