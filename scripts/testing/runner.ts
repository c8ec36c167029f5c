import module from 'node:module';
import { type RunnerTestCase, TestRunner } from 'vitest';
import { isBrowserTest } from './kinds.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Milliseconds of processor time of the worker, all tries together. */
    cpu?: number;
  }
}

/** `npm run test:stress` wants to see what fails the first time. */
const retries = process.env.TEST_RETRY === '0' ? 0 : 1;

/** Vitest has a worker write what it compiled when it ends. All compile the same: four writers wait ten seconds for the disk. */
if (process.env.VITEST_POOL_ID !== '1') Object.assign(module, { flushCompileCache() {} });

/** Measures each test, and gives those in a browser, and no other, a second try. */
// biome-ignore lint/style/noDefaultExport: vitest takes the default one
export default class MeasuringRunner extends TestRunner {
  #before = process.cpuUsage();

  override onBeforeRunTask(test: RunnerTestCase) {
    test.retry = isBrowserTest(test.file.filepath) ? retries : 0;
    this.#before = process.cpuUsage();
    return super.onBeforeRunTask(test);
  }

  override onAfterTryTask(test: RunnerTestCase) {
    const { user, system } = process.cpuUsage(this.#before);
    test.meta.cpu = (user + system) / 1_000;
    return super.onAfterTryTask(test);
  }
}
