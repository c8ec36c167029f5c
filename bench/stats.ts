// Statistics of a year, each figure against counting the chats of its window. CHATS reduces the year for a trial.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import { connect, keptDirectory } from './databases.ts';
import { READS, read, spend } from './load.ts';
import { createTenant, mintTokens, runJob, startServer } from './processes.ts';
import { format, interleave, type Row } from './rounds.ts';
import { cost } from './stats-cost.ts';
import { loadYear } from './year.ts';

const CHATS = Number(process.env.CHATS ?? 1_000_000);
const TOKENS = 5;
const REQUESTS = 5;

const ASKED = [
  { what: '/v1/stats', days: 30, goal: 150 },
  { what: '/v1/stats/channels', days: 30, goal: 150 },
  // 366 buckets, of which the first and last are partial days.
  { what: '/v1/stats/timeseries', days: 365, goal: 250 },
  { what: '/v1/agents/stats', days: 30, goal: 250 },
];

async function year(): Promise<Row[]> {
  const dataDir = keptDirectory(`stats-${CHATS}`);
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

export const stats = { 'stats.year': year, 'stats.cost': cost };

/** Created and aggregated by the first run. */
async function keptYear(dataDir: string, client: Client): Promise<{ widget: number; rows: Row[] }> {
  const file = path.join(path.dirname(dataDir), 'year.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const { widget } = createTenant(dataDir);
  await loadYear(client, { widget, chats: CHATS });
  const since = performance.now();
  while (await isBehind(client)) runJob(dataDir, 'statistics.add_up');
  const seconds = ((performance.now() - since) / 1_000).toFixed(0);
  for (const table of ['chat_facts', 'channel_hours', 'agent_hours']) await client.query(`VACUUM ANALYZE ${table}`);
  const rows: Row[] = [[`adding up ${CHATS} chats and ten times as many messages for the first time, s`, seconds]];
  writeFileSync(file, JSON.stringify({ widget, rows }));
  return { widget, rows };
}

/** One run of the job is limited to some minutes. */
async function isBehind(client: Client) {
  const { rows } = await client.query(`
    SELECT EXISTS (SELECT FROM chat_facts WHERE NOT is_added)
      OR NOT EXISTS (SELECT FROM statistics_progress WHERE messages_until > now() - interval '2 hours') AS is_behind`);
  return rows[0].is_behind;
}

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
