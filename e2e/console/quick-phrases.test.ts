import { readFileSync } from 'node:fs';
import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { goTo, openConsole, openScreen } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { addAgent } from '../../apps/server/test/people.ts';

const { quickPhrases } = api;

test('managers search, write, import and export everybody’s phrases; operators write their own', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  const stored = async () =>
    (await ann.call(quickPhrases.list)).data.data
      .map(({ agent_id, name, phrase }) => [agent_id === bob.agentId ? 'Bob' : 'Ann', name, phrase].join(' | '))
      .toSorted();
  const { page, complaints } = await openConsole(app, ann, '/app/settings/quick-phrases');
  const dialog = page.getByRole('dialog');
  const rows = page.getByRole('list', { name: 'Quick phrases' }).getByRole('listitem');
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await page.getByText('No quick phrases yet').waitFor();
  await button('New phrase').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter a name.').waitFor();
  await dialog.getByLabel('Name').fill('hi');
  await dialog.getByLabel('Text').fill('Hello, {{contact.first_name|there}}!');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await rows.filter({ hasText: 'Hello, {{contact.first_name|there}}!' }).waitFor();
  await button('New phrase').click();
  await dialog.getByLabel('Name').fill('sizes');
  await dialog.getByLabel('Text').fill('350 ml');
  await dialog.getByRole('combobox', { name: 'Owner' }).click();
  await page.getByRole('option', { name: 'Bob' }).click();
  await page.route('**/api/v1/quick-phrases', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog
    .getByRole('alert')
    .getByText(/server/)
    .waitFor();
  await page.unroute('**/api/v1/quick-phrases');
  expect(await dialog.getByLabel('Text').inputValue()).toBe('350 ml');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await rows.filter({ hasText: '350 ml' }).filter({ hasText: 'Bob' }).waitFor();

  await page.getByText('Teammates · 1').click();
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('searchbox').fill('hello');
  await page.getByText('No matches').waitFor();
  await button('Show all').click();
  await expect.poll(() => rows.count()).toBe(2);
  await button('Edit sizes').click();
  await dialog.getByLabel('Text').fill('All mugs hold 350 ml');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await rows.filter({ hasText: 'All mugs hold 350 ml' }).waitFor();
  await button('Delete hi').click();
  await page.getByText('2 phrases').waitFor({ state: 'detached' });
  await button('Undo').click();
  await page.getByText('2 phrases').waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  const exported = readFileSync(await (await download).path(), 'utf8');
  expect(exported).toContain(`,${bob.email},sizes,All mugs hold 350 ml\r\n`);

  await page.getByRole('link', { name: 'Import', exact: true }).last().click();
  await page.getByRole('heading', { level: 1, name: 'Import quick phrases' }).waitFor();
  const choose = (text: string) =>
    page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'p.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose(exported);
  await page.getByText('New: 0. Changed: 0. Unchanged: 2.').waitFor();
  expect(await button('Import 0 rows').isDisabled()).toBe(true);
  await button('Choose another').click();
  await choose(`Название;Текст;Кто;Папка\nhi;Hey!;;a\nsizes;S, M, L;${bob.email};\nbye;Bye!;;\n;No name;;\n`);
  await page.getByText('Won’t be imported: Кто, Папка').waitFor();
  await page.getByText('New: 2. Changed: 1. Unchanged: 0.').waitFor();
  await page.getByRole('combobox', { name: 'Import Кто as' }).click();
  await page.getByRole('option', { name: 'Owner’s e-mail' }).click();
  await page.getByText('New: 1. Changed: 2. Unchanged: 0.').waitFor();
  const preview = page.getByRole('list', { name: 'Phrases of the file' }).getByRole('listitem');
  expect(await preview.filter({ hasText: 'sizes' }).innerText()).toMatch(
    /sizes\s+All mugs hold 350 ml\s+S, M, L\s+Changed\s+Bob/,
  );
  expect(await page.getByRole('row').last().innerText()).toMatch(/^5\s+Name is required\.\s+Empty$/);
  expect(await stored()).toEqual([
    'Ann | hi | Hello, {{contact.first_name|there}}!',
    'Bob | sizes | All mugs hold 350 ml',
  ]);
  await button('Import 3 rows').click();
  await page.getByRole('heading', { name: 'Import finished' }).waitFor();
  await page.getByText('1 row was skipped').waitFor();
  expect(await stored()).toEqual(['Ann | bye | Bye!', 'Ann | hi | Hey!', 'Bob | sizes | S, M, L']);
  await page.getByRole('link', { name: 'See the phrases' }).click();
  await page.getByText('3 phrases').waitFor();

  await openScreen(app, page, bob, '/app/settings/quick-phrases');
  await page.reload();
  await rows.filter({ hasText: 'Bye!' }).waitFor();
  await button('Edit sizes').waitFor();
  expect(await button('Edit bye').count()).toBe(0);
  expect(await page.getByRole('link', { name: /^(Import|Export)$/ }).count()).toBe(1);
  await button('New phrase').click();
  expect(await dialog.getByRole('combobox').count()).toBe(0);
  await goTo(page, `${app.address}/app/settings/quick-phrases/import`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect(complaints.filter((text) => !/ERR_FAILED/.test(text))).toEqual([]);
});
