import { api, dashboard, site } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { anonymousCaller } from '../../apps/server/test/callers.ts';
import { openConsole } from '../../apps/server/test/console.ts';
import { signIn, startApp } from '../../apps/server/test/harness.ts';
import { PASSWORD } from '../../apps/server/test/owners.ts';
import { allowDomains } from '../../apps/server/test/people.ts';
import { until } from '../../apps/server/test/until.ts';

const WIDE = { viewport: { width: 1_440, height: 900 } };

const start = () => startApp({}, { live: true, isPublic: true });
const frameOf = (page: Page) => page.frameLocator('iframe[title="Preview"]');
const accentOf = (page: Page) =>
  frameOf(page)
    .locator('service-widget .widget')
    .last()
    .evaluate((widget: { style: { getPropertyValue(name: string): string } }) =>
      widget.style.getPropertyValue('--accent'),
    );

test('a manager sees changes in the real widget before publishing them, and can undo', async () => {
  const app = await start();
  const ann = await app.owner();
  await ann.call(api.widget.updateSettings, {
    body: { widget_default_language: 'en', widget_content_source_language: 'en' },
  });
  const { page, complaints } = await openConsole(app, ann, '/app/settings/widget', WIDE);
  const panel = frameOf(page).getByRole('dialog');
  await panel.getByText('Hello! How can we help?').waitFor();
  const settings = async () => (await ann.call(api.widget.readSettings)).data;

  const widget = await frameOf(page).locator('service-widget').elementHandle();
  await page.getByLabel('Accent colour').fill('#b42318');
  await until(async () => (await accentOf(page)) === '#b42318', 'the preview follows');
  expect((await settings()).accent_color).toBeNull();
  await page.getByRole('tab', { name: 'Texts' }).click();
  await page.getByLabel('Greeting').fill('Ask us about tea');
  await panel.getByText('Ask us about tea').waitFor();
  // Starting the widget again would be slower than a change may take.
  expect(await widget?.evaluate(({ isConnected }) => isConnected)).toBe(true);

  await page.getByText('Offline', { exact: true }).click();
  await panel.getByText('We’ll get back to you').or(panel.getByText('we’ll get back to you')).first().waitFor();
  await page.getByText('Returning', { exact: true }).click();
  await panel.getByText('We do! It takes three days.').waitFor();
  await page.getByText('Phone', { exact: true }).click();
  await frameOf(page).locator('.widget[data-phone]').last().waitFor({ state: 'attached' });

  await page.getByRole('link', { name: 'Profile' }).first().click();
  await page.getByRole('dialog', { name: 'Leave without publishing?' }).getByRole('button', { name: 'Cancel' }).click();

  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page
    .getByText(/You’re offline|offline/i)
    .first()
    .waitFor();
  expect(await page.getByLabel('Greeting').inputValue()).toBe('Ask us about tea');
  await page.context().setOffline(false);

  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published.').waitFor();
  expect(await settings()).toMatchObject({ accent_color: '#b42318', widget_greeting: 'Ask us about tea' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The previous version is published again.').waitFor();
  expect(await settings()).toMatchObject({ accent_color: null, widget_greeting: null });
  expect(complaints.filter((text) => !/ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([]);
});

test('the installation shows where the widget was seen and blocked, and allows a site with one click', async () => {
  const app = await start();
  const ann = await app.owner();
  await allowDomains(app, ann, ['shop.example']);
  const params = { button_guid: ann.buttonGuid };
  const call = anonymousCaller(app);
  await call(site.visitor.visit, { params, body: { page: 'https://shop.example/cart' } });
  for (const host of ['www.blog.example', 'www.blog.example']) {
    await call(site.blockedPages.report, { params, body: { host } });
  }
  const { page } = await openConsole(app, ann, '/app/settings/widget?tab=install', WIDE);
  await page.getByText('Seen on shop.example').waitFor();
  await page.getByText('Blocked on www.blog.example, 2 times today.').waitFor();
  await page.getByRole('button', { name: 'Allow it' }).click();
  await page.getByText('Blocked on').waitFor({ state: 'detached' });
  const { call: asAnn } = await signIn(app, ann);
  const domains = async () => (await asAnn(dashboard.widgetAccess.read)).data.domains;
  expect(await domains()).toEqual(['shop.example', 'blog.example']);
  for (const domain of ['shop.example', 'blog.example']) {
    await page.getByRole('button', { name: `Remove ${domain}` }).click();
    await page.getByRole('button', { name: `Remove ${domain}` }).waitFor({ state: 'detached' });
  }
  await page.getByText('Open: the widget works on any site').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Remove blog.example' }).waitFor();

  await page.getByRole('tab', { name: 'Visitors' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog', { name: 'Your identity key' }).getByRole('button', { name: 'Done' }).click();
  await page.getByText('A key exists. It can’t be shown again.').waitFor();
});

test('an owner names a widget, creates another, copies settings from it and switches to it', async () => {
  const app = await start();
  const ann = await app.owner();
  await ann.call(api.widget.updateSettings, { body: { accent_color: '#b42318' } });
  const { page } = await openConsole(app, ann, '/app/settings/widget?tab=widgets', WIDE);
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Name saved.').waitFor();

  await page.getByRole('button', { name: 'New widget' }).click();
  const dialog = page.getByRole('dialog', { name: 'New widget' });
  await dialog.getByLabel('Name').fill('Blog');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByText('Widget created.').waitFor();
  const list = page.getByRole('list', { name: 'Your widgets' });
  await list.getByText('Shop').waitFor();

  await page.getByRole('tab', { name: 'Appearance' }).click();
  await page.getByLabel('Accent colour').fill('#1d4ed8');
  await page.getByRole('tab', { name: 'Widgets' }).click();
  await list.getByRole('button', { name: 'Switch to Blog' }).click();
  const warning = page.getByRole('dialog', { name: 'Leave without publishing?' });
  await warning.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('combobox', { name: 'Copy settings from another widget' }).click();
  await page.getByRole('option', { name: 'Blog' }).click();
  await page.getByText('Settings copied.').waitFor();
  await page.getByText('1 unpublished change').waitFor({ state: 'hidden' });
  await list.getByRole('button', { name: 'Switch to Blog' }).click();
  await until(async () => !page.url().includes('/settings/widget'), 'the page of the other widget is left');
  const { call } = await signIn(app, ann);
  expect((await call(dashboard.session.read)).data.widgets).toMatchObject([{ name: 'Shop' }, { name: 'Blog' }]);
});
