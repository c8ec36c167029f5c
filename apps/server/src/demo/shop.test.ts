import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from '../../test/browser.ts';
import { until } from '../../test/until.ts';
import { startWidget } from '../../test/widget.ts';

/** The URL of the demo with this test's widget. */
async function startShop() {
  const { app, owner } = await startWidget({ isOnline: false });
  return `${app.address}/demo?widget=${owner.buttonGuid}`;
}

const logged = (page: Page) => page.locator('#log p span').allInnerTexts();
const refused = (page: Page) => page.locator('#log .failed').allInnerTexts();

async function logs(page: Page, text: string | RegExp) {
  await until(async () => (await logged(page)).some((line) => line.search(text) === 0), `the log has ${text}`);
}

test('under the strictest policy the widget loads, opens and handles every call, without browser errors', async () => {
  const url = await startShop();
  const { page, complaints } = await openPage();
  await page.goto(`${url}&csp=1`);
  await page.locator('service-widget').waitFor({ state: 'attached' });
  await logs(page, /^on\("error"/);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('setContactInfo()');
  await press('setCustomData()');
  for (const skin of ['classic', 'minimal', 'capsule', 'liquid']) await press(`setSkin('${skin}')`);
  await press('reset()');
  await press('open()');
  await logs(page, /^open$/);
  // The chat has loaded, in a frame and over its own socket.
  await logs(page, /^online \{/);
  await press('close()');
  await logs(page, /^close$/);
  expect(await refused(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("the cart is sent with the shop's custom data", async () => {
  const url = await startShop();
  const { page } = await openPage();
  await page.goto(url);
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Add to cart: Morning mug' }).click();
  await page.getByRole('button', { name: /^Cart/ }).click();
  await page.getByRole('region', { name: 'Cart' }).getByText('Morning mug × 2').waitFor();
  expect(await page.locator('#total').innerText()).toBe('€48');
  await page.keyboard.press('Escape');
  await logs(page, /^on\("error"/);
  await page.getByRole('button', { name: 'setCustomData()' }).click();
  await logs(page, /^setCustomData\(.*"title":"Morning mug","content":"× 2"/);
});

test('theme and language switch at once and survive a reload', async () => {
  const url = await startShop();
  const { page } = await openPage({ colorScheme: 'light' });
  await page.goto(url);
  const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await background();
  await page.getByText('Dark', { exact: true }).click();
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.getByLabel('Page language').selectOption('he');
  const languages = () => page.evaluate('[document.documentElement.lang, document.documentElement.dir]');
  expect(await languages()).toEqual(['he', 'rtl']);
  await page.reload();
  expect([await background(), await languages()]).toEqual([dark, ['he', 'rtl']]);
});

test('the page fits on a phone', async () => {
  const url = await startShop();
  const { page } = await openPage({ viewport: { width: 360, height: 740 } });
  for (const lang of ['en', 'ru', 'fa']) {
    await page.goto(`${url}&lang=${lang}`);
    expect([lang, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([lang, 360]);
  }
});
