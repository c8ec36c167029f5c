import { api, weekdays } from '@parley/contract';
import type { Frame, Locator, Page, Route } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import type { TestApp } from '../../apps/server/test/harness.ts';
import type { Owner } from '../../apps/server/test/owners.ts';
import { connect, disconnect } from '../../apps/server/test/people.ts';
import { sharePage } from '../../apps/server/test/shared-page.ts';
import { contactsOf, contactThat } from '../../apps/server/test/site-page.ts';
import { until } from '../../apps/server/test/until.ts';
import { chatOf, reply, shopPage, startWidget, visit, writeAndStore } from '../../apps/server/test/widget.ts';

const start = (settings: Record<string, unknown> = {}, isOnline = true) => startWidget({ settings, isOnline });

/** A page with a field of its own, and no agent online. */
const enterAway = sharePage({
  isOnline: false,
  page: (tag) => shopPage(tag).replace('<main>', '<main><input aria-label="Search">'),
});
const enterAsked = sharePage({ settings: { intro_form_enabled: true } });

/** All messages of the only chat, oldest first. */
async function saidTo(owner: Owner) {
  const chats = (await owner.call(api.chats.list)).data.data;
  expect(chats).toHaveLength(1);
  const { data } = await owner.call(api.messages.list, { params: { id: chats[0]?.id } });
  return data.data.map(({ body }) => body).reverse();
}

const mistakesOn = (page: Page) => page.locator('.mistake').allTextContents();

test('the intro form names missing and invalid fields, and is filled in once', async () => {
  const { owner, tag } = await start({
    intro_form_enabled: true,
    intro_form_name: 'optional',
    intro_form_email: 'required',
    intro_form_phone: 'required',
    consent_text: 'You may store what I send.',
    consent_url: 'https://shop.example/privacy',
  });
  const { page, complaints, widget } = await visit(tag);
  await widget.launcher.click();
  await page.getByRole('heading', { name: 'Before we start' }).waitFor();
  expect(await widget.input.count()).toBe(0);
  const [email, phone] = [page.getByLabel('E-mail'), page.getByLabel('Phone')];
  const submit = page.getByRole('button', { name: 'Start chat' });
  await submit.click();
  const missing = 'Please fill this in';
  expect(await mistakesOn(page)).toEqual([missing, missing, 'Please agree to continue']);
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  const border = (place: Locator) => place.evaluate((element) => getComputedStyle(element).borderTopColor);
  expect(await border(email)).not.toBe(await border(page.getByLabel('Your name')));
  await email.fill('ira at example');
  await phone.fill('call me');
  expect(await mistakesOn(page)).toEqual([
    'This doesn’t look like an e-mail address',
    'This doesn’t look like a phone number',
    'Please agree to continue',
  ]);
  await email.fill(' ira@example.test ');
  await phone.fill('(495) 123-45-67');
  const link = page.getByRole('link', { name: 'Learn more' });
  expect(await link.getAttribute('href')).toBe('https://shop.example/privacy');
  expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
    '_blank',
    'noopener noreferrer',
  ]);
  await page.getByRole('checkbox', { name: /^You may store what I send\./ }).check();
  expect(await mistakesOn(page)).toEqual([]);
  expect(await contactsOf(owner)).toEqual([]);
  await submit.click();
  await widget.input.waitFor();
  expect(await contactThat(owner, () => true)).toMatchObject({
    name: null,
    email: 'ira@example.test',
    phone: '(495) 123-45-67',
  });
  await page.reload();
  await widget.input.waitFor();
  await writeAndStore(page, 'good morning');
  expect(await page.getByRole('heading', { name: 'Before we start' }).count()).toBe(0);
  expect(await contactsOf(owner)).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test("the form asks only for the owner's fields, and optional ones may be left empty", async () => {
  const { owner, tag } = await start({
    intro_form_enabled: true,
    intro_form_email: 'optional',
    intro_form_name: 'hidden',
  });
  const { page, complaints, widget } = await visit(tag);
  await widget.launcher.click();
  await page.getByLabel('E-mail').waitFor();
  for (const absent of ['Your name', 'Phone']) expect(await page.getByLabel(absent).count()).toBe(0);
  expect(await page.getByRole('checkbox').count()).toBe(0);
  await page.getByLabel('E-mail').press('Enter');
  await widget.input.waitFor();
  expect(await contactsOf(owner)).toEqual([]);
  await writeAndStore(page, 'good morning');
  expect(complaints).toEqual([]);
});

