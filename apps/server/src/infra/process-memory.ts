import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const CHECK_MS = 10_000;
/** Consecutive checks. */
const QUIET_CHECKS = 3;
/** Share of the time that the event loop works. Polling alone takes about 0.01. */
const QUIET_UTILIZATION = 0.03;
/** Less than this is not worth a pause. */
const WORTHWHILE_BYTES = 24 * 1024 ** 2;
/** After a collection V8 takes half a minute to return the rest of the pages by itself. */
const SETTLED_CHECKS = 12;

interface ProcessMemory {
  /** Share of the time since the last call that the event loop worked. */
  utilization: () => number;
  /** Bytes that the heap occupies, garbage and free pages included. */
  occupied: () => number;
  /** Collects garbage and returns the bytes in use after it. */
  collect: () => number;
}

/**
 * Returns memory to the system when a busy time is over. V8 collects on allocation, so a server that falls quiet keeps
 * the heap of its busiest time: 100 to 200 MB. A collection stops it for 50 to 300 ms, hence only while it is quiet.
 */
export function releaseMemoryWhenQuiet(memory: ProcessMemory = ownMemory()) {
  let quiet = 0;
  let settling = 0;
  let inUse = 0;
  const timer = setInterval(() => {
    quiet = memory.utilization() < QUIET_UTILIZATION ? quiet + 1 : 0;
    settling -= 1;
    if (quiet < QUIET_CHECKS || settling > 0 || memory.occupied() - inUse < WORTHWHILE_BYTES) return;
    inUse = memory.collect();
    settling = SETTLED_CHECKS;
  }, CHECK_MS);
  return () => clearInterval(timer);
}

/** Of this process. */
export function ownMemory(): ProcessMemory {
  let last = performance.eventLoopUtilization();
  return {
    utilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    occupied: () => process.memoryUsage().heapTotal,
    collect() {
      // Sets the flag for new contexts only, so that nothing else finds `gc`.
      setFlagsFromString('--expose-gc');
      runInNewContext('gc')();
      setFlagsFromString('--no-expose-gc');
      return process.memoryUsage().heapUsed;
    },
  };
}
