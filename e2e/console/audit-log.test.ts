import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../apps/server/test/callers.ts';
import { openConsole } from '../../apps/server/test/console.ts';
import { addDepartment } from '../../apps/server/test/departments.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { addAgent } from '../../apps/server/test/people.ts';

test('a manager reads who changed what, with before and after, and filters it', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const session = await signedIn(app, ann);
  const { id } = await addDepartment(ann, [ann], { name: 'Sales' });
  await session(api.departments.update, { params: { id }, body: { name: 'Support' } });
  const sold = await addDepartment(ann, [ann], { name: 'Sold' });
  await session(api.departments.remove, { params: { id: sold.id } });
  await session(dashboard.widgetAccess.update, { body: { domains: ['shop.example'] } });
  const contact = (await (await addChat(app, ann)).read()).contact_id ?? '';
  await session(api.contacts.block, { params: { id: contact } });

  const admin = await addAgent(app, ann, 'admin');
  const { page } = await openConsole(app, admin, '/app/settings/audit-log');
  const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
  await entries.filter({ hasText: 'Blocked a contact' }).waitFor();
  const link = (name: string) => entries.getByRole('link', { name, exact: true }).first().getAttribute('href');
  expect(await link('a contact')).toBe(`/app/contacts/${contact}`);
  expect(await link('Sales')).toBe(`/app/settings/departments/${id}`);
  const access = entries.filter({ hasText: 'Updated the name, API access or domains of ' });
  expect(await access.getByRole('link').getAttribute('href')).toBe('/app/settings/widget?tab=install');
  const removed = entries.filter({ hasText: 'Sold' });
  expect([await removed.count(), await removed.getByRole('link').count()]).toEqual([2, 0]);

  const renamed = entries.filter({ hasText: 'Updated the department Support' });
  expect(await renamed.innerText()).toMatch(/Ann · [\d.:a-f]+ · /);
  await renamed.getByRole('button', { name: 'Details' }).press('Enter');
  expect(await renamed.getByRole('row').allInnerTexts()).toEqual(['Setting\tBefore\tAfter', 'Name\tSales\tSupport']);

  await page.getByRole('combobox', { name: 'What was changed' }).click();
  await page.getByRole('option', { name: 'Widget' }).click();
  await page.waitForURL(/subject=widget/);
  await expect.poll(() => entries.count()).toBe(1);
  await access.waitFor();
  await page.getByRole('combobox', { name: 'Person or token' }).click();
  await page.getByRole('option', { name: 'Server or command line' }).click();
  await page.getByText('No change matches these filters.').waitFor();
  const table = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await table).suggestedFilename()).toMatch(/^audit-log-.*\.csv$/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await entries.filter({ hasText: 'Created the department Sales' }).waitFor();
});
