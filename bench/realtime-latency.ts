// Latency of a message to the other side's socket, at half of the server's capacity.
import type { Client } from 'pg';
import { connect, discard, temporaryDirectory } from './databases.ts';
import { startServer } from './processes.ts';
import { type Desk, openDesk } from './realtime-people.ts';
import { startClients } from './realtime-process.ts';
import type { Talk } from './realtime-talk.ts';
import { format, type Row, summarise } from './rounds.ts';

/** Enough that no one exceeds their rate limit. */
const DESKS = 10;
const OPERATORS = 2;
const VISITORS = 100;
const ROUNDS = 5;
const SATURATE_SECONDS = 3;
const PACE_SECONDS = 8;

export async function latency(): Promise<Row[]> {
  const dataDir = temporaryDirectory();
  const ours = await startServer(dataDir);
  const client = await connect(dataDir);
  const desks = await openDesks({ client, dataDir, url: ours.url });
  await client.end();
  const rows = await measureTalk(desks, '');
  await discard(dataDir, ours);
  return rows;
}

export async function openDesks(place: { client: Client; dataDir: string; url: string }) {
  const desks: Desk[] = [];
  for (let at = 0; at < DESKS; at += 1) {
    desks.push(await openDesk(place, { operators: OPERATORS, visitors: VISITORS, messages: 1 }));
  }
  return desks;
}

/** Capacity changes from minute to minute, so each round measures it again. The first one warms up. */
export async function measureTalk(desks: Desk[], among: string): Promise<Row[]> {
  const clients = startClients<Talk>(new URL('./realtime-talk.ts', import.meta.url));
  await clients.ask('open', desks);
  await clients.ask('saturate', { seconds: SATURATE_SECONDS });
  const rates: number[] = [];
  const rounds: { visitor: number[]; operator: number[] }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const rate = await clients.ask('saturate', { seconds: SATURATE_SECONDS });
    rates.push(rate);
    rounds.push(await clients.ask('pace', { rate: rate / 2, seconds: PACE_SECONDS }));
  }
  clients.stop();
  const figure = (side: 'visitor' | 'operator', share: number) =>
    format(summarise(rounds.map((round) => percentile(round[side], share))), 1);
  return [
    [
      `messages by socket to the other side${among}, saturating, messages/s (goal: 1,200 or more)`,
      format(summarise(rates)),
    ],
    [`at half of that, visitor to both agents, p50 ms (goal: 10 or less)`, figure('visitor', 0.5)],
    ['the same, p99 ms (goal: 25 or less)', figure('visitor', 0.99)],
    [`at half of that, agent to visitor, p50 ms (goal: 10 or less)`, figure('operator', 0.5)],
    ['the same, p99 ms (goal: 25 or less)', figure('operator', 0.99)],
  ];
}

function percentile(values: number[], share: number) {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0;
}
