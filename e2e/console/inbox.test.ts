import { api } from '@parley/contract';
import type { Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from '../../apps/server/test/browser.ts';
import { addChat } from '../../apps/server/test/callers.ts';
import { goTo, inboxOf, openConsole, openScreen } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { until } from '../../apps/server/test/until.ts';

async function startInbox() {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner({ apiEnabled: true });
  return { app, ann };
}

test('the chat that waits longest is on top, views separate done, snoozed and spam chats, and counts follow', async () => {
  const { app, ann } = await startInbox();
  const chats = [];
  for (const text of ['first', 'second', 'third', 'fourth']) chats.push(await addChat(app, ann, text));
  const { page, complaints } = await openConsole(app, ann, '/app/inbox', { viewport: { width: 1_440, height: 900 } });
  const { row, button } = inboxOf(page);
  const texts = () => page.locator('a[data-chat]').evaluateAll((rows) => rows.map((each) => each.textContent ?? ''));
  await row('fourth').waitFor();
  expect((await texts()).map((text) => /first|second|third|fourth/.exec(text)?.[0])).toEqual([
    'first',
    'second',
    'third',
    'fourth',
  ]);
  await row('first').click();
  await button('Done').click();
  await row('first').waitFor({ state: 'detached' });
  await ann.call(api.chats.setState, { params: chats[1]?.params ?? { id: 0 }, body: { state: 'spam' } });
  await row('second').waitFor({ state: 'detached' });
  await row('third').click();
  await button('Snooze').click();
  await page.getByRole('menuitem', { name: 'Until they reply' }).click();
  await row('third').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^All open/ }).click();
  const counts = 'Mine0 Unassigned1 All open1 Snoozed1 Done1 Spam1';
  await until(
    async () => (await page.getByRole('menuitem').allTextContents()).slice(0, 6).join(' ') === counts,
    'counts follow',
  );
  await page.getByRole('menuitem', { name: 'Snoozed' }).click();
  await row('third').waitFor();
  await chats[2]?.visitor.write('Are you there?');
  await row('Are you there?').waitFor({ state: 'detached' });
  expect(complaints.filter((text) => !/status of 401/.test(text))).toEqual([]);
});

test('several chats are closed or marked as spam at once, and a message is found by its text', async () => {
  const { app, ann } = await startInbox();
  for (const text of ['red shoes', 'blue shoes', 'green hat']) await addChat(app, ann, text);
  const { page } = await openConsole(app, ann, '/app/inbox');
  const { row, notice } = inboxOf(page);
  const [done] = (await ann.call(api.chats.list)).data.data;
  await ann.call(api.contacts.update, { params: { id: done?.contact_id }, body: { name: 'Ada Shoesmith' } });
  await ann.call(api.chats.close, { params: { id: done?.id }, body: {} });
  await page.getByRole('searchbox', { name: 'Search people and messages' }).fill('shoes');
  await page.getByRole('heading', { name: 'Search results' }).waitFor();
  const hits = (group: string) => page.getByRole('region', { name: group }).getByRole('listitem').allTextContents();
  await row('blue shoes').waitFor();
  await row('Ada Shoesmith').waitFor();
  expect(await hits('People')).toEqual([expect.stringMatching(/Ada Shoesmith.*green hat.*Done$/)]);
  expect(await hits('Messages')).toEqual([
    expect.stringMatching(/blue shoes.*Unassigned$/),
    expect.stringMatching(/red shoes.*Unassigned$/),
  ]);
  await ann.call(api.chats.setState, { params: { id: done?.id }, body: { state: 'active' } });
  await page.getByRole('button', { name: 'Clear search' }).click();
  await row('green hat').waitFor();
  for (const text of ['red shoes', 'blue shoes']) {
    await row(text).hover();
    await page.getByRole('listitem').filter({ hasText: text }).getByRole('checkbox').check();
  }
  const bar = page.getByRole('toolbar', { name: '2 chats selected' });
  await bar.getByRole('button', { name: 'Done' }).click();
  await notice.getByText('2 chats closed').waitFor();
  await row('red shoes').waitFor({ state: 'detached' });
  expect(await page.locator('a[data-chat]').count()).toBe(1);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await row('red shoes').waitFor();
  expect((await ann.call(api.chats.list)).data.data.every(({ awaiting_reply }) => awaiting_reply)).toBe(true);
  for (const text of ['red shoes', 'blue shoes']) {
    await page.getByRole('listitem').filter({ hasText: text }).getByRole('checkbox').check();
  }
  await bar.getByRole('button', { name: 'Add a tag' }).click();
  await page.getByPlaceholder('Choose or type a tag').fill('shoes');
  await page.keyboard.press('Enter');
  await notice.getByText('2 chats tagged').waitFor();
  expect((await ann.call(api.contacts.list, { query: { tag: 'shoes' } })).data.data).toHaveLength(2);
  for (const text of ['red shoes', 'blue shoes']) {
    await page.getByRole('listitem').filter({ hasText: text }).getByRole('checkbox').check();
  }
  await bar.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: 'Until they reply' }).click();
  await notice.getByText('2 chats snoozed').waitFor();
  await row('red shoes').waitFor({ state: 'detached' });
  await row('green hat').hover();
  await page.getByRole('listitem').filter({ hasText: 'green hat' }).getByRole('checkbox').check();
  await page.getByRole('toolbar', { name: '1 chat selected' }).getByRole('button', { name: 'Mark as spam' }).click();
  await notice.getByText('1 chat marked as spam').waitFor();
});

