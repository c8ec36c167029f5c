import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../test/chromium.ts';
import { startApp } from '../test/harness.ts';

let browser: Browser;
beforeAll(async () => {
  const quiet = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  browser = await chromium.launch({ executablePath: findChromium(), chromiumSandbox: false, args: quiet });
});
afterAll(() => browser.close());

test('the page at the root shows what there is, without a complaint from the browser', async () => {
  const { http } = await startApp();
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  const page = await browser.newPage({ colorScheme: 'dark' });
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('requestfailed', (request) => complaints.push(request.url()));
  await page.goto(url);
  expect(await page.getByRole('heading').textContent()).toBe('Parley is running');
  await page.getByRole('link', { name: '/readyz' }).click();
  expect(await page.textContent('body')).toContain('ready');
  expect(complaints).toEqual([]);
});
