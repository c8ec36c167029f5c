import { readFileSync } from 'node:fs';
import { api } from '@parley/contract';
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { goTo, openConsole } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { addAgent } from '../../apps/server/test/people.ts';

const { contacts } = api;

/** Capital and small Cyrillic letters. */
const inWindows1251 = (text: string) =>
  Buffer.from([...text].map((sign) => (sign > 'z' ? sign.charCodeAt(0) - 0x350 : sign.charCodeAt(0))));

test('contacts are imported from a file after a look at its columns and refused rows', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  const all = async () => (await ann.call(contacts.list)).data.data.toReversed();
  const { page, complaints } = await openConsole(app, bob, '/app/contacts');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const choose = (buffer: Buffer) =>
    page.locator('input[type="file"]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });

  await page.getByRole('link', { name: 'Import from CSV' }).click();
  await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
  expect(await page.getByRole('link', { name: 'Import quick phrases' }).count()).toBe(0);
  await choose(Buffer.from('name,email\n'));
  await page.getByText('The file has no rows.').waitFor();
  await choose(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]));
  await page.getByText(/This isn’t a CSV file/).waitFor();
  await choose(Buffer.from(`name\n${'x\n'.repeat(10_001)}`));
  await page.getByText(/more than 10,000 rows/).waitFor();

  await choose(Buffer.from('Company\tTown\nAcme\tOslo\n'));
  await page.getByText('Choose a column with names, e-mails or phone numbers.').waitFor();
  expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0);
  await button('Choose another').click();

  const rows = ['Ира;Петрова;ira@example.test;Тверь;1', 'Олег;;wrong;;', ';;;Москва;', 'Вера;Ким', 'Лев;;;Пермь;2'];
  await choose(inWindows1251(`Имя;Фамилия;Почта;Город;Скидка\r\n${rows.join('\r\n')}\r\n`));
  await page.getByText('New contacts: 2. Updated: 0.').waitFor();
  await page.getByText('Won’t be imported: Город, Скидка').waitFor();
  await page.getByRole('combobox', { name: 'Import Город as' }).click();
  await page.getByRole('option', { name: 'Attribute “Город”' }).click();
  await page.getByText('Won’t be imported: Скидка').waitFor();
  const refused = page.getByRole('region', { name: '3 rows will be skipped' });
  const lines = (await refused.getByRole('row').allInnerTexts()).map((line) => line.replaceAll(/\s+/g, ' '));
  expect(lines).toEqual([
    'Line Reason Value',
    '3 E-mail must be an e-mail address. wrong',
    '4 Has no name, e-mail or phone number. Empty',
    '5 Has 2 cells instead of 5. Вера, Ким',
  ]);
  expect(await all()).toEqual([]);
  const download = page.waitForEvent('download');
  await refused.getByRole('button', { name: 'Download skipped rows' }).click();
  expect((await download).suggestedFilename()).toBe('people skipped rows.csv');
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('Вера,Ким,Has 2 cells instead of 5.\r\n');

  await page.route('**/api/v1/contacts/import', (route) => route.abort());
  await button('Import 2 rows').click();
  await page
    .getByRole('alert')
    .getByText(/server/)
    .waitFor();
  await page.unroute('**/api/v1/contacts/import');
  await button('Import 2 rows').click();
  await page.getByRole('heading', { name: 'Import finished' }).waitFor();
  await page.getByRole('region', { name: '3 rows were skipped' }).waitFor();
  expect(await all()).toMatchObject([
    { name: 'Ира Петрова', email: 'ira@example.test', attributes: { Город: 'Тверь' } },
    { name: 'Лев', email: null, attributes: { Город: 'Пермь' } },
  ]);

  await button('Import another file').click();
  await choose(Buffer.from('name\nMax\n'));
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/api/v1/contacts/import', loseAnswer, { times: 1 });
  await button('Import 1 row').click();
  await page.getByText(/This file has been imported already/).waitFor();
  const second = page.waitForResponse('**/api/v1/contacts/import');
  await button('Import 1 row').click();
  expect((await second).status()).toBe(409);
  expect(await all()).toHaveLength(3);
  await goTo(page, `${app.address}/app/contacts`);
  await page.getByRole('table').getByText('Ира Петрова').waitFor();
  expect(complaints.filter((text) => !/ERR_FAILED|409/.test(text))).toEqual([]);
});
