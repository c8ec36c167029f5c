import { site } from '@parley/contract';
import { test } from 'vitest';
import { goTo, openConsole } from '../../../apps/server/test/console.ts';
import { LOOKS, openHeading, startTeam, WIDE, walkOnce } from './axe.ts';

const walkScreens = walkOnce(async (stop) => {
  const { app, ann, rated } = await startTeam();
  const { page } = await openConsole(app, ann, `/app/contacts/${rated.contactId}`, WIDE);
  const dialog = page.getByRole('dialog');
  const leave = async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  const pane = page.getByLabel('Contact', { exact: true });
  await pane.getByText('quick').waitFor();
  await stop(page, 'a contact');
  for (const item of ['Merge…', 'Delete…']) {
    await pane.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await dialog.waitFor();
    await stop(page, item);
    await leave();
  }
  await page.getByRole('button', { name: 'New contact' }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await stop(page, 'a new contact');
  await leave();
  await page.getByRole('button', { name: 'Export and import' }).click();
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
  const buffer = Buffer.from('name,email,town\nIra,wrong,Oslo\nOleg,,\n');
  await page.locator('input[type="file"]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  await page.getByText('1 row will be skipped').waitFor();
  await stop(page, 'an import');
  const params = { button_guid: ann.buttonGuid };
  await app.call(site.visitor.visit, { params, body: { page: 'https://shop.example/mugs', title: 'Mugs' } });
  await openHeading(page, `${app.address}/app/visitors`, 'Visitors');
  await page.getByRole('row').getByText('Tea').first().waitFor();
  await stop(page, 'visitors');
  await page.getByRole('button', { name: /^Start a chat/ }).click();
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  await page.getByText('Write a message first.').waitFor();
  await stop(page, 'a first message to a visitor');
  await leave();
  for (const [path, words] of [
    ['reports', 'Day by day'],
    ['reports/channels', 'Chats by channel'],
    ['reports/ratings', 'Open chat'],
    ['reports/hours', /^Busiest:/],
  ] as const) {
    await goTo(page, `${app.address}/app/${path}`);
    await page.getByText(words).first().waitFor();
    await stop(page, path);
  }
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).waitFor();
  await stop(page, 'the own menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await dialog.getByRole('combobox').fill('h');
  await page.getByRole('option').first().waitFor();
  await stop(page, 'the palette');
  await leave();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await stop(page, 'the keys');
});

test.each(LOOKS)('axe finds nothing on contacts, visitors, reports and their overlays, %s', walkScreens);
