import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { api } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { Form } from '../../apps/server/test/call.ts';
import type { TestApp } from '../../apps/server/test/harness.ts';
import type { Owner } from '../../apps/server/test/owners.ts';
import { inject } from '../../apps/server/test/provided.ts';
import { sharePage } from '../../apps/server/test/shared-page.ts';
import { until } from '../../apps/server/test/until.ts';
import { chatOf, reply, writeAndStore } from '../../apps/server/test/widget.ts';

const enter = sharePage();

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP4z8AARAwQCkTBeUgMAGjsC/XtaDK7AAAAAElFTkSuQmCC',
  'base64',
);
const MAX_BYTES = 10 * 2 ** 20;

interface Chosen {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const text = (name: string, content: string): Chosen => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});
const picture = (name: string): Chosen => ({ name, mimeType: 'image/png', buffer: PNG });

/** A visitor with the chat open, whose browser grants only these permissions. */
async function enterWith(...permissions: string[]) {
  const visitor = await enter();
  const context = visitor.page.context();
  await context.grantPermissions(permissions);
  onTestFinished(() => context.clearPermissions());
  return { ...visitor, context };
}

async function attach(page: Page, what: string) {
  await page.getByRole('button', { name: 'Attach' }).click();
  await page.getByRole('menuitem', { name: what }).click();
}

async function choose(page: Page, ...files: Chosen[] | [path: string]) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), attach(page, 'File or picture')]);
  await chooser.setFiles(files as Chosen[]);
}

/** The agent's messages, oldest first. */
async function stored(app: TestApp, owner: Owner) {
  const params = { id: await chatOf(app, owner) };
  return (await owner.call(api.messages.list, { params })).data.data.reverse();
}

const download = (page: Page, name: string) => page.getByRole('link', { name });

/** Clipboard or drag data. */
const carried = (page: Page, name: string) =>
  page.evaluateHandle((given) => {
    const carrier = new DataTransfer();
    carrier.items.add(new File(['carried'], given, { type: 'text/plain' }));
    return carrier;
  }, name);

test('files are sent by button, paste and drop, and arrive intact', async () => {
  const { app, owner, page, widget, complaints } = await enter();
  await choose(page, text('one.txt', 'one'), text('two.txt', 'two'));
  for (const name of ['one.txt', 'two.txt']) await download(page, name).waitFor();

  const pasted = await carried(page, 'pasted.txt');
  await widget.input.evaluate((input, clipboardData) => {
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, composed: true, cancelable: true }),
    );
  }, pasted);
  await download(page, 'pasted.txt').waitFor();

  const dropped = await carried(page, 'dropped.txt');
  await widget.log.dispatchEvent('dragover', { dataTransfer: dropped });
  await page.getByText('Drop here to send').waitFor();
  await widget.log.dispatchEvent('drop', { dataTransfer: dropped });
  await page.getByText('Drop here to send').waitFor({ state: 'detached' });
  await download(page, 'dropped.txt').waitFor();
  await page.locator('header').dispatchEvent('drop', { dataTransfer: await carried(page, 'above.txt') });
  await download(page, 'above.txt').waitFor();

  const files = (await stored(app, owner)).map(({ type, file }) => [type, file?.name, file?.size]);
  expect(files).toEqual([
    ['file', 'one.txt', 3],
    ['file', 'two.txt', 3],
    ['file', 'pasted.txt', 7],
    ['file', 'dropped.txt', 7],
    ['file', 'above.txt', 7],
  ]);
  const address = (await download(page, 'two.txt').getAttribute('href')) ?? '';
  expect(await (await fetch(address)).text()).toBe('two');
  expect(complaints).toEqual([]);
});

test('pasting from a spreadsheet sends its text, not the image that comes with it', async () => {
  const { page, widget } = await enterWith('clipboard-read', 'clipboard-write');
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(2, 2);
    canvas.getContext('2d');
    const words = (type: string, text: string) => ({ [type]: new Blob([text], { type }) });
    const [plain, html] = [words('text/plain', 'Mug\t12'), words('text/html', '<table><td>Mug<td>12</table>')];
    await navigator.clipboard.write([
      new ClipboardItem({ ...plain, ...html, 'image/png': await canvas.convertToBlob() }),
    ]);
  });
  await widget.input.press('Control+v');
  await until(async () => (await widget.input.inputValue()) === 'Mug\t12', 'the text is there');
  expect(await page.locator('.said').count()).toBe(0);
});

test('a file that is too large or empty is not sent, with the reason', async () => {
  const { app, owner, page, complaints } = await enter();
  const film = path.join(inject('scratch'), 'film.bin');
  await writeFile(film, '');
  await truncate(film, MAX_BYTES + 1);
  await choose(page, film);
  await page.getByRole('status').filter({ hasText: 'film.bin is larger than 10 MB' }).waitFor();
  await choose(page, text('nothing.txt', ''));
  await page.getByRole('status').filter({ hasText: 'nothing.txt is empty' }).waitFor();
  await writeAndStore(page, 'never mind');
  expect(await page.getByRole('status').count()).toBe(0);
  expect((await stored(app, owner)).map(({ body }) => body)).toEqual(['never mind']);
  expect(complaints).toEqual([]);
});

test('a text that is too long is not sent, with the limit', async () => {
  const { page, widget, complaints } = await enter();
  await widget.input.fill('a'.repeat(10_001));
  await page.getByRole('alert').filter({ hasText: 'Up to 10000 characters' }).waitFor();
  expect(await widget.send.isDisabled()).toBe(true);
  await widget.input.fill('a'.repeat(10_000));
  await widget.send.click();
  await widget.mark('aaa', 'Sent').waitFor();
  expect(complaints).toEqual([]);
});

