// Runs test files repeatedly under CPU load, without retries, and names failures.
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isBrowserTest, isProcessTest } from './kinds.ts';

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const files = positionals.length ? positionals : defaultFiles();

/** The files most sensitive to scheduling. */
function defaultFiles() {
  const all = fs.globSync(['{apps,packages}/*/src/**/*.test.ts', '{bench,scripts}/**/*.test.ts']);
  return all.filter((file) => isBrowserTest(file) || isProcessTest(file));
}

interface Report {
  testResults: { name: string; message: string; assertionResults: { fullName: string; status: string }[] }[];
}

/** Failed tests of one run, and files that failed as a whole. */
function runOnce(): string[] {
  const outputFile = path.join(fs.mkdtempSync(path.join(tmpdir(), 'parley-stress-')), 'report.json');
  const env = { ...process.env, TEST_RETRY: '0' };
  spawnSync('vitest', ['run', '--reporter=json', `--outputFile=${outputFile}`, ...files], { env, stdio: 'ignore' });
  if (!fs.existsSync(outputFile)) return ['the whole run: vitest wrote no report'];
  const { testResults }: Report = JSON.parse(fs.readFileSync(outputFile, 'utf8'));
  fs.rmSync(path.dirname(outputFile), { recursive: true });
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name);
    const failed = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${file} > ${fullName}`);
    return failed.length || !message ? failed : [`${file}: ${message.split('\n')[0]}`];
  });
}

const burners = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
const failures = new Map<string, number>();
const runs = Number(values.runs);
try {
  for (let run = 1; run <= runs; run += 1) {
    const failed = runOnce();
    console.log(`Run ${run} of ${runs}: ${failed.length} failed`);
    for (const name of failed) failures.set(name, (failures.get(name) ?? 0) + 1);
  }
} finally {
  for (const burner of burners) burner.kill();
}
for (const [name, count] of failures) console.log(`${count} of ${runs}  ${name}`);
process.exitCode = failures.size ? 1 : 0;
