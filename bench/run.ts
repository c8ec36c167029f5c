// npm run bench [part…]: every figure of docs/performance.md as a table. Parts: starts, http, contacts, million, chats, history.
import { chats } from './chats.ts';
import { contacts } from './contacts.ts';
import { history } from './history.ts';
import { million } from './million.ts';
import type { Row } from './rounds.ts';
import { httpLayer, starts } from './starts.ts';

const parts: Record<string, () => Promise<Row[]>> = {
  starts,
  http: httpLayer,
  contacts,
  million,
  chats,
  history,
};
const wanted = process.argv.slice(2);

for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length && !wanted.includes(name)) continue;
  const rows = await measure();
  console.log('\n| what | median (min–max) |\n|---|---|');
  for (const [what, figure] of rows) console.log(`| ${what} | ${figure} |`);
}