test('the keyboard navigates, replies, adds notes, closes, and opens the shortcut list and palette', async () => {
  const { app, ann } = await startInbox();
  for (const text of ['first', 'second']) await addChat(app, ann, text);
  const { page } = await openConsole(app, ann, '/app/inbox');
  const { row, said, reply, note } = inboxOf(page);
  await row('second').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await said('second').waitFor();
  await page.keyboard.press('r');
  await until(() => reply.evaluate((field) => field === document.activeElement), 'the reply has the focus');
  await page.keyboard.type('j is no command here');
  expect(await reply.inputValue()).toBe('j is no command here');
  await row('first').focus();
  await page.keyboard.press('n');
  await until(() => note.evaluate((field) => field === document.activeElement), 'the note has the focus');
  await row('first').focus();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await until(() => row('first').evaluate((link) => link === document.activeElement), 'the focus is back');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find anything' }).fill('contacts');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Contacts' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find anything' }).fill('webhooks');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/settings/developers/webhooks');
  await page.goBack();
  await page.goBack();
  await row('first').focus();
  await page.keyboard.press('e');
  await row('second').waitFor({ state: 'detached' });
  // The draft is kept with its chat.
  await page.goto(`${app.address}/app/inbox?view=done`);
  await row('second').click();
  await until(async () => (await reply.inputValue()) === 'j is no command here', 'the draft is back');
});

test('a console that stays open evicts unused chats and shows the same as before', async () => {
  const { app, ann } = await startInbox();
  const [listed, kept] = [await addChat(app, ann, 'was listed'), await addChat(app, ann, 'stays')];
  const { page } = await openPage({ reducedMotion: 'reduce' });
  await page.clock.install();
  const requested = new Set<Request>();
  page.on('request', (request) => requested.add(request));
  page.on('requestfinished', (request) => requested.delete(request));
  await openScreen(app, page, ann, '/app/inbox');
  const { row } = inboxOf(page);
  await row('stays').waitFor();
  // The list is loaded again once the connection is open, and keeps what it loaded.
  await kept.visitor.write('Connected?');
  await row('Connected?').waitFor();
  await until(() => ![...requested].some((request) => request.url().includes('/v1/chats?')), 'the list is loaded');
  const came = await addChat(app, ann, 'came later');
  await row('came later').waitFor();
  for (const { params } of [listed, came]) await ann.call(api.chats.close, { params, body: {} });
  const id = (await came.read()).contact_id ?? '';
  await ann.call(api.contacts.update, { params: { id }, body: { name: 'Zoe' } });
  await row('came later').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find anything' }).fill('zoe');
  const known = page.getByRole('group', { name: 'Chats' }).getByRole('option', { name: 'Zoe' });
  await known.waitFor();
  // A chat is forgotten at the second sweep after its last change.
  await until(async () => {
    await page.clock.fastForward('10:01');
    await known.waitFor({ state: 'detached', timeout: 5_000 });
  }, 'the chat is forgotten');
  await page.keyboard.press('Escape');
  expect(await row('was listed').count()).toBe(0);
  await kept.visitor.write('Still there?');
  await row('Still there?').waitFor();
});

