import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addOperator, replyAs } from '../../apps/server/test/operators.ts';
import { openSite } from '../../apps/server/test/site.ts';
import { chatOf, shopPage, startWidget, updateSettings, visit, writeAndStore } from '../../apps/server/test/widget.ts';

const languageOf = (page: Page) => page.locator('service-widget section').getAttribute('lang');

/** The launcher, in any language. */
const launcherOn = (page: Page) => page.locator('service-widget').getByRole('button').last();

/** A visitor on a page in that language. */
async function enter(settings: Record<string, unknown>, { lang, locale = 'en-US' }: { lang: string; locale?: string }) {
  const { owner, tag } = await startWidget({ settings });
  const entered = await visit(tag, { page: shopPage(tag, { lang }), browser: { locale } });
  await launcherOn(entered.page).click();
  return { ...entered, tag, set: (more: Record<string, unknown>) => updateSettings(owner, more) };
}

interface Where {
  /** The page's. */
  lang?: string;
  /** Set by a script before the widget's. */
  service?: string;
  /** The browser's. */
  locale?: string;
}

/** Moves a page with the chat open to others, and reads the owner's text and the interface language there. */
async function startReading({ page, tag }: { page: Page; tag: string }) {
  const pageAt = ({ lang = '', service }: Where) =>
    shopPage(tag, { lang, head: service ? `<script>window.ServiceLocale = '${service}'</script>` : '' });
  const browser = await page.context().newCDPSession(page);
  const userAgent: string = await page.evaluate('navigator.userAgent');
  return async (where: Where) => {
    await browser.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: where.locale ?? 'en-US' });
    await page.goto(`${await openSite({ '/': pageAt(where) })}#service-chat`);
    const greeting = await page.locator('.greeting').textContent();
    expect(await page.evaluate('navigator.language')).toBe(where.locale ?? 'en-US');
    return [await languageOf(page), greeting];
  };
}

async function chooseLanguage(page: Page, menu: string, name: string) {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name }).click();
}

test("the language is the visitor's choice, else the page's setting, the owner's fixed one, or that of page and browser", {
  timeout: 120_000,
}, async () => {
  const settings = {
    widget_default_language: 'ru',
    widget_supported_languages: ['ru', 'en', 'de'],
    widget_greeting: 'Здравствуйте',
    widget_text_translations: { widget_greeting: { en: 'Hello', de: 'Guten Tag' } },
  };
  const { page, tag, set } = await enter(settings, { lang: 'en' });
  const spokenAt = await startReading({ page, tag });
  expect(await spokenAt({ lang: 'en', locale: 'de-AT' })).toEqual(['ru', 'Здравствуйте']);
  expect(await spokenAt({ lang: 'en', service: 'de' })).toEqual(['ru', 'Guten Tag']);
  expect(await spokenAt({ lang: 'en', service: 'fr' })).toEqual(['ru', 'Здравствуйте']);
  await set({ widget_default_language: 'auto', widget_fallback_language: 'ru' });
  expect(await spokenAt({ lang: 'de-CH', locale: 'en-GB' })).toEqual(['en', 'Guten Tag']);
  expect(await spokenAt({ lang: 'EN_gb', locale: 'ru-RU' })).toEqual(['en', 'Hello']);
  expect(await spokenAt({ lang: 'fr', locale: 'de-AT' })).toEqual(['ru', 'Guten Tag']);
  expect(await spokenAt({ locale: 'de-AT' })).toEqual(['ru', 'Guten Tag']);
  expect(await spokenAt({ lang: 'fr', locale: 'es-ES' })).toEqual(['ru', 'Здравствуйте']);

  expect(await spokenAt({ lang: 'en', service: 'en' })).toEqual(['en', 'Hello']);
  await chooseLanguage(page, 'More', 'Русский');
  await page.getByRole('textbox', { name: 'Ваше сообщение' }).waitFor();
  await page.reload();
  await page.getByRole('textbox', { name: 'Ваше сообщение' }).waitFor();
  await set({ widget_default_language: 'en' });
  await page.reload();
  await page.getByRole('textbox', { name: 'Ваше сообщение' }).waitFor();
  await set({ widget_show_lang_switcher: false });
  await page.reload();
  await page.getByRole('textbox', { name: 'Your message' }).waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem').first().waitFor();
  expect(await page.getByRole('menuitem', { name: 'Русский' }).count()).toBe(0);
});

test('the widget follows a language change of the page only when none is fixed', async () => {
  const { page, complaints, set } = await enter({ widget_supported_languages: ['ru', 'en'] }, { lang: 'en' });
  await page.getByText('Hello! How can we help?').waitFor();
  await page.evaluate(`document.documentElement.lang = 'ru-RU'`);
  await page.getByText('Здравствуйте! Чем можем помочь?').waitFor();
  expect(await launcherOn(page).getAttribute('aria-label')).toBe('Закрыть чат');
  await page.evaluate(`document.documentElement.lang = 'en'`);
  await page.getByText('Hello! How can we help?').waitFor();
  await set({ widget_default_language: 'en' });
  await page.reload();
  await page.getByText('Hello! How can we help?').waitFor();
  await page.evaluate(`document.documentElement.lang = 'ru'`);
  expect(await languageOf(page)).toBe('en');
  expect(complaints).toEqual([]);
});

