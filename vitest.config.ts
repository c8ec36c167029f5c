import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/testing/order.ts';
import { reportCosts } from './scripts/testing/report.ts';

/** As in apps/server/runtime.js, which Vite does not ask: the CommonJS build of drizzle-orm loads faster. */
const { resolve } = createRequire(import.meta.url);
const drizzle = {
  name: 'drizzle-orm',
  enforce: 'pre' as const,
  resolveId: (id: string) => (/^drizzle-orm(\/|$)/.test(id) ? { id: resolve(id), external: true } : undefined),
};

/** What is neither a test nor for browsers. */
const SOURCES = /\/(apps\/server|packages\/[^/]+)\/(src|test)\/.*(?<!\.test)\.[jt]s$/;

export default defineConfig({
  plugins: [drizzle],
  test: {
    include: [
      '{apps,packages}/*/src/**/*.test.ts',
      'apps/server/test/**/*.test.ts',
      'e2e/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
      // What only `npm run test:pgvector` has the database for.
      ...(process.env.TEST_PGVECTOR ? ['apps/server/test/pgvector/*.check.ts'] : []),
    ],
    globalSetup: 'apps/server/test/global-setup.ts',
    setupFiles: 'apps/server/test/network-guard.js',
    execArgv: ['--import', './apps/server/runtime.js'],
    // A worker loads the server once and shares its apps and its browser among its tests (apps/server/test/shared-app.ts).
    isolate: false,
    // Node reads the server itself, which is quicker. While files are watched Vite does: it has to know who imports what.
    server: { deps: { external: process.argv.includes('run') ? [SOURCES] : [] } },
    runner: './scripts/testing/runner.ts',
    sequence: { sequencer: LongestFirst },
    // Some tests wait for processes and disks.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // The library of the queue awaits nothing when it says how a job ended. The server only reports that (program.ts).
    onUnhandledError: ({ message, stack = '' }) =>
      !(message === 'timeout exceeded when trying to connect' && stack.includes('graphile-worker')),
    testTimeout: 120_000,
    reporters: ['default', reportCosts()],
    hookTimeout: 60_000,
  },
});
