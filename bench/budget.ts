// What each hot operation costs: processor time, statements, round trips and bytes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createLog } from '../apps/server/src/infra/log.ts';
import { openCluster } from '../apps/server/src/infra/postgres/embedded/index.ts';
import { type Crew, gather, MESSAGES, OPERATIONS, type Operation, VISITORS } from './budget-operations.ts';
import { createCpuMeter } from './cpu.ts';
import { connect, discard, temporaryDirectory } from './databases.ts';
import { startPostgresCounter } from './postgres-counter.ts';
import { mintTokens, startServer } from './processes.ts';
import { openDesk } from './realtime-people.ts';
import { format, summarise, type Table } from './rounds.ts';

const ROUNDS = 5;
const TIMES = 320;
/** Counts vary little. */
const COUNTED_TIMES = 96;
const WARM_UP = 2 * VISITORS;
const AT_A_TIME = 4;
const AGENTS = 2;
/** Two heartbeats of the node. */
const IDLE_MS = 10_000;
/** Events are numbered, and jobs run, a moment after the write. */
const SETTLE_MS = 300;

/** `ONLY=resume` measures those with that word in their name. */
const operations = OPERATIONS.filter(({ what }) => what.includes(process.env.ONLY ?? ''));

type Figures = Record<string, number>;

/** Reads totals since the start. */
type Meter<F extends Figures> = () => F;

export async function budget(): Promise<Table> {
  const dataDir = temporaryDirectory();
  // Ours to keep running while one server follows another.
  const cluster = await openCluster({ dataDir, role: 'cli', log: createLog('silent') });
  const table = await measureBudget(dataDir).finally(cluster.close);
  await discard(dataDir);
  return table;
}

async function measureBudget(dataDir: string) {
  const server = await startServer(dataDir, { DEMO: '0' });
  const cast = await createCast(dataDir, server.url);
  const crew = await gather(cast);
  const cpu = createCpuMeter(server.pid, dataDir);
  const rounds = await measureAll(crew, () => ({ ...cpu() }), { rounds: ROUNDS, times: TIMES });
  await crew.disconnect(0);
  await server.stop();
  return toTable(rounds, await countAll(dataDir, cast));
}

async function createCast(dataDir: string, url: string) {
  const client = await connect(dataDir);
  const visitors = (operations.length + 1) * (ROUNDS + 3) * VISITORS;
  const desk = await openDesk({ client, dataDir, url }, { operators: AGENTS, visitors, messages: MESSAGES });
  await client.end();
  const tokens = mintTokens(dataDir, desk.widget, 100);
  return { url, desk, tokens: { read: tokens.slice(0, 50), write: tokens.slice(50) } };
}

/** Counts on a second server, since the proxy would cost processor time. */
async function countAll(dataDir: string, cast: Awaited<ReturnType<typeof createCast>>) {
  const counter = await startPostgresCounter(path.join(dataDir, 'postgres', '.s.PGSQL.5432'));
  const server = await startServer(dataDir, {
    PORT: new URL(cast.url).port,
    DATABASE_URL: `postgres://parley@127.0.0.1:${counter.port}/parley`,
    MASTER_KEY: readFileSync(path.join(dataDir, 'master.key'), 'utf8').trim(),
  });
  const crew = await gather(cast);
  const read = () => ({ ...counter.read(), bytesToClients: crew.bytesReceived() });
  const counts = await measureAll(crew, read, { rounds: 1, times: COUNTED_TIMES });
  await crew.disconnect(0);
  await server.stop();
  counter.close();
  return counts;
}

interface Measured<F extends Figures> {
  /** What the server does when nobody does anything, per second. */
  idle: F;
  /** Of each operation, one for each round. */
  rounds: Map<Operation, F[]>;
}

interface Extent {
  rounds: number;
  times: number;
}

/** All operations take turns. The first round warms up and does not count. */
async function measureAll<F extends Figures>(crew: Crew, meter: Meter<F>, extent: Extent): Promise<Measured<F>> {
  const { times } = extent;
  for (const operation of operations) await measure(crew, operation, { meter, times });
  const idle = await measureIdle(meter);
  const rounds = new Map<Operation, F[]>(operations.map((operation) => [operation, []]));
  for (let round = 0; round < extent.rounds; round += 1) {
    for (const [operation, figures] of rounds) {
      const { spent, seconds } = await measure(crew, operation, { meter, times });
      // The idle rate is an average, so what costs nothing may come out below zero.
      const costOf = (value: number, name: string) => Math.max(value - (idle[name] ?? 0) * seconds, 0) / times;
      figures.push(mapFigures(spent, costOf));
    }
  }
  return { idle, rounds };
}

async function measureIdle<F extends Figures>(meter: Meter<F>): Promise<F> {
  await pause(SETTLE_MS);
  const { spent, seconds } = await spending(meter, () => pause(IDLE_MS));
  return mapFigures(spent, (value) => value / seconds);
}

interface Measurement<F extends Figures> {
  meter: Meter<F>;
  times: number;
}

async function measure<F extends Figures>(crew: Crew, operation: Operation, { meter, times }: Measurement<F>) {
  const act = await operation.prepare(crew);
  await repeat(act, 0, WARM_UP);
  const measured = await spending(meter, async () => {
    await repeat(act, WARM_UP, times);
    await pause(SETTLE_MS);
  });
  await crew.disconnect(AGENTS);
  return measured;
}

async function spending<F extends Figures>(meter: Meter<F>, work: () => Promise<unknown>) {
  const [before, since] = [meter(), performance.now()];
  await work();
  const after = meter();
  return {
    spent: mapFigures(after, (value, name) => value - (before[name] ?? 0)),
    seconds: (performance.now() - since) / 1_000,
  };
}

function mapFigures<F extends Figures>(figures: F, change: (value: number, name: string) => number): F {
  const entries = Object.entries(figures).map(([name, value]) => [name, change(value, name)]);
  return Object.fromEntries(entries) as F;
}

/** Several at a time, in different chats. */
async function repeat(act: (nth: number) => Promise<unknown>, first: number, times: number) {
  const work = async (at: number) => {
    for (let nth = at; nth < first + times; nth += AT_A_TIME) await act(nth);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, (_, at) => work(first + at)));
}

type Cpu = Measured<Figures & ReturnType<ReturnType<typeof createCpuMeter>>>;
type Counts = Awaited<ReturnType<typeof countAll>>;

const COLUMNS = [
  'per operation',
  'server, µs',
  'PostgreSQL, µs',
  'statements',
  'round trips',
  'parsed',
  'bytes to PostgreSQL',
  'from it',
  'to clients',
];

function toTable(cpu: Cpu, counts: Counts): Table {
  const rows = [...cpu.rounds].map(([operation, rounds]) => [
    operation.what,
    format(summarise(rounds.map(({ server }) => server))),
    format(summarise(rounds.map(({ postgres }) => postgres))),
    ...formatCounts(counts.rounds.get(operation)?.[0] as Counts['idle']),
  ]);
  const { server, postgres } = cpu.idle;
  const idle = ['idle, per second', server.toFixed(0), postgres.toFixed(0), ...formatCounts(counts.idle)];
  return { columns: COLUMNS, rows: [...rows, idle] };
}

function formatCounts({ statements, roundTrips, parsed, bytesSent, bytesReceived, bytesToClients }: Counts['idle']) {
  const counts = [statements, roundTrips, parsed].map((count) => count.toFixed(1));
  const bytes = [bytesSent, bytesReceived, bytesToClients].map((count) => count.toFixed(0));
  return [...counts, ...bytes];
}