test('nothing bypasses the form: neither a quick phrase nor a dropped file', async () => {
  const { owner, tag } = await start({ intro_form_enabled: true, consent_text: 'You may store what I send.' });
  await owner.call(api.widget.setQuickPhrases, { body: { quick_phrases: { en: ['Where is my order?'] } } });
  const { page, widget } = await visit(tag);
  await widget.launcher.click();
  await page.getByRole('heading', { name: 'Before we start' }).waitFor();
  expect(await page.getByRole('button', { name: 'Where is my order?' }).count()).toBe(0);
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['x'], 'order.txt', { type: 'text/plain' }));
    return transfer;
  });
  await widget.panel.dispatchEvent('drop', { dataTransfer: data });
  await page.getByLabel('E-mail').fill('ira@example.test', { timeout: 5_000 });
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Start chat' }).click();
  await page.getByRole('button', { name: 'Where is my order?' }).click();
  await widget.mark('Where is my order?', 'Sent').waitFor();
  expect(await saidTo(owner)).toEqual(['Where is my order?']);
});

test('while no agent is online a message is left with an address, arrives once and starts the chat', async () => {
  const { app, owner, page, complaints, widget } = await enterAway();
  const form = page.getByRole('heading', { name: 'Leave a message' });
  await form.waitFor();
  const send = page.getByRole('button', { name: 'Send' });
  await send.click();
  expect(await mistakesOn(page)).toEqual(['Please fill this in', 'Please fill this in']);
  await page.getByLabel('Your name').fill('Ira');
  await page.getByLabel('E-mail').fill('ira@');
  await page.getByLabel('Your message').fill('Where is my order?');
  expect(await mistakesOn(page)).toEqual(['This doesn’t look like an e-mail address']);
  await page.getByLabel('E-mail').fill('ira@example.test');
  await send.dblclick();
  await widget.mark('Where is my order?', 'Sent').waitFor();
  await page.getByRole('status').filter({ hasText: 'Thank you! We’ll get back to you.' }).waitFor();
  expect(await widget.input.inputValue()).toBe('');
  expect(await contactThat(owner, () => true)).toMatchObject({ name: 'Ira', email: 'ira@example.test' });
  expect(await saidTo(owner)).toEqual(['Where is my order?']);
  await writeAndStore(page, 'It was number 7');
  await reply(owner, await chatOf(app, owner), 'It is on its way');
  await widget.said('It is on its way').waitFor();
  await page.reload();
  await widget.said('It is on its way').waitFor();
  expect([await form.count(), await widget.said('Where is my order?').count()]).toEqual([0, 1]);
  expect(await saidTo(owner)).toEqual(['Where is my order?', 'It was number 7', 'It is on its way']);
  expect(complaints).toEqual([]);
});

/** A visitor with a filled-in, unsent offline form. */
async function startMessage() {
  const visitor = await enterAway();
  await visitor.page.getByLabel('E-mail').fill('ira@example.test');
  const message = visitor.page.getByLabel('Your message');
  await message.fill('Where is my order?');
  return { ...visitor, message, send: visitor.page.getByRole('button', { name: 'Send' }) };
}

