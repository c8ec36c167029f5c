import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { api, dashboard, site } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addChat, signedIn } from '../../apps/server/test/callers.ts';
import { goTo, inboxOf, openConsole, openScreen, openSignedOut } from '../../apps/server/test/console.ts';
import { addDepartment } from '../../apps/server/test/departments.ts';
import { startApp, type TestApp } from '../../apps/server/test/harness.ts';
import { addInvitation } from '../../apps/server/test/invitations.ts';
import type { Owner } from '../../apps/server/test/owners.ts';
import { addAgent } from '../../apps/server/test/people.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WIDE = { viewport: { width: 1_440, height: 900 } };
const OVERLAY = '[data-portal] :is([role="dialog"], [role="menu"])';
const PHONE = { viewport: { width: 390, height: 800 } };

/**
 * Violations that axe finds, by all rules or those on colour. An open dialog or menu is checked alone: the page behind it is
 * a stop of its own. Menus and tooltips are in no landmark.
 */
const faultsBy = (rules: 'all' | 'color') => `axe.run(document.querySelector('${OVERLAY}') ?? document, {
  resultTypes: ['violations'],
  ${rules === 'color' ? "runOnly: ['color-contrast', 'link-in-text-block']," : ''}
}).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ target }) => id !== 'region' || !document.querySelector(target[0])?.closest('[data-portal]'))
      .map(({ html }) => id + ': ' + html)))`;

/** The settled page, once animations have ended. */
async function faultsOf(page: Page, rules: 'all' | 'color' = 'all') {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  return page.evaluate<string[]>(faultsBy(rules));
}

async function expectFaultless(page: Page, where: string) {
  expect([where, ...(await faultsOf(page))]).toEqual([where]);
}

const LOOKS = ['light', 'dark'] as const;
type Look = (typeof LOOKS)[number];
/** Marks a stop at which the page is checked. */
type Stop = (page: Page, where: string) => Promise<void>;

/** One walk checks the page in both colour schemes at every stop; each scheme has its test. */
function walkOnce(walk: (stop: Stop) => Promise<void>) {
  let walked: Promise<Record<Look, string[]>> | undefined;
  const take = async () => {
    const found: Record<Look, string[]> = { light: [], dark: [] };
    // Switching the colour scheme redraws the page, so each stop starts in the scheme of the last one.
    const order: Look[] = [...LOOKS];
    await walk(async (page, where) => {
      for (const look of order) {
        await page.emulateMedia({ colorScheme: look });
        await page.locator(`html[data-mantine-color-scheme="${look}"]`).waitFor();
        // The schemes differ only in colours.
        const faults = await faultsOf(page, look === order[0] ? 'all' : 'color');
        found[look].push(...faults.map((fault) => `${where}: ${fault}`));
      }
      order.reverse();
    });
    return found;
  };
  return async (look: Look) => {
    walked ??= take().catch((error) => {
      walked = undefined;
      throw error;
    });
    expect((await walked)[look]).toEqual([]);
  };
}

/** A team with chats, a rated contact and a visitor on the site. */
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
  await goTo(page, url);
  await page.getByRole('heading', { name: heading }).first().waitFor();
};

const walkOutside = walkOnce(async (stop) => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const { page } = await openSignedOut(app, WIDE);
  await open(page, `${app.address}/app/sign-in`, 'Sign in to Parley');
  await stop(page, 'sign-in');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Enter your e-mail.').waitFor();
  await stop(page, 'sign-in with nothing in it');
  await open(page, `${app.address}/app/forgot-password`, 'Reset your password');
  await stop(page, 'a forgotten password');
  await open(page, `${app.address}/app/reset-password#token=1`, 'Choose a new password');
  await stop(page, 'a new password');
  for (const email of [`${randomUUID()}@example.test`, (await app.owner()).email]) {
    const { token } = await addInvitation(app, ann, email);
    await open(page, `${app.address}/app/invitation#${token}`, 'Join the ');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText(/^(Enter your password|Use at least)/).waitFor();
    await stop(page, 'an invitation');
    await goTo(page, `${app.address}/app/sign-in`);
    await page.getByRole('heading', { name: 'Sign in to Parley' }).waitFor();
  }
  await open(page, `${app.address}/app/invitation`, 'This invitation is no longer valid');
  await stop(page, 'an invitation that is gone');
  await openScreen(app, page, ann, '/app/inbox');
  await page.getByRole('heading', { name: 'Three steps to your first chat' }).waitFor();
  await stop(page, 'first steps');
  for (const [path, words] of [
    ['no-such-page', 'Page not found'],
    ['contacts', 'People who write to you appear here'],
    ['visitors', 'No one is on the site right now'],
    ['inbox?view=mine', 'No chats assigned to you'],
  ]) {
    await goTo(page, `${app.address}/app/${path}`);
    await page
      .getByText(words ?? '')
      .first()
      .waitFor();
    await stop(page, `${path}, empty`);
  }
});

