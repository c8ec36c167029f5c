// The effect of a million chats and a million messages: every list filter, search, the sweep, a long transcript. The
// data is created once and cached.
import type { Client } from 'pg';
import { loadConversations, WORDS } from './conversations.ts';
import { connect, keptDirectory, keptTenants } from './databases.ts';
import { measureSearches, READS, read, requestsPerSecond, spend } from './load.ts';
import { createTenant, mintTokens, type Running, runJob, startServer } from './processes.ts';
import { format, interleave, type Row, summarise } from './rounds.ts';

const TOKENS = 1_500;
const LONG_CHAT = 50_000;
const SILENT = 10_000;

interface Tenant {
  widget: number;
  agent: number;
  first: number;
  last: number;
}

export async function history(): Promise<Row[]> {
  const dataDir = keptDirectory('history');
  const ours = await startServer(dataDir);
  const client = await connect(dataDir);
  const { large, small } = await keptTenants(dataDir, (count) => makeTenant(dataDir, client, count));
  const token = {
    large: spend(mintTokens(dataDir, large.widget, TOKENS), READS),
    small: spend(mintTokens(dataDir, small.widget, TOKENS), READS),
  };
  const rows = [
    ...(await measureFilters(ours, { large, small, token })),
    ...(await measureSearches({
      url: `${ours.url}/api/v1/chats?q=`,
      token: token.large,
      words: WORDS,
      label: (which, characters) => `q of a ${which} text of ${characters} characters`,
    })),
    await measureSweep(client, { dataDir, large }),
    ...(await measureTranscript(ours, client, { large, token: token.large })),
  ];
  await client.end();
  await ours.stop();
  return rows;
}

/** Chats of one message each. */
async function makeTenant(dataDir: string, client: Client, chats: number): Promise<Tenant> {
  const tenant = createTenant(dataDir);
  return { ...tenant, ...(await loadConversations(client, { ...tenant, chats, messages: 1 })) };
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
        prepare: () => read(token[who]()),
      });
    const { ratio } = await interleave(measure('small', small), measure('large', large));
    rows.push([`chats with ${name}: time at 1,000,000 over that at 1,000`, format(ratio, 2)]);
  }
  return rows;
}

/** Ten thousand of the million have just fallen silent. The command line's start-up time is measured separately. */
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
  return [`sweep of 1,000,000 chats, ${SILENT} of them silent, ms (goal: 2,000 or less)`, format(summarise(times))];
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
  const answer = await fetch(`${ours.url}/api/v1/chats/${chat}/transcript`, read(token()));
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
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
    ['maximum memory added, MB', (most - before).toFixed(0)],
  ];
}
