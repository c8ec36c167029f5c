import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { reportRetried } from './scripts/report-retried.ts';

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
    testTimeout: 120_000,
    // Thousands of tests with real browsers, sockets and processes on a busy machine: what fails once is tried again and
    // named at the end of the report; what is broken fails again.
    retry: 1,
    reporters: ['default', reportRetried()],
    hookTimeout: 60_000,
  },
});
