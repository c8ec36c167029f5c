import { api } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { signedInHeaders } from '../../apps/server/test/callers.ts';
import { agentClient, NO_STATEMENT } from '../../apps/server/test/live-clients.ts';
import type { Owner } from '../../apps/server/test/owners.ts';
import { addConnectedAgent } from '../../apps/server/test/people.ts';
import { sharePage } from '../../apps/server/test/shared-page.ts';
import { until } from '../../apps/server/test/until.ts';
import {
  chatOf,
  partsOf,
  reply,
  startChat,
  startWidget,
  updateSettings,
  visit,
  write,
  writeAndStore,
} from '../../apps/server/test/widget.ts';

const PHRASES = { en: ['Where is my order?', 'Can I return it?'], ru: ['Где мой заказ?'] };
const enter = sharePage({
  prepare: (owner) => owner.call(api.widget.setQuickPhrases, { body: { quick_phrases: PHRASES } }),
});

/** A visitor who has written, and their chat. */
async function enterChat(text = 'Is it blue?') {
  const visitor = await enter();
  await writeAndStore(visitor.page, text);
  return { ...visitor, id: await chatOf(visitor.app, visitor.owner) };
}

/** More than fits. */
const LINES = Array.from({ length: 25 }, (_, index) => `line ${index + 1}.`).join('\n');

/** The agent's messages of the chat, oldest first. */
async function stored(owner: Owner, id: number) {
  const { data } = await owner.call(api.messages.list, { params: { id } });
  return data.data.map(({ sender, body }) => `${sender}: ${body}`).reverse();
}

/** The message bubbles, first to last. */
const bubbles = (page: Page) => page.locator('.said .bubble').allInnerTexts();

async function isAtEnd(page: Page) {
  return partsOf(page).log.evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight < 2);
}

async function untilStill(place: () => Promise<number>) {
  let last: number | undefined;
  await until(async () => {
    const before = last;
    last = await place();
    return last === before;
  }, 'scrolling is over');
}

test("a visitor's message reaches the agent and the reply the visitor; marks show how far a message got", async () => {
  const { owner, id, page, widget, complaints } = await enterChat();
  expect(await stored(owner, id)).toEqual(['client: Is it blue?']);
  const { data } = await owner.call(api.messages.list, { params: { id } });
  const body = { to_message_id: data.data[0]?.id };
  expect((await owner.call(api.messages.markRangeSeen, { params: { id }, body })).status).toBe(200);
  await widget.mark('Is it blue?', 'Seen').waitFor();

  await reply(owner, id, 'As the sky');
  await widget.said('As the sky').waitFor();
  expect(await bubbles(page)).toEqual(['Is it blue?', 'As the sky']);
  // Screen readers announce the sender, which others see by the side.
  const names = await page.locator('.said .words > :first-child').allInnerTexts();
  expect(names).toEqual(['You', 'Ann']);
  await writeAndStore(page, 'And green?');
  expect(await page.locator('.said.theirs').getByRole('img').count()).toBe(0);
  expect(await stored(owner, id)).toEqual(['client: Is it blue?', 'agent: As the sky', 'client: And green?']);
  expect(complaints).toEqual([]);
});

