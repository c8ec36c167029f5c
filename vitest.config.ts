import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{apps,packages}/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: 'apps/server/test/global-setup.ts',
    setupFiles: 'apps/server/test/network-guard.js',
    execArgv: ['--import', './apps/server/runtime.js'],
    // Most of a test's time is spent waiting for processes and disks.
    maxWorkers: 2 * availableParallelism(),
    // The library of the queue awaits nothing when it says how a job ended. The server only reports that (program.ts).
    onUnhandledError: ({ message, stack = '' }) =>
      !(message === 'timeout exceeded when trying to connect' && stack.includes('graphile-worker')),
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
});
