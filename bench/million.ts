// The effect of a million contacts: near and far pages, and search. The data is created once and cached.
import { connect, keptDirectory, keptTenants } from './databases.ts';
import { measureSearches, READS, read, requestsPerSecond, spend } from './load.ts';
import { loadContacts, WORDS } from './people.ts';
import { createTenant, mintTokens, startServer } from './processes.ts';
import { format, interleave, type Row } from './rounds.ts';

const TOKENS = 700;
const FAR_PAGE = 10_000;
const PAGE = 20;

export async function million(): Promise<Row[]> {
  const dataDir = keptDirectory('million');
  const ours = await startServer(dataDir);
  const tenants = await keptTenants(dataDir, (count) => makeTenant(dataDir, count));
  const large = spend(mintTokens(dataDir, tenants.large.widget, TOKENS), READS);
  const small = spend(mintTokens(dataDir, tenants.small.widget, TOKENS), READS);
  const url = `${ours.url}/api/v1/contacts`;
  const page =
    (token: () => string, search = '') =>
    () =>
      requestsPerSecond({ url: url + search, prepare: () => read(token()) });

  const first = await interleave(page(small), page(large));
  const cursor = await walkTo(url, large, FAR_PAGE * PAGE);
  const far = await interleave(page(small), page(large, `?cursor=${cursor}`));
  const searches = await measureSearches({
    url: `${url}?query=`,
    token: large,
    words: WORDS,
    label: (which, characters) => `search for a ${which} word of ${characters} characters`,
  });

  await ours.stop();
  return [
    ['time of the first page at 1,000,000 contacts over that at 1,000 (goal: 1.2 or less)', format(first.ratio, 2)],
    ['the same for the 10,000th page', format(far.ratio, 2)],
    ...searches,
  ];
}

async function makeTenant(dataDir: string, count: number) {
  const client = await connect(dataDir);
  const tenant = createTenant(dataDir);
  await loadContacts(client, tenant.widget, count);
  await client.end();
  return tenant;
}

/** The cursor after that many contacts. */
async function walkTo(url: string, token: () => string, position: number) {
  let cursor = '';
  for (let at = 0; at < position; at += 100) {
    const answer = await fetch(`${url}?limit=100${cursor && `&cursor=${cursor}`}`, read(token()));
    cursor = ((await answer.json()) as { next_cursor: string }).next_cursor;
  }
  return cursor;
}
