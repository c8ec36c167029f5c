import { SourceMap } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

export const gzippedSize = (text: string | Buffer) => gzipSync(text, { level: 9 }).length;

/** Prints how many bytes of gzip each module adds to the file it is bundled into. */
export function reportSizes(): Plugin {
  return {
    name: 'size-report',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') print(file);
        // Maps are made for the report alone.
        else if (file.fileName.endsWith('.map')) delete bundle[file.fileName];
      }
    },
  };
}

function print({ fileName, code, map }: Rolldown.OutputChunk) {
  if (!map) throw new Error(`${fileName} has no source map`);
  const pieces = splitByModule(code, new SourceMap(JSON.parse(map.toString())));
  const whole = gzippedSize(code);
  const modules = [...new Set(pieces.map(({ module }) => module))].map((module) => {
    const others = pieces.filter((piece) => piece.module !== module).map(({ text }) => text);
    return { module, bytes: whole - gzippedSize(others.join('')) };
  });
  const lines = modules
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(({ module, bytes }) => `${String(bytes).padStart(7)}  ${module}\n`);
  process.stdout.write(`${fileName}: ${whole} bytes of gzip\n${lines.join('')}`);
}

/** The minified text in pieces, each with the module it comes from. */
function splitByModule(code: string, map: SourceMap) {
  const pieces: { module: string; text: string }[] = [];
  for (const [line, text] of code.split('\n').entries()) {
    for (let column = 0; column < text.length; column += 1) {
      const found = map.findEntry(line, column);
      const source = ('originalSource' in found && found.originalSource) || '(styles and wrapper)';
      const module = source.slice(source.lastIndexOf('/src/') + 1);
      const last = pieces.at(-1);
      if (last?.module === module) last.text += text[column];
      else pieces.push({ module, text: text[column] ?? '' });
    }
  }
  return pieces;
}