test('a form that is being sent cannot be edited, so that nothing is lost', async () => {
  const { page, owner, widget, message, send } = await startMessage();
  const held = Promise.withResolvers<void>();
  await page.route('**/contact*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await send.click();
  await page.getByRole('button', { name: 'Sending…' }).waitFor();
  await message.focus();
  await page.keyboard.type(' And when?');
  expect(await message.inputValue()).toBe('Where is my order?');
  held.resolve();
  await widget.mark('Where is my order?', 'Sent').waitFor();
  await page.unroute('**/contact*');
  expect(await saidTo(owner)).toEqual(['Where is my order?']);
});

test('a form that cannot be sent offline says so, and keeps its values', async () => {
  const started = await start({}, false);
  const { page, widget } = await visit(started.tag);
  await page.route('**/session', (route) => route.abort());
  await widget.launcher.click();
  await page.getByLabel('E-mail').fill('ira@example.test');
  await page.getByLabel('Your message').fill('Where is my order?');
  await page.context().setOffline(true);
  const form = page.getByRole('heading', { name: 'Leave a message' });
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await page.getByRole('status').filter({ hasText: 'Not sent: no connection.' }).waitFor();
  expect(await page.getByText('Your messages will be sent').count()).toBe(0);
  expect(await page.getByLabel('E-mail').inputValue()).toBe('ira@example.test');
  expect(await page.getByLabel('Your message').inputValue()).toBe('Where is my order?');
  await page.unroute('**/session');
  await page.context().setOffline(false);
  await until(async () => {
    if (await form.isVisible()) await send.click({ timeout: 2_000 });
    await widget.mark('Where is my order?', 'Sent').waitFor({ timeout: 2_000 });
  }, 'it is sent');
  expect(await saidTo(started.owner)).toEqual(['Where is my order?']);
});

/** The chat's code runs in its own frame. */
const realmOf = (page: Page) => page.frames().at(-1) as Frame;

/** Shortens the timeout of one call from fifteen seconds to half a second. */
const hurry = (page: Page) =>
  realmOf(page).evaluate(() => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = () => {
      AbortSignal.timeout = timeout;
      return AbortSignal.timeout(500);
    };
  });

