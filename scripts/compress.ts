// Precompresses built files: adds `name.br` and `name.gz` beside each, for servers to send as they are.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

for (const directory of process.argv.slice(2)) {
  for (const name of globSync('**/*.{html,js,css,svg}', { cwd: directory })) {
    const file = path.join(directory, name);
    const bytes = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, BEST));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