test("the owner's texts are shown in translation, or as written where there is none", async () => {
  const settings = {
    widget_default_language: 'auto',
    widget_name: 'Чай и Ко',
    widget_greeting: 'Спросите нас о чае',
    widget_signature: 'С 1998 года',
    widget_text_translations: {
      widget_name: { en: 'Tea & Co' },
      widget_greeting: { en: 'Ask us about tea', ar: 'اسألونا عن الشاي' },
    },
  };
  const { page } = await enter(settings, { lang: 'en' });
  const shown = async (lang: string, greeting: string) => {
    await page.evaluate((given) => Object.assign(document.documentElement, { lang: given }), lang);
    await page.locator('.greeting', { hasText: greeting }).waitFor();
    const name = await page.getByRole('dialog').getByRole('heading').textContent();
    return [name, await page.locator('.greeting').textContent(), await page.locator('.signature').textContent()];
  };
  expect(await shown('en', 'Ask us')).toEqual(['Tea & Co', 'Ask us about tea', 'С 1998 года']);
  expect(await shown('ru', 'Спросите')).toEqual(['Чай и Ко', 'Спросите нас о чае', 'С 1998 года']);
  expect(await shown('ar', 'اسألونا')).toEqual(['Чай и Ко', 'اسألونا عن الشاي', 'С 1998 года']);
});

test("an AI operator's name is that of the visitor's language, in the header and on its messages", async () => {
  const { app, owner, tag } = await startWidget({ settings: { widget_default_language: 'auto' } });
  await app.sql(`INSERT INTO ai_settings (widget_id, enabled, updated_at) VALUES (${owner.widgetId}, true, now())`);
  const nora = await addOperator(app, owner, { name: 'Nora Bot', name_i18n: { ru: 'Нора Бот' } });
  const { page } = await visit(tag);
  await writeAndStore(page, 'Is it blue?');
  const chatId = await chatOf(app, owner);
  await app.sql(`UPDATE chats SET agent_id = NULL WHERE id = ${chatId}`);
  await replyAs(app, owner, { operatorId: nora.id, chatId, body: 'It is' });
  await page
    .locator('.said', { hasText: 'It is' })
    .locator('.name', { hasText: /^Nora$/ })
    .waitFor();
  await page.getByRole('dialog').getByRole('heading', { name: 'Nora', exact: true }).waitFor();
  await page.evaluate(`document.documentElement.lang = 'ru'`);
  await page
    .locator('.said', { hasText: 'It is' })
    .locator('.name', { hasText: /^Нора$/ })
    .waitFor();
  await page.getByRole('dialog').getByRole('heading', { name: 'Нора', exact: true }).waitFor();
});

test('only languages with texts are used and offered', async () => {
  const settings = { widget_supported_languages: ['ar', 'de', 'en', 'ru'] };
  const { page } = await enter(settings, { lang: 'ar', locale: 'ar-EG' });
  const section = page.locator('service-widget section');
  await page.getByRole('textbox', { name: 'Your message' }).fill('Good morning');
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'Sent', exact: true }).waitFor();
  expect([await section.getAttribute('lang'), await section.getAttribute('dir')]).toEqual(['en', 'ltr']);
  expect(await page.locator('.foot time').textContent()).toMatch(/^\d+:\d+ [AP]M$/);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Русский' }).waitFor();
  expect(await page.getByRole('menuitem', { name: /English|Deutsch|العربية/ }).count()).toBe(0);
});

/** All text in the widget, visible or for screen readers. */
const wordsOf = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const root = document.querySelector('service-widget').shadowRoot;
    const words = [];
    const texts = document.createTreeWalker(root.querySelector('.widget'), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) words.push(texts.currentNode.data);
    for (const each of root.querySelectorAll('*'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) words.push(each.getAttribute(name) ?? '');
    return words.flatMap((text) => text.match(/[a-z]{2,}/gi) ?? []);
  })()`);

test('the Russian widget is entirely in Russian', async () => {
  const settings = { intro_form_enabled: true, intro_form_phone: 'optional', consent_url: 'https://shop.example/' };
  const { tag } = await startWidget({ settings });
  const { page, complaints } = await visit(tag, { page: shopPage(tag, { lang: 'ru' }) });
  const foreign: string[] = [];
  const look = async (role: 'button' | 'heading' | 'menuitem' | 'group', name: string | RegExp) => {
    await page.getByRole(role, { name }).first().waitFor();
    foreign.push(...(await wordsOf(page)));
  };
  await look('button', 'Открыть чат');
  await launcherOn(page).click();
  await look('button', 'Начать чат');
  await page.getByRole('button', { name: 'Начать чат' }).click();
  await look('button', 'Начать чат');
  await page.getByLabel('Эл. почта').fill('ira@example.test');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Начать чат' }).click();
  await page.getByRole('textbox', { name: 'Ваше сообщение' }).fill('Доброе утро');
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'Отправлено', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Прикрепить' }).click();
  await look('menuitem', 'Файл или фото');
  await page.getByRole('menuitem', { name: 'Стикеры' }).click();
  await look('group', 'Стикеры');
  await page.getByRole('button', { name: 'Эмодзи' }).click();
  await look('group', 'Эмодзи');
  await page.getByRole('button', { name: 'Ещё' }).click();
  await look('menuitem', /почт/);
  await page.getByRole('menuitem', { name: /почт/ }).click();
  await look('heading', /почт/);
  // Language names, the maker and people keep their own spelling.
  const ours = ['English', 'Parley', 'Ann'];
  expect([...new Set(foreign)].filter((word) => !ours.includes(word))).toEqual([]);
  expect(complaints).toEqual([]);
});
