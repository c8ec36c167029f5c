// Processor time from the kernel's own accounting, which other load disturbs far less than it does rates and latencies.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const MICROSECONDS_PER_TICK = 10_000;

export interface CpuTime {
  /** Microseconds of all threads. */
  server: number;
  /** Microseconds of the postmaster, all backends and background processes, also of those that have ended. */
  postgres: number;
}

/** Reads the processor time of a server and of the PostgreSQL in its DATA_DIR. */
export function createCpuMeter(serverPid: number, dataDir: string) {
  if (!existsSync('/proc/self/schedstat')) throw new Error('The budget needs Linux, with /proc/<pid>/schedstat');
  const [postmaster] = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    .split('\n')
    .map(Number);
  return (): CpuTime => ({ server: timeOf(serverPid), postgres: timeOfFamily(postmaster as number) });
}

function timeOf(pid: number) {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + timeOfThread(`/proc/${pid}/task/${thread}/schedstat`), 0);
}

/** The first number is nanoseconds on a processor. */
function timeOfThread(file: string) {
  return Number(readIfThere(file).split(' ')[0]) / 1_000;
}

function timeOfFamily(parent: number) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = pids.map(Number).filter((pid) => Number(statOf(pid)[1]) === parent);
  // Processor time of children that have ended, user and system.
  const ended = statOf(parent).slice(13, 15).map(Number);
  return [parent, ...children].reduce((sum, pid) => sum + timeOf(pid), 0) + sumOf(ended) * MICROSECONDS_PER_TICK;
}

const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

/** Fields after the name of the program: state, parent, … The name may contain anything. */
function statOf(pid: number) {
  const text = readIfThere(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** A process may end while its files are read. */
function readIfThere(file: string) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