test.each(LOOKS)('axe finds nothing before signing in and before the first chat, %s', walkOutside);

const walkInbox = walkOnce(async (stop) => {
  const { app, ann, chatId } = await startTeam();
  const { page } = await openConsole(app, ann, `/app/inbox/${chatId}`, WIDE);
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
  await stop(page, 'a chat with a note');
  await page.getByRole('button', { name: /^All open/ }).click();
  await page.getByRole('menuitem', { name: /^Snoozed/ }).waitFor();
  await stop(page, 'the views');
  await leave();
  await button('Filter').click();
  await page.getByLabel('Unread only').waitFor();
  await stop(page, 'the filters');
  await leave();
  await button('Snooze').click();
  await page.getByRole('menuitem', { name: 'Date and time…' }).waitFor();
  await stop(page, 'when to come back to it');
  await page.getByRole('menuitem', { name: 'Date and time…' }).click();
  await dialog.getByLabel('Date and time').waitFor();
  await stop(page, 'a moment to come back to it');
  await leave();
  for (const item of ['Transfer…', 'Teammates in this chat…']) {
    await button('More actions').first().click();
    await page.getByRole('menuitem', { name: item }).waitFor();
    await stop(page, 'what else can be done');
    await page.getByRole('menuitem', { name: item }).click();
    await dialog.waitFor();
    await stop(page, item);
    await leave();
  }
  await button('Quick phrases').click();
  await stop(page, 'quick phrases');
  await page.keyboard.press('Escape');
  await button('Emoji').click();
  await stop(page, 'emoji');
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox').first().check({ force: true });
  await page.getByRole('toolbar', { name: '1 chat selected' }).waitFor();
  await stop(page, 'chats that were ticked');
  await button('Done').last().click();
  await notice.getByText('Chat closed').waitFor();
  await stop(page, 'a notice');
});

test.each(LOOKS)('axe finds nothing in the inbox, %s', walkInbox);

/** Pages for developers, each with something in it. */
async function developerScreens(app: TestApp, ann: Owner): Promise<[path: string, heading: string][]> {
  const url = 'https://1.1.1.1/hook';
  const webhook = (await ann.call(api.webhooks.create, { body: { url, events: ['chat.closed'] } })).data;
  await ann.call(api.webhooks.test, { params: { id: webhook.id } });
  const { id } = (await ann.call(api.channels.create, { body: { name: 'Shop app' } })).data;
  await app.sql(`INSERT INTO deliveries (widget_id, kind, destination_id, type, chat_id, message_id, status, created_at)
    VALUES (${ann.widgetId}, 'channel', ${id}, 'channel.outbound', 1, 1, 'failed', now())`);
  await app.sql(`INSERT INTO delivery_hours VALUES (${ann.widgetId}, 'native', ${webhook.id}, now(), 2, 1, 1)`);
  await app.sql('SELECT number_events(1000000)');
  return [
    ['tokens', 'Tokens'],
    ['tokens/new', 'New token'],
    [`webhooks/${webhook.id}`, url],
    ['webhooks/new', 'New webhook'],
    ['events', 'Event feed'],
    [`channels/${id}`, 'Shop app'],
  ];
}

