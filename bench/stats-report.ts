// From signing in to a report of a year, in a real browser.
import { chromium } from 'playwright-core';
import { ensureChromium } from '../apps/server/test/chromium.ts';
import { openSignIn } from './console-place.ts';
import { connect } from './databases.ts';
import { keptYear, yearDirectory } from './kept-year.ts';
import { startServer } from './processes.ts';
import { type Row, summarise } from './rounds.ts';
import { judge } from './widget-goals.ts';

const GOAL_MS = 1_500;
const ROUNDS = 9;
const DAY_MS = 86_400_000;

export async function report(): Promise<Row[]> {
  const dataDir = yearDirectory();
  const ours = await startServer(dataDir);
  const client = await connect(dataDir);
  const { email } = await keptYear(dataDir, client);
  await client.end();
  const browser = await chromium.launch({ executablePath: ensureChromium(), chromiumSandbox: false });
  const arrivals: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const page = await openSignIn({ browser, url: ours.url, email }, reportOfYear());
    const since = performance.now();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('region', { name: 'Week by week' }).waitFor();
    arrivals.push(performance.now() - since);
    await page.context().close();
  }
  await browser.close();
  await ours.stop();
  const what = `sign-in to the report of a year, nothing cached, ms (goal: ${GOAL_MS} or less)`;
  return [[what, judge(summarise(arrivals.slice(1)), GOAL_MS)]];
}

function reportOfYear() {
  const [from, to] = [Date.now() - 364 * DAY_MS, Date.now()].map((ms) => new Date(ms).toISOString().slice(0, 10));
  return `/reports?period=custom&from=${from}&to=${to}`;
}
