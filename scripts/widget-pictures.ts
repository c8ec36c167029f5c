// Takes the widget screenshots in docs/images: node --import ./apps/server/runtime.js scripts/widget-pictures.ts
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { ensureChromium } from '../apps/server/test/chromium.ts';
import { inShop, type Shop } from './widget-shop.ts';

const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url));
const fileOf = (name: string) => `${IMAGES}widget-${name}.png`;
const DESK = { viewport: { width: 1_200, height: 760 } };
const PHONE = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
/** Lets animations finish. */
const SETTLED = { animations: 'disabled' } as const;
/** The area of a panel on a desktop, with its shadow and the launcher. */
const PANEL = { x: 760, y: 0, width: 440, height: 760 };
const INVITATION = { x: 800, y: 460, width: 400, height: 300 };

mkdirSync(IMAGES, { recursive: true });
const browser = await chromium.launch({ executablePath: ensureChromium(), chromiumSandbox: false });
await inShop(async (shop) => {
  await shop.api.widget.updateSettings({
    body: {
      widget_default_language: 'en',
      widget_name: 'Olive & Clay',
      widget_greeting: 'Ask us about bowls and mugs.',
      device_profiles: { enabled: true, desktop: { launcher_size_px: 60 }, mobile: { launcher_size_px: 56 } },
    },
  });
  const phrases = ['Where is my order?', 'May it go into the dishwasher?', 'Do you ship abroad?'];
  await shop.api.widget.setQuickPhrases({ body: { quick_phrases: { en: phrases } } });
  const leave = await shop.comeIn();
  await takeGreeting(shop);
  await takeInvitation(shop);
  await takeConversations(shop);
  const intro = await takeIntro(shop);
  const rating = await takeRating(shop);
  leave();
  const away = await takeAway(shop);
  await join([intro, away, rating], fileOf('forms'));
});
await browser.close();

/** A visitor in their own browser, without animations, so that screenshots are reproducible. */
async function visit({ page: address }: Shop, options: BrowserContextOptions) {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  await page.goto(address);
  const launcher = page.getByRole('button', { name: 'Open chat' });
  await launcher.waitFor();
  return { page, launcher, end: () => context.close() };
}

async function takeGreeting(shop: Shop) {
  const { page, launcher, end } = await visit(shop, DESK);
  await page.screenshot({ ...SETTLED, path: fileOf('closed') });
  await launcher.click();
  await page.getByRole('button', { name: 'Where is my order?' }).waitFor();
  await page.screenshot({ ...SETTLED, path: fileOf('greeting'), clip: PANEL });
  await end();
}

async function takeInvitation(shop: Shop) {
  const rule = {
    name: 'Gift',
    trigger: { type: 'time' as const, seconds: 0 },
    text: 'Looking for a gift? I can help you choose a mug or a bowl.',
    quick_replies: ['Yes, please', 'Where is my order?'],
    from: { type: 'agent' as const, agent_id: shop.agentId },
  };
  const { id } = await shop.api.smartInvitations.save({ body: { rule } });
  const { page, end } = await visit(shop, DESK);
  await page.getByRole('button', { name: 'Yes, please' }).waitFor();
  await page.screenshot({ ...SETTLED, path: fileOf('invitation'), clip: INVITATION });
  await end();
  await shop.api.smartInvitations.remove({ params: { id: id ?? 0 } });
}

async function takeConversations(shop: Shop) {
  for (const [name, options] of [
    ['conversation', DESK],
    ['dark', { ...DESK, colorScheme: 'dark' as const }],
    ['phone', PHONE],
  ] as const) {
    const { page, launcher, end } = await visit(shop, options);
    await launcher.click();
    await talk(shop, page);
    await page.screenshot({ ...SETTLED, path: fileOf(name), ...(name === 'phone' ? {} : { clip: PANEL }) });
    await end();
  }
}

