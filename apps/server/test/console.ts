import type { BrowserContextOptions, Page } from 'playwright-core';
import { openPage } from './browser.ts';
import { type Owner, PASSWORD, type TestApp } from './harness.ts';

/** The console in a browser, with somebody signed in. */
export async function openConsole(
  app: TestApp,
  person: Pick<Owner, 'email'>,
  path = '/app/',
  browser: BrowserContextOptions = {},
) {
  const opened = await openPage(browser);
  await signInAt(opened.page, `${app.address}${path}`, person);
  return opened;
}

/** Goes to a screen by way of signing in. */
export async function signInAt(page: Page, url: string, { email }: Pick<Owner, 'email'>) {
  await page.goto(url);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: /^Your menu/ }).waitFor();
}

/** What people see of an inbox, in English. */
export function inboxOf(page: Page) {
  const log = page.getByRole('log', { name: 'Conversation' });
  return {
    row: (text: string) => page.locator('a[data-chat]', { hasText: text }),
    log,
    /** In a message: what is being typed is shown too, and is none yet. */
    said: (text: string) => log.getByRole('article').getByText(text, { exact: true }),
    reply: page.getByRole('textbox', { name: 'Reply to the visitor' }),
    note: page.getByRole('textbox', { name: 'Note for the team' }),
    button: (name: string | RegExp) => page.getByRole('button', { name, exact: true }),
    notice: page.getByRole('status'),
  };
}
