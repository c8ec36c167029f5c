import { createRequire } from 'node:module';
import { dashboard, site } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from '../../test/browser.ts';
import { addAnsweredVisitor, addChat, signedIn } from '../../test/callers.ts';
import { inboxOf, openConsole, signInAt } from '../../test/console.ts';
import { startApp } from '../../test/harness.ts';
import { addInvitation } from '../../test/invitations.ts';
import { addAgent } from '../../test/people.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const WIDE = { viewport: { width: 1_440, height: 900 }, bypassCSP: true, reducedMotion: 'reduce' } as const;
const PHONE = { viewport: { width: 390, height: 800 }, bypassCSP: true, reducedMotion: 'reduce' } as const;

/** What axe finds wrong on the page. Menus and hints lie over it, and so in no region of it. */
const FAULTS = `axe.run().then(({ violations }) =>
  violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ target }) => id !== 'region' || !document.querySelector(target[0])?.closest('[data-portal]'))
      .map(({ html }) => id + ': ' + html)))`;

/** As the page is now, once nothing on it moves any more. */
async function expectFaultless(page: Page, where: string) {
  if (!(await page.evaluate('"axe" in window'))) await page.addScriptTag({ path: AXE });
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  expect([where, ...(await page.evaluate<string[]>(FAULTS))]).toEqual([where]);
}

/** A team with chats, a contact who was rated and a visitor on the site. */
async function startTeam() {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner({ apiEnabled: true });
  await addAgent(app, ann, 'operator');
  const rated = await addAnsweredVisitor(app, ann);
  const params = { button_guid: ann.buttonGuid };
  await rated.call(site.visitor.rate, { params, body: { score: 4, comment: 'quick' } });
  const fields = [{ title: 'Plan', content: 'Free', link: 'https://shop.example/' }, { content: 'Regular' }];
  await rated.call(site.visitor.setCustomData, { params, body: { fields } });
  await rated.call(site.visitor.visit, { params, body: { page: 'https://shop.example/tea', title: 'Tea' } });
  const { params: chat } = await addChat(app, ann, 'Is it https://shop.example/blue?');
  return { app, ann, rated, chatId: chat.id };
}

const open = async (page: Page, url: string, heading: string) => {
  await page.goto(url);
  await page.getByRole('heading', { name: heading }).first().waitFor();
};

test.each(['light', 'dark'] as const)(
  'axe finds nothing before one has signed in and before the first chat, %s',
  async (colorScheme) => {
    const app = await startApp({}, { live: true, isPublic: true });
    const ann = await app.owner();
    const { page } = await openPage({ ...WIDE, colorScheme });
    await open(page, `${app.address}/app/sign-in`, 'Sign in to Parley');
    await expectFaultless(page, 'sign-in');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Enter your e-mail.').waitFor();
    await expectFaultless(page, 'sign-in with nothing in it');
    await open(page, `${app.address}/app/forgot-password`, 'Set a new password');
    await expectFaultless(page, 'a forgotten password');
    await open(page, `${app.address}/app/reset-password#token=1`, 'Choose a new password');
    await expectFaultless(page, 'a new password');
    for (const email of ['ira@example.test', (await app.owner()).email]) {
      const { token } = await addInvitation(app, ann, email);
      await open(page, `${app.address}/app/invitation#${token}`, 'Join the team');
      await page.getByRole('button', { name: 'Join' }).click();
      await page.getByText(/^(Enter your password|Too short)/).waitFor();
      await expectFaultless(page, 'an invitation');
      await page.goto('about:blank');
    }
    await open(page, `${app.address}/app/invitation`, 'This invitation works no more');
    await expectFaultless(page, 'an invitation that is gone');
    await signInAt(page, `${app.address}/app/inbox`, ann);
    await page.getByRole('heading', { name: 'Three steps to the first chat' }).waitFor();
    await expectFaultless(page, 'first steps');
    for (const [path, words] of [
      ['contacts', 'Whoever writes to you appears here'],
      ['visitors', 'Nobody is on the site right now'],
      ['inbox?view=mine', 'Nothing waits for you'],
      ['no-such-page', 'There is no such page'],
    ]) {
      await page.goto(`${app.address}/app/${path}`);
      await page
        .getByText(words ?? '')
        .first()
        .waitFor();
      await expectFaultless(page, `${path}, empty`);
    }
  },
);

