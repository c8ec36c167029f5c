import { Worker } from 'node:worker_threads';

export interface WatchdogSettings {
  /** Process that this one must not survive. */
  parent: number;
  memoryBytes: number;
}

/** A thread that ends this process when it takes too much memory or is orphaned, also in the middle of a loop. */
export function startWatchdog(settings: WatchdogSettings) {
  const isWorking = new Int32Array(new SharedArrayBuffer(4));
  new Worker(new URL('./watchdog.ts', import.meta.url), {
    workerData: { ...settings, isWorking },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  }).unref();
  return {
    watch() {
      Atomics.store(isWorking, 0, 1);
      Atomics.notify(isWorking, 0);
    },
    rest() {
      Atomics.store(isWorking, 0, 0);
    },
  };
}
