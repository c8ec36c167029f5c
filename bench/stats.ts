// Statistics of a year, each figure against counting the chats of its window. CHATS reduces the year for a trial.
import type { Client } from 'pg';
import { connect } from './databases.ts';
import { keptYear, yearDirectory } from './kept-year.ts';
import { READS, read, spend } from './load.ts';
import { mintTokens, startServer } from './processes.ts';
import { format, interleave, type Row } from './rounds.ts';
import { cost } from './stats-cost.ts';
import { report } from './stats-report.ts';

const TOKENS = 5;
const REQUESTS = 5;

const ASKED = [
  { what: '/v1/stats', days: 30, goal: 150 },
  { what: '/v1/stats/channels', days: 30, goal: 150 },
  // 366 buckets, of which the first and last are partial days.
  { what: '/v1/stats/timeseries', days: 365, goal: 250 },
  { what: '/v1/stats/trend', days: 365, goal: 250 },
  { what: '/v1/stats/hours', days: 365, goal: 250 },
  { what: '/v1/agents/stats', days: 30, goal: 250 },
];

async function year(): Promise<Row[]> {
  const dataDir = yearDirectory();
  const ours = await startServer(dataDir);
  const client = await connect(dataDir);
  const { widget, rows } = await keptYear(dataDir, client);
  const token = spend(mintTokens(dataDir, widget, TOKENS), READS);
  for (const { what, days, goal } of ASKED) {
    // Off the hour, so that both ends are counted row by row.
    const to = new Date();
    const from = new Date(to.getTime() - days * 86_400_000 + 3_600_000);
    const url = `${ours.url}/api${what}?from=${from.toISOString()}&to=${to.toISOString()}`;
    const answered = await interleave(
      () => timeOf(() => ask(url, token())),
      () => timeOf(() => count(client, { widget, from, to })),
    );
    rows.push([`${what} of ${days} days, ms (goal: ${goal} or less)`, format(answered.a, 1)]);
    rows.push([`over SELECT count(*) of its chats (${format(answered.b, 1)} ms)`, format(answered.ratio, 2)]);
  }
  await client.end();
  await ours.stop();
  return rows;
}

export const stats = { 'stats.year': year, 'stats.report': report, 'stats.cost': cost };

async function timeOf(work: () => Promise<unknown>) {
  const since = performance.now();
  for (let request = 0; request < REQUESTS; request += 1) await work();
  return (performance.now() - since) / REQUESTS;
}

async function ask(url: string, token: string) {
  const answer = await fetch(url, read(token));
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  await answer.text();
}

const count = (client: Client, { widget, from, to }: { widget: number; from: Date; to: Date }) =>
  client.query('SELECT count(*) FROM chats WHERE widget_id = $1 AND created_at >= $2 AND created_at < $3', [
    widget,
    from,
    to,
  ]);
