import { api, events, presets, problemCodes, type Route, scopeNames, site, slugOf } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { openPage } from '../../test/browser.ts';
import { type OpenApp, openApp, startApp } from '../../test/harness.ts';
import { deadLinks, idsOf, textOf } from '../../test/markup.ts';

const routes = Object.values({ ...api, ...site }).flatMap((group) => Object.values<Route>(group));

let app: OpenApp;
let page: string;
let text: string;
beforeAll(async () => {
  app = await openApp();
  page = (await app.http.inject('/docs')).body;
  text = textOf(page);
  return () => app.end();
});

test('the page is public, has a strict content security policy, and is 304 when cached', async () => {
  const { statusCode, headers } = await app.http.inject('/docs');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['x-content-type-options']).toBe('nosniff');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'; img-src 'self'; style-src 'sha256-\S+'; script-src 'sha256-\S+';/);
  const again = await app.http.inject({ url: '/docs', headers: { 'if-none-match': String(headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('the page has every route, scope, preset, event and problem', () => {
  for (const { method, path, summary } of routes)
    expect(text).toContain(`${method} ${path}\n${summary.replaceAll('`', '')}.`);
  for (const scope of scopeNames) expect(idsOf(page)).toContain(`scope-${scope.replace(/[^a-z]/g, '-')}`);
  for (const name of [...Object.keys(presets), ...Object.values(events).map((event) => event.name)]) {
    expect(text).toContain(name);
  }
  for (const code of problemCodes) expect(page).toContain(`href="/api/problems/${slugOf(code)}"`);
});

test('no link is dead, and no id is used twice', async () => {
  expect(await deadLinks(app, page)).toEqual([]);
  expect(idsOf(page).filter((id, index, all) => all.indexOf(id) !== index)).toEqual([]);
});

test('every group and every call has a unique title', () => {
  const [contents = ''] = /<nav.*?<\/nav>/s.exec(page) ?? [];
  const titles = [...contents.matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(([, title]) => textOf(title ?? ''));
  expect(titles.length).toBeGreaterThan(routes.length + Object.keys(api).length);
  expect(titles).toEqual(expect.arrayContaining(['Chats', 'Messages', 'Files', 'Ratings', 'Webhooks']));
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  for (const title of titles) expect(title).toMatch(/^[A-Z][a-z]*:? ?[a-zA-Z' ]*$/);
});

test('rules between the members of a body are described', () => {
  expect(text).toContain('type keyboard requires body and keyboard, does not allow file, coords, sticker');
});

test('the page loads nothing from elsewhere', () => {
  expect(page).not.toMatch(/(?:href|src)="(?:https?:)?\/\//);
  expect(page).not.toMatch(/url\(|@import/);
});

test('the rate limits on the page are those of the server', async () => {
  const owner = await app.owner();
  const read = await owner.call(api.contacts.list);
  const write = await owner.call(api.contacts.create, { body: { name: 'Ann' } });
  expect(text).toContain(
    `${read.headers['x-ratelimit-limit']} reads and ${write.headers['x-ratelimit-limit']} writes a minute`,
  );
});

test('in a browser the page marks the current section, fits a phone and reports no errors', async () => {
  const { address: url } = await startApp({}, { live: true });
  const desk = await openPage({ viewport: { width: 1440, height: 900 } });
  await desk.page.goto(`${url}/docs#contacts-create`);
  await desk.page.locator('nav a[aria-current]', { hasText: 'Create a contact' }).waitFor();
  expect(await desk.page.locator('button', { hasText: 'Copy' }).count()).toBeGreaterThan(routes.length);

  const phone = await openPage({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await phone.page.goto(`${url}/docs`);
  expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await phone.page.getByText('Contents', { exact: true }).click();
  await phone.page.locator('nav a', { hasText: 'List contacts' }).click();
  await phone.page.locator('h3', { hasText: 'List contacts' }).waitFor();
  expect(await phone.page.locator('nav').isVisible()).toBe(false);
  expect([...desk.complaints, ...phone.complaints]).toEqual([]);
});
