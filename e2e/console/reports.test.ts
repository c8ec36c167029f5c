import { readFile } from 'node:fs/promises';
import { site } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addChat } from '../../apps/server/test/callers.ts';
import { goTo, openConsole } from '../../apps/server/test/console.ts';
import { startApp, type TestApp } from '../../apps/server/test/harness.ts';
import type { Owner } from '../../apps/server/test/owners.ts';
import { addAgent } from '../../apps/server/test/people.ts';

/** Two answered and rated chats, and one that nobody answered. */
async function addHistory(app: TestApp, owner: Owner) {
  for (const [score, comment] of [
    [5, '=HYPERLINK("https://evil.example")'],
    [2, undefined],
  ] as const) {
    const { call } = await addAnsweredVisitor(app, owner);
    const body = { score, ...(comment && { comment }) };
    await call(site.visitor.rate, { params: { button_guid: owner.buttonGuid }, body });
  }
  await addChat(app, owner, 'anybody?');
}

const figureOf = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.getByRole('button', { name, exact: true }) });

/** The file behind the button. */
async function download(page: Page, name: string) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download CSV: ${name}` }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('a manager reads every report, picks the period, and takes tables along', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const { page, complaints } = await openConsole(app, ann, '/app/reports');
  await page.getByText('Your reports will be here').waitFor();
  await page.getByRole('link', { name: 'Set up the chat' }).waitFor();
  await addHistory(app, ann);

  await goTo(page, `${app.address}/app/visitors`);
  await page.getByRole('heading', { level: 1, name: 'Visitors' }).waitFor();
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await figureOf(page, 'Missed').getByText('33.3%').waitFor();
  expect(await figureOf(page, 'Chats').textContent()).toContain('3');
  expect(await figureOf(page, 'Rating').textContent()).toContain('3.5');
  expect(await page.getByRole('img', { name: /^Chats\. Peak: [123]/ }).count()).toBe(1);
  await page.getByRole('button', { name: 'Missed' }).first().focus();
  await page.keyboard.press('Tab');
  await page.getByText(/from a visitor’s first message to the first reply/).waitFor();

  await page.getByRole('button', { name: 'Period: Last 30 days' }).click();
  await page.getByRole('menuitemradio', { name: 'Today' }).click();
  await page.waitForURL('**/app/reports?period=today');
  await page.getByRole('region', { name: 'Hour by hour' }).waitFor();
  const file = await download(page, 'Hour by hour');
  expect(file.name).toMatch(/^Hour by hour \d{4}-\d\d-\d\d – \d{4}-\d\d-\d\d\.csv$/);
  expect(file.text).toMatch(/^\uFEFFTime,Chats,Accepted,Missed,Messages,"First response, seconds",Ratings,Rating\r\n/);

  const tabs = page.getByRole('navigation', { name: 'Reports' });
  await tabs.getByRole('link', { name: 'Channels' }).click();
  await page.waitForURL('**/app/reports/channels?period=today');
  await page.getByRole('row', { name: 'Website 3 2 1 33.3%' }).waitFor();
  await tabs.getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('row', { name: /^Ann 2 2 / }).waitFor();

  await tabs.getByRole('link', { name: 'Ratings' }).click();
  const comment = page.getByText('=HYPERLINK("https://evil.example")');
  await comment.waitFor();
  expect((await download(page, 'Ratings')).text).toContain(`5,"'=HYPERLINK(""https://evil.example"")"`);
  await page.getByRole('button', { name: 'Any score' }).click();
  await page.getByRole('menuitemradio', { name: '2 stars' }).click();
  await page.getByText('No more ratings').waitFor();
  await comment.waitFor({ state: 'detached' });
  await page.getByLabel('With comments only').check({ force: true });
  await page.getByRole('button', { name: 'Show all ratings' }).click();
  await page
    .getByRole('listitem')
    .filter({ has: comment })
    .getByRole('link', { name: /^Open chat/ })
    .click();
  await page.waitForURL(/\/app\/inbox\/\d+$/);

  await goTo(page, `${app.address}/app/reports/hours`);
  await page.getByText(/^Busiest: \w+day, \d\d:00–\d\d:00 \([123]\)$/).waitFor();
  await page.getByText('Missed', { exact: true }).click();
  await page.getByText(/^Busiest: .* \(1\)$/).waitFor();
  expect((await download(page, 'Busiest hours')).text.split('\r\n')).toHaveLength(170);

  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('menuitem', { name: 'Custom period…' }).click();
  await page.getByLabel('First day').fill('2026-02-02');
  await page.getByLabel('Last day').fill('2026-02-01');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('The last day can’t be before the first.').waitFor();
  await page.getByLabel('Last day').fill('2026-02-03');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.waitForURL('**/app/reports/hours?period=custom&from=2026-02-02&to=2026-02-03');
  await page.getByText('No chats in this period').waitFor();

  await page.emulateMedia({ media: 'print' });
  for (const part of [tabs, page.getByRole('link', { name: 'Inbox' }), page.getByRole('button', { name: /^Period/ })]) {
    expect(await part.isVisible()).toBe(false);
  }
  expect(await page.getByRole('heading', { level: 1, name: 'Busiest hours' }).isVisible()).toBe(true);
  await page.emulateMedia({ media: null });
  expect(complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
});

test('an operator sees their own figures, and the console asks for nobody else’s', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  await addHistory(app, ann);
  const { page, complaints } = await openConsole(app, bob, '/app/inbox');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('heading', { level: 1, name: 'My figures' }).waitFor();
  await page.getByRole('region', { name: 'Day by day' }).waitFor();
  expect(await figureOf(page, 'Messages').textContent()).toMatch(/^Messages0/);
  expect(await page.getByRole('navigation', { name: 'Reports' }).count()).toBe(0);
  expect(asked.filter((path) => /^\/api\/.*(stats|ratings)/.test(path))).toEqual([]);

  const read = async (path: string) => {
    await goTo(page, `${app.address}/app/reports`);
    await page.getByRole('heading', { level: 1, name: 'My figures' }).waitFor();
    await goTo(page, `${app.address}/app/reports/${path}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    return page.locator('body').innerText();
  };
  const unknown = await read('no-such-page');
  for (const path of ['channels', 'agents', 'ratings', 'hours']) expect(await read(path), path).toBe(unknown);
  expect(complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
});
