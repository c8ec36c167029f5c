// What a million contacts change: pages near and far, and search. The data is made once and kept in a cache folder.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { requestsPerSecond, spend } from './load.ts';
import { loadContacts, WORDS } from './people.ts';
import { createWidget, mintTokens, startServer } from './processes.ts';
import { format, interleave, summarise } from './rounds.ts';

const MILLION = 1_000_000;
const THOUSAND = 1_000;
const READS = 590;
const TOKENS = 700;
const FAR_PAGE = 10_000;
const PAGE = 20;
const SEARCHES = 40;

export async function million(): Promise<[string, string][]> {
  const dataDir = cacheDirectory();
  const ours = await startServer(dataDir);
  const { large, small } = await tenants(dataDir);
  const spendLarge = spend(large.tokens, READS);
  const spendSmall = spend(small.tokens, READS);
  const url = `${ours.url}/api/v1/contacts`;
  const measure =
    (next: () => string, search = '') =>
    () =>
      requestsPerSecond({ url: url + search, prepare: () => ({ headers: { authorization: `Bearer ${next()}` } }) });

  const first = await interleave(measure(spendSmall), measure(spendLarge));
  const cursor = await walkTo(url, spendLarge, FAR_PAGE * PAGE);
  const far = await interleave(measure(spendSmall), measure(spendLarge, `?cursor=${cursor}`));
  const searches = await search(url, spendLarge);
  await ours.stop();
  return [
    ['time of the first page at 1,000,000 contacts over that at 1,000 (goal: 1.2 or less)', format(first.ratio, 2)],
    ['the same for the 10,000th page', format(far.ratio, 2)],
    ...searches,
  ];
}

/** Outside of the clone, so that it outlives it. */
function cacheDirectory() {
  const directory = path.join(os.tmpdir(), 'parley-bench-million');
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  return path.join(directory, 'data');
}

async function tenants(dataDir: string) {
  const file = path.join(path.dirname(dataDir), 'widgets.json');
  if (!existsSync(file)) {
    const client = new Client({ host: path.join(dataDir, 'postgres'), user: 'parley', database: 'parley' });
    await client.connect();
    const [large, small] = [createWidget(dataDir), createWidget(dataDir)];
    await loadContacts(client, large, MILLION);
    await loadContacts(client, small, THOUSAND);
    await client.end();
    writeFileSync(file, JSON.stringify({ large, small }));
  }
  const known: Record<'large' | 'small', number> = JSON.parse(readFileSync(file, 'utf8'));
  const tenant = (widget: number) => ({ widget, tokens: mintTokens(dataDir, widget, TOKENS) });
  return { large: tenant(known.large), small: tenant(known.small) };
}

/** The cursor behind so many contacts. */
async function walkTo(url: string, token: () => string, position: number) {
  let cursor = '';
  for (let at = 0; at < position; at += 100) {
    const answer = await fetch(`${url}?limit=100${cursor && `&cursor=${cursor}`}`, {
      headers: { authorization: `Bearer ${token()}` },
    });
    cursor = ((await answer.json()) as { next_cursor: string }).next_cursor;
  }
  return cursor;
}

async function search(url: string, token: () => string): Promise<[string, string][]> {
  const rows: [string, string][] = [];
  for (const [kind, scripts] of Object.entries(WORDS)) {
    for (const [script, words] of Object.entries(scripts)) {
      for (const word of words) {
        const times: number[] = [];
        for (let round = 0; round < SEARCHES; round += 1) {
          const since = performance.now();
          const answer = await fetch(`${url}?query=${encodeURIComponent(word)}`, {
            headers: { authorization: `Bearer ${token()}` },
          });
          await answer.text();
          times.push(performance.now() - since);
        }
        const sorted = times.toSorted((a, b) => a - b);
        const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
        const { median } = summarise(times);
        rows.push([
          `search for a ${kind} ${script} word of ${[...word].length} characters, p95 ms (goal: 60 or less)`,
          `${p95.toFixed(1)}, median ${median.toFixed(1)}`,
        ]);
      }
    }
  }
  return rows;
}
