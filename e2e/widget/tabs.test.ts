import { api } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { signedIdentity } from '../../apps/server/test/identities.ts';
import type { Owner } from '../../apps/server/test/owners.ts';
import { sharePage } from '../../apps/server/test/shared-page.ts';
import { call, contactsOf, listeningPage, untilEvents } from '../../apps/server/test/site-page.ts';
import { until } from '../../apps/server/test/until.ts';
import { chatOf, partsOf, reply, startWidget, visit, write, writeAndStore } from '../../apps/server/test/widget.ts';

const enter = sharePage({ page: listeningPage });

/** Two tabs of one browser on pages with site scripts; in the first the chat is open. */
async function openTabs() {
  const { page: one, ...first } = await enter();
  const two = await one.context().newPage();
  onTestFinished(() => two.close());
  await two.goto(first.site);
  return { ...first, one, two, context: one.context() };
}

/** Two closable tabs in which the chat was never open. */
async function openNewTabs() {
  const started = await startWidget();
  const { page: one, site } = await visit(started.tag, { page: listeningPage(started.tag) });
  const two = await one.context().newPage();
  await two.goto(site);
  return { ...started, one, two, context: one.context() };
}

async function openChat(page: Page) {
  await call(page, 'open');
  await partsOf(page).input.waitFor();
}

/** Messages of each chat, oldest first. */
async function saidIn(owner: Owner) {
  const { data: chats } = (await owner.call(api.chats.list)).data;
  const each = chats.map(({ id }) => owner.call(api.messages.list, { params: { id } }));
  return (await Promise.all(each)).map(({ data }) => data.data.map(({ body, file }) => body ?? file?.name).reverse());
}

const untilSent = (page: Page, text: string) => partsOf(page).mark(text, 'Sent').waitFor();

test('tabs in which a visitor first writes offline are one visitor, and each message is stored once', async () => {
  const { owner, one, two, context } = await openNewTabs();
  for (const tab of [one, two]) {
    await partsOf(tab).launcher.hover();
    await tab.locator('.place-of-chat').waitFor({ state: 'attached' });
  }
  await context.setOffline(true);
  await write(one, 'from the one');
  await write(two, 'from the other');
  await context.setOffline(false);
  await untilSent(one, 'from the one');
  await untilSent(two, 'from the other');
  const said = await saidIn(owner);
  expect(said.map((texts) => texts.sort())).toEqual([['from the one', 'from the other']]);
});

test('messages a closed tab could not send are sent by the remaining tab', async () => {
  const { owner, one, two, context } = await openNewTabs();
  await writeAndStore(one, 'at first');
  await openChat(two);
  await partsOf(two).said('at first').waitFor();
  await context.setOffline(true);
  await write(one, 'from the closed one');
  await write(two, 'from the other');
  await one.close();
  expect(await saidIn(owner)).toEqual([['at first']]);
  await context.setOffline(false);
  await untilSent(two, 'from the other');
  await until(
    async () => (await saidIn(owner)).flat().sort().join() === 'at first,from the closed one,from the other',
    'all of it is stored once',
  );
});

test('a reset in one tab applies to the others, which then act for the next visitor', async () => {
  const { owner, one, two } = await openTabs();
  await writeAndStore(one, 'of the first visitor');
  await openChat(two);
  await partsOf(two).said('of the first visitor').waitFor();
  await call(one, 'reset');
  await partsOf(two).said('of the first visitor').waitFor({ state: 'detached' });
  await writeAndStore(two, 'of the second visitor');
  await call(one, 'setContactInfo', { name: 'Second' });
  await openChat(one);
  await partsOf(one).said('of the second visitor').waitFor();
  expect(await saidIn(owner)).toEqual([['of the second visitor'], ['of the first visitor']]);
  const names = async () => (await contactsOf(owner)).map(({ name }) => name);
  await until(async () => (await names())[0] === 'Second', 'the second visitor has the name');
  expect(await names()).toEqual(['Second', null]);
});

test('a visitor the server has deleted is one new visitor in all tabs, and unsent messages are sent once', async () => {
  const { owner, one, two, context } = await openTabs();
  await writeAndStore(one, 'forgotten');
  await openChat(two);
  await partsOf(two).said('forgotten').waitFor();
  await context.setOffline(true);
  await write(one, 'from the one');
  await write(two, 'from the other');
  const params = { id: (await contactsOf(owner))[0]?.id };
  expect((await owner.call(api.contacts.remove, { params })).status).toBe(204);
  await context.setOffline(false);
  await untilSent(one, 'from the one');
  await untilSent(two, 'from the other');
  const said = (await saidIn(owner)).map((texts) => texts.sort());
  expect(said).toEqual([['from the one', 'from the other']]);
});

test('a visitor identified in one tab sees their own history in the others, each message once', async () => {
  const { app, owner, tag, one, two } = await openTabs();
  const { page: device } = await visit(tag, { page: listeningPage(tag) });
  await call(device, 'identify', await signedIdentity(app, owner, 'user-42'));
  await writeAndStore(device, 'on another device');
  await writeAndStore(one, 'before they were known');
  await openChat(two);
  await partsOf(two).said('before they were known').waitFor();
  await call(two, 'identify', await signedIdentity(app, owner, 'user-42'));
  for (const tab of [one, two]) {
    await partsOf(tab).said('on another device').waitFor();
    await until(async () => (await tab.locator('.said').count()) === 2, 'each message is there once');
  }
});

test('messages seen in one tab are not unread in another', async () => {
  const { app, owner, one, two } = await openTabs();
  await writeAndStore(one, 'good morning');
  const title = await one.title();
  await call(one, 'close');
  await openChat(two);
  await reply(owner, await chatOf(app, owner), 'and to you');
  await partsOf(two).said('and to you').waitFor();
  await untilEvents(one, 'message', 1);
  const badge = one.locator('.badge');
  await until(async () => (await badge.getAttribute('data-count')) === '', 'nothing is unread');
  expect(await one.title()).toBe(title);
});
