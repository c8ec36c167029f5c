import { onTestFinished } from 'vitest';

const SAMPLE_MS = 10;

/** Returns by how many bytes this process has grown at most until it is asked. */
export function watchMemory() {
  const before = process.memoryUsage.rss();
  let most = before;
  const sample = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const timer = setInterval(sample, SAMPLE_MS);
  onTestFinished(() => clearInterval(timer));
  return () => {
    sample();
    return most - before;
  };
}
