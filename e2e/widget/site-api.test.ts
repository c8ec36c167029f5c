import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { signIn, type TestApp } from '../../apps/server/test/harness.ts';
import type { Owner } from '../../apps/server/test/owners.ts';
import { advanceApps, closeSocket } from '../../apps/server/test/presence.ts';
import { sharePage } from '../../apps/server/test/shared-page.ts';
import {
  call,
  callEach,
  contactsOf,
  contactThat,
  eventsOf,
  listeningPage,
  startSite,
  untilEvents,
} from '../../apps/server/test/site-page.ts';
import { connectAgent } from '../../apps/server/test/sockets.ts';
import { until } from '../../apps/server/test/until.ts';
import { chatOf, partsOf, reply, updateSettings, visit, write, writeAndStore } from '../../apps/server/test/widget.ts';

const enter = sharePage({ page: listeningPage });

const OK = { result: 'ok' };
const refused = (reason: string) => ({ result: 'fail', reason });

/** The server knows that the visitor has seen everything. */
const untilSeen = (owner: Owner, id: number) =>
  until(async () => {
    const { visitor_seen_seq, last_seq } = (await owner.call(api.chats.read, { params: { id } })).data;
    return visitor_seen_seq === last_seq;
  }, 'all is seen');

const emittedTypes = async (app: TestApp, { widgetId }: Owner) =>
  (await app.sql<{ type: string }>(`SELECT type FROM events WHERE widget_id = ${widgetId} ORDER BY id`)).map(
    ({ type }) => type,
  );

test("setContactInfo sets the visitor's details like the form, which is then skipped", async () => {
  const { app, owner, enter } = await startSite({ settings: { intro_form_enabled: true } });
  const { page, complaints, widget } = await enter();
  const info = { name: 'Ira', email: 'ira@example.test', phone: '+7 900 000-00-00', description: 'Since 2019' };
  expect(await call(page, 'setContactInfo', info)).toEqual(OK);
  expect(await contactThat(owner, ({ email }) => email !== null)).toMatchObject(info);
  expect(await emittedTypes(app, owner)).not.toContain('contact.updated');
  await call(page, 'open');
  await widget.input.waitFor();
  await updateSettings(owner, { widget_api_contact_sync: true });
  await call(page, 'setContactInfo', { name: 'Irina' });
  expect(await contactThat(owner, ({ name }) => name === 'Irina')).toMatchObject({ email: info.email });
  expect(await emittedTypes(app, owner)).toContain('contact.updated');
  expect(complaints).toEqual([]);
});

test('setCustomData replaces earlier data, keeps its order and is never markup', async () => {
  const { owner, page, complaints } = await enter();
  await writeAndStore(page, 'good morning');
  await contactThat(owner, () => true);
  const first = [
    { title: 'Plan', content: '<b>gold</b> & <script>alert(1)</script>', link: 'https://shop.example/plans' },
    { title: 'Cart', content: '3 things' },
    { content: 'since 2019' },
  ];
  expect(await call(page, 'setCustomData', first)).toEqual(OK);
  const shown = await contactThat(owner, ({ custom_data }) => custom_data.length === 3);
  expect(shown.custom_data).toEqual(first.map((field) => ({ title: null, link: null, ...field })));
  await call(page, 'setCustomData', [{ title: 'Cart', content: 'empty' }]);
  const later = await contactThat(owner, ({ custom_data }) => custom_data[0]?.content === 'empty');
  expect(later.custom_data).toEqual([{ title: 'Cart', content: 'empty', link: null }]);
  await call(page, 'setCustomData', []);
  await contactThat(owner, ({ custom_data }) => custom_data.length === 0);
  expect(complaints).toEqual([]);
});

test("setSkin changes this page's theme without a reload", async () => {
  const { page, complaints, site, widget } = await enter();
  await widget.launcher.waitFor();
  const skin = () => page.locator('service-widget section').getAttribute('data-skin');
  expect(await skin()).toBe('classic');
  for (const name of ['minimal', 'liquid', 'capsule', 'classic']) {
    expect(await call(page, 'setSkin', name)).toEqual(OK);
    expect(await skin()).toBe(name);
  }
  const words = { capsuleTitle: 'Questions?', capsuleSubtitle: 'We answer in minutes' };
  expect(await call(page, 'setSkin', 'capsule', words)).toEqual(OK);
  expect(complaints).toEqual([]);
  expect(await call(page, 'setSkin', 'baroque')).toEqual(refused('invalid'));
  expect(await call(page, 'setSkin', 'capsule', 'title')).toEqual(refused('invalid'));
  expect(await skin()).toBe('capsule');
  await page.goto(`${site}/next`);
  await widget.launcher.waitFor();
  expect(await skin()).toBe('classic');
});