test('each side sees the other type, until the message is sent', async () => {
  const { app, owner, id, page, widget, complaints } = await enterChat();
  const desk = agentClient(app.address, await signedInHeaders(app, owner), NO_STATEMENT);
  await until(() => desk.state.connection === 'open', 'the agent is connected');
  await widget.input.pressSequentially('or');
  await until(
    () => desk.state.typing.get(id)?.some(({ side }) => side === 'client') ?? false,
    'the agent sees the visitor typing',
  );

  await owner.call(api.messages.sendTyping, { params: { id }, body: { state: 'start' } });
  const sign = page.getByRole('status').filter({ hasText: /is typing…$/ });
  await sign.waitFor();
  await reply(owner, id, 'As the sky');
  await widget.said('As the sky').waitFor();
  await sign.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('a chat is restored on the next page, open and divided by days', async () => {
  const { app, owner, tag } = await startWidget();
  const now = Temporal.Now.instant();
  app.clock.now = now.subtract({ hours: 48 });
  const { page, site, widget, complaints } = await visit(tag);
  await write(page, 'the first day');
  const id = await chatOf(app, owner);
  app.clock.now = now.subtract({ hours: 24 });
  await reply(owner, id, 'the second day');
  app.clock.now = now;
  await reply(owner, id, 'the third day');
  await widget.said('the third day').waitFor();
  const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long' });
  const first = day.format(now.subtract({ hours: 48 }).epochMilliseconds);
  const shown = [
    'Hello! How can we help?',
    first,
    'the first day',
    'Yesterday',
    'the second day',
    'Today',
    'the third day',
  ];
  const lines = () => page.locator('.day, .bubble').allInnerTexts();
  await until(async () => expect(await lines()).toEqual(shown), 'everything is shown');
  await page.goto(`${site}/next`);
  await widget.said('the third day').waitFor();
  expect(await lines()).toEqual(shown);
  await page.reload();
  await widget.said('the third day').waitFor();
  expect(await lines()).toEqual(shown);
  expect(complaints).toEqual([]);
});

test('a returning visitor sees no form again while the chat loads', async () => {
  const { owner, id, page, widget } = await startChat();
  await updateSettings(owner, { intro_form_enabled: true });
  await owner.call(api.widget.setQuickPhrases, { body: { quick_phrases: { en: ['Where is my order?'] } } });
  await reply(owner, id, 'As the sky');
  const held = Promise.withResolvers<void>();
  await page.route('**/session', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  await widget.log.waitFor();
  const asked = ['Where is my order?', 'Start chat'].map((name) => page.getByRole('button', { name }).count());
  expect(await Promise.all(asked)).toEqual([0, 0]);
  held.resolve();
  await widget.said('As the sky').waitFor();
  await widget.input.waitFor();
});

test('a chat that was closed stays closed on the next page', async () => {
  const { page, site, widget } = await enterChat();
  await page.getByRole('button', { name: 'Close chat' }).first().click();
  await widget.panel.waitFor({ state: 'detached' });
  await page.goto(`${site}/next`);
  await widget.launcher.waitFor();
  await page.waitForLoadState('networkidle');
  expect(await widget.panel.count()).toBe(0);
});

test('a long chat shows the newest messages, and older ones on request, keeping the reading position', async () => {
  const { app, owner, id, page, widget, complaints } = await enterChat();
  const said = Array.from({ length: 60 }, (_, index) => `line ${index + 1}.`);
  await app.sql(`INSERT INTO messages (widget_id, chat_id, seq, sender, agent_id, type, body, created_at)
    SELECT ${owner.widgetId}, ${id}, n + 1, 'agent', ${owner.agentId}, 'text', 'line ' || n || '.', '${app.clock.now}'
    FROM generate_series(1, 60) AS n ORDER BY n`);
  await app.sql(`UPDATE chat_heads SET last_seq = 61, version = version + 1 WHERE chat_id = ${id}`);
  await page.reload();
  await widget.said('line 60.').waitFor();
  expect(await bubbles(page)).toEqual(said.slice(-30));
  expect(await isAtEnd(page)).toBe(true);

  const earlier = page.getByRole('button', { name: 'Show earlier messages' });
  const top = widget.said('line 31.');
  await earlier.scrollIntoViewIfNeeded();
  const before = (await top.boundingBox())?.y ?? 0;
  await earlier.click();
  await until(async () => expect(await bubbles(page)).toEqual(said), 'sixty are shown');
  expect(Math.abs(((await top.boundingBox())?.y ?? 0) - before)).toBeLessThan(60);
  await earlier.click();
  await until(async () => expect(await bubbles(page)).toEqual(['Is it blue?', ...said]), 'all are shown');
  await earlier.waitFor({ state: 'detached' });

  await reply(owner, id, 'and one more');
  await widget.said('and one more').waitFor();
  expect(await bubbles(page)).toEqual(['Is it blue?', ...said, 'and one more']);
  expect(complaints).toEqual([]);
});

test('a quick phrase is sent with one click, until the first message', async () => {
  const { app, owner, page, widget, complaints } = await enter();
  const phrase = page.getByRole('button', { name: 'Can I return it?' });
  await phrase.waitFor();
  expect(await page.getByRole('button', { name: 'Где мой заказ?' }).count()).toBe(0);
  await phrase.click();
  await widget.mark('Can I return it?', 'Sent').waitFor();
  expect(await page.getByRole('button', { name: 'Where is my order?' }).count()).toBe(0);
  expect(await stored(owner, await chatOf(app, owner))).toEqual(['client: Can I return it?']);
  expect(complaints).toEqual([]);
});

test('Enter and the button send, Shift+Enter adds a line, drafts survive the page, and blanks are not sent', async () => {
  const { app, owner, page, widget, complaints } = await enter();
  expect(await widget.send.isDisabled()).toBe(true);
  await page.keyboard.type('  ');
  await page.keyboard.press('Enter');
  expect(await widget.send.isDisabled()).toBe(true);
  await widget.input.fill('');
  await page.keyboard.type('one');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('two');
  await page.reload();
  expect(await widget.input.inputValue()).toBe('one\ntwo');
  await widget.input.focus();
  await page.keyboard.press('Enter');
  await widget.mark('two', 'Sent').waitFor();
  expect(await widget.input.inputValue()).toBe('');
  await page.keyboard.type(' three ');
  // Safari reports this for the Enter that ends a composition.
  await widget.input.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
  expect(await widget.input.inputValue()).toBe(' three ');
  await widget.send.click();
  await widget.mark('three', 'Sent').waitFor();
  expect(await stored(owner, await chatOf(app, owner))).toEqual(['client: one\ntwo', 'client: three']);
  expect(await bubbles(page)).toEqual(['one\ntwo', 'three']);
  expect(complaints).toEqual([]);
});

test('new messages show at once at the end of the list, and as a notice when scrolled up', async () => {
  const { owner, id, page, widget, complaints } = await enterChat();
  await reply(owner, id, LINES);
  await widget.said('line 25.').waitFor();
  await until(() => isAtEnd(page), 'the end is shown');
  await widget.log.hover();
  await page.mouse.wheel(0, -600);
  await until(async () => !(await isAtEnd(page)), 'the list is scrolled up');
  const place = () => widget.log.evaluate((log) => log.scrollTop);
  await untilStill(place);
  await reply(owner, id, 'news');
  await page.getByRole('button', { name: '1 new message' }).waitFor();
  const before = await place();
  await reply(owner, id, 'more news');
  const pill = page.getByRole('button', { name: '2 new messages' });
  await pill.waitFor();
  expect(await place()).toBe(before);
  await pill.click();
  await until(() => isAtEnd(page), 'the end is shown');
  await pill.waitFor({ state: 'detached' });
  expect(await widget.input.evaluate((input) => input.matches(':focus'))).toBe(true);
  await untilStill(place);

  await page.mouse.wheel(0, -600);
  await until(async () => !(await isAtEnd(page)), 'the list is scrolled up');
  await write(page, 'thank you');
  await until(() => isAtEnd(page), 'the own message is in view');
  expect(complaints).toEqual([]);
});

test('a new message is announced behind a failed one too, whose removal is not announced', async () => {
  const { owner, id, page, widget } = await enterChat();
  await reply(owner, id, LINES);
  await widget.said('line 25.').waitFor();
  // PostgreSQL cannot store it.
  await widget.input.fill('odd \0 thing');
  await widget.input.press('Enter');
  const remove = page.getByRole('button', { name: 'Remove' });
  await remove.waitFor();
  await until(() => isAtEnd(page), 'the end is shown');
  await widget.log.hover();
  await page.mouse.wheel(0, -600);
  await until(async () => !(await isAtEnd(page)), 'the list is scrolled up');
  await untilStill(() => widget.log.evaluate((log) => log.scrollTop));
  await reply(owner, id, 'news');
  const pill = page.getByRole('button', { name: /new message/ });
  await pill.waitFor();
  await remove.evaluate((button: HTMLElement) => button.click());
  await widget.said('odd').waitFor({ state: 'detached' });
  expect(await pill.innerText()).toBe('1 new message');
});

test('two tabs show one chat, each message once', async () => {
  const { owner, id, page, site, widget, complaints } = await enterChat();
  const other = await page.context().newPage();
  onTestFinished(() => other.close());
  other.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await other.goto(site);
  await write(other, 'And green?');
  await widget.said('And green?').waitFor();
  await reply(owner, id, 'As the sea');
  for (const tab of [page, other]) await partsOf(tab).said('As the sea').waitFor();
  await Promise.all([write(page, 'from the one'), write(other, 'from the other')]);
  for (const tab of [page, other]) {
    for (const text of ['from the one', 'from the other']) await partsOf(tab).mark(text, 'Sent').waitFor();
  }
  const all = (await stored(owner, id)).map((line) => line.replace(/^\w+: /, ''));
  expect([...all].sort()).toEqual(['And green?', 'As the sea', 'Is it blue?', 'from the one', 'from the other']);
  for (const tab of [page, other]) expect(await bubbles(tab)).toEqual(all);
  expect(complaints).toEqual([]);
});

test('URLs are links that open in a new tab, from either side', async () => {
  const { owner, id, page, widget, complaints } = await enterChat('Is it this one: https://example.com/mug?a=1.');
  await reply(owner, id, 'Write to ann@example.com, or look at www.example.com');
  await widget.said('Write to').waitFor();
  const links = await page
    .locator('.said')
    .getByRole('link')
    .evaluateAll((all) =>
      all.map((link) => [link.textContent, ...['href', 'target', 'rel'].map((name) => link.getAttribute(name))]),
    );
  expect(links).toEqual([
    ['https://example.com/mug?a=1', 'https://example.com/mug?a=1', '_blank', 'noopener noreferrer nofollow'],
    ['ann@example.com', 'mailto:ann@example.com', '_blank', 'noopener noreferrer nofollow'],
    ['www.example.com', 'https://www.example.com/', '_blank', 'noopener noreferrer nofollow'],
  ]);
  expect(complaints).toEqual([]);
});

test('the header names the owner of the chat by first name, and not while they are away and others are online', async () => {
  const { app, owner, page, id } = await startChat();
  await app.sql(`UPDATE users SET surname = 'Petrova' WHERE email = '${owner.email}'`);
  await addConnectedAgent(app, owner);
  await reply(owner, id, 'It is.');
  const header = page.locator('.titles');
  const shown = (name: string) =>
    until(async () => (await header.innerText()).split(/\n+/).join() === `${name},Online`, `the header says ${name}`);
  await shown('Ann');
  await app.sql(`UPDATE agents SET status = 'relaxation' WHERE id = ${owner.agentId}`);
  await owner.call(api.chats.requestRating, { params: { id } });
  await shown('Chat with us');
});
