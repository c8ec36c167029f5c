// Memory of the server and its PostgreSQL: idle, after a load, after a rest, and the same with a hundred times the data.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadConversations } from './conversations.ts';
import { connect, discard, keptDirectory, temporaryDirectory } from './databases.ts';
import { read, requestsPerSecond, write, writeAsVisitor } from './load.ts';
import { createTenant, mintTokens, type Running, startServer } from './processes.ts';
import { addVisitors, type Visitor } from './realtime-people.ts';
import type { Row } from './rounds.ts';

const CHATS = { small: 1_000, large: 100_000 };
/** Callers, each well below its rate limit. */
const TOKENS = { small: 2_500, large: 10_000 };
const VISITORS = { small: 1_000, large: 20_000 };
const MESSAGES = 10;
/** Of each of the four calls. */
const LOAD_SECONDS = Number(process.env.MEMORY_LOAD_SECONDS ?? 15);
const REST_SECONDS = Number(process.env.MEMORY_REST_SECONDS ?? 600);
/** Until the start's connections are closed and its memory is returned. */
const IDLE_MS = 120_000;
const TEXT = 'It was sent on Monday and will be there tomorrow';

type Size = keyof typeof CHATS;

interface Tenant {
  widget: number;
  agent: number;
  first: number;
}

interface Callers extends Tenant {
  chats: number;
  tokens: string[];
  visitors: Visitor[];
}

export const memory = {
  'memory.small': () => measure('small', temporaryDirectory(), (dataDir, ours) => discard(dataDir, ours)),
  'memory.large': () => measure('large', keptDirectory('memory'), async (_, ours) => void (await ours.stop())),
};

async function measure(
  size: Size,
  dataDir: string,
  leave: (dataDir: string, ours: Running) => Promise<void>,
): Promise<Row[]> {
  const first = await startServer(dataDir);
  const callers = await prepare(size, dataDir, first);
  await first.stop();

  const ours = await startServer(dataDir, { TRUST_PROXY: '127.0.0.1' });
  const figures: Row[] = [];
  const note = (when: string) => figures.push([`${CHATS[size]} chats, ${when}`, describe(ours, dataDir)]);
  await pause(IDLE_MS);
  note('idle');
  await load(ours, callers);
  note('right after the load');
  await pause(REST_SECONDS * 1_000);
  note(`${REST_SECONDS} s later`);
  await leave(dataDir, ours);
  return figures;
}

async function prepare(size: Size, dataDir: string, { url }: Running): Promise<Callers> {
  const client = await connect(dataDir);
  const file = path.join(path.dirname(dataDir), 'tenant.json');
  if (!existsSync(file)) {
    const made = createTenant(dataDir);
    const { first } = await loadConversations(client, { ...made, chats: CHATS[size], messages: MESSAGES });
    await client.query("UPDATE chats SET channel = 'service' WHERE widget_id = $1", [made.widget]);
    writeFileSync(file, JSON.stringify({ ...made, first }));
  }
  const tenant: Tenant = JSON.parse(readFileSync(file, 'utf8'));
  const visitors = await addVisitors(
    { client, dataDir, url },
    { widget: tenant.widget, seq: MESSAGES, most: VISITORS[size] },
  );
  await client.end();
  return { ...tenant, chats: CHATS[size], tokens: mintTokens(dataDir, tenant.widget, TOKENS[size]), visitors };
}

/** Pages of messages and chats, and messages of agents and visitors, for equal times. */
async function load({ url }: Running, { agent, first, chats, tokens, visitors }: Callers) {
  const token = takeTurns(tokens);
  const visitor = takeTurns(visitors);
  const anyMessages = () => `/api/v1/chats/${first + Math.floor(Math.random() * chats)}/messages`;
  const body = JSON.stringify({ agent_id: agent, type: 'text', body: TEXT });
  const calls = [
    () => ({ ...read(token()), path: anyMessages() }),
    () => read(token()),
    () => ({ ...write(token(), body), path: anyMessages() }),
    () => writeAsVisitor(visitor(), TEXT),
  ];
  for (const prepare of calls) {
    await requestsPerSecond({ url: `${url}/api/v1/chats`, seconds: LOAD_SECONDS, prepare });
  }
}

function takeTurns<T>(list: T[]) {
  let at = 0;
  return () => list[at++ % list.length] as T;
}

/**
 * Resident memory of the server, and PostgreSQL's with each page of the buffers that its processes share counted once
 * (PSS). Beside it the sum of resident memory as most tools add it up, which counts those once per process.
 */
function describe(ours: Running, dataDir: string) {
  const server = ours.residentMb();
  const postgres = postgresProcesses(dataDir);
  const [proportional, resident] = [sumMb(postgres, 'Pss'), sumMb(postgres, 'Rss')];
  const mb = (figure: number) => figure.toFixed(0);
  return `${mb(server + proportional)} MB: server ${mb(server)}, PostgreSQL ${mb(proportional)} in ${postgres.length} processes (sum of RSS ${mb(server + resident)})`;
}

function postgresProcesses(dataDir: string) {
  const [main = ''] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const children = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === main);
  return [main, ...children];
}

const parentOf = (pid: string) => /^PPid:\s+(\d+)/m.exec(readProcess(pid, 'status'))?.[1];
const sumMb = (pids: string[], field: 'Pss' | 'Rss') =>
  pids.reduce((sum, pid) => sum + Number(matchKb(pid, field) ?? 0), 0) / 1_024;
const matchKb = (pid: string, field: string) =>
  new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readProcess(pid, 'smaps_rollup'))?.[1];

/** Empty if the process has ended. */
function readProcess(pid: string, file: string) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
