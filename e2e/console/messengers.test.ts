import { api } from '@parley/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openConsole } from '../../apps/server/test/console.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { startAvito } from '../../apps/server/test/messengers/avito.ts';
import { type Customer, startMessengerApp } from '../../apps/server/test/messengers/messenger-app.ts';
import { startTg } from '../../apps/server/test/messengers/tg.ts';
import { startVk } from '../../apps/server/test/messengers/vk.ts';
import { startWaCloud } from '../../apps/server/test/messengers/wa-cloud.ts';
import { addAgent } from '../../apps/server/test/people.ts';
import { until } from '../../apps/server/test/until.ts';
import { expectFaultless, LOOKS } from './accessibility/axe.ts';

const PATH = '/app/settings/messengers';
const mary: Customer = { id: '5001', name: 'Mary Field', phone: '+15550100' };

/** To the list, by the link above the heading. */
const leave = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true }).last().click();

const expectFocus = (element: Locator) =>
  until(() => element.evaluate((each) => each === document.activeElement), 'it has the focus');

function partsOf(page: Page) {
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    button: (name: string | RegExp) => page.getByRole('button', { name, exact: true }),
    field: (label: string) => page.getByLabel(label, { exact: true }),
    card: (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) }),
    open: async (name: string) => {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    },
    back: () => leave(page, 'Messengers'),
    choose: async (menu: string, item: string) => {
      await page.getByRole('button', { name: menu }).click();
      await page.getByRole('menuitem', { name: item }).click();
    },
    notice: (text: string) => page.getByRole('status').getByText(text),
  };
}

test('a bot is connected with its token, tells of the first message, and of a token that is no longer accepted', async () => {
  const tg = await startTg();
  const app = await startMessengerApp([tg]);
  const ann = await app.owner();
  const { page } = await openConsole(app, ann, PATH);
  const { dialog, button, field, card, open, back, choose } = partsOf(page);
  await open('Telegram');
  await button('Connect').click();
  await page.getByText('Enter the token.').waitFor();
  await field('Bot token').fill('не токен');
  await button('Connect').click();
  await page.getByText('Tokens have no spaces').waitFor();
  await field('Bot token').fill('1:wrong');
  await field('Link for customers').fill('example.com');
  await button('Connect').click();
  await page.getByText('Enter a full address').waitFor();
  await field('Link for customers').fill('');
  await button('Connect').click();
  await page.getByText('Telegram doesn’t accept this token.').waitFor();
  await field('Bot token').fill(tg.credential.token);
  await button('Connect').click();
  await page.getByText('Waiting for the first message…').waitFor();
  expect(await page.locator(':focus').textContent()).toBe('Send yourself a test');
  expect(await page.content()).not.toContain(tg.credential.token);
  const link = page.getByRole('link', { name: 'Write in Telegram' });
  expect(await link.getAttribute('href')).toBe('https://t.me/shop_test_bot');
  await tg.write(mary, { text: 'Hello' });
  await page.getByText('A first message has arrived').waitFor();
  await page.getByRole('cell', { name: 'Stored' }).waitFor();
  for (const colorScheme of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await expectFaultless(page, `a connected bot, ${colorScheme}`);
  }
  await back();
  await card('Telegram').getByText('@shop_test_bot').waitFor();
  await card('Telegram').getByText('Connected').waitFor();

  await open('Telegram');
  tg.revoke();
  await button('Check again').click();
  await page.getByText('Telegram doesn’t accept the token any more.').waitFor();
  await page.getByText('Create a new token there and replace it here.').waitFor();
  await choose('More actions', 'Replace token…');
  await expectFocus(field('Bot token'));
  await button('Cancel').click();
  await expectFocus(button('More actions'));
  await choose('More actions', 'Disconnect…');
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('Not connected').waitFor();
  await expectFocus(field('Bot token'));
  const params = { provider: 'tg' } as const;
  expect((await ann.call(api.messengers.read, { params })).data).toMatchObject({ connected: false });
});

test('VK takes several communities and WhatsApp a number, and what is wrong is said at its field', async () => {
  const [vk, wa] = [await startVk(), await startWaCloud()];
  const app = await startMessengerApp([vk, wa]);
  const ann = await app.owner();
  const { page } = await openConsole(app, ann, `${PATH}/vk`);
  const { dialog, button, field, card, open, back, choose, notice } = partsOf(page);
  await field('Community').fill('club1');
  await field('Community token').fill(vk.credential.token);
  await button('Connect').click();
  await page.getByText('The token belongs to another community.').waitFor();
  await field('Community').fill(`https://vk.com/club${vk.community}`);
  await button('Connect').click();
  await page.getByText('Waiting for the first message…').waitFor();
  await button('Add community').click();
  await field('Community').fill(vk.community);
  await field('Community token').fill(vk.credential.token);
  await button('Add community').click();
  await page.getByText('This community is already connected.').waitFor();
  await button('Cancel').click();
  await expectFocus(button('Add community'));
  await app.sql(`
    INSERT INTO messenger_connections (widget_id, provider, slot, account, account_id, link, token, reason, connected_at, created_at, updated_at)
    SELECT widget_id, 'vk', '7', '{"id":"7","name":"Outlet","username":"outlet"}', '7', 'https://vk.me/outlet', token, 'conflict', now(), now(), now()
    FROM messenger_connections WHERE widget_id = ${ann.widgetId} AND provider = 'vk'`);
  await page.reload();
  await page.getByText('Another service receives the messages of this account.').waitFor();
  await choose('Actions for Outlet', 'Make primary');
  await notice('“Outlet” is the primary community.').waitFor();
  await expectFaultless(page, 'communities');
  await choose('Actions for Shop', 'Remove…');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await notice('“Shop” removed.').waitFor();
  await expectFocus(button('Add community'));
  const { data } = (await ann.call(api.messengers.listCommunities)).data;
  expect(data).toMatchObject([{ name: 'Outlet', is_primary: true }]);
  await back();
  await card('VK').getByText('Messages don’t arrive').waitFor();

  await open('WhatsApp');
  await page.getByText('Twilio', { exact: true }).click();
  await field('Account SID').fill('AC1');
  await field('Auth token').fill('token');
  await button('Connect').click();
  await page.getByText('A SID is AC and 32 more characters.').waitFor();
  await page.getByText('Enter the link.').waitFor();
  await page.getByText('Meta', { exact: true }).click();
  await field('Phone number ID').fill(wa.credential.sid ?? '');
  await field('Access token').fill(wa.credential.token);
  await field('Link for customers').fill('');
  await app.sql(`UPDATE accounts SET plan = 'free' WHERE id = ${ann.accountId}`);
  await button('Connect').click();
  await page.getByText('Messengers need a paid plan.').waitFor();
  await app.sql(`UPDATE accounts SET plan = 'paid' WHERE id = ${ann.accountId}`);
  await field('App secret').fill(wa.credential.app_secret ?? '');
  await button('Connect').click();
  await page.getByRole('link', { name: 'Write in WhatsApp' }).waitFor();
  await back();
  await card('WhatsApp').getByText('Connected').waitFor();
});

