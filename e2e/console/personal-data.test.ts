import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor } from '../../apps/server/test/callers.ts';
import { openConsole } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';

test('a limit says how many chats it deletes before it is stored, and one contact is exported and erased', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const visitor = await addAnsweredVisitor(app, ann);
  const params = { id: visitor.contactId };
  await ann.call(api.contacts.update, { params, body: { name: 'Maria', email: 'maria@example.test' } });
  await app.sql(`UPDATE chat_heads SET activity = 0 WHERE widget_id = ${ann.widgetId}`);
  const { page } = await openConsole(app, ann, '/app/settings/personal-data');
  await page.getByText('For a limited time').click();
  await page.getByLabel('Days without activity').fill('7');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Enter a number from 30 to 3,650.').waitFor();
  await page.getByLabel('Days without activity').fill('90');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete chats after 90 days?' });
  await dialog.getByText('Chats that will be deleted tonight: 1.').waitFor();
  expect((await ann.call(api.account.read)).data.chats_keep_days).toBeNull();
  await dialog.getByRole('button', { name: 'Delete old chats' }).click();
  await page.getByRole('status').getByText('Saved.').waitFor();
  expect((await ann.call(api.account.read)).data.chats_keep_days).toBe(90);

  await page.getByRole('searchbox').fill('nobody');
  await page.getByText('No matches').waitFor();
  await page.getByRole('searchbox').fill('maria');
  const link = page.getByRole('link', { name: 'Export Maria' });
  const downloading = page.waitForEvent('download');
  await link.click();
  expect((await downloading).suggestedFilename()).toBe(`contact-${visitor.contactId}.json`);
  await page.getByRole('button', { name: 'Erase Maria' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Delete|Erase/ })
    .click();
  await page.getByText('No matches').waitFor();
  expect(await ann.call(api.contacts.read, { params })).toMatchObject({ status: 404 });
});
