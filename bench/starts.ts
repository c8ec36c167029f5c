// Start, stop, memory, and the cost of our HTTP layer over the floor.
import { setTimeout as sleep } from 'node:timers/promises';
import { discard, temporaryDirectory } from './databases.ts';
import { requestsPerSecond } from './load.ts';
import { startFloor, startServer } from './processes.ts';
import { format, interleave, type Row, type Sample, summarise } from './rounds.ts';

const STARTS = 5;
const IDLE_MS = 3_000;

export async function starts(): Promise<Row[]> {
  const dataDirs = Array.from({ length: STARTS }, temporaryDirectory);
  const first = await measureStarts(dataDirs);
  const later = await measureStarts(dataDirs);
  for (const directory of dataDirs) await discard(directory);
  return [
    ['first start to ready, ms', format(first.start)],
    ['later start to ready, ms', format(later.start)],
    ['stop, ms', format(later.stop)],
    [`resident memory after ${IDLE_MS / 1_000} s idle, without postgres, MB`, format(later.resident)],
  ];
}

export async function httpLayer(): Promise<Row[]> {
  const dataDir = temporaryDirectory();
  const ours = await startServer(dataDir);
  const floor = await startFloor(dataDir);
  const readyz = await interleave(
    () => requestsPerSecond({ url: `${ours.url}/readyz` }),
    () => requestsPerSecond({ url: `${floor.url}/ready` }),
  );
  const resident = ours.residentMb();
  await discard(dataDir, floor, ours);
  return [
    ['GET /readyz (one query), requests/s', format(readyz.a)],
    ['the same over bare node:http + pg, requests/s', format(readyz.b)],
    ['ratio', format(readyz.ratio, 2)],
    ['resident memory after that load, MB', resident.toFixed(0)],
  ];
}

async function measureStarts(directories: string[]): Promise<Record<'start' | 'stop' | 'resident', Sample>> {
  const figures: { start: number; stop: number; resident: number }[] = [];
  for (const directory of directories) {
    const server = await startServer(directory);
    await sleep(IDLE_MS);
    const resident = server.residentMb();
    figures.push({ start: server.startMs, resident, stop: await server.stop() });
  }
  const of = (key: 'start' | 'stop' | 'resident') => summarise(figures.map((each) => each[key]));
  return { start: of('start'), stop: of('stop'), resident: of('resident') };
}
