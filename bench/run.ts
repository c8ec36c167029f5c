// npm run bench [part…]: every figure of docs/performance.md as a table. Parts: starts, http, contacts, million, chats,
// budget, history, stats, realtime, widget; of realtime also realtime.latency, .fanout, .idle, .join alone, and of widget widget.sizes,
// .page, .slow, .opening, .talk, of console console.sizes, .inbox, .preview, .typing, .memory, of stats stats.year, .report, .cost, and of
// webhooks webhooks.latency, .throughput, .cost, .dead, of memory memory.small, .large, and of ai ai.latency, .others, .cost, .memory,
// and of kb kb.search, .rules, .others, .documents, .pgvector, and of messengers messengers.inbound, .latency, .burst,
// and of outreach outreach.throughput, .replies, .counting, .rules.
import { ai } from './ai.ts';
import { budget } from './budget.ts';
import { chats } from './chats.ts';
import { consoleApp } from './console.ts';
import { contacts } from './contacts.ts';
import { history } from './history.ts';
import { kb } from './kb.ts';
import { kbDocuments } from './kb-documents.ts';
import { kbOthers } from './kb-others.ts';
import { memory } from './memory.ts';
import { messengers } from './messengers.ts';
import { million } from './million.ts';
import { outreach } from './outreach.ts';
import { realtime } from './realtime.ts';
import type { Row, Table } from './rounds.ts';
import { httpLayer, starts } from './starts.ts';
import { stats } from './stats.ts';
import { webhooks } from './webhooks.ts';
import { widget } from './widget.ts';

const parts: Record<string, () => Promise<Row[] | Table>> = {
  starts,
  http: httpLayer,
  contacts,
  million,
  chats,
  budget,
  history,
  ...stats,
  ...realtime,
  ...widget,
  ...consoleApp,
  ...webhooks,
  ...memory,
  ...ai,
  ...kbDocuments,
  ...kbOthers,
  ...kb,
  ...messengers,
  ...outreach,
};
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.some((each) => name === each || name.startsWith(`${each}.`));

for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length && !isWanted(name)) continue;
  print(await measure());
}

function print(measured: Row[] | Table) {
  const { columns, rows } = Array.isArray(measured)
    ? { columns: ['what', 'median (min–max)'], rows: measured }
    : measured;
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  console.log(`\n${lines.join('\n')}`);
}
