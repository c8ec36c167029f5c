import { api } from '@parley/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { sharePage } from '../../apps/server/test/shared-page.ts';
import { startWidget, visit } from '../../apps/server/test/widget.ts';

const LONG = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';
const DESK = { width: 1_280, height: 720 };
const NARROW = { viewport: { width: 320, height: 568 }, isMobile: true, hasTouch: true };

const enter = sharePage();

/** Parts of the chat that are not fully inside it. */
async function cutOff(page: Page, parts: Record<string, Locator>) {
  const panel = await edgesOf(page.getByRole('dialog'));
  const cut = [];
  for (const [name, part] of Object.entries(parts)) {
    const { left, top, right, bottom } = await edgesOf(part);
    const isWithin = left >= panel.left && top >= panel.top && right <= panel.right && bottom <= panel.bottom;
    if (!isWithin) cut.push(name);
  }
  return cut;
}

async function edgesOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error(`${place} is not shown`);
  const { x, y, width, height } = box;
  return { left: x, top: y, right: x + width, bottom: y + height };
}

test.each([
  ['a window on a magnified screen', 683, 384],
  ['a phone in landscape', 812, 375],
  ['a phone with its keyboard open', 390, 300],
])('in %s the message field stays visible, whatever else is open', async (_where, width, height) => {
  const { page, widget } = await enter();
  await page.setViewportSize({ width, height });
  onTestFinished(() => page.setViewportSize(DESK));
  await widget.input.fill('one\ntwo\nthree\nfour\nfive\nsix');
  const parts = { input: widget.input, send: widget.send, emoji: page.getByRole('button', { name: 'Emoji' }) };
  await parts.emoji.click();
  const smile = page.getByRole('button', { name: '😀' });
  await smile.waitFor();
  expect(await cutOff(page, { ...parts, smile })).toEqual([]);
  await page.getByRole('button', { name: 'Attach' }).click();
  expect(await cutOff(page, { menu: page.getByRole('menu') })).toEqual([]);
  await page.getByRole('menuitem', { name: 'Stickers' }).click();
  const thanks = page.getByRole('button', { name: 'Thank you' });
  await thanks.waitFor();
  expect(await cutOff(page, { ...parts, thanks })).toEqual([]);
  const { top, bottom } = await edgesOf(widget.panel);
  expect([top >= 0, bottom <= height]).toEqual([true, true]);
  for (let pressed = 0; pressed < 2; pressed += 1) await page.keyboard.press('Escape');
  await widget.panel.waitFor({ state: 'detached' });
  expect(await widget.launcher.evaluate((launcher) => launcher.matches(':focus'))).toBe(true);
});

test("in a low window a form uses the greeting's space, and ends at the signature", async () => {
  const { tag } = await startWidget({ settings: { intro_form_enabled: true, intro_form_phone: 'required' } });
  const { page, widget } = await visit(tag, { browser: { viewport: { width: 683, height: 384 } } });
  await widget.launcher.click();
  await page.getByLabel('Phone').waitFor();
  expect(await page.locator('.greeting').isVisible()).toBe(false);
  const [form, signature] = [await edgesOf(page.locator('.ask')), await edgesOf(page.locator('.signature'))];
  expect(form.bottom).toBeLessThanOrEqual(signature.top);
  const start = page.getByRole('button', { name: 'Start chat' });
  await start.scrollIntoViewIfNeeded();
  expect(await cutOff(page, { signature: page.locator('.signature'), start })).toEqual([]);
});

test('words wider than the chat are broken, and push nothing out of it', async () => {
  const { owner, tag } = await startWidget({ settings: { widget_signature: LONG, widget_name: LONG } });
  await owner.call(api.widget.setQuickPhrases, { body: { quick_phrases: { en: [LONG] } } });
  const { page, widget } = await visit(tag, { browser: NARROW });
  await widget.launcher.tap();
  const phrase = page.getByRole('button', { name: LONG });
  await phrase.waitFor();
  const file = { name: `${LONG}.txt`, mimeType: 'text/plain', buffer: Buffer.alloc(0) };
  await page.locator('input[type=file]').setInputFiles(file);
  const notice = page.getByRole('status');
  const parts = { phrase, notice, dismiss: notice.getByRole('button'), signature: page.locator('.signature') };
  await parts.dismiss.waitFor();
  expect(await cutOff(page, parts)).toEqual([]);
  const overflowing = await widget.panel.evaluate((panel) =>
    [panel, ...panel.querySelectorAll('.signature, .scroll, .line')].filter(
      (each) => each.scrollWidth > each.clientWidth,
    ),
  );
  expect(overflowing).toEqual([]);
  await parts.dismiss.tap();
  await notice.waitFor({ state: 'detached' });
});

test('a visitor who mails the transcript to a long address can continue', async () => {
  const { tag } = await startWidget();
  const { page, widget } = await visit(tag, { browser: NARROW });
  await widget.launcher.tap();
  await widget.input.fill('good morning');
  await widget.send.tap();
  await widget.mark('good morning', 'Sent').waitFor();
  await page.getByRole('button', { name: 'More' }).tap();
  await page.getByRole('menuitem', { name: 'E-mail transcript' }).tap();
  await page.getByLabel('E-mail').fill(`${'a'.repeat(60)}@sub.shop.example.test`);
  await page.locator('.cover').getByRole('button', { name: 'Send' }).tap();
  const close = page.locator('.cover').getByRole('button', { name: 'Close' });
  await close.waitFor();
  expect(await cutOff(page, { close, card: page.locator('.card') })).toEqual([]);
  await close.tap();
  await widget.input.tap();
});
