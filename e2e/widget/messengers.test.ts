import { createRequire } from 'node:module';
import { api } from '@parley/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ann } from '../../apps/server/test/messengers/driver-host.ts';
import type { FakeVendor } from '../../apps/server/test/messengers/fake-vendor.ts';
import { startFb } from '../../apps/server/test/messengers/fb.ts';
import { connect, startMessengerApp } from '../../apps/server/test/messengers/messenger-app.ts';
import { startMx } from '../../apps/server/test/messengers/mx.ts';
import { startOk } from '../../apps/server/test/messengers/ok.ts';
import { startTg } from '../../apps/server/test/messengers/tg.ts';
import { startVb } from '../../apps/server/test/messengers/vb.ts';
import { startWaCloud } from '../../apps/server/test/messengers/wa-cloud.ts';
import { disconnect } from '../../apps/server/test/people.ts';
import { until } from '../../apps/server/test/until.ts';
import { addWidget, startWidget, type VisitOptions, visit, writeAndStore } from '../../apps/server/test/widget.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const TITLE = 'Continue in a messenger';
const CODE = /^[\w-]{32}$/;
const BOT = 'https://t.me/shop_test_bot';
const GROUP = 'https://ok.ru/group/shop';

/** A site with a widget that is connected to Telegram, to a group in OK, and to others. */
async function startSite(...others: FakeVendor[]) {
  const [tg, ok] = [await startTg(), await startOk()];
  const app = await startMessengerApp([tg, ok, ...others]);
  const started = await addWidget(app);
  for (const each of [tg, ...others]) await connect(started.owner, each);
  await connect(started.owner, { ...ok, credential: { ...ok.credential, url: GROUP } } as FakeVendor);
  return { ...started, tg };
}

/** A visitor with the chat open, in a browser that reaches stand-ins of the messengers. */
async function enter(tag: string, options: VisitOptions = {}) {
  const entered = await visit(tag, { ...options, isFirst: true });
  const reply = { contentType: 'text/html', body: '<h1>Messenger</h1>' };
  await entered.page.context().route(/^https:\/\/(t\.me|ok\.ru)\//, (route) => route.fulfill(reply));
  await entered.widget.launcher.click();
  return entered;
}

const linkTo = (page: Page, name: string) => page.getByRole('link', { name: `Continue in ${name}` });

/** Clicks, and returns the tab that opens. */
async function tabAfter(page: Page, click: () => Promise<unknown>) {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), click()]);
  await tab.waitForURL(/^https:/);
  return tab;
}

const hasFocus = (place: Locator) => place.evaluate((element) => element.matches(':focus'));
const menuOf = (page: Page) => page.getByRole('button', { name: 'More', exact: true });
const inSheet = (page: Page) => page.getByRole('link', { name: 'Telegram', exact: true });

/** By keyboard. */
async function openSheet(page: Page) {
  await menuOf(page).press('Enter');
  await page.getByRole('menuitem', { name: TITLE }).press('Enter');
  await inSheet(page).waitFor();
}

/** Accessibility violations. */
async function obstaclesOn(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.addScriptTag({ path: AXE });
  return page.evaluate(`axe.run({ include: ['service-widget'] }, { resultTypes: ['violations'] }).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target.flat().at(-1))))`);
}

const codeIn = (tab: Page) => new URL(tab.url()).searchParams.get('start') ?? '';

test('a messenger next to the greeting opens with a code, by which the visitor is the same person there', async () => {
  const { owner, tag, tg } = await startSite();
  const { page, complaints } = await enter(tag);
  const tab = await tabAfter(page, () => linkTo(page, 'Telegram').click());
  expect(tab.url()).toMatch(new RegExp(`^${BOT}\\?start=[\\w-]{32}$`));
  expect(await tab.evaluate('window.opener')).toBe(null);

  await writeAndStore(page, 'Is it blue?');
  await tg.start?.(ann, codeIn(tab));
  const chats = await until(async () => {
    const { data } = (await owner.call(api.chats.list)).data;
    return data.length === 2 && data;
  }, 'the person has two chats');
  expect(chats[0]?.contact_id).toBe(chats[1]?.contact_id);
  expect(chats.map(({ channel }) => channel).sort()).toEqual(['service', 'tg']);
  expect((await owner.call(api.contacts.list)).data.data).toMatchObject([{ name: ann.name }]);
  expect(complaints).toEqual([]);
});

