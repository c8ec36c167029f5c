import { createRequire } from 'node:module';
import { api } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Form } from '../../apps/server/test/call.ts';
import { AT_ONCE, invitationOn } from '../../apps/server/test/inviting-pages.ts';
import { sharePage } from '../../apps/server/test/shared-page.ts';
import { addRule } from '../../apps/server/test/smart-invitations.ts';
import { chatOf, partsOf, reply, startWidget, visit, write, writeAndStore } from '../../apps/server/test/widget.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const SCREENS = ['on a desktop', 'in dark mode', 'on a phone'] as const;
type Screen = (typeof SCREENS)[number];

/** Screen sizes, and how the widget reports the one it is on. */
const LOOKS = {
  'on a desktop': { width: 1_280, height: 720, scheme: 'light', shown: '[data-scheme="light"]:not([data-phone])' },
  'in dark mode': { width: 1_280, height: 720, scheme: 'dark', shown: '[data-scheme="dark"]:not([data-phone])' },
  'on a phone': { width: 390, height: 780, scheme: 'light', shown: '[data-scheme="light"][data-phone]' },
} as const;

/** Accessibility violations: rule and element. */
async function obstaclesOn(page: Page, screen: Screen = 'on a desktop'): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.addScriptTag({ path: AXE });
  const { shown } = LOOKS[screen];
  // The dark scheme differs only in colours.
  const rules = screen === 'in dark mode' ? `runOnly: ['cat.color'],` : '';
  return page.evaluate(`(async () => {
    const widget = document.querySelector('service-widget').shadowRoot.querySelector('.widget');
    while (!widget.matches('${shown}')) await new Promise(requestAnimationFrame);
    const { violations } = await axe.run({ include: ['service-widget'] }, { ${rules} resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
      [id, target.flat().at(-1), failureSummary.split('\\n')[1]?.trim()].join(' | ')));
  })()`);
}

type Found = Record<Screen, [state: string, obstacles: string[]][]>;

/** Checks a state of the page on each screen, and returns to the first. */
async function look(page: Page, found: Found, state: string, screens: readonly Screen[] = SCREENS) {
  for (const screen of [...screens.slice(1), ...screens.slice(0, 1)]) {
    await show(page, screen);
    found[screen].push([state, await obstaclesOn(page, screen)]);
  }
}

async function show(page: Page, screen: Screen) {
  const { width, height, scheme } = LOOKS[screen];
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme });
}

const nothing = (): Found => ({ 'on a desktop': [], 'in dark mode': [], 'on a phone': [] });
const clean = (found: [state: string, obstacles: string[]][]) => found.map(([state]) => [state, []]);

/** Every kind of content, from both sides. */
async function sayEverything({ app, owner }: Awaited<ReturnType<typeof startWidget>>, page: Page) {
  const { said } = partsOf(page);
  await writeAndStore(page, 'good morning, see https://shop.example/tea');
  const file = (name: string, mimeType: string) => ({
    name,
    mimeType,
    buffer: Buffer.from(name.endsWith('png') ? PICTURE : 'x', 'base64'),
  });
  await page
    .locator('input[type=file]')
    .setInputFiles([file('cup.png', 'image/png'), file('order.pdf', 'application/pdf')]);
  await page.getByRole('button', { name: 'Attach' }).click();
  await page.getByRole('menuitem', { name: 'Stickers' }).click();
  await page.getByRole('button', { name: 'Thank you' }).click();
  const chat = await chatOf(app, owner);
  const markdown = '**Bold** and `code`\\n\\n- one\\n- two\\n\\n[a link](https://shop.example/)';
  await reply(owner, chat, { type: 'text', body: 'Bold and code', markdown: markdown.replaceAll('\\n', '\n') });
  const buttons = [
    { label: 'Look', url: 'https://shop.example/' },
    { label: 'Later', url: 'https://shop.example/later', style: 'secondary' },
  ];
  await reply(owner, chat, { type: 'keyboard', body: 'Shall I?', keyboard: { buttons } });
  await reply(owner, chat, { type: 'location', coords: { lat: 59.93, lng: 30.31 } });
  await reply(owner, chat, { type: 'sticker', sticker: { id: 'party' } });
  const { data } = await owner.call(api.files.create, { body: new Form('tea.png', Buffer.from(PICTURE, 'base64')) });
  await reply(owner, chat, { type: 'image', file: { id: data.id } });
  await reply(owner, chat, 'That is all');
  await said('That is all').waitFor();
  return chat;
}

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR4nGPgj4sCIQY4CwAfkgQ9oPlOvwAAAABJRU5ErkJggg==';

/** One walk over all screens; each screen's findings are reported by its test. */
function walkOnce(walk: (found: Found) => Promise<void>) {
  let walked: Promise<Found> | undefined;
  async function begin() {
    const found = nothing();
    await walk(found);
    return found;
  }
  return (screen: Screen) => {
    walked ??= begin().catch((error) => {
      walked = undefined;
      throw error;
    });
    return walked.then((found) => found[screen]);
  };
}

const LARGE = ['on a desktop', 'in dark mode'] as const;

