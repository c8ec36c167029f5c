// What a browser is sent, as the server sends it.
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import type { Row } from './rounds.ts';
import { inPlace } from './widget-place.ts';

const KB = 1_024;
const LOADER = new URL('../apps/widget/dist/loader.js', import.meta.url);
const GOALS = { loader: 5 * KB, chat: 40 * KB };

interface Sizes {
  gzip: number;
  br: number;
}

export const sizes = () =>
  inPlace(async ({ url, script }): Promise<Row[]> => {
    const whole = await measure(script);
    const files = JSON.parse(/"files":(\{.*?\}\})/.exec(whole.text)?.[1] ?? '{}');
    const chat = await measure(`${url}/widget/${files.chat}`);
    const languages = await Promise.all(
      Object.values<string>(files.locales).map((name) => measure(`${url}/widget/${name}`)),
    );
    const largest = languages.reduce((one, other) => (other.gzip > one.gzip ? other : one));
    // Only the chat itself knows the names of its lazy chunks.
    const names = new Set(chat.text.match(/[a-z]+(?:-[a-z]+)*-[\w-]{8}\.js/g));
    const later = add(...(await Promise.all([...names].map((name) => measure(`${url}/widget/${name}`)))));
    return [
      ['loader, KB gzip (goal: 5 or less)', format(ofLoader(), GOALS.loader)],
      ['script of a page: the loader and the configuration of a plain widget, KB gzip', format(whole)],
      ['chat with its largest language, KB gzip (goal: 40 or less)', format(add(chat, largest), GOALS.chat)],
      ['fetched on demand, KB gzip', format(later)],
    ];
  });

/** Never sent alone. */
function ofLoader(): Sizes {
  const bytes = readFileSync(LOADER);
  return { gzip: gzipSync(bytes, { level: 9 }).length, br: brotliCompressSync(bytes).length };
}

async function measure(url: string): Promise<Sizes & { text: string }> {
  const [gzip, br] = [await fetchAs('gzip', url), await fetchAs('br', url)];
  return { gzip: gzip.length, br: br.length, text: brotliDecompressSync(br).toString() };
}

async function fetchAs(encoding: 'gzip' | 'br', url: string) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, resolve).once('error', reject);
  });
  if (answer.statusCode !== 200 || answer.headers['content-encoding'] !== encoding) {
    throw new Error(`${url}: ${answer.statusCode} ${answer.headers['content-encoding']}`);
  }
  return buffer(answer);
}

const add = (...all: Sizes[]): Sizes => ({
  gzip: all.reduce((sum, { gzip }) => sum + gzip, 0),
  br: all.reduce((sum, { br }) => sum + br, 0),
});

function format({ gzip, br }: Sizes, goal = Number.POSITIVE_INFINITY) {
  return `${(gzip / KB).toFixed(1)}, brotli ${(br / KB).toFixed(1)}${gzip > goal ? ' (missed)' : ''}`;
}
