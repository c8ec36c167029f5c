import { api } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { until } from '../../apps/server/test/until.ts';
import { chatOf, reply, startChat, startWidget, visit, writeAndStore } from '../../apps/server/test/widget.ts';

/** Every page title from now on. */
async function watchTitles(page: Page) {
  const titles: string[] = [];
  await page.exposeFunction('noteTitle', (title: string) => void titles.push(title));
  await page.addInitScript(() => {
    let last = '';
    new MutationObserver(() => {
      if (document.title === last) return;
      last = document.title;
      (window as unknown as { noteTitle(title: string): void }).noteTitle(last);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return titles;
}

test('unseen messages are counted on the launcher and in the title until the chat is opened', async () => {
  const { owner, id, page, site, widget, complaints } = await startChat();
  const counted = (name: string) => page.getByRole('button', { name, exact: true }).last();
  await widget.launcher.click();
  await widget.panel.waitFor({ state: 'detached' });
  await reply(owner, id, 'one');
  await counted('Open chat (1)').waitFor();
  await reply(owner, id, 'two');
  await counted('Open chat (2)').waitFor();
  expect(await page.title()).toBe('(2) Shop');
  await widget.launcher.click();
  await counted('Close chat').waitFor();
  await until(async () => (await page.title()) === 'Shop', 'the title is its own again');
  const unread = async () => (await owner.call(api.messages.list, { params: { id } })).data.data;
  await until(
    async () => (await unread()).every(({ seen_at, sender }) => sender === 'client' || seen_at),
    'all is seen',
  );

  // On another page the visit reports it, and the chat keeps counting.
  await widget.launcher.click();
  await widget.panel.waitFor({ state: 'detached' });
  await page.goto('about:blank');
  await reply(owner, id, 'three');
  const titles = await watchTitles(page);
  await page.goto(`${site}/next`);
  await page.locator('.place-of-chat').waitFor({ state: 'attached' });
  await reply(owner, id, 'four');
  await counted('Open chat (2)').waitFor();
  await widget.launcher.click();
  await counted('Close chat').waitFor();
  await widget.said('four').waitFor();
  await until(
    () => expect(titles).toEqual(['Shop', '(1) Shop', '(2) Shop', 'Shop']),
    'it was counted without a stumble',
  );
  expect(complaints).toEqual([]);
});

test('a reply to a visitor on another page is noticed within half a minute', async () => {
  const { owner, id, page, site, widget } = await startChat();
  await widget.launcher.click();
  await widget.panel.waitFor({ state: 'detached' });
  await page.clock.install();
  const visited = page.waitForResponse((response) => response.url().endsWith('/visit'));
  await page.goto(`${site}/next`);
  await visited;
  await reply(owner, id, 'As the sky');
  await page.clock.runFor(30_500);
  await page.getByRole('button', { name: 'Open chat (1)' }).waitFor();
});

test('a reply to a message from another tab is counted where the chat was only hovered', async () => {
  const { app, owner, tag } = await startWidget();
  const { page, site, widget, complaints } = await visit(tag, { prepare: (opened) => opened.clock.install() });
  await widget.launcher.hover();
  await page.locator('.place-of-chat').waitFor({ state: 'attached' });
  const other = await page.context().newPage();
  await other.goto(site);
  await writeAndStore(other, 'Is it blue?');
  await other.close();
  await reply(owner, await chatOf(app, owner), 'As the sky');
  await page.clock.runFor(30_500);
  await page.getByRole('button', { name: 'Open chat (1)' }).waitFor();
  expect(await page.title()).toBe('(1) Shop');
  // The chat is connected from then on: it receives the next at once.
  await reply(owner, await chatOf(app, owner), 'Or the sea');
  await page.getByRole('button', { name: 'Open chat (2)' }).waitFor();
  expect(complaints).toEqual([]);
});
