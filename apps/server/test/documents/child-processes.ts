import { spawnSync } from 'node:child_process';

/** Processes that read documents for a process. */
export function readersOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, child, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === pid && command?.includes('extraction/reader/main.ts') ? [Number(child)] : [];
  });
}
