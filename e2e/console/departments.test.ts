import { api } from '@parley/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openConsole } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { addAgent, addConnectedAgent } from '../../apps/server/test/people.ts';

const { departments } = api;

/** Drags along a track, between two hours. */
async function drag(page: Page, track: Locator, from: number, to: number) {
  const box = await track.boundingBox();
  if (!box) throw new Error('The track is not visible');
  const at = (hour: number) => [box.x + (box.width * hour) / 24, box.y + box.height / 2] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 4 });
  await page.mouse.up();
}

test('the owner creates a department, sets its hours by pointer and keys, and asks who would get a chat', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const [bob, kim] = [await addConnectedAgent(app, ann), await addAgent(app, ann, 'operator')];
  await app.sql(`UPDATE users SET name = 'Bob' WHERE email = '${bob.email}'`);
  await app.sql(`UPDATE users SET name = 'Kim' WHERE email = '${kim.email}'`);
  const { page } = await openConsole(app, ann, '/app/settings/departments');
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const section = (name: string) => page.getByRole('region', { name });
  const save = async (name: string) => {
    await section(name).getByRole('button', { name: 'Save' }).click();
    await section(name).getByText('Unsaved changes').waitFor({ state: 'detached' });
  };
  const read = async () => (await ann.call(departments.list)).data.data[0];

  await page.getByText('No departments yet').waitFor();
  await button('New department').click();
  await page.getByRole('dialog').getByLabel('Name').fill('Sales');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sales' }).waitFor();
  const preview = section('Who would get a chat?');
  await preview.getByText('choose its channels first').waitFor();
  await page.getByRole('checkbox', { name: 'Website' }).check();
  await save('Channels');
  await preview.getByText('none of its members is at work').waitFor();
  for (const name of [/Bob/, /Kim/]) await section('Members').getByRole('checkbox', { name }).check();
  await save('Members');
  await preview.getByText('Bob would get it').waitFor();
  await preview.getByText('No one else is at work.').waitFor();
  await preview.getByText('Kim').waitFor();

  const hours = section('Hours');
  await hours.getByText('Time zone: Europe/Moscow').waitFor();
  const day = (name: string) => hours.getByRole('listitem').filter({ hasText: name });
  const choose = async (name: string, item: string) => {
    await button(`Change ${name}`).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Monday', 'Close');
  await drag(page, day('Monday').locator('[class*="track"]'), 9, 17);
  const [opens, closes] = ['Monday: opens', 'Monday: closes'].map((name) => page.getByRole('slider', { name }));
  await opens?.press('ArrowRight');
  await closes?.press('PageUp');
  expect(await closes?.getAttribute('aria-valuetext')).toBe('18:00');
  await page.getByRole('textbox', { name: 'Monday: opens' }).fill('930');
  await page.getByRole('textbox', { name: 'Monday: opens' }).press('Tab');
  await choose('Monday', 'Weekdays');
  for (const name of ['Saturday', 'Sunday']) await choose(name, 'Close');
  await day('Sunday').getByText('Closed').waitFor();
  await save('Hours');
  const worked = { from: '09:30', to: '18:00' };
  expect((await read())?.schedule).toMatchObject({ Monday: worked, Friday: worked, Saturday: null, Sunday: null });

  await preview.getByText('At another time').click();
  await preview.getByText('Every department of this channel is closed.').waitFor();
  await preview.getByRole('combobox', { name: 'Day' }).selectOption('Monday');
  await preview.getByRole('textbox', { name: 'Time' }).fill('10:00');
  await preview.getByRole('textbox', { name: 'Time' }).press('Enter');
  await preview.getByText('Bob would get it').waitFor();
  await preview.getByText('Assumes that everyone who isn’t suspended is at work').waitFor();

  await button('Delete department').click();
  await page.getByText('New chats from Website go to everyone at work').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Open in the inbox' }).click();
  await page.getByText('Internal chat', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Sales' }).waitFor();
  await page.getByRole('textbox', { name: 'Message to the department' }).waitFor();
  await page.getByRole('complementary', { name: 'About this chat' }).getByText('Bob').waitFor();
  for (const name of ['Done', 'More ways to send']) expect(await button(name).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe(`/app/inbox/${(await read())?.internal_chat_id}`);
  await page.goBack();
  await button('Delete department').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete department' }).click();
  await page.getByText('No departments yet').waitFor();
  expect(await read()).toBeUndefined();
});