const walkScreens = walkOnce(async (stop) => {
  const { app, ann, rated } = await startTeam();
  const { params } = await addDepartment(ann, [ann], { schedule: { Monday: { from: '09:00', to: '18:00' } } });
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
  await dialog.waitFor();
  await stop(page, 'an import');
  await leave();
  await open(page, `${app.address}/app/visitors`, 'Visitors');
  await page.getByRole('row').getByText('Tea').first().waitFor();
  await stop(page, 'visitors');
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
  await open(page, `${app.address}/app/settings/team`, 'Team');
  await page.getByText('2 of 5 seats used').waitFor();
  await stop(page, 'the team');
  await page.getByRole('button', { name: 'Invite' }).click();
  await dialog.waitFor();
  await stop(page, 'an invitation to the team');
  await leave();
  await open(page, `${app.address}/app/settings/team/${ann.agentId}`, 'Ann');
  await page.getByText('Average reply time').waitFor();
  await stop(page, 'a person of the team');
  await open(page, `${app.address}/app/settings/departments`, 'Departments');
  await page.getByRole('link', { name: 'Sales' }).waitFor();
  await stop(page, 'departments');
  await open(page, `${app.address}/app/settings/departments/${params.id}`, 'Sales');
  await page.getByText('At another time').click();
  await page.getByText('Every department of this channel is closed.').waitFor();
  await stop(page, 'a department');
  await open(page, `${app.address}/app/developers`, 'Developers');
  await stop(page, 'developers');
  for (const [path, heading] of await developerScreens(app, ann)) {
    await open(page, `${app.address}/app/settings/developers/${path}`, heading);
    const row = page.getByRole('main').locator('button[aria-expanded="false"]:not([aria-haspopup])').first();
    if (/^(webhooks|channels)\/\d|^events/.test(path)) await row.click();
    await stop(page, path);
  }
  await open(page, `${app.address}/app/settings/profile`, 'Profile');
  await page
    .getByText(/this device/i)
    .first()
    .waitFor();
  await stop(page, 'the profile');
  await open(page, `${app.address}/app/settings/account`, 'Account details');
  await page.getByRole('combobox', { name: 'Time zone' }).click();
  await page.getByRole('option').first().waitFor();
  await stop(page, 'the account');
  await app.mail.send({ widgetId: ann.widgetId, to: ann.email, subject: 'Hello', text: 'Hello' });
  await open(page, `${app.address}/app/settings/mail`, 'E-mail');
  await page.getByText(`To ${ann.email}`).click();
  await stop(page, 'the outbox');
  await open(page, `${app.address}/app/settings/security`, 'Security');
  await page.getByRole('list', { name: 'Sign-in log' }).waitFor();
  await page.getByRole('list', { name: 'Signed-in devices' }).waitFor();
  await stop(page, 'security');
  await open(page, `${app.address}/app/settings/personal-data`, 'Personal data');
  await page.getByText('For a limited time').click();
  await page.getByLabel('Days without activity').waitFor();
  await stop(page, 'personal data');
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

test.each(LOOKS)('axe finds nothing on the other screens and their overlays, %s', walkScreens);

test('axe finds nothing on a phone, in Russian', async () => {
  const { app, ann, rated, chatId } = await startTeam();
  await (await signedIn(app, ann))(dashboard.profile.update, { body: { locale: 'ru' } });
  const department = await addDepartment(ann, [ann]);
  const { page } = await openConsole(app, ann, '/app/inbox', PHONE);
  const screens = [
    ['inbox', 'Все открытые'],
    [`inbox/${chatId}`, 'Завершить'],
    ['contacts', 'Контакты'],
    [`contacts/${rated.contactId}`, 'С сайта'],
    ['visitors', 'Посетители'],
    ['settings/developers/tokens/new', 'Чат-бот'],
    ['settings/developers/webhooks', 'Вебхуков пока нет'],
    ['reports', 'По дням'],
    ['reports/hours', 'Меньше'],
    ['settings/profile', 'Русский'],
    [`settings/team/${ann.agentId}`, 'Средняя оценка'],
    ['settings/team', 'Занято мест'],
    ['settings/account', 'Часовой пояс'],
    ['settings/mail', 'Исходящие'],
    [`settings/departments/${department.id}`, 'Кому достанется диалог?'],
    ['settings/security', 'Журнал входов'],
    ['settings/personal-data', 'Один человек'],
  ];
  for (const [path, words] of screens) {
    await goTo(page, `${app.address}/app/${path}`);
    await page
      .getByText(words ?? '')
      .or(page.getByRole('button', { name: words ?? '' }))
      .first()
      .waitFor();
    await expectFaultless(page, `${path} on a phone`);
  }
});
