import module from 'node:module';
import { type RunnerTestCase, TestRunner } from 'vitest';
import { isBrowserTest } from './kinds.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** CPU milliseconds of the worker, all attempts together. */
    cpu?: number;
  }
}

/** `npm run test:stress` reports first-attempt failures. */
const retries = process.env.TEST_RETRY === '0' ? 0 : 1;

/**
 * Only one worker writes Node's compile cache, once it has loaded its first file. By default Vitest makes every worker write
 * the same files when it stops, which took over ten seconds.
 */
const { flushCompileCache } = module;
Object.assign(module, { flushCompileCache() {} });
let isKept = process.env.VITEST_POOL_ID !== '1';

/** Measures each test, and retries browser tests once. */
// biome-ignore lint/style/noDefaultExport: vitest takes the default one
export default class MeasuringRunner extends TestRunner {
  #before = process.cpuUsage();

  onCollected() {
    if (!isKept) flushCompileCache();
    isKept = true;
  }

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
