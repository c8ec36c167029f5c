import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { findChromium } from './chromium.ts';

const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** With Playwright's signal handlers a worker survives SIGTERM. Chromium exits when its worker does. */
const UNGUARDED = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
/** Without a language that has UTF-8, downloads lose their names. */
const ENVIRONMENT = { ...process.env, LANG: 'C.UTF-8' };

let running: Promise<Browser> | undefined;

/** A page in a real browser, one browser per worker. Browser errors are collected. */
export async function openPage(options: BrowserContextOptions = {}) {
  const page = await openLastingPage(options);
  onTestFinished(() => page.context().close());
  return { page, complaints: collectComplaints(page) };
}

/** A page that outlasts the test; the caller closes it. */
export async function openLastingPage(options: BrowserContextOptions = {}) {
  running ??= chromium.launch({
    executablePath: findChromium(),
    chromiumSandbox: false,
    args: QUIET,
    env: ENVIRONMENT,
    ...UNGUARDED,
  });
  const context = await (await running).newContext({ locale: 'en-US', ...options });
  return context.newPage();
}

/** Browser errors from now on. */
export function collectComplaints(page: Page) {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
