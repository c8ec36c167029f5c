import { expect, test } from 'vitest';
import { goTo, openConsole } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { addAgent } from '../../apps/server/test/people.ts';

/** Addresses that only managers may open, in the settings and beside them. */
const MANAGED = [
  '/app/settings/audit-log',
  '/app/settings/team',
  '/app/settings/team/1',
  '/app/settings/quick-phrases/import',
  '/app/settings/departments',
  '/app/settings/widget',
  '/app/settings/messengers',
  '/app/settings/developers',
  '/app/settings/account',
  '/app/settings/mail',
  '/app/settings/security',
  '/app/settings/personal-data',
];
const MANAGED_BESIDE = ['/app/ai', '/app/ai/credentials', '/app/ai/knowledge', '/app/ai/knowledge/rules/1'];

test('a page that the role may not open answers as one that does not exist', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  const { page } = await openConsole(app, bob, '/app/settings/profile');
  const menu = page.getByRole('navigation', { name: 'Settings' });
  await menu.getByRole('link', { name: 'Profile' }).waitFor();
  expect(await menu.getByRole('link', { name: 'Developers' }).count()).toBe(0);

  const missing = page.getByRole('heading', { name: 'Page not found' });
  const read = async () => {
    await missing.waitFor();
    return { title: await page.title(), text: await page.locator('body').innerText() };
  };
  await page.goto(`${app.address}/app/settings/no-such-page`);
  const unknown = await read();
  await page.goto(`${app.address}/app/settings/team`);
  expect(await read()).toEqual(unknown);
  for (const path of MANAGED) {
    await goTo(page, `${app.address}/app/settings/profile`);
    await missing.waitFor({ state: 'detached' });
    await goTo(page, app.address + path);
    expect(await read(), path).toEqual(unknown);
  }
  await page.goto(`${app.address}/app/reports/agents`);
  const outside = await read();
  for (const path of MANAGED_BESIDE) {
    await goTo(page, `${app.address}/app/settings/profile`);
    await missing.waitFor({ state: 'detached' });
    await goTo(page, app.address + path);
    expect(await read(), path).toEqual(outside);
  }
  expect(await page.getByRole('link', { name: 'AI', exact: true }).count()).toBe(0);
});

test('on a phone the settings menu is a page of its own, with a way back from each page', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const { page } = await openConsole(app, ann, '/app/settings', { viewport: { width: 390, height: 780 } });
  const menu = page.getByRole('navigation', { name: 'Settings' });
  await menu.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('heading', { level: 1, name: 'Profile and security' }).waitFor();
  expect(await menu.count()).toBe(0);
  await page.getByRole('link', { name: 'All settings' }).click();
  await menu.getByRole('link', { name: 'Developers' }).waitFor();
  await page.setViewportSize({ width: 1_280, height: 720 });
  await goTo(page, `${app.address}/app/settings`);
  await page.getByRole('heading', { level: 1, name: 'Profile and security' }).waitFor();
  await menu.getByRole('link', { name: 'Developers' }).waitFor();
});
