// What a million chats and a million messages change: every filter of the list, search, the sweep, a long transcript.
// The data is made once and kept in a cache folder.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { loadConversations, WORDS } from './conversations.ts';
import { requestsPerSecond, spend } from './load.ts';
import { createTenant, mintTokens, type Running, runJob, startServer } from './processes.ts';
import { format, interleave, summarise } from './rounds.ts';

const MILLION = 1_000_000;
const THOUSAND = 1_000;
const READS = 590;
const TOKENS = 1_500;
const SEARCHES = 40;
const LONG_CHAT = 50_000;
const SILENT = 10_000;

interface Tenant {
  widget: number;
  agent: number;
  first: number;
  last: number;
}

type Row = [string, string];

export async function history(): Promise<Row[]> {
  const dataDir = cacheDirectory();
  const ours = await startServer(dataDir);
  const client = new Client({ host: path.join(dataDir, 'postgres'), user: 'parley', database: 'parley' });
  await client.connect();
  const { large, small } = await tenants(dataDir, client);
  const token = {
    large: spend(mintTokens(dataDir, large.widget, TOKENS), READS),
    small: spend(mintTokens(dataDir, small.widget, TOKENS), READS),
  };
  const rows = [
    ...(await measureFilters(ours, { large, small, token })),
    ...(await measureSearch(ours, token.large)),
    await measureSweep(client, { dataDir, large }),
    ...(await measureTranscript(ours, client, { large, token: token.large })),
  ];
  await client.end();
  await ours.stop();
  return rows;
}

/** Outside of the clone, so that it outlives it. */
function cacheDirectory() {
  const directory = path.join(os.tmpdir(), 'parley-bench-history');
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  return path.join(directory, 'data');
}

/** A million chats of one message each, and a thousand. */
async function tenants(dataDir: string, client: Client): Promise<Record<'large' | 'small', Tenant>> {
  const file = path.join(path.dirname(dataDir), 'widgets.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const load = async (chats: number) => {
    const tenant = createTenant(dataDir);
    return { ...tenant, ...(await loadConversations(client, { ...tenant, chats, messages: 1 })) };
  };
  const made = { large: await load(MILLION), small: await load(THOUSAND) };
  writeFileSync(file, JSON.stringify(made));
  return made;
}

interface Compared {
  large: Tenant;
  small: Tenant;
  token: Record<'large' | 'small', () => string>;
}

async function measureFilters({ url }: Running, { large, small, token }: Compared): Promise<Row[]> {
  const since = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const filters: Record<string, (tenant: Tenant) => string> = {
    'no filter': () => '',
    'status=spam': () => 'status=spam',
    'status=expired': () => 'status=expired',
    'channel=tg': () => 'channel=tg',
    'channel=service': () => 'channel=service',
    'has_client_messages=0': () => 'has_client_messages=0',
    'unassigned=1': () => 'unassigned=1',
    agent_id: ({ agent }) => `agent_id=${agent}`,
    'handling=missed': () => 'handling=missed',
    'awaiting_reply=1': () => 'awaiting_reply=1',
    'done=0': () => 'done=0',
    'from and to, long ago': () => `from=${since(200)}&to=${since(199)}`,
    'updated_since, an hour': () => `updated_since=${since(1 / 24)}`,
    'updated_since, a year': () => `updated_since=${since(365)}`,
  };
  const rows: Row[] = [];
  for (const [name, query] of Object.entries(filters)) {
    const measure = (who: 'large' | 'small', tenant: Tenant) => () =>
      requestsPerSecond({
        url: `${url}/api/v1/chats?${query(tenant)}`,
        seconds: 1,
        prepare: () => ({ headers: { authorization: `Bearer ${token[who]()}` } }),
      });
    const { ratio } = await interleave(measure('small', small), measure('large', large));
    rows.push([`chats with ${name}: time at 1,000,000 over that at 1,000`, format(ratio, 2)]);
  }
  return rows;
}

async function measureSearch({ url }: Running, token: () => string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [kind, scripts] of Object.entries(WORDS)) {
    for (const [script, words] of Object.entries(scripts)) {
      for (const word of words) {
        const times: number[] = [];
        for (let round = 0; round < SEARCHES; round += 1) {
          const since = performance.now();
          const answer = await fetch(`${url}/api/v1/chats?q=${encodeURIComponent(word)}`, {
            headers: { authorization: `Bearer ${token()}` },
          });
          await answer.text();
          times.push(performance.now() - since);
        }
        const p95 = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0;
        rows.push([
          `q of a ${kind} ${script} text of ${[...word].length} characters, p95 ms (goal: 60 or less)`,
          `${p95.toFixed(1)}, median ${summarise(times).median.toFixed(1)}`,
        ]);
      }
    }
  }
  return rows;
}

/** Ten thousand of the million have just fallen silent. The time of the command line's start is measured apart. */
async function measureSweep(client: Client, { dataDir, large }: { dataDir: string; large: Tenant }): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    runJob(dataDir, 'chats.sweep');
    const idle = performance.now();
    runJob(dataDir, 'chats.sweep');
    const startMs = performance.now() - idle;
    await client.query(
      `UPDATE chat_heads SET state = 'active', is_live = true WHERE widget_id = $1 AND chat_id > $2 AND state = 'expired'`,
      [large.widget, large.last - SILENT],
    );
    const since = performance.now();
    runJob(dataDir, 'chats.sweep');
    times.push(performance.now() - since - startMs);
  }
  return [
    `sweep of 1,000,000 chats, ${SILENT} of them fallen silent, ms (goal: 2,000 or less)`,
    format(summarise(times)),
  ];
}

async function measureTranscript(
  ours: Running,
  client: Client,
  { large, token }: { large: Tenant; token: () => string },
): Promise<Row[]> {
  const chat = large.first;
  await client.query(
    `INSERT INTO messages (widget_id, chat_id, seq, sender, type, body, created_at)
     SELECT $1, $2, s, 'client', 'text', 'Where is my order? It was to be here on Monday.', now()
     FROM generate_series(2, ${LONG_CHAT}) AS s ON CONFLICT DO NOTHING`,
    [large.widget, chat],
  );
  await client.query('UPDATE chat_heads SET last_seq = $3 WHERE widget_id = $1 AND chat_id = $2', [
    large.widget,
    chat,
    LONG_CHAT,
  ]);
  const before = ours.residentMb();
  let most = before;
  const since = performance.now();
  const answer = await fetch(`${ours.url}/api/v1/chats/${chat}/transcript`, {
    headers: { authorization: `Bearer ${token()}` },
  });
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    most = Math.max(most, ours.residentMb());
  }
  return [
    [
      `transcript of ${LONG_CHAT} messages, ${(bytes / 2 ** 20).toFixed(1)} MiB, ms`,
      (performance.now() - since).toFixed(0),
    ],
    ['memory it added at most, MB', (most - before).toFixed(0)],
  ];
}
