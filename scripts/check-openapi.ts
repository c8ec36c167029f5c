// Lints docs/openapi.json, and refuses changes that break clients of the last release without being announced under
// "### Breaking" in CHANGELOG.md. A release makes its document the one to compare with:
// node scripts/check-openapi.ts --release
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { announcedBreaks, breakingChanges, type Document, withoutProse } from './openapi-changes.ts';

const CURRENT = 'docs/openapi.json';
const RELEASED = 'docs/openapi-released.json';

const { values } = parseArgs({ options: { release: { type: 'boolean', default: false } } });
const source = readFileSync(CURRENT, 'utf8');
const current = withoutProse(JSON.parse(source)) as Document;
if (values.release) release();
else await check();

/** One path a line, so that a release shows what it changed. */
function release() {
  const text = JSON.stringify(current).replace(/,(?="\/|"components"|"webhooks")/g, ',\n');
  writeFileSync(RELEASED, `${text}\n`);
}

async function check() {
  const faults = [...(await lint()), ...compare()];
  console.log(faults.join('\n') || 'openapi.json: no finding, compatible with the last release');
  if (faults.length) process.exitCode = 1;
}

async function lint() {
  // Its telemetry is part of its command line, which is not installed.
  const config = await loadConfig({ configPath: 'redocly.yaml' });
  const found = await lintFromString({ source, absoluteRef: CURRENT, config });
  return found.map(({ severity, ruleId, message, location: [place] }) => {
    return `${severity}: ${ruleId}: ${message} ${place?.pointer ?? ''}`;
  });
}

function compare() {
  const announced = announcedBreaks(readFileSync('CHANGELOG.md', 'utf8'));
  const changes = breakingChanges(JSON.parse(readFileSync(RELEASED, 'utf8')), current);
  const unannounced = changes.filter(({ operation }) => !announced.includes(`\`${operation}\``));
  return unannounced.map(({ operation, what }) => `breaks clients: ${operation}: ${what}`);
}