test.each([
  ['the server does not respond', () => undefined],
  ['a proxy responds with an error', (route: Route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' })],
])('a visitor who submits their details while %s is told so, and can submit again', async (_what, answer) => {
  const { owner, page, widget } = await enterAsked();
  await page.route('**/contact?via=form', answer);
  await hurry(page);
  await page.getByLabel('E-mail').fill('ira@example.test');
  const begin = page.getByRole('button', { name: 'Start chat' });
  await begin.click();
  await page.getByRole('status').filter({ hasText: 'Not sent: no connection.' }).waitFor();
  expect(await page.getByLabel('E-mail').inputValue()).toBe('ira@example.test');
  await page.unroute('**/contact?via=form');
  await begin.click();
  await widget.input.waitFor();
  expect(await contactsOf(owner)).toMatchObject([{ email: 'ira@example.test' }]);
});

/** Makes the chat check presence now. */
const askAnew = (page: Page) => realmOf(page).evaluate(`dispatchEvent(new Event('online'))`);

/** An agent is online until the test ends. */
async function come(app: TestApp, owner: Owner) {
  await connect(app, owner);
  onTestFinished(() => disconnect(app, owner));
}

test('an agent coming online removes no form in progress, and one leaving removes no draft', async () => {
  const { app, owner, page, widget, message } = await startMessage();
  await page.getByLabel('Your name').fill('Ira');
  await page.getByRole('heading', { name: 'Shop' }).click();
  await come(app, owner);
  await askAnew(page);
  await page.getByText('Online').waitFor();
  expect(await message.inputValue()).toBe('Where is my order?');
  await widget.launcher.click();
  await widget.launcher.click();
  // Reopened, it is as for everyone.
  await page.getByRole('heading', { name: 'Leave a message' }).waitFor({ state: 'detached' });
  expect(await widget.input.inputValue()).toBe('Where is my order?');
  await disconnect(app, owner);
  await askAnew(page);
  await page.getByText('Offline', { exact: true }).waitFor();
  expect(await page.getByRole('heading', { name: 'Leave a message' }).count()).toBe(0);
  await widget.launcher.click();
  await widget.launcher.click();
  expect(await page.getByLabel('Your name').inputValue()).toBe('Ira');
  expect(await page.getByLabel('E-mail').inputValue()).toBe('ira@example.test');
});

test('an agent coming online takes the focus from no field of the page', async () => {
  const { app, owner, page, widget } = await enterAway();
  const form = page.getByRole('heading', { name: 'Leave a message' });
  await form.waitFor();
  const search = page.getByRole('textbox', { name: 'Search' });
  await search.click();
  await page.keyboard.type('green ');
  await come(app, owner);
  await askAnew(page);
  await form.waitFor({ state: 'detached' });
  await widget.input.waitFor();
  await page.keyboard.type('tea');
  expect([await search.inputValue(), await widget.input.inputValue()]).toEqual(['green tea', '']);
});

test('without an offline form, or with an agent online, a visitor just writes', async () => {
  const { owner, tag } = await start({ offline_form_enabled: false }, false);
  const { page, complaints, widget } = await visit(tag);
  await widget.launcher.click();
  await page.getByText('Offline', { exact: true }).waitFor();
  await writeAndStore(page, 'good morning');
  expect(await saidTo(owner)).toEqual(['good morning']);
  expect(complaints).toEqual([]);
});

test('with office hours set, the widget says when an agent will be online', async () => {
  const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
  const tomorrow = days[(new Date().getUTCDay() + 1) % 7] ?? 'mon';
  const { app, owner, tag } = await start({ office_hours: { [tomorrow]: ['09:00', '18:00'] } }, false);
  await app.sql(`UPDATE accounts SET timezone = 'UTC' WHERE id = ${owner.accountId}`);
  const inTimezone = async (timezoneId: string) => {
    const { page, widget } = await visit(tag, { browser: { timezoneId } });
    await widget.launcher.click();
    return page;
  };
  const page = await inTimezone('UTC');
  await page.getByText('We’ll be back tomorrow at 09:00').waitFor();
  await page.evaluate(`document.documentElement.lang = 'ru'`);
  await page.getByText('завтра в 09:00').waitFor();
  await (await inTimezone('Africa/Lagos')).getByText(/We’ll be back (tomorrow|today) at 10:00/).waitFor();
  await owner.call(api.widget.updateSettings, { body: { office_hours: null } });
  await page.reload();
  await page.getByText('Offline', { exact: true }).waitFor();
});

test('a muted sound stays muted, and sounds play only while the chat is not visible', async () => {
  const { app, owner, tag } = await start();
  const { page, complaints, widget } = await visit(tag);
  await page.addInitScript(`
    window.top.chimes ??= 0;
    window.AudioContext = class extends AudioContext { constructor() { super(); window.top.chimes += 1; } };
  `);
  await page.reload();
  await writeAndStore(page, 'good morning');
  const chat = await chatOf(app, owner);
  await reply(owner, chat, 'and to you');
  await widget.said('and to you').waitFor();
  expect(await page.evaluate('chimes')).toBe(0);
  await page.keyboard.press('Escape');
  await reply(owner, chat, 'are you there?');
  await until(async () => (await page.evaluate('chimes')) === 1, 'the sound is played');
  await widget.launcher.click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Turn sound off' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Turn sound on' }).waitFor();
  await page.keyboard.press('Escape');
  await widget.launcher.click();
  await reply(owner, chat, 'hello?');
  await page.getByRole('button', { name: 'Open chat (1)' }).waitFor();
  expect(await page.evaluate('chimes')).toBe(0);
  await owner.call(api.widget.updateSettings, { body: { sound_enabled: false } });
  await page.reload();
  await widget.launcher.click();
  await page.getByRole('button', { name: 'More' }).click();
  expect(await page.getByRole('menuitem', { name: /sound/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("while the site's department is closed a visitor is told so and leaves a message, even if agents are online", async () => {
  const { owner, tag } = await start();
  const body = { name: 'Sales', channels: ['svc'], agent_ids: [owner.agentId], schedule: {} };
  const params = { id: (await owner.call(api.departments.create, { body })).data.id };
  const { page, complaints, widget } = await visit(tag);
  await widget.launcher.click();
  await page.getByRole('heading', { name: 'Leave a message' }).waitFor();
  await page.getByText('Offline', { exact: true }).waitFor();
  await page.getByLabel('E-mail').fill('ira@example.test');
  await page.getByLabel('Your message').fill('Where is my order?');
  await page.getByRole('button', { name: 'Send' }).click();
  const left = async () => (await owner.call(api.chats.list, { query: { internal: 0 } })).data.data;
  const [chat] = await until(async () => (await left()).length > 0 && left(), 'the message is there');
  expect(chat).toMatchObject({ agent_id: null, awaiting_reply: true, last_message: { text: 'Where is my order?' } });
  await owner.call(api.departments.setSchedule, { params, body: { schedule: everyDay } });
  await askAnew(page);
  await page.getByText('Online').waitFor();
  expect(complaints).toEqual([]);
});

const everyDay = Object.fromEntries(weekdays.map((day) => [day, 'full']));
