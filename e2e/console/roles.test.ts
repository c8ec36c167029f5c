import { dashboard } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, signedIn } from '../../apps/server/test/callers.ts';
import { goTo, openConsole } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { addAgent } from '../../apps/server/test/people.ts';

const PHONE = { viewport: { width: 390, height: 780 }, colorScheme: 'dark' } as const;

/** The loaded page has no error and no horizontal scrollbar. */
async function expectLoaded(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
  const text = await page.locator('main').innerText();
  expect(text).not.toMatch(/Страница не найдена|Нет доступа|Не удалось/);
  const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect({ url: page.url(), isWider }).toEqual({ url: page.url(), isWider: false });
}

/** The pages behind tabs, from left to right. */
async function walkTabs(page: Page) {
  const tabs = page.getByRole('main').getByRole('navigation').getByRole('link');
  for (const tab of await tabs.all()) {
    await tab.click();
    await tab.and(page.locator('[aria-current="page"]')).waitFor();
    await expectLoaded(page);
  }
}

test.each([
  { role: 'owner', pages: 13 },
  { role: 'admin', pages: 10 },
  { role: 'operator', pages: 3 },
] as const)(
  'every page in the menus of the $role loads on a phone in Russian, and fits it',
  async ({ role, pages }) => {
    const app = await startApp({}, { live: true, isPublic: true });
    const ann = await app.owner({ apiEnabled: true });
    await addAnsweredVisitor(app, ann);
    const agent = role === 'owner' ? ann : await addAgent(app, ann, role);
    await (await signedIn(app, agent))(dashboard.profile.update, { body: { locale: 'ru' } });
    const { page, complaints } = await openConsole(app, agent, '/app/settings', PHONE);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });

    const menu = page.getByRole('navigation', { name: 'Настройки' });
    await menu.waitFor();
    const names = await menu.getByRole('link').allInnerTexts();
    expect(names.length).toBe(pages);
    for (const name of names) {
      await menu.getByRole('link', { name, exact: true }).click();
      await menu.waitFor({ state: 'detached' });
      await expectLoaded(page);
      await walkTabs(page);
      await goTo(page, `${app.address}/app/settings`);
      await menu.waitFor();
    }
    await goTo(page, `${app.address}/app/reports`);
    await menu.waitFor({ state: 'detached' });
    await expectLoaded(page);
    await walkTabs(page);
    if (role !== 'operator') {
      await goTo(page, `${app.address}/app/ai`);
      await page.getByRole('heading', { level: 1, name: 'Три шага' }).waitFor();
      await walkTabs(page);
      for (const path of ['sources', 'files', 'site', 'try', 'rules/new']) {
        await goTo(page, `${app.address}/app/ai/knowledge/${path}`);
        await expectLoaded(page);
      }
    }
    expect({ refused, complaints }).toEqual({ refused: [], complaints: [] });
  },
);