const walkThroughTalk = walkOnce(async (found) => {
  const started = await startWidget();
  const { page, complaints, widget } = await visit(started.tag);
  await widget.launcher.waitFor();
  await look(page, found, 'closed');
  await widget.launcher.click();
  await widget.input.waitFor();
  await look(page, found, 'empty');
  await widget.input.fill('half a word');
  await look(page, found, 'writing', ['on a phone', 'in dark mode', 'on a desktop']);
  await widget.send.click();
  await widget.mark('half a word', 'Sent').waitFor();
  await show(page, 'on a desktop');
  const chat = await sayEverything(started, page);
  await look(page, found, 'everything said', LARGE);
  for (const [button, part] of [
    ['Attach', page.getByRole('menuitem').first()],
    ['Emoji', page.getByRole('group', { name: 'Emoji' })],
    ['More', page.getByRole('menuitem').first()],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await part.waitFor();
    await look(page, found, button, LARGE);
    await page.keyboard.press('Escape');
  }
  await started.owner.call(api.chats.requestRating, { params: { id: chat } });
  await page.getByTitle('Good').click();
  await look(page, found, 'rating', LARGE);
  await page.getByRole('log').getByRole('button', { name: 'cup.png' }).click();
  await page.getByRole('dialog', { name: 'cup.png' }).waitFor();
  await look(page, found, 'picture', LARGE);
  expect(complaints).toEqual([]);
});

test.each(SCREENS)('%s a chat is accessible from the launcher to the rating', async (screen) => {
  const found = await walkThroughTalk(screen);
  expect(found).toEqual(clean(found));
  expect(found.map(([state]) => state)).toEqual([
    ...['closed', 'empty', 'writing'],
    ...(screen === 'on a phone' ? [] : ['everything said', 'Attach', 'Emoji', 'More', 'rating', 'picture']),
  ]);
});

const walkThroughForms = walkOnce(async (found) => {
  const settings = { intro_form_enabled: true, intro_form_phone: 'required', consent_url: 'https://shop.example/' };
  const { tag } = await startWidget({ settings });
  const { page, widget } = await visit(tag);
  await widget.launcher.click();
  await page.getByRole('button', { name: 'Start chat' }).click();
  await page.getByText('Please agree to continue').waitFor();
  await look(page, found, 'intro');
  await page.getByLabel('E-mail').fill('ira@example.test');
  await page.getByLabel('Phone').fill('123 456');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Start chat' }).click();
  await widget.input.waitFor();
  await writeAndStore(page, 'good morning');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'E-mail transcript' }).click();
  await page.getByLabel('E-mail').fill('nowhere');
  await page.getByLabel('E-mail').press('Enter');
  await page.getByText('This doesn’t look like an e-mail address').waitFor();
  await look(page, found, 'transcript');

  const away = await startWidget({ isOnline: false });
  const late = await visit(away.tag);
  await late.widget.launcher.click();
  await late.page.getByRole('button', { name: 'Send' }).click();
  await late.page.getByText('Please fill this in').first().waitFor();
  await look(late.page, found, 'away');
});

test.each(SCREENS)('%s the forms and their errors are accessible', async (screen) => {
  const found = await walkThroughForms(screen);
  expect(found).toEqual(clean(found));
  expect(found.map(([state]) => state)).toEqual(['intro', 'transcript', 'away']);
});

const walkThroughInvitation = walkOnce(async (found) => {
  const { owner, tag } = await startWidget();
  const from = { type: 'agent', agent_id: owner.agentId };
  await addRule(owner, { trigger: AT_ONCE, quick_replies: ['Yes, please', 'No'], from });
  const { page, complaints } = await visit(tag);
  const { card, open } = invitationOn(page);
  await card.waitFor();
  await look(page, found, 'invited');
  await open.click();
  await page.getByRole('log').getByText('May I help?').waitFor();
  await look(page, found, 'accepted');
  expect(complaints).toEqual([]);
});

test.each(SCREENS)('%s an invitation is accessible, beside the launcher and in the chat', async (screen) => {
  const found = await walkThroughInvitation(screen);
  expect(found).toEqual(clean(found));
  expect(found.map(([state]) => state)).toEqual(['invited', 'accepted']);
});

const enter = sharePage();

test('an unread reply is announced to screen readers', async () => {
  const { app, owner, page, widget } = await enter();
  await writeAndStore(page, 'good morning');
  const chat = await chatOf(app, owner);
  await page.keyboard.press('Escape');
  await reply(owner, chat, 'and to you');
  await page.getByRole('button', { name: 'Open chat (1)' }).waitFor();
  expect(await obstaclesOn(page)).toEqual([]);
  await widget.launcher.click();
  expect(await widget.log.getAttribute('aria-label')).toBe('Conversation');
});

test('failed messages and connection notices are accessible', async () => {
  const { owner, tag } = await startWidget();
  const { page, widget } = await visit(tag);
  await writeAndStore(page, 'good morning');
  await page.context().setOffline(true);
  await write(page, 'are you there?');
  await page.getByText('No connection.').waitFor();
  expect(await obstaclesOn(page)).toEqual([]);
  await page.context().setOffline(false);
  await widget.mark('are you there?', 'Sent').waitFor();
  const [contact] = (await owner.call(api.contacts.list)).data.data;
  await owner.call(api.contacts.block, { params: { id: contact?.id } });
  await page.getByText('You can’t send messages here anymore.').waitFor();
  expect(await obstaclesOn(page)).toEqual([]);
});
