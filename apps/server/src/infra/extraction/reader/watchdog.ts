// A thread of its own, since the main one may be busy for as long as a document likes.
import { workerData } from 'node:worker_threads';
import type { WatchdogSettings } from './start-watchdog.ts';

const CHECK_MS = 5;

const { parent, memoryBytes, isWorking }: WatchdogSettings & { isWorking: Int32Array } = workerData;
for (;;) {
  Atomics.wait(isWorking, 0, 0);
  if (process.memoryUsage.rss() > memoryBytes || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  Atomics.wait(isWorking, 0, 1, CHECK_MS);
}
