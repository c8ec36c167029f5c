import type { Page } from 'playwright-core';
import { openPage } from './browser.ts';
import { type Owner, PASSWORD, type TestApp } from './harness.ts';

/** The console in a browser, with somebody signed in. */
export async function openConsole(app: TestApp, person: Pick<Owner, 'email'>, path = '/app/') {
  const opened = await openPage();
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
