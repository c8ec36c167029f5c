import { api } from '@parley/contract';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { sharePage } from '../../apps/server/test/shared-page.ts';
import { until } from '../../apps/server/test/until.ts';
import { chatOf, reply, shopPage, startWidget, visit, writeAndStore } from '../../apps/server/test/widget.ts';

const PHRASES = { quick_phrases: { en: ['Can I return it?'] } };
const enter = sharePage({ prepare: (owner) => owner.call(api.widget.setQuickPhrases, { body: PHRASES }) });

/** A visitor without a mouse who has not opened the chat yet. */
async function enterClosed() {
  const visitor = await enter();
  await visitor.page.keyboard.press('Escape');
  await visitor.widget.panel.waitFor({ state: 'detached' });
  // Tab continues from here.
  await visitor.page.getByRole('heading', { name: 'Shop' }).click();
  return visitor;
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

const hasFocus = (place: Locator) => place.evaluate((element) => element.matches(':focus'));

/** The accessible name of the focused element. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element.getAttribute('aria-label') ?? element.textContent.trim();
  })()`);

test('the keyboard alone opens the chat, writes, and goes through everything in order and back', async () => {
  const { page, complaints, widget } = await enterClosed();
  await press(page, 'Tab');
  expect(await focused(page)).toBe('Open chat');
  await press(page, 'Enter');
  await widget.input.waitFor();
  expect(await focused(page)).toBe('Your message');
  await page.keyboard.type('good morning');
  await press(page, 'Enter');
  await widget.mark('good morning', 'Sent').waitFor();
  expect(await focused(page)).toBe('Your message');
  await page.keyboard.type('once more');
  const order = [];
  for (let step = 0; step < 3; step++) {
    await press(page, 'Tab');
    order.push(await focused(page));
  }
  expect(order).toEqual(['Emoji', 'Send', 'Close chat']);
  await widget.input.focus();
  const back = [];
  for (let step = 0; step < 4; step++) {
    await press(page, 'Shift+Tab');
    back.push(await focused(page));
  }
  expect(back).toEqual(['Attach', 'Conversation', 'Close chat', 'More']);
  expect(complaints).toEqual([]);
});

test('Escape closes the chat and returns the focus to the launcher, which opens it again', async () => {
  const { page, widget } = await enterClosed();
  await press(page, 'Tab', 'Space');
  await widget.input.waitFor();
  await press(page, 'Escape');
  await widget.panel.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Open chat');
  await press(page, 'Enter');
  await widget.input.waitFor();
  expect(await focused(page)).toBe('Your message');
  await page.getByRole('dialog').getByRole('button', { name: 'Close chat' }).focus();
  await press(page, 'Enter');
  await widget.panel.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Open chat');
});

test.each(['More', 'Attach'])('the menu %s is navigated with arrows, and Escape closes only it', async (name) => {
  const { page, widget } = await enter();
  await writeAndStore(page, 'good morning');
  await page.getByRole('button', { name }).focus();
  await press(page, 'Enter');
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  const names = (await items.allTextContents()).map((text) => text.trim());
  expect(names.length).toBeGreaterThan(1);
  expect(await focused(page)).toBe(names[0]);
  await press(page, 'ArrowDown');
  expect(await focused(page)).toBe(names[1]);
  await press(page, 'ArrowUp', 'ArrowUp');
  expect(await focused(page)).toBe(names.at(-1));
  await press(page, 'ArrowDown');
  expect(await focused(page)).toBe(names[0]);
  await press(page, 'Escape');
  await items.first().waitFor({ state: 'detached' });
  expect([await focused(page), await widget.panel.isVisible()]).toEqual([name, true]);
});

test('a menu closes on a click elsewhere', async () => {
  const { page } = await enter();
  for (const name of ['More', 'Attach']) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('menuitem').first().waitFor();
    await page.locator('.greeting').click({ position: { x: 4, y: 12 } });
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  }
});

test('emoji are chosen with arrows, inserted at the cursor, and Escape closes only the picker', async () => {
  const { page, widget } = await enter();
  await widget.input.fill('ab');
  await press(page, 'ArrowLeft');
  await page.getByRole('button', { name: 'Emoji' }).focus();
  await press(page, 'Enter');
  const emoji = page.getByRole('group', { name: 'Emoji' });
  await emoji.waitFor();
  await emoji.getByRole('button').first().focus();
  await press(page, 'ArrowRight');
  const chosen = await focused(page);
  await press(page, 'Enter');
  expect(await widget.input.inputValue()).toBe(`a${chosen}b`);
  expect(await hasFocus(widget.input)).toBe(true);
  await page.keyboard.type('!');
  expect(await widget.input.inputValue()).toBe(`a${chosen}!b`);
  await press(page, 'Escape');
  await emoji.waitFor({ state: 'detached' });
  expect(await widget.panel.isVisible()).toBe(true);
});

test('an overlay takes the focus, traps it, and returns it', async () => {
  const { page } = await enter();
  await writeAndStore(page, 'good morning');
  await page.getByRole('button', { name: 'More' }).focus();
  await press(page, 'Enter');
  await page.getByRole('menuitem', { name: 'E-mail transcript' }).focus();
  await press(page, 'Enter');
  const address = page.getByLabel('E-mail');
  await address.waitFor();
  expect(await hasFocus(address)).toBe(true);
  await press(page, 'Escape');
  await address.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('More');
});

test('an invalid form focuses the first invalid field', async () => {
  const { tag } = await startWidget({ settings: { intro_form_enabled: true } });
  const { page, widget } = await visit(tag);
  await widget.launcher.waitFor();
  await press(page, 'Tab', 'Enter');
  await page.getByLabel('E-mail').waitFor();
  expect(await hasFocus(widget.panel.getByRole('textbox').first())).toBe(true);
  await page.getByRole('button', { name: 'Start chat' }).focus();
  await press(page, 'Enter');
  await page.getByText('Please fill this in').waitFor();
  expect(await hasFocus(page.getByLabel('E-mail'))).toBe(true);
  await page.keyboard.type('ira@example.test');
  await press(page, 'Enter');
  await widget.input.waitFor();
  expect(await hasFocus(widget.input)).toBe(true);
});

test('dismissed elements return the focus to the message field', async () => {
  const { app, owner, page, widget } = await enter();
  const isLed = (after: string) => until(() => hasFocus(widget.input), `the focus is led there after ${after}`, 5_000);
  await page.getByRole('button', { name: 'Can I return it?' }).click();
  await widget.mark('Can I return it?', 'Sent').waitFor();
  await isLed('a phrase');

  await page.getByRole('button', { name: 'Attach' }).click();
  await page.getByRole('menuitem', { name: 'Stickers' }).click();
  await page.getByRole('group', { name: 'Stickers' }).getByRole('button').first().click();
  await isLed('a sticker');

  // PostgreSQL cannot store it.
  await widget.input.fill('odd \0 thing');
  await press(page, 'Enter');
  await page.getByRole('button', { name: 'Remove' }).click();
  await widget.said('odd').waitFor({ state: 'detached' });
  await isLed('what was removed');

  await page.locator('input[type=file]').setInputFiles({ name: 'no.txt', mimeType: '', buffer: Buffer.alloc(0) });
  const notice = page.getByRole('status').filter({ hasText: 'no.txt is empty' });
  await notice.getByRole('button', { name: 'Close' }).click();
  await notice.waitFor({ state: 'detached' });
  await isLed('a notice');

  const id = await chatOf(app, owner);
  await reply(owner, id, 'Within a week');
  await owner.call(api.chats.requestRating, { params: { id } });
  await page.getByTitle('Good').click();
  await page.getByRole('group', { name: 'How was' }).getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thank you for your rating!').waitFor();
  await isLed('a rating');
  await press(page, 'Escape');
  await widget.panel.waitFor({ state: 'detached' });
});

test('on a phone Tab stays within the chat, and only a touch opens the on-screen keyboard', async () => {
  const { tag } = await startWidget();
  const { page, widget } = await visit(tag, {
    page: shopPage(tag).replace('<main>', '<main><input aria-label="Search">'),
    browser: { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true },
  });
  await widget.launcher.tap();
  await widget.input.waitFor();
  expect(await hasFocus(widget.panel)).toBe(true);
  expect(await widget.panel.getAttribute('aria-modal')).toBe('true');
  for (const key of ['Tab', 'Shift+Tab']) {
    const order = [];
    for (let step = 0; step < 8; step++) {
      await press(page, key);
      order.push(await focused(page));
    }
    expect(order).not.toContain('Search');
    expect(order.filter((name) => name === 'Emoji').length).toBeGreaterThan(0);
    expect(order.filter((name) => name === 'More').length).toBeGreaterThan(0);
    expect(await hasFocus(page.locator('.panel :focus'))).toBe(true);
  }
  await page.getByRole('button', { name: 'Emoji' }).tap();
  await page.getByRole('group', { name: 'Emoji' }).getByRole('button').first().tap();
  expect(await widget.input.inputValue()).not.toBe('');
  expect(await hasFocus(widget.input)).toBe(false);
});

test('the focus is visible', async () => {
  const { page, widget } = await enterClosed();
  await press(page, 'Tab', 'Enter');
  await widget.input.waitFor();
  const unseen = await page.evaluate(`(() => {
    const root = document.querySelector('service-widget').shadowRoot;
    return [...root.querySelectorAll('button, [tabindex="0"]')].filter((each) => !each.disabled).filter((each) => {
      each.focus();
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle === 'none' || parseFloat(outlineWidth) < 2;
    }).map((each) => each.getAttribute('aria-label'));
  })()`);
  expect(unseen).toEqual([]);
});
