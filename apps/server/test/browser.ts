import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
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

let running: Promise<Browser> | undefined;

/** A page in a real browser, one browser a file. What the browser complains of is collected. */
export async function openPage(options: BrowserContextOptions = {}) {
  running ??= chromium.launch({ executablePath: findChromium(), chromiumSandbox: false, args: QUIET });
  const context = await (await running).newContext({ locale: 'en-US', ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}