test('an image shows at once, opens in full, and returns the focus', async () => {
  const { app, owner, page, widget, complaints } = await enter();
  await choose(page, picture('mug.png'));
  const mug = page.getByRole('button', { name: 'mug.png' });
  await mug.waitFor();
  await widget.mark('', 'Sent').waitFor();
  expect((await stored(app, owner)).map(({ type, file }) => [type, file?.name])).toEqual([['image', 'mug.png']]);
  const { data } = await owner.call(api.files.create, { body: new Form('cup.png', PNG) });
  await reply(owner, await chatOf(app, owner), { type: 'image', file: { id: data.id } });
  const cup = page.getByRole('button', { name: 'cup.png' });
  await cup.waitFor();
  for (const shown of [mug, cup]) {
    const size = () => shown.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
    await until(async () => (await size()) === 2, 'the picture is drawn');
  }

  const lightbox = page.getByRole('dialog', { name: 'cup.png' });
  await cup.focus();
  await page.keyboard.press('Enter');
  await lightbox.waitFor();
  await page.keyboard.press('Escape');
  await lightbox.waitFor({ state: 'detached' });
  expect(await widget.input.isVisible()).toBe(true);
  await until(() => cup.evaluate((button) => button.matches(':focus')), 'the focus is where it was');

  await mug.click();
  await page.getByRole('button', { name: 'Close picture' }).click();
  await page.getByRole('dialog', { name: 'mug.png' }).waitFor({ state: 'detached' });
  expect(await widget.panel.count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('a location is sent when the browser provides it, and shown on a map', async () => {
  const { app, owner, page, context, widget, complaints } = await enterWith('geolocation');
  await context.setGeolocation({ latitude: 52.52, longitude: 13.405 });
  await attach(page, 'My location');
  const place = page.getByRole('link', { name: 'Location' });
  await place.waitFor();
  await widget.mark('52.52000, 13.40500', 'Sent').waitFor();
  expect((await stored(app, owner)).map(({ coords }) => coords)).toEqual([{ lat: 52.52, lng: 13.405 }]);
  expect(await place.getAttribute('href')).toContain('https://www.openstreetmap.org/?mlat=52.52&mlon=13.405');
  expect(await place.getAttribute('rel')).toBe('noopener noreferrer');
  expect(complaints).toEqual([]);
});

test('a denied location is explained', async () => {
  const { page, complaints } = await enterWith();
  await attach(page, 'My location');
  await page.getByRole('status').filter({ hasText: 'Your browser isn’t sharing your location' }).waitFor();
  expect(await page.locator('.said').count()).toBe(0);
  await writeAndStore(page, 'In Berlin');
  expect(complaints).toEqual([]);
});

test('stickers can be sent by both sides', async () => {
  const { app, owner, page, widget, complaints } = await enter();
  await attach(page, 'Stickers');
  await page.getByRole('group', { name: 'Stickers' }).getByRole('button', { name: 'Thank you' }).click();
  await widget.log.getByRole('img', { name: 'Thank you' }).waitFor();
  await until(async () => (await stored(app, owner))[0]?.sticker?.id === 'thanks', 'the agent has it');
  await reply(owner, await chatOf(app, owner), { type: 'sticker', sticker: { id: 'party' } });
  await widget.log.getByRole('img', { name: 'Hooray' }).waitFor();
  expect(complaints).toEqual([]);
});

test("an agent's buttons are links that open in a new tab", async () => {
  const { app, owner, page, complaints } = await enter();
  await writeAndStore(page, 'Is it blue?');
  const buttons = [
    { label: 'Buy it', url: 'https://example.com/buy' },
    { label: 'Look at others', url: 'https://example.com/all', style: 'secondary' },
  ];
  await reply(owner, await chatOf(app, owner), { type: 'keyboard', body: 'Two are left', keyboard: { buttons } });
  for (const { label, url } of buttons) {
    const key = page.getByRole('link', { name: label });
    await key.waitFor();
    expect(await key.evaluate((link: HTMLAnchorElement) => [link.href, link.target, link.rel])).toEqual([
      url,
      '_blank',
      'noopener noreferrer',
    ]);
  }
  const unsafe = { buttons: [{ label: 'Buy it', url: 'http://example.com/buy' }] };
  await expect(
    reply(owner, await chatOf(app, owner), { type: 'keyboard', body: 'Or so', keyboard: unsafe }),
  ).rejects.toThrow('validation_failed');
  expect(complaints).toEqual([]);
});

test("an agent's formatting is rendered, and a visitor's text is shown as is", async () => {
  const { app, owner, page, widget, complaints } = await enter();
  await writeAndStore(page, 'Is it *blue*?');
  const markdown = [
    '# Two',
    '',
    'are **left**, *both* ~~red~~ `blue`:',
    '- one in [Riga](https://riga.example/)',
    '1. first',
    '> so it is',
    '```',
    'a < b',
    '```',
  ].join('\n');
  await reply(owner, await chatOf(app, owner), { type: 'text', body: 'Two are left', markdown });
  const said = page.locator('.said.theirs');
  for (const [tag, words] of Object.entries({ strong: 'left', em: 'both', s: 'red', code: 'blue', blockquote: 'so' })) {
    await said.locator(tag, { hasText: words }).waitFor();
  }
  expect(await said.getByRole('listitem').allInnerTexts()).toEqual(['one in Riga', 'first']);
  expect(await said.locator('pre').textContent()).toBe('a < b');
  expect(await said.getByRole('link', { name: 'Riga' }).getAttribute('href')).toBe('https://riga.example/');
  expect(await widget.said('Is it *blue*?').count()).toBe(1);
  expect(complaints).toEqual([]);
});
