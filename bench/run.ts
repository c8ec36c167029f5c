// npm run bench [part…]: every figure of docs/performance.md as a table. Parts: starts, http, contacts, million, chats,
// history, stats, realtime, widget; of realtime also realtime.latency, .fanout, .idle, .join alone, and of widget widget.sizes,
// .page, .slow, .opening, .talk, of console console.sizes, .inbox, .typing, .memory, of stats stats.year, .cost, and of
// webhooks webhooks.latency, .throughput, .cost, .dead.
import { chats } from './chats.ts';
import { consoleApp } from './console.ts';
import { contacts } from './contacts.ts';
import { history } from './history.ts';
import { million } from './million.ts';
import { realtime } from './realtime.ts';
import type { Row } from './rounds.ts';
import { httpLayer, starts } from './starts.ts';
import { stats } from './stats.ts';
import { webhooks } from './webhooks.ts';
import { widget } from './widget.ts';

const parts: Record<string, () => Promise<Row[]>> = {
  starts,
  http: httpLayer,
  contacts,
  million,
  chats,
  history,
  ...stats,
  ...realtime,
  ...widget,
  ...consoleApp,
  ...webhooks,
};
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.some((each) => name === each || name.startsWith(`${each}.`));

for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length && !isWanted(name)) continue;
  const rows = await measure();
  console.log('\n| what | median (min–max) |\n|---|---|');
  for (const [what, figure] of rows) console.log(`| ${what} | ${figure} |`);
}
