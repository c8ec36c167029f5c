// A server with 100,000 chats and 1,000,000 messages, an agent with a password, and visitors who write. The data is
// created once and cached.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ensureChromium } from '../apps/server/test/chromium.ts';
import { PROBE } from './console-probe.ts';
import { loadConversations } from './conversations.ts';
import { connect, keptDirectory } from './databases.ts';
import { createOwner, startServer } from './processes.ts';
import { addVisitors, type Visitor } from './realtime-people.ts';
import type { Row } from './rounds.ts';

const CHATS = 100_000;
const MESSAGES = 10;
const VISITORS = 720;
export const PASSWORD = 'correct horse battery';

export interface Place {
  url: string;
  email: string;
  browser: Browser;
  /** Chats at the top of the list. */
  visitors: Visitor[];
}

interface Owner {
  widget: number;
  agent: number;
  email: string;
}

export async function inConsole(measure: (place: Place) => Promise<Row[]>): Promise<Row[]> {
  const dataDir = keptDirectory('console');
  const ours = await startServer(dataDir);
  const client = await connect(dataDir);
  const owner = await keptOwner(dataDir, client);
  const place = { client, dataDir, url: ours.url };
  const visitors = await addVisitors(place, { widget: owner.widget, seq: MESSAGES, most: VISITORS });
  await client.end();
  const browser = await chromium.launch({ executablePath: ensureChromium(), chromiumSandbox: false });
  const rows = await measure({ url: ours.url, email: owner.email, browser, visitors });
  await browser.close();
  await ours.stop();
  return rows;
}

async function keptOwner(dataDir: string, client: Awaited<ReturnType<typeof connect>>): Promise<Owner> {
  const file = path.join(path.dirname(dataDir), 'owner.json');
  if (!existsSync(file)) {
    const owner = createOwner(dataDir, PASSWORD);
    await loadConversations(client, { ...owner, chats: CHATS, messages: MESSAGES });
    // An untidy team: every fifth chat is still open.
    await client.query('UPDATE chat_heads SET done_at = NULL WHERE widget_id = $1 AND chat_id % 5 = 0', [owner.widget]);
    await client.query('VACUUM ANALYZE chat_heads');
    writeFileSync(file, JSON.stringify(owner));
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** A fresh browser on the sign-in page, which leads to the inbox or to another screen. */
export async function openSignIn({ browser, url, email }: Pick<Place, 'browser' | 'url' | 'email'>, next = '/inbox') {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1_440, height: 900 } });
  await context.addInitScript(PROBE);
  const page = await context.newPage();
  await page.goto(`${url}/app/sign-in?next=${encodeURIComponent(next)}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  return page;
}

export async function signIn(place: Place) {
  const page = await openSignIn(place);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await rowsOf(page).first().waitFor();
  return page;
}

export const rowsOf = (page: Page) => page.locator('a[data-chat]');
