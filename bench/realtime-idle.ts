// Many visitors who have the chat open and write nothing.
import { setTimeout as pause } from 'node:timers/promises';
import { connect, discard, temporaryDirectory } from './databases.ts';
import { type Running, startServer } from './processes.ts';
import type { Crowd } from './realtime-crowd.ts';
import { measureTalk, openDesks } from './realtime-latency.ts';
import { openDesk } from './realtime-people.ts';
import { startClients } from './realtime-process.ts';
import { type Row, summarise } from './rounds.ts';

const VISITORS = 10_000;
/** Limited by open files, so more than one process is needed. */
const PROCESSES = 3;
const SAMPLES = 20;
const SAMPLE_MS = 1_000;
const STEADY = 0.02;
const LONGEST_MS = 180_000;

export async function idle(): Promise<Row[]> {
  const dataDir = temporaryDirectory();
  const ours = await startServer(dataDir);
  const client = await connect(dataDir);
  const place = { client, dataDir, url: ours.url };
  const { visitors } = await openDesk(place, { operators: 1, visitors: VISITORS, messages: 1 });
  const desks = await openDesks(place);
  await client.end();

  const before = await settledMb(ours);
  const each = Math.ceil(VISITORS / PROCESSES);
  const crowds = Array.from({ length: PROCESSES }, () =>
    startClients<Crowd>(new URL('./realtime-crowd.ts', import.meta.url)),
  );
  const comeTo = (crowd: (typeof crowds)[number], at: number) =>
    crowd.ask('come', { operators: [], visitors: visitors.slice(at * each, (at + 1) * each) });
  const since = performance.now();
  await Promise.all(crowds.map(comeTo));
  const seconds = (performance.now() - since) / 1_000;
  const after = await settledMb(ours);
  const talk = await measureTalk(desks, ` among ${VISITORS} idle sockets`);
  // No one was disconnected: that would have ended their process.
  const heard = await Promise.all(crowds.map((crowd) => crowd.ask('heard', undefined)));
  for (const crowd of crowds) crowd.stop();
  const atLast = ours.residentMb();
  await discard(dataDir, ours);
  return [
    [`${VISITORS} visitors connected and resumed, seconds`, seconds.toFixed(1)],
    ['resident before, MB', before.toFixed(0)],
    [`resident with ${VISITORS} idle sockets, MB`, after.toFixed(0)],
    ['resident for each socket, KB (goal: 45 or less)', (((after - before) * 1_024) / VISITORS).toFixed(1)],
    ...talk,
    [
      'connections and resumes of idle sockets that were refused as unavailable',
      `${heard.reduce((sum, { refused }) => sum + refused, 0)}`,
    ],
    ['resident after that, MB', atLast.toFixed(0)],
  ];
}

/** Of the last samples, once stable: long enough for everyone to have resumed and been pinged. */
async function settledMb({ residentMb }: Running) {
  const samples: number[] = [];
  const until = performance.now() + LONGEST_MS;
  for (;;) {
    samples.push(residentMb());
    const { median, min, max } = summarise(samples.slice(-SAMPLES));
    const isSteady = samples.length >= SAMPLES && max - min < STEADY * median;
    if (isSteady || performance.now() > until) return median;
    await pause(SAMPLE_MS);
  }
}
