import { createRequire } from 'node:module';
import { api } from '@parley/contract';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Form } from '../../test/call.ts';
import { AT_ONCE } from '../../test/site-page.ts';
import { chatOf, partsOf, reply, startWidget, visit, write } from '../../test/widget.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** Something on its way from one place to another has other colours than it will have. */
const STILL = { reducedMotion: 'reduce' } as const;
const PHONE = { ...STILL, viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true };

const start = (settings: Record<string, unknown> = {}, isOnline = true) =>
  startWidget({ settings: { ...AT_ONCE, ...settings }, isOnline });

/** What is in the way of somebody who does not see, hear or point as others do: rule and place. */
async function obstaclesOn(page: Page) {
  if (!(await page.evaluate('"axe" in window'))) await page.addScriptTag({ path: AXE });
  return page.evaluate(`axe.run({ include: ['service-widget'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
      [id, target.flat().at(-1), failureSummary.split('\\n')[1]?.trim()].join(' | '))))`);
}

const found = async (state: string, page: Page) => [state, await obstaclesOn(page)];
const clean = (state: string) => [state, []];

/** Everything that can be said, by both sides. */
async function sayEverything({ app, owner }: Awaited<ReturnType<typeof startWidget>>, page: Page) {
  const { mark, said } = partsOf(page);
  await write(page, 'good morning, see https://shop.example/tea');
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
  await mark('good morning', 'Sent').waitFor();
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

const screens: [string, BrowserContextOptions][] = [
  ['on a desk', STILL],
  ['in the dark', { ...STILL, colorScheme: 'dark' }],
  ['on a phone', PHONE],
];

test.each(screens)('%s nobody is shut out of a conversation, from the launcher to the rating', async (_, browser) => {
  const started = await start();
  const { page, complaints, widget } = await visit(started.tag, { browser });
  await widget.launcher.waitFor();
  expect(await found('closed', page)).toEqual(clean('closed'));
  await widget.launcher.click();
  await widget.input.waitFor();
  expect(await found('empty', page)).toEqual(clean('empty'));
  await widget.input.fill('half a word');
  expect(await found('writing', page)).toEqual(clean('writing'));
  if (browser === PHONE) {
    await widget.send.click();
    await widget.mark('half a word', 'Sent').waitFor();
    return;
  }
  await widget.input.fill('');
  const chat = await sayEverything(started, page);
  expect(await found('everything said', page)).toEqual(clean('everything said'));
  for (const [button, part] of [
    ['Attach', page.getByRole('menuitem').first()],
    ['Emoji', page.getByRole('group', { name: 'Emoji' })],
    ['More', page.getByRole('menuitem').first()],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await part.waitFor();
    expect(await found(button, page)).toEqual(clean(button));
    await page.keyboard.press('Escape');
  }
  await started.owner.call(api.ratings.request, { params: { id: chat } });
  await page.getByTitle('Good').click();
  expect(await found('rating', page)).toEqual(clean('rating'));
  await page.getByRole('log').getByRole('button', { name: 'cup.png' }).click();
  await page.getByRole('dialog', { name: 'cup.png' }).waitFor();
  expect(await found('picture', page)).toEqual(clean('picture'));
  expect(complaints).toEqual([]);
});

test.each(screens)('%s nobody is shut out of the forms, nor of what they find wrong', async (_, browser) => {
  const settings = { intro_form_enabled: true, intro_form_phone: 'required', consent_url: 'https://shop.example/' };
  const { tag } = await start(settings);
  const { page, widget } = await visit(tag, { browser });
  await widget.launcher.click();
  await page.getByRole('button', { name: 'Start the chat' }).click();
  await page.getByText('Please agree to go on').waitFor();
  expect(await found('intro', page)).toEqual(clean('intro'));
  await page.getByLabel('E-mail').fill('ira@example.test');
  await page.getByLabel('Phone').fill('123 456');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Start the chat' }).click();
  await widget.input.fill('good morning');
  await widget.send.click();
  await widget.mark('good morning', 'Sent').waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Send me this chat by mail' }).click();
  await page.getByLabel('E-mail').fill('nowhere');
  await page.getByLabel('E-mail').press('Enter');
  await page.getByText('This does not look like an e-mail address').waitFor();
  expect(await found('transcript', page)).toEqual(clean('transcript'));

  const away = await start({}, false);
  const late = await visit(away.tag, { browser });
  await late.widget.launcher.click();
  await late.page.getByRole('button', { name: 'Send' }).click();
  await late.page.getByText('Please fill this in').first().waitFor();
  expect(await found('away', late.page)).toEqual(clean('away'));
});

test('an unread answer is said to who does not see the number', async () => {
  const { app, owner, tag } = await start();
  const { page, widget } = await visit(tag, { browser: STILL });
  await write(page, 'good morning');
  const chat = await chatOf(app, owner);
  await page.keyboard.press('Escape');
  await reply(owner, chat, 'and to you');
  await page.getByRole('button', { name: 'Open the chat (1)' }).waitFor();
  expect(await found('unread', page)).toEqual(clean('unread'));
  await widget.launcher.click();
  expect(await widget.log.getAttribute('aria-label')).toBe('Conversation');
});

test('what failed, and a line about the network, can be read by everybody', async () => {
  const { owner, tag } = await start();
  const { page, widget } = await visit(tag, { browser: STILL });
  await write(page, 'good morning');
  await widget.mark('good morning', 'Sent').waitFor();
  await page.context().setOffline(true);
  await write(page, 'are you there?');
  await page.getByText('No connection.').waitFor();
  expect(await found('offline', page)).toEqual(clean('offline'));
  await page.context().setOffline(false);
  await widget.mark('are you there?', 'Sent').waitFor();
  const [contact] = (await owner.call(api.contacts.list)).data.data;
  await owner.call(api.contacts.block, { params: { id: contact?.id } });
  await page.getByText('You can not write here any more.').waitFor();
  expect(await found('blocked', page)).toEqual(clean('blocked'));
});
