import type { Reporter, TestCase } from 'vitest/node';

/** Names what passed only when it was tried again, and says what went wrong before: each is a fault to be found. */
export function reportRetried(): Reporter {
  const retried: TestCase[] = [];
  return {
    onTestCaseResult(test) {
      if (test.diagnostic()?.flaky) retried.push(test);
    },
    onTestRunEnd() {
      if (retried.length) console.log(`\n Passed when tried again: ${retried.length}`);
      for (const test of retried) {
        console.log(`   ${test.module.relativeModuleId} > ${test.fullName}`);
        for (const { message } of test.result().errors ?? []) console.log(`     ${message}`);
      }
    },
  };
}