test('on a phone there is one pane at a time, with a way back', async () => {
  const { app, ann } = await startInbox();
  await addChat(app, ann, 'on the go');
  const { page } = await openConsole(app, ann, '/app/inbox', { viewport: { width: 390, height: 844 }, hasTouch: true });
  const { row, said } = inboxOf(page);
  await row('on the go').click();
  await said('on the go').waitFor();
  expect(await row('on the go').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'About the visitor' }).click();
  await page.getByRole('dialog').getByText('On the site', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await row('on the go').waitFor();
  const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isWider).toBe(false);
});

test('the Russian inbox has no English text', async () => {
  const { app, ann } = await startInbox();
  const chat = await addChat(app, ann, 'Здравствуйте');
  const id = (await chat.read()).contact_id ?? '';
  await ann.call(api.contacts.update, { params: { id }, body: { name: 'Зоя' } });
  const { page } = await openConsole(app, ann, '/app/inbox');
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitemradio', { name: 'Русский' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Все открытые' }).waitFor();
  await inboxOf(page).row('Здравствуйте').click();
  await page
    .getByRole('button', { name: 'Взять' })
    .or(page.getByRole('button', { name: 'Завершить' }))
    .first()
    .waitFor();
  const words = await page.locator('body').innerText();
  const allowed = /Ann|EN|AN|shop\.example\S*|https?\S*|Parley|\bID\b/g;
  expect(words.replace(allowed, '').match(/[A-Za-z]{3,}/g)).toBeNull();
});

test('filters are saved as a view that follows the agent, and Done leads to the next chat if chosen', async () => {
  const { app, ann } = await startInbox();
  for (const text of ['first', 'second', 'third']) await addChat(app, ann, text);
  const { page } = await openConsole(app, ann, '/app/inbox?unread=true');
  const { row, button, said } = inboxOf(page);
  const openMenu = (view: string) => page.getByRole('button', { name: new RegExp(`^${view}`) }).click();
  const isStored = (path: string, value: string) =>
    until(async () => {
      const stored = `SELECT FROM agents WHERE id = ${ann.agentId} AND preferences #> '${path}' = '${value}'`;
      return (await app.sql(stored)).length;
    }, `${path} is stored`);
  const dialog = page.getByRole('dialog', { name: 'Saved views' });
  const save = async (view: string, name: string) => {
    await openMenu(view);
    await page.getByRole('menuitem', { name: 'Save or edit views…' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name }).waitFor();
  };
  await row('first').waitFor();
  await save('All open', 'Unread');
  await openMenu('Unread');
  await page.getByRole('menuitem', { name: 'Done' }).click();
  await save('Done', 'Closed');
  await openMenu('Closed');
  await page.getByRole('menuitem', { name: 'Save or edit views…' }).click();
  await dialog.getByText('The current filters are saved as “Closed”.').waitFor();
  await dialog.getByRole('textbox', { name: 'Rename Closed' }).fill('Unread');
  await dialog.getByText('You already have a view with this name.').waitFor();
  await dialog.getByRole('textbox', { name: 'Rename Closed' }).fill('Finished');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Move Finished up' }).click();
  await dialog.getByRole('button', { name: 'Move Finished up', disabled: true }).waitFor();
  await page.keyboard.press('Escape');
  await isStored('{saved_views,0,name}', '"Finished"');
  await openMenu('Finished');
  expect((await page.getByRole('menuitem').allTextContents()).slice(6, 8)).toEqual(['Finished', 'Unread']);
  await page.getByRole('menuitem', { name: 'Unread' }).click();
  await page.waitForURL(/unread=true/);

  await goTo(page, `${app.address}/app/settings/profile`);
  await page.getByRole('switch', { name: 'Open the next chat after Done' }).click();
  await isStored('{after_done}', '"next"');
  await goTo(page, `${app.address}/app/inbox`);
  await row('first').click();
  await said('first').waitFor();
  await button('Done').click();
  await said('second').waitFor();
  await row('first').waitFor({ state: 'detached' });
});