test("open and close do what the launcher does, and report like the visitor's own actions", async () => {
  const { page, complaints, widget } = await enter();
  await call(page, 'close');
  await widget.panel.waitFor({ state: 'detached' });
  await page.evaluate('heard.splice(0)');
  expect(await call(page, 'close')).toEqual(OK);
  expect(await call(page, 'open')).toEqual(OK);
  await widget.panel.waitFor();
  await call(page, 'open');
  expect(await call(page, 'close')).toEqual(OK);
  await widget.panel.waitFor({ state: 'detached' });
  await widget.launcher.click();
  await widget.panel.waitFor();
  await page.keyboard.press('Escape');
  await widget.panel.waitFor({ state: 'detached' });
  expect(
    ((await page.evaluate('heard.map(([name]) => name)')) as string[]).filter((name) => name !== 'online'),
  ).toEqual(['open', 'close', 'open', 'close']);
  expect(complaints).toEqual([]);
});

test('a script is notified of sent messages, replies and the unread count', async () => {
  const { app, owner, page, complaints, widget } = await enter();
  await write(page, 'good morning');
  expect(await eventsOf(page, 'sent')).toEqual([{ client_message_id: expect.any(String), type: 'text', first: true }]);
  const chat = await chatOf(app, owner);
  await reply(owner, chat, 'and to you');
  await widget.said('and to you').waitFor();
  expect(await eventsOf(page, 'message')).toEqual([
    { id: expect.any(Number), sender: 'agent', type: 'text', body: 'and to you' },
  ]);
  await untilSeen(owner, chat);
  expect(await eventsOf(page, 'unread')).toEqual([]);
  await call(page, 'close');
  await reply(owner, chat, 'are you there?');
  await untilEvents(page, 'unread', 1);
  await reply(owner, chat, 'hello?');
  await untilEvents(page, 'unread', 2);
  expect(await eventsOf(page, 'message')).toHaveLength(3);
  await call(page, 'open');
  expect(await untilEvents(page, 'unread', 3)).toEqual([{ count: 1 }, { count: 2 }, { count: 0 }]);
  expect(complaints).toEqual([]);
});

test('seen messages are not unread when the chat is closed right after', async () => {
  const { app, owner, page } = await enter();
  await writeAndStore(page, 'good morning');
  await page.evaluate(`(() => {
    let isClosed = false;
    service_widget_api.on('message', () => { if (!isClosed) service_widget_api.close(); isClosed = true; });
  })()`);
  const chat = await chatOf(app, owner);
  await reply(owner, chat, 'and to you');
  await partsOf(page).panel.waitFor({ state: 'detached' });
  await untilSeen(owner, chat);
  expect(await eventsOf(page, 'unread')).toEqual([]);
});

test('a script is notified when the first agent comes online and the last one leaves', async () => {
  const { app, owner, enter } = await startSite({ isOnline: false, settings: { offline_form_enabled: false } });
  const { page } = await enter();
  await call(page, 'open');
  await untilEvents(page, 'online', 1);
  const ann = await connectAgent(app, owner);
  await untilEvents(page, 'online', 2);
  await closeSocket(app, ann);
  await advanceApps({ seconds: 16 }, app);
  expect(await untilEvents(page, 'online', 3)).toEqual([{ online: false }, { online: true }, { online: false }]);
});

test('a failing listener stops neither the others nor the chat', async () => {
  const { enter } = await startSite();
  const { page, complaints } = await enter();
  await page.evaluate(`
    service_widget_api.on('open', () => { throw new Error('a mistake of the site'); });
    service_widget_api.on('open', () => { window.isTold = true; });
    service_widget_api.on('sent', () => { throw new Error('a mistake of the site'); });
  `);
  await writeAndStore(page, 'good morning');
  expect(await page.evaluate('isTold')).toBe(true);
  expect(complaints).toEqual(['a mistake of the site', 'a mistake of the site']);
});

test('invalid arguments are refused at once, and server refusals are reported as errors', async () => {
  const { owner, page } = await enter();
  const wrong: [string, ...unknown[]][] = [
    ['setContactInfo'],
    ['setContactInfo', 'Ira'],
    ['setContactInfo', { name: 7 }],
    ['setCustomData', { title: 'Plan', content: 'gold' }],
    ['setCustomData', [{ title: 'Plan', content: 7 }]],
    ['setCustomData', [null]],
    ['setSkin'],
    ['send'],
    ['send', ' \n'],
    ['invite', { text: 'May I help?' }],
    ['on', 'open'],
    ['on', 'everything'],
    ['identify'],
    ['identify', { user_id: '7' }],
  ];
  const answers = await callEach(page, wrong);
  expect(wrong.map((each, index) => [each, answers[index]])).toEqual(wrong.map((each) => [each, refused('invalid')]));
  expect(await call(page, 'setContactInfo', { email: 'no address' })).toEqual(OK);
  expect(await untilEvents(page, 'error', 1)).toEqual([{ reason: 'validation_failed' }]);
  expect(await contactsOf(owner)).toEqual([]);
});

