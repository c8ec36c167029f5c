import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{apps,packages}/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: 'apps/server/test/global-setup.ts',
    setupFiles: 'apps/server/test/network-guard.js',
    execArgv: ['--import', './apps/server/runtime.js'],
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
