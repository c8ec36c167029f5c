import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { isBrowserTest, isProcessTest, isRouteTest } from './kinds.ts';

const SLOWEST = 10;
/** CPU seconds of one test in its worker; some take 3, and twice that when the machine is slow. */
const MAX_CPU = 10;

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
const cpuOf = (test: TestCase) => test.meta().cpu ?? 0;
const nameOf = (test: TestCase) => `${test.module.relativeModuleId} > ${test.fullName}`;
const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

function median(numbers: number[]) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Reports the run's cost, tests over budget, and tests that passed only on retry. */
export function reportCosts(): Reporter {
  const retried: TestCase[] = [];
  return {
    onTestCaseResult(test) {
      if (test.diagnostic()?.flaky) retried.push(test);
    },
    onTestRunEnd(modules) {
      printSlowest(modules);
      printCosts(modules);
      refuseOverBudget(modules);
      printRetried(retried);
    },
  };
}

function printSlowest(modules: readonly TestModule[]) {
  const timed = modules.map((module) => ({ name: module.relativeModuleId, took: module.diagnostic().duration }));
  const slowest = timed.toSorted((one, other) => other.took - one.took).slice(0, SLOWEST);
  if (modules.length <= SLOWEST) return;
  console.log('\n Slowest files');
  for (const { name, took } of slowest) console.log(`   ${seconds(took).padStart(8)}  ${name}`);
}

function printCosts(modules: readonly TestModule[]) {
  const testsOf = (isOne: (file: string) => boolean) =>
    modules.filter(({ moduleId }) => isOne(moduleId)).flatMap(({ children }) => [...children.allTests()]);
  const print = (what: string, tests: TestCase[], more = '') => {
    const costs = tests.map(cpuOf);
    const each = `median ${median(costs).toFixed(0)} ms, mean ${(sum(costs) / costs.length).toFixed(0)} ms`;
    if (tests.length) console.log(`   ${what}: ${tests.length} tests, ${seconds(sum(costs))}, ${each}${more}`);
  };
  const isOther = (file: string) => ![isBrowserTest, isProcessTest, isRouteTest].some((isOne) => isOne(file));
  const ofRoutes = testsOf(isRouteTest);
  const routes = new Set(ofRoutes.flatMap(({ name }) => /[A-Z]+ \/\S+/.exec(name) ?? []));
  const perRoute = sum(ofRoutes.map(cpuOf)) / routes.size;
  console.log('\n CPU time of the workers, without PostgreSQL, browsers and other processes');
  print('server', testsOf(isOther));
  print('routes', ofRoutes, `, ${perRoute.toFixed(0)} ms for each of ${routes.size} routes`);
  print('processes', testsOf(isProcessTest));
  print('browser', testsOf(isBrowserTest));
}

function refuseOverBudget(modules: readonly TestModule[]) {
  const limited = modules.filter(({ moduleId }) => !isBrowserTest(moduleId) && !isProcessTest(moduleId));
  const over = limited.flatMap(({ children }) =>
    [...children.allTests()].filter((test) => cpuOf(test) > MAX_CPU * 1_000),
  );
  for (const test of over) {
    console.error(
      `\n ${nameOf(test)} took ${seconds(cpuOf(test))} of CPU, and ${MAX_CPU} s is the limit. Use the shared app of ` +
        'startApp() with an account of its own, and make in it only what the rule needs (docs/testing.md).',
    );
  }
  if (over.length) process.exitCode = 1;
}

function printRetried(retried: TestCase[]) {
  if (retried.length) console.log(`\n Passed when tried again: ${retried.length}`);
  for (const test of retried) {
    console.log(`   ${nameOf(test)}`);
    for (const { message } of test.result().errors ?? []) console.log(`     ${message}`);
  }
}
