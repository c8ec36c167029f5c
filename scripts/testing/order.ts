import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isBrowserTest, isLongTest, isProcessTest, isRouteTest } from './kinds.ts';

/**
 * Longest first, so that a run does not end with one busy worker: long tests, process tests, browser tests, route tests,
 * the rest.
 */
function rankOf({ moduleId }: TestSpecification) {
  const index = [isLongTest, isProcessTest, isBrowserTest, isRouteTest].findIndex((isOne) => isOne(moduleId));
  return index === -1 ? Number.POSITIVE_INFINITY : index;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sizeOf = ({ moduleId }: TestSpecification) => statSync(moduleId).size;
    return files.toSorted((one, other) => {
      const [first, second] = [rankOf(one), rankOf(other)];
      return first === second ? sizeOf(other) - sizeOf(one) : first - second;
    });
  }
}
