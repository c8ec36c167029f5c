import type { Duplex } from 'node:stream';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { openPage } from '../../apps/server/test/browser.ts';
import { openScreen } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { until } from '../../apps/server/test/until.ts';

async function openConsole() {
  const app = await startApp({}, { live: true, isPublic: true });
  const owner = await app.owner();
  // Requests through a service worker bypass the test's routes.
  const { page } = await openPage({ serviceWorkers: 'block', reducedMotion: 'reduce' });
  return { app, owner, page, signIn: () => openScreen(app, page, owner, '/app/') };
}

const sayBuild = (page: Page, build: string) =>
  page.route('**/app/build.json', (route) => route.fulfill({ json: { build } }));
const bar = (page: Page) => page.getByText('A new version is available');

test('the page and the server report their build', async () => {
  const { http } = await startApp();
  const [page, build] = [await http.inject('/app/'), await http.inject('/app/build.json')];
  expect(build.headers['cache-control']).toBe('no-store');
  expect(build.json()).toEqual({ build: /<meta name="build" content="([\w-]+)"/.exec(page.body)?.[1] });
});

test('a console that finds a new release after reconnecting offers it, and keeps working until accepted', async () => {
  const { app, owner, page, signIn } = await openConsole();
  const lines: Duplex[] = [];
  const note = (_request: unknown, line: Duplex) => void lines.push(line);
  app.http.server.on('upgrade', note);
  onTestFinished(() => void app.http.server.off('upgrade', note));
  await signIn();
  await until(
    async () => (await app.sql(`SELECT FROM connections WHERE agent_id = ${owner.agentId}`)).length > 0,
    'the console is connected',
  );
  expect(await bar(page).count()).toBe(0);
  await sayBuild(page, 'another');
  for (const line of lines) line.destroy();
  await bar(page).waitFor();
  await page.getByRole('link', { name: 'Contacts' }).click();
  await page.getByRole('heading', { name: 'Contacts' }).waitFor();
  // The reloaded page is of the new release; until then the offer stays.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) void page.unroute('**/app/build.json');
  });
  const isLoaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await isLoaded;
  await page.getByRole('heading', { name: 'Contacts' }).waitFor();
  await bar(page).waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/app/contacts');
});

test('a screen whose code is gone with the old release is reached by one reload', async () => {
  const { page, signIn } = await openConsole();
  await signIn();
  const missing = /\/assets\/visitors-[\w-]+\.js/;
  await page.route(missing, (route) => route.fulfill({ status: 404 }));
  await sayBuild(page, 'another');
  const loads: string[] = [];
  page.on('load', () => loads.push(new URL(page.url()).pathname));
  // Hovering already preloads its code: that alone must not reload the page.
  await page.getByRole('link', { name: 'Visitors' }).hover();
  await bar(page).waitFor();
  expect(loads).toEqual([]);
  await page.getByRole('link', { name: 'Visitors' }).click();
  await page.getByRole('heading', { name: 'Parley has been updated' }).waitFor();
  await until(() => loads.join() === '/app/visitors', 'it is reloaded once');
  await page.unroute(missing);
  await page.getByRole('button', { name: 'Reload', exact: true }).last().click();
  await page.getByRole('heading', { name: 'Visitors' }).waitFor();
});

test('a screen whose code fails to load is retried without a reload', async () => {
  const { page, signIn } = await openConsole();
  await signIn();
  const missing = /\/assets\/visitors-[\w-]+\.js/;
  await page.route(missing, (route) => route.abort());
  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  await page.getByRole('link', { name: 'Visitors' }).click();
  await page.getByRole('heading', { name: 'No connection to the server' }).waitFor();
  await page.unroute(missing);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Visitors' }).waitFor();
  expect(loads).toEqual([]);
});
