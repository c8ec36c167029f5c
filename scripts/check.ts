// Runs all checks before the tests, in parallel; a failing one prints its output.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const WITH_RUNTIME = 'node --import ./apps/server/runtime.js';

/** More checkers per program would compete with the other checks, and each resolves the types again. */
const tsc = (project: string) => `tsc --checkers 1 -p ${project} --incremental --tsBuildInfoFile ${cacheOf(project)}`;

/** A second run checks only what changed. */
const cacheOf = (project: string) => `node_modules/.cache/types/${project === '.' ? 'root' : project}.tsbuildinfo`;

/** Longest first. */
const CHECKS = [
  tsc('.'),
  tsc('e2e'),
  tsc('apps/console'),
  'knip',
  tsc('apps/widget'),
  'biome check',
  'node scripts/generate.ts --check',
  'node scripts/check-openapi.ts',
  tsc('packages/content'),
  'node scripts/check-architecture.ts',
  `${WITH_RUNTIME} scripts/check-routes.ts`,
];

async function run(command: string) {
  const began = performance.now();
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const code = await new Promise((resolve) => child.once('close', resolve));
  const took = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${command} (${took} s)`);
  if (code === 0) return;
  console.error(output);
  process.exitCode = 1;
}

const waiting = [...CHECKS];
async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) await run(next);
}
await Promise.all(Array.from({ length: availableParallelism() }, work));