test.each(['light', 'dark'] as const)('axe finds nothing in the inbox, %s', async (colorScheme) => {
  const { app, ann, chatId } = await startTeam();
  const { page } = await openConsole(app, ann, `/app/inbox/${chatId}`, { ...WIDE, colorScheme });
  const { reply, note, said, button, notice } = inboxOf(page);
  const dialog = page.getByRole('dialog');
  const leave = async () => {
    await page.keyboard.press('Escape');
    await dialog.or(page.getByRole('menu')).waitFor({ state: 'detached' });
  };
  await reply.fill('Yes');
  await reply.press('Enter');
  await said('Yes').waitFor();
  await button('Note').click();
  await note.fill('Likes blue');
  await note.press('Enter');
  await said('Likes blue').waitFor();
  await expectFaultless(page, 'a chat with a note');
  await page.getByRole('button', { name: /^All open/ }).click();
  await page.getByRole('menuitem', { name: /^Snoozed/ }).waitFor();
  await expectFaultless(page, 'the views');
  await leave();
  await button('Filter').click();
  await page.getByLabel('Only unread').waitFor();
  await expectFaultless(page, 'the filters');
  await leave();
  await button('Snooze').click();
  await page.getByRole('menuitem', { name: 'Date and time…' }).waitFor();
  await expectFaultless(page, 'when to come back to it');
  await page.getByRole('menuitem', { name: 'Date and time…' }).click();
  await dialog.getByLabel('Date and time').waitFor();
  await expectFaultless(page, 'a moment to come back to it');
  await leave();
  for (const item of ['Transfer…', 'Colleagues in the chat…']) {
    await button('More actions').first().click();
    await page.getByRole('menuitem', { name: item }).waitFor();
    await expectFaultless(page, 'what else can be done');
    await page.getByRole('menuitem', { name: item }).click();
    await dialog.waitFor();
    await expectFaultless(page, item);
    await leave();
  }
  await button('Quick phrases').click();
  await expectFaultless(page, 'quick phrases');
  await page.keyboard.press('Escape');
  await button('Emoji').click();
  await expectFaultless(page, 'emoji');
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox').first().check({ force: true });
  await page.getByRole('toolbar', { name: '1 chat selected' }).waitFor();
  await expectFaultless(page, 'chats that were ticked');
  await button('Done').last().click();
  await notice.getByText('The chat is done.').waitFor();
  await expectFaultless(page, 'a notice');
});

test.each(['light', 'dark'] as const)(
  'axe finds nothing on the other screens and over them, %s',
  async (colorScheme) => {
    const { app, ann, rated } = await startTeam();
    const { page } = await openConsole(app, ann, `/app/contacts/${rated.contactId}`, { ...WIDE, colorScheme });
    const dialog = page.getByRole('dialog');
    const leave = async () => {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };
    const pane = page.getByLabel('Contact', { exact: true });
    await pane.getByText('quick').waitFor();
    await expectFaultless(page, 'a contact');
    for (const item of ['Merge with another…', 'Erase…']) {
      await pane.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await dialog.waitFor();
      await expectFaultless(page, item);
      await leave();
    }
    await page.getByRole('button', { name: 'New contact' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expectFaultless(page, 'a new contact');
    await leave();
    await page.getByRole('button', { name: 'Export and import' }).click();
    await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
    await dialog.waitFor();
    await expectFaultless(page, 'an import');
    await leave();
    await open(page, `${app.address}/app/visitors`, 'Visitors');
    await page.getByRole('row').getByText('Tea').first().waitFor();
    await expectFaultless(page, 'visitors');
    await open(page, `${app.address}/app/developers`, 'Developers');
    await expectFaultless(page, 'developers');
    await open(page, `${app.address}/app/settings/profile`, 'Profile');
    await page
      .getByText(/this device/i)
      .first()
      .waitFor();
    await expectFaultless(page, 'the profile');
    await page.getByRole('button', { name: /^Your menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).waitFor();
    await expectFaultless(page, 'the own menu');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('h');
    await page.getByRole('option').first().waitFor();
    await expectFaultless(page, 'the palette');
    await leave();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await expectFaultless(page, 'the keys');
  },
);

test('axe finds nothing on a phone, in Russian', async () => {
  const { app, ann, rated, chatId } = await startTeam();
  const { page } = await openConsole(app, ann, '/app/inbox', PHONE);
  await (await signedIn(app, ann))(dashboard.profile.update, { body: { locale: 'ru' } });
  const screens = [
    ['inbox', 'Все открытые'],
    [`inbox/${chatId}`, 'Завершить'],
    ['contacts', 'Контакты'],
    [`contacts/${rated.contactId}`, 'С сайта'],
    ['visitors', 'Посетители'],
    ['settings/profile', 'Русский'],
  ];
  for (const [path, words] of screens) {
    await page.goto(`${app.address}/app/${path}`);
    await page
      .getByText(words ?? '')
      .or(page.getByRole('button', { name: words ?? '' }))
      .first()
      .waitFor();
    await expectFaultless(page, `${path} on a phone`);
  }
});
