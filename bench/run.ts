// npm run bench: start, memory and the cost of our HTTP layer over a floor, as a table for docs/performance.md.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestsPerSecond } from './load.ts';
import { startFloor, startServer, temporaryDirectory } from './processes.ts';
import { format, interleave, type Sample, summarise } from './rounds.ts';

const STARTS = 5;
const IDLE_MS = 3_000;

const rows: [string, string][] = [];
const dataDirs = Array.from({ length: STARTS }, temporaryDirectory);

const first = await measureStarts(dataDirs);
const later = await measureStarts(dataDirs);
rows.push(['first start to ready, ms', format(first.start)]);
rows.push(['later start to ready, ms', format(later.start)]);
rows.push(['stop, ms', format(later.stop)]);
rows.push([`resident after ${IDLE_MS / 1_000} s idle, without postgres, MB`, format(later.resident)]);

const [dataDir = ''] = dataDirs;
const ours = await startServer(dataDir);
const floor = await startFloor(dataDir);
const readyz = await interleave(
  () => requestsPerSecond(`${ours.url}/readyz`),
  () => requestsPerSecond(floor.url),
);
rows.push(['GET /readyz (one query), requests/s', format(readyz.a)]);
rows.push(['the same over bare node:http + pg, requests/s', format(readyz.b)]);
rows.push(['ratio', format(readyz.ratio, 2)]);
rows.push(['resident after that load, MB', ours.residentMb().toFixed(0)]);
await floor.stop();
await ours.stop();

console.log('\n| what | median (min–max) |\n|---|---|');
for (const [what, figure] of rows) console.log(`| ${what} | ${figure} |`);
for (const directory of dataDirs) rmSync(path.dirname(directory), { recursive: true });

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