test('an Avito account is connected on Avito’s page, takes a slot while it is on, and is removed', async () => {
  const avito = await startAvito();
  const { id, secret } = avito.oauth.client;
  const app = await startMessengerApp([avito], { AVITO_CLIENT_ID: id, AVITO_CLIENT_SECRET: secret });
  avito.oauth.redirectUrl = `${app.address}/console-api/messengers/avito/callback`;
  const ann = await app.owner();
  const { page } = await openConsole(app, ann, `${PATH}/avito`);
  const { dialog, button, notice } = partsOf(page);
  avito.oauth.isRefused = true;
  await button('Connect account').click();
  await page.getByText('Access wasn’t allowed on Avito').waitFor();
  avito.oauth.isRefused = false;
  await button('Connect account').click();
  await page.getByText('The account is connected.').waitFor();
  await page.getByText('1 slot of your plan used').waitFor();
  await expectFaultless(page, 'a cabinet');
  const power = page.getByRole('switch', { name: 'Messages of A shop' });
  await power.click({ force: true });
  await notice('“A shop” is off.').waitFor();
  await app.sql(`UPDATE accounts SET cabinet_slots = 0 WHERE id = ${ann.accountId}`);
  await power.click({ force: true });
  await notice('All slots of your plan are used.').waitFor();
  expect(await power.isChecked()).toBe(false);
  await app.sql(`UPDATE accounts SET plan = 'free' WHERE id = ${ann.accountId}`);
  await button('Connect another').click();
  await page.getByRole('alert').getByText('Messengers need a paid plan.').waitFor();
  await button('Remove A shop').click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No Avito accounts yet').waitFor();
  await expectFocus(button('Connect account'));
});

const LANGUAGES = [
  { locale: 'en-US', title: 'Messengers', steps: 'Get the token' },
  { locale: 'ru-RU', title: 'Мессенджеры', steps: 'Получите токен' },
];

test.each(LANGUAGES)('axe finds nothing in the messengers, $locale', async ({ locale, title, steps }) => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const { page } = await openConsole(app, ann, PATH, { locale });
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.getByRole('link', { name: 'Telegram' }).waitFor();
  await expectFaultless(page, 'the list');
  for (const name of ['WhatsApp', 'Viber', 'MAX', 'AliExpress', 'Apple Messages']) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 2, name: steps }).waitFor();
    await page.emulateMedia({ colorScheme: name === 'MAX' ? 'dark' : 'light' });
    await expectFaultless(page, name);
    await leave(page, title);
  }
});

test('what is registered by hand has one step left until something has arrived', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const [row] = await app.sql<{ id: number }>(`
    INSERT INTO messenger_connections (widget_id, provider, account_id, token, mode, reason, connected_at, created_at, updated_at)
    VALUES (${ann.widgetId}, 'apple', 'business-${ann.widgetId}', 'sealed', 'manual', 'manual', now(), now(), now()) RETURNING id::int`);
  const { page } = await openConsole(app, ann, PATH);
  const { card, open } = partsOf(page);
  await card('Apple Messages').getByText('One step left').waitFor();
  await open('Apple Messages');
  await page.getByText('Ask your server administrator for this widget’s address').waitFor();
  await app.sql(`
    INSERT INTO messenger_updates (widget_id, connection_id, event_id, conversation, event, outcome, created_at)
    VALUES (${ann.widgetId}, ${row?.id}, '1', '1', '{"kind":"message"}', 'stored', now())`);
  await page.getByText('A first message has arrived').waitFor();
  await page.getByText('Connected', { exact: true }).first().waitFor();
  expect(await page.getByText('Ask your server administrator').count()).toBe(0);
});

test('an operator sees no messengers, and an unknown one does not exist', async () => {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const { page } = await openConsole(app, ann, `${PATH}/icq`);
  await page.getByText('This messenger doesn’t exist').waitFor();
  const { page: theirs } = await openConsole(app, await addAgent(app, ann, 'operator'), PATH);
  await theirs.getByText('Page not found').waitFor();
  expect(await theirs.getByRole('link', { name: 'Messengers' }).count()).toBe(0);
});
