import { dashboard } from '@parley/contract';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { collectComplaints, openLastingPage } from './browser.ts';
import { signedInHeaders, withHeaders } from './callers.ts';
import type { TestApp } from './harness.ts';
import { type Owner, PASSWORD } from './owners.ts';

// Loading the console costs more CPU than most tests in it, so tests reuse tabs: one user signs out and the next signs
// in. The console drops all state in between (session.test.ts).

interface ConsoleOptions extends BrowserContextOptions {
  /** For tests that change a tab permanently. */
  tabs?: string;
}

const DESK = { width: 1_280, height: 720 };

const HEARD = ['console', 'pageerror', 'dialog', 'load', 'request'];

/** Signed-out tabs, by server and browser options. */
const idle = new Map<string, Page[]>();

/** The console in a browser, signed in. */
export async function openConsole(
  app: TestApp,
  person: Pick<Owner, 'email'>,
  path = '/app/',
  options: ConsoleOptions = {},
) {
  const opened = await openSignedOut(app, options);
  await openScreen(app, opened.page, person, path);
  return opened;
}

/** The console in a browser, signed out. */
export async function openSignedOut(app: TestApp, options: ConsoleOptions = {}) {
  const { tabs, viewport = DESK, colorScheme = 'light', ...browser } = options;
  const key = JSON.stringify([app.address, tabs, browser]);
  const kept = idle.getOrInsertComputed(key, () => []);
  const used = kept.pop();
  const page = used ?? (await openLastingPage({ reducedMotion: 'reduce', ...browser }));
  onTestFinished(async ({ task }) => {
    const isAsBefore = task.result?.state === 'pass' && (await resetTab(app, page));
    if (isAsBefore) kept.push(page);
    else await page.context().close();
  });
  const complaints = collectComplaints(page);
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport ?? DESK);
  return { page, complaints };
}

/** Opens a screen in a browser whose user has signed in before. */
export async function openScreen(
  app: TestApp,
  page: Page,
  person: Pick<Owner, 'email'>,
  path: string,
  at = app.address,
) {
  const { cookie } = await signedInHeaders(app, person);
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name, value, url: at, httpOnly: true, sameSite: 'Lax' }]);
  await goTo(page, `${at}${path}`);
  await page.getByRole('button', { name: /^(Your menu|Ваше меню)/ }).waitFor();
}

/** Navigates as a link in the console does: without a page load, unless the URL is outside the console. */
export async function goTo(page: Page, url: string) {
  if (isConsole(page, url)) await page.evaluate(`history.pushState({}, '', ${JSON.stringify(url)})`);
  else await page.goto(url);
}

const isConsole = (page: Page, url: string) => page.url().startsWith(new URL('/app/', url).href);

/** Ends the session and returns whether the tab is clean enough to be reused. */
async function resetTab(app: TestApp, page: Page) {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of HEARD) page.removeAllListeners(event);
  context.removeAllListeners('request');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  if (!isConsole(page, app.address)) return false;
  const [session] = await context.cookies(app.address);
  if (session) {
    const headers = { cookie: `${session.name}=${session.value}`, origin: app.publicUrl };
    await withHeaders(app, headers)(dashboard.session.remove);
  } else {
    await goTo(page, `${app.address}/app/sign-in`);
  }
  await page.waitForURL('**/app/sign-in*', { timeout: 10_000 });
  await page.getByRole('button', { name: /^(Sign in|Войти)$/ }).waitFor();
  await context.clearCookies();
  // A blinking caret keeps the browser drawing.
  await page.evaluate('document.activeElement?.blur()');
  return page.evaluate(() => {
    const hasChosen = ['parley-theme', 'parley-locale'].some((key) => localStorage.getItem(key) !== null);
    localStorage.clear();
    sessionStorage.clear();
    return !hasChosen;
  });
}

/** Opens a screen by signing in. */
export async function signInAt(page: Page, url: string, person: Pick<Owner, 'email'>) {
  await page.goto(url);
  await fillSignInForm(page, person);
}

export async function fillSignInForm(page: Page, { email }: Pick<Owner, 'email'>) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: /^Your menu/ }).waitFor();
}

/** Locators of the inbox, in English. */
export function inboxOf(page: Page) {
  const log = page.getByRole('log', { name: 'Conversation' });
  return {
    row: (text: string) => page.locator('a[data-chat]', { hasText: text }),
    log,
    /** Within a message: the typing preview is shown too, but is not one. */
    said: (text: string) => log.getByRole('article').getByText(text, { exact: true }),
    reply: page.getByRole('textbox', { name: 'Reply to the visitor' }),
    note: page.getByRole('textbox', { name: 'Note for the team' }),
    button: (name: string | RegExp) => page.getByRole('button', { name, exact: true }),
    notice: page.getByRole('status'),
  };
}