test('a click leads to the messenger also without a code, and where scripts may not open tabs', async () => {
  const { tag } = await startSite();
  const { page } = await enter(tag);
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  const group = await tabAfter(page, () => linkTo(page, 'Odnoklassniki').click());
  expect(group.url()).toBe(GROUP);
  expect(asked.filter((url) => url.endsWith('/messenger-link'))).toEqual([]);

  await page.evaluate('window.open = () => null');
  const linked = await tabAfter(page, () => linkTo(page, 'Telegram').click());
  expect(codeIn(linked)).toMatch(CODE);
  await page.route(/\/messenger-link$/, (route) => route.abort());
  const plain = await tabAfter(page, () => linkTo(page, 'Telegram').click());
  expect(plain.url()).toBe(BOT);
});

test('after the first message the menu offers messengers, by keyboard too, and gives the focus back', async () => {
  const { tag } = await startSite();
  const { page } = await enter(tag);
  await linkTo(page, 'Telegram').waitFor();
  await writeAndStore(page, 'Is it blue?');
  await linkTo(page, 'Telegram').waitFor({ state: 'detached' });
  await openSheet(page);
  expect(await hasFocus(inSheet(page))).toBe(true);
  await page.keyboard.press('Escape');
  await inSheet(page).waitFor({ state: 'detached' });
  expect(await hasFocus(menuOf(page))).toBe(true);

  await openSheet(page);
  const tab = await tabAfter(page, () => inSheet(page).press('Enter'));
  expect(codeIn(tab)).toMatch(CODE);
  await inSheet(page).waitFor({ state: 'detached' });
});

test('messengers are accessible in light and dark, and in a low window only the menu offers them', async () => {
  const { tag } = await startSite();
  const { page } = await enter(tag);
  await linkTo(page, 'Telegram').waitFor();
  const found = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`.widget[data-scheme=${colorScheme}] .messengers`).waitFor();
    found.push(await obstaclesOn(page));
    await openSheet(page);
    found.push(await obstaclesOn(page));
    await page.keyboard.press('Escape');
  }
  expect(found).toEqual([[], [], [], []]);

  await page.setViewportSize({ width: 683, height: 384 });
  await linkTo(page, 'Telegram').waitFor({ state: 'hidden' });
  await openSheet(page);
  await inSheet(page).waitFor();
});

test('six messengers are five and a list of all, which returns the focus; they are offered under the offline form too', async () => {
  const others = await Promise.all([startMx(), startVb(), startFb(), startWaCloud()]);
  const { app, owner, tag } = await startSite(...others);
  const { page } = await enter(tag);
  const more = page.getByRole('button', { name: 'More messengers' });
  await more.press('Enter');
  await inSheet(page).waitFor();
  const names = ['Telegram', 'WhatsApp', 'Viber', 'Messenger', 'Odnoklassniki', 'MAX'];
  expect(await page.locator('.messenger').allTextContents()).toEqual(names);
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await inSheet(page).waitFor({ state: 'detached' });
  expect(await hasFocus(more)).toBe(true);
  const shown = page.getByRole('link', { name: /^Continue in/ });
  expect(await shown.evaluateAll((links) => links.map(({ ariaLabel }) => ariaLabel))).toEqual(
    names.slice(0, 5).map((name) => `Continue in ${name}`),
  );

  await disconnect(app, owner);
  const away = await enter(tag);
  await away.page.getByRole('heading', { name: 'Leave a message' }).waitFor();
  await linkTo(away.page, 'Telegram').waitFor();
});

test('a widget without messengers does not mention them', async () => {
  const { tag } = await startWidget();
  const { page, widget } = await visit(tag);
  await widget.launcher.click();
  await widget.input.waitFor();
  await menuOf(page).click();
  await page.getByRole('menuitem').first().waitFor();
  expect(await page.getByRole('menuitem', { name: TITLE }).count()).toBe(0);
  expect(await page.getByRole('link').count()).toBe(0);
});