test('calls before the chat is loaded run once it is, in order', async () => {
  const { owner, enter } = await startSite();
  const { page, complaints, widget } = await enter();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/widget\/chat-/, async (route) => {
    await released;
    await route.continue();
  });
  const bodies: unknown[] = [];
  const isOfSite = (url: string) => /custom-data|contact\?/.test(url);
  let running = 0;
  let most = 0;
  page.on('request', (request) => {
    if (!isOfSite(request.url())) return;
    bodies.push(request.postDataJSON());
    running += 1;
    most = Math.max(most, running);
  });
  page.on('requestfinished', (request) => {
    if (isOfSite(request.url())) running -= 1;
  });
  const fields = (content: string) => [{ content }];
  for (const content of ['one', 'two', 'three']) expect(await call(page, 'setCustomData', fields(content))).toEqual(OK);
  expect(await call(page, 'setContactInfo', { name: 'Ira' })).toEqual(OK);
  expect(await call(page, 'setCustomData', fields('four'))).toEqual(OK);
  expect(await call(page, 'open')).toEqual(OK);
  expect(await widget.panel.isVisible()).toBe(false);
  release();
  await widget.panel.waitFor();
  await contactThat(owner, ({ name, custom_data }) => name === 'Ira' && custom_data[0]?.content === 'four');
  expect(bodies).toEqual([
    { fields: fields('one') },
    { fields: fields('two') },
    { fields: fields('three') },
    { name: 'Ira' },
    { fields: fields('four') },
  ]);
  // An overtaking call would undo the latest one.
  expect(most).toBe(1);
  expect(complaints).toEqual([]);
});

test('a chat that fails to load is reported as an error, and loaded again on the next call', async () => {
  const { enter } = await startSite();
  const { page, widget } = await enter();
  await page.route(/\/widget\/chat-/, (route) => route.abort());
  await call(page, 'open');
  expect(await untilEvents(page, 'error', 1)).toEqual([{ reason: 'not_loaded' }]);
  expect(await widget.launcher.getAttribute('aria-expanded')).toBe('false');
  await page.unroute(/\/widget\/chat-/);
  await widget.launcher.click();
  await widget.panel.waitFor();
  expect(await page.locator('iframe').count()).toBe(1);
});

test('while the API is off every call is refused, and the visitor can still chat', async () => {
  const { app, owner, enter } = await startSite({ apiEnabled: false });
  const { page, complaints, widget } = await enter();
  const operator = { ...owner, call: (await signIn(app, owner)).call };
  const calls: [string, ...unknown[]][] = [
    ['setContactInfo', { name: 'Ira' }],
    ['setCustomData', [{ content: 'gold' }]],
    ['setSkin', 'minimal'],
    ['send', 'good morning'],
    ['invite', 'May I help?'],
    ['state'],
    ['open'],
    ['close'],
    ['identify', { user_id: '7', expires: 1, signature: '0' }],
    ['reset'],
  ];
  const answers = await callEach(page, calls);
  expect(calls.map((each, index) => [each, answers[index]])).toEqual(
    calls.map((each) => [each, refused('api_disabled')]),
  );
  expect(await page.evaluate(`service_widget_api.on('open', () => {})`)).toEqual(refused('api_disabled'));
  expect(complaints.every((text) => /the API is not enabled/.test(text))).toBe(true);
  const before = complaints.length;
  await writeAndStore(page, 'good morning');
  await reply(operator, await chatOf(app, operator), 'and to you');
  await widget.said('and to you').waitFor();
  expect(complaints).toHaveLength(before);
});

test('on a page that is not allowed there is no widget, every call is refused, and page and owner see why', async () => {
  const { app, owner, tag, enter } = await startSite();
  const { call: callConsole } = await signIn(app, owner);
  await callConsole(dashboard.widgetAccess.update, { body: { domains: ['shop.example'] } });
  // Localhost stays allowed.
  const { page, widget } = await enter();
  await widget.launcher.waitFor();
  const warnings: string[] = [];
  page.on('console', (message) => warnings.push(message.text()));
  await page.route('http://blog.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: listeningPage(tag) }),
  );
  // The browser itself keeps pages of the internet from the local network.
  await page.route(`${app.publicUrl}/**`, async (route) => route.fulfill({ response: await route.fetch() }));
  await page.goto('http://blog.example/');
  await page.waitForFunction('isListening');
  expect(warnings[0]).toBe('service_widget_api: this domain is not allowed: allow it in Settings, Widget');
  const answers = await callEach(page, [['open'], ['close'], ['reset'], ['setContactInfo', { name: 'Ira' }]]);
  expect(answers).toEqual(Array(4).fill(refused('domain_not_allowed')));
  expect(await page.locator('service-widget').count()).toBe(0);
  const blocked = async () => (await callConsole(dashboard.widgetSites.read)).data.blocked;
  await until(async () => (await blocked()).length > 0, 'the page is counted');
  expect(await blocked()).toMatchObject([{ host: 'blog.example', count: 1 }]);
});

test('including the script twice gives one widget', async () => {
  const { tag } = await startSite();
  const { page, complaints, widget } = await visit(tag, {
    page: listeningPage(tag).replace('</body>', `${tag}</body>`),
  });
  await widget.launcher.waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.locator('service-widget').count()).toBe(1);
  await writeAndStore(page, 'good morning');
  expect(complaints).toEqual([]);
});