/** A short chat, the same in every screenshot. */
async function talk(shop: Shop, page: Page) {
  await write(page, 'Which mug keeps tea warm?');
  const id = await newestChat(shop);
  const said = 'has thick walls, and it comes with a lid.';
  await answer(shop, id, { body: `The Harbour mug ${said}`, markdown: `The **Harbour** mug ${said}` });
  await page.getByRole('dialog').getByText('has thick walls').waitFor();
  await write(page, 'Is there a blue one?');
  const buttons = [{ label: 'Harbour, blue', url: 'https://shop.example/harbour' }];
  await answer(shop, id, { type: 'keyboard', body: 'There is, and it ships today.', keyboard: { buttons } });
  await page.getByRole('link', { name: 'Harbour, blue' }).waitFor();
  const { data } = await shop.api.messages.list({ params: { id } });
  await shop.api.messages.markRangeSeen({ params: { id }, body: { to_message_id: data[0]?.id ?? 0 } });
  await page.getByRole('img', { name: 'Seen' }).nth(1).waitFor();
}

async function takeIntro(shop: Shop) {
  await shop.api.widget.updateSettings({
    body: { intro_form_enabled: true, consent_text: 'You may store what I send.' },
  });
  const { page, launcher, end } = await visit(shop, DESK);
  await launcher.click();
  const chat = page.getByRole('dialog');
  await chat.getByLabel('Your name').fill('Ira');
  await chat.getByLabel('E-mail').fill('ira at home');
  await chat.getByRole('button', { name: 'Start chat' }).click();
  await page.getByText('This doesn’t look like an e-mail address').waitFor();
  const picture = await page.screenshot({ ...SETTLED, clip: PANEL });
  await shop.api.widget.updateSettings({ body: { intro_form_enabled: false } });
  await end();
  return picture;
}

async function takeRating(shop: Shop) {
  const { page, launcher, end } = await visit(shop, DESK);
  await launcher.click();
  await write(page, 'Thank you, that was quick!');
  const id = await newestChat(shop);
  await answer(shop, id, { body: 'You are welcome.' });
  await page.getByRole('dialog').getByText('You are welcome.').waitFor();
  await shop.api.chats.requestRating({ params: { id } });
  await page.getByTitle('Good').click();
  await page.getByRole('textbox', { name: 'What did you like?' }).fill('An answer in a minute');
  const picture = await page.screenshot({ ...SETTLED, clip: PANEL });
  await end();
  return picture;
}

async function takeAway(shop: Shop) {
  for (;;) {
    const { page, launcher, end } = await visit(shop, DESK);
    await launcher.click();
    await page.getByRole('dialog').waitFor();
    const isAway = await page.getByRole('heading', { name: 'Leave a message' }).isVisible();
    const picture = await page.screenshot({ ...SETTLED, clip: PANEL });
    await end();
    // An agent who disconnects stays online for some seconds.
    if (isAway) return picture;
  }
}

async function write(page: Page, text: string) {
  const input = page.getByRole('textbox', { name: 'Your message' });
  await input.fill(text);
  await page.getByRole('button', { name: 'Send' }).first().click();
  await page.locator('.said', { hasText: text }).getByRole('img', { name: 'Sent' }).waitFor();
}

async function newestChat({ api }: Shop) {
  const { data } = await api.chats.list({});
  if (!data[0]) throw new Error('Nobody has written');
  return data[0].id;
}

type Said = Omit<Parameters<Shop['api']['messages']['send']>[0]['body'], 'agent_id' | 'type'>;

async function answer({ api, agentId }: Shop, id: number, said: Said & { type?: 'text' | 'keyboard' | 'sticker' }) {
  await api.messages.send({ params: { id }, body: { type: 'text', ...said, agent_id: agentId } });
}

/** Joins screenshots side by side. */
async function join(pictures: Buffer[], path: string) {
  const { width, height } = PANEL;
  const page = await browser.newPage({ viewport: { width: width * pictures.length, height } });
  const images = pictures.map((each) => `<img src="data:image/png;base64,${each.toString('base64')}">`);
  await page.setContent(`<style>body { margin: 0; display: flex }</style>${images.join('')}`);
  await page.screenshot({ path });
  await page.close();
}
