import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { openPage } from '../../apps/server/test/browser.ts';
import { createCall } from '../../apps/server/test/call.ts';
import { goTo, inboxOf, openConsole } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { openSite } from '../../apps/server/test/site.ts';
import { until } from '../../apps/server/test/until.ts';
import { partsOf, shopPage, updateSettings } from '../../apps/server/test/widget.ts';

const PROXY = '192.0.2.1';

/** An agent on the visitors screen, in their own browser. */
async function startScreen(env: Record<string, string> = {}) {
  const app = await startApp(env, { live: true, isPublic: true });
  const owner = await app.owner();
  await updateSettings(owner, { widget_default_language: 'en', device_profiles: { enabled: true } });
  const opened = await openConsole(app, owner, '/app/visitors');
  const { page } = opened;
  await page.getByRole('heading', { name: 'Visitors' }).waitFor();
  const params = { button_guid: owner.buttonGuid };
  /** A visitor arrives on a page or moves to it. */
  const visit = async (body: Record<string, unknown>, headers: Record<string, string> = {}) => {
    const call = createCall((request) => app.http.inject({ ...request, remoteAddress: PROXY }), headers);
    return (await call(site.visitor.visit, { params, body })).data.visit_id;
  };
  const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text });
  return { app, owner, ...opened, visit, rowOf };
}

test('an agent writes first: the visitor sees it at the launcher and replies, and the agent gets the reply', async () => {
  const { app, owner, page, complaints, rowOf } = await startScreen();
  await page.getByRole('heading', { name: 'No one is on the site right now' }).waitFor();
  const tag = `<script async src="${app.publicUrl}/w/${owner.buttonGuid}.js"></script>`;
  const visitor = await openPage();
  await visitor.page.clock.install();
  await visitor.page.goto(await openSite({ '/': shopPage(tag) }));
  await rowOf('Shop').getByRole('button', { name: 'Start a chat with Visitor' }).click();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.press('Enter');
  await page.getByText('Write a message first.').waitFor();
  await message.fill('May I help?');
  await message.press('Enter');
  await page.waitForURL(/\/app\/inbox\/\d+$/);
  const id = Number(page.url().split('/').at(-1));

  await visitor.page.clock.runFor(30_500);
  const { input, said } = partsOf(visitor.page);
  await visitor.page.getByRole('button', { name: 'Open chat (1)', exact: true }).last().click();
  await said('May I help?').waitFor();
  await input.fill('yes, please');
  await input.press('Enter');
  await inboxOf(page).said('yes, please').waitFor();
  const { data } = (await owner.call(api.messages.list, { params: { id } })).data;
  expect(data.map(({ sender, body }) => [sender, body]).reverse()).toEqual([
    ['agent', 'May I help?'],
    ['client', 'yes, please'],
  ]);
  await goTo(page, `${app.publicUrl}/app/visitors`);
  await rowOf('Shop')
    .getByRole('link', { name: /^In chat/ })
    .click();
  await page.waitForURL(`**/app/inbox/${id}`);
  // The browser logs that no session existed at first.
  expect([...complaints, ...visitor.complaints].filter((text) => !/status of 401/.test(text))).toEqual([]);
});

test('the screen shows visits start, move and end, and filters them by page', async () => {
  const { app, page, visit, rowOf } = await startScreen({ TRUST_PROXY: PROXY, COUNTRY_HEADER: 'CF-IPCountry' });
  const where = { page: 'https://shop.example/tea', title: 'Tea', referrer: 'https://www.search.example/?q=tea' };
  const visit_id = await visit(where, { 'cf-ipcountry': 'DE' });
  for (const text of ['🇩🇪 Germany', 'search.example', 'shop.example/tea']) {
    expect(await rowOf('Tea').textContent()).toContain(text);
  }
  app.clock.now = app.clock.now.add({ seconds: 1 });
  await visit({ page: 'https://shop.example/cups' });
  await page.getByText('2 on the site now').waitFor();
  const newest = page.getByRole('row').nth(1);
  expect(await newest.textContent()).toContain('shop.example/cups');
  await visit({ ...where, page: 'https://shop.example/cart', title: 'Cart', visit_id });
  await rowOf('Cart').getByRole('cell', { name: '2', exact: true }).waitFor();
  const search = page.getByRole('searchbox', { name: 'Search by page or name' });
  await search.fill('CART');
  await rowOf('cups').waitFor({ state: 'detached' });
  await search.fill('nobody');
  await page.getByRole('button', { name: 'Show everyone' }).click();
  await rowOf('cups').waitFor();
  app.clock.now = app.clock.now.add({ seconds: 60 });
  await visit({ ...where, visit_id });
  app.clock.now = app.clock.now.add({ seconds: 30 });
  await app.beat();
  await page.getByText('1 on the site now').waitFor();
});

test('nothing a visitor reports runs or links anywhere but to http and https', async () => {
  const { page, visit, rowOf } = await startScreen();
  await visit({ page: 'javascript:document.title="hit"', title: '<img src=x onerror="document.title=`hit`">' });
  await rowOf('<img src=x').waitFor();
  expect(await rowOf('<img src=x').getByRole('link').count()).toBe(0);
  await visit({ page: 'https://shop.example/', title: 'Shop' });
  const link = rowOf('Shop').getByRole('link');
  expect(await link.getAttribute('href')).toBe('https://shop.example/');
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  expect(await page.title()).not.toBe('hit');
});

test('a draft to a visitor who leaves is not sent to another', async () => {
  const { app, owner, page, visit, rowOf } = await startScreen();
  await visit({ page: 'https://shop.example/', title: 'Shop' });
  await rowOf('Shop')
    .getByRole('button', { name: /^Start a chat/ })
    .click();
  await page.getByRole('textbox', { name: 'Message' }).fill('May I help?');
  app.clock.now = app.clock.now.add({ seconds: 90 });
  await app.beat();
  await rowOf('Shop').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('They’ve left the site.').waitFor();
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('May I help?');
  const chats = `SELECT FROM chats WHERE widget_id = ${owner.widgetId}`;
  await until(async () => (await app.sql(chats)).length === 0, 'no chat was started');
});
