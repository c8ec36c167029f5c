// A year of a busy widget with an owner who can sign in, created and aggregated by the first run.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import { PASSWORD } from './console-place.ts';
import { keptDirectory } from './databases.ts';
import { createOwner, runJob } from './processes.ts';
import type { Row } from './rounds.ts';
import { loadYear } from './year.ts';

const CHATS = Number(process.env.CHATS ?? 1_000_000);

interface KeptYear {
  widget: number;
  email: string;
  rows: Row[];
}

export const yearDirectory = () => keptDirectory(`year-${CHATS}`);

export async function keptYear(dataDir: string, client: Client): Promise<KeptYear> {
  const file = path.join(path.dirname(dataDir), 'year.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const { widget, email } = createOwner(dataDir, PASSWORD);
  await loadYear(client, { widget, chats: CHATS });
  const since = performance.now();
  while (await isBehind(client)) runJob(dataDir, 'statistics.add_up');
  const seconds = ((performance.now() - since) / 1_000).toFixed(0);
  for (const table of ['chat_facts', 'channel_hours', 'agent_hours']) await client.query(`VACUUM ANALYZE ${table}`);
  const rows: Row[] = [[`adding up ${CHATS} chats and ten times as many messages for the first time, s`, seconds]];
  writeFileSync(file, JSON.stringify({ widget, email, rows }));
  return { widget, email, rows };
}

/** One run of the job is limited to some minutes. */
async function isBehind(client: Client) {
  const { rows } = await client.query(`
    SELECT EXISTS (SELECT FROM chat_facts WHERE NOT is_added)
      OR NOT EXISTS (SELECT FROM statistics_progress WHERE messages_until > now() - interval '2 hours') AS is_behind`);
  return rows[0].is_behind;
}
