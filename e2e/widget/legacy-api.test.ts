import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { signedIdentity } from '../../apps/server/test/identities.ts';
import {
  both,
  call,
  legacyPage,
  openLegacyPage,
  openLoadedLegacyPage,
  told,
  waitForCallback,
} from '../../apps/server/test/legacy-page.ts';
import type { Owner } from '../../apps/server/test/owners.ts';
import { sharePage } from '../../apps/server/test/shared-page.ts';
import { contactsOf, contactThat, storedBy } from '../../apps/server/test/site-page.ts';
import { until } from '../../apps/server/test/until.ts';
import { chatOf, reply, writeAndStore } from '../../apps/server/test/widget.ts';

/** A visitor on a page whose initial callbacks have run. */
const enterAgain = sharePage({ page: legacyPage });

const OK = { result: 'ok' };
const refused = (reason: string) => ({ result: 'fail', reason, error: reason });

const saidIn = async (owner: Owner, id: number) =>
  (await owner.call(api.messages.list, { params: { id } })).data.data.map(({ body }) => body).reverse();

test("open and close work, call back and return, and also report the visitor's actions", async () => {
  const { page, site, complaints, widget } = await openLoadedLegacyPage();
  expect(await call(page, 'chatMode')).toBe('online');
  expect(await call(page, 'open')).toEqual(OK);
  await widget.panel.waitFor();
  expect(await call(page, 'close')).toEqual(OK);
  await widget.panel.waitFor({ state: 'detached' });
  expect(await call(page, 'open', { start: 'menu' })).toEqual(OK);
  await widget.panel.waitFor();
  await page.keyboard.press('Escape');
  const opened = ['onOpen', 'onChangeState chat', 'onResizeCallback'];
  const closed = ['onClose', 'onChangeState label', 'onResizeCallback'];
  await waitForCallback(page, 'onClose', 2);
  expect(await told(page)).toEqual(['onLoadCallback', ...opened, ...closed, ...opened, ...closed]);
  await call(page, 'open', { start: 'chat' });
  await page.goto(`${site}/next`);
  await waitForCallback(page, 'onOpen');
  await widget.panel.waitFor();
  expect(await told(page)).toEqual(['onLoadCallback', ...opened]);
  expect(complaints).toEqual([]);
});

test('calls before the widget has loaded run once it has', async () => {
  const early = `jivo_api.setContactInfo({ name: 'Ira' }), jivo_destroy(), jivo_init(), jivo_api.open()`;
  const { page, owner, complaints, widget } = await openLegacyPage({
    scripts: (origin, tag) =>
      `<script src="${origin}/w/legacy.js"></script><script>var early = [${early}];
       var mode = jivo_api.chatMode();</script>${tag}`,
  });
  expect(await page.evaluate('early')).toEqual([OK, OK, OK, OK]);
  expect(await page.evaluate('mode')).toBe('offline');
  await widget.panel.waitFor();
  await contactThat(owner, ({ name }) => name === 'Ira');
  await waitForCallback(page, 'onOpen');
  expect((await told(page))[0]).toMatch(/onWidgetDestroy|onLoadCallback/);
  expect(complaints).toEqual([]);
});

const guidOf = (tag: string) => /([\da-f]{32})\.js/.exec(tag)?.[1];
const alone = (origin: string, tag: string) => `${origin}/w/legacy.js?widget=${guidOf(tag)}`;

test("the script URL with the widget's id is all a page has to change", async () => {
  const { page, complaints, widget } = await openLoadedLegacyPage({
    scripts: (origin, tag) => `<script>(function () {
      var s = document.createElement('script'); s.async = true; s.src = '${alone(origin, tag)}';
      document.getElementsByTagName('script')[0].parentNode.appendChild(s);
    })()</script>`,
  });
  await call(page, 'open');
  await widget.panel.waitFor();
  expect(complaints).toEqual([]);
});

test('the legacy API does not violate a strict page policy', async () => {
  const { page, complaints, widget } = await openLoadedLegacyPage({
    scripts: (origin, tag) => `<script nonce="r4nd0m" async src="${alone(origin, tag)}"></script>`,
    headers: (origin) => ({
      'content-security-policy': [
        "script-src 'nonce-r4nd0m'",
        `connect-src ${origin} ${origin.replace('http', 'ws')}`,
        "require-trusted-types-for 'script'; trusted-types parley",
      ].join('; '),
    }),
  });
  await call(page, 'open');
  await widget.panel.waitFor();
  expect(complaints).toEqual([]);
});

test('the loaded callback runs even when presence is unknown', async () => {
  const { page, site } = await openLegacyPage();
  await page.clock.install();
  await page.route(/\/visit$/, (route) => route.abort());
  await page.goto(`${site}/next`);
  await page.waitForFunction('window.jivo_api && window.service_widget_api');
  expect(await told(page)).toEqual([]);
  await page.clock.runFor(5_000);
  await waitForCallback(page, 'onLoadCallback');
  expect(await call(page, 'chatMode')).toBe('offline');
});

test('altered built-in arrays and objects of the page do not affect the legacy API', async () => {
  const alterations = `Array.prototype.map = Array.prototype.filter = Array.prototype.concat = function () { return this; };
    Array.from = Array.of = Object.keys = Object.entries = Object.fromEntries = function () { return []; };
    Object.prototype.extend = function () { return this; }; Object.prototype.type = 'object';`;
  const { page, owner, complaints } = await openLoadedLegacyPage({
    scripts: (origin, tag) => `<script>${alterations}</script>${both(origin, tag)}`,
  });
  const calls = [
    'setContactInfo({ name: "Ira" })',
    'setCustomData([{ content: "gold" }])',
    'setWidgetColor("#102030")',
  ];
  for (const each of [...calls, 'setClientAttributes({ Age: 42 })']) {
    // On such a page only strings are read.
    expect(await page.evaluate(`jivo_api.${each}.result`)).toBe('ok');
  }
  expect(await page.evaluate('JSON.stringify(jivo_api.getUtm())')).toContain('"source":null');
  const { custom_data } = await contactThat(owner, (contact) => contact.custom_data.length === 2);
  expect(custom_data.map(({ title, content }) => [title, content])).toEqual([
    [null, 'gold'],
    ['Age', '42'],
  ]);
  expect(complaints).toEqual([]);
});

test('contact details: empty values are ignored, and known ones can be read', async () => {
  const { page, site, owner, complaints, widget } = await openLoadedLegacyPage({
    settings: { intro_form_enabled: true },
  });
  const nobody = { client_name: null, email: null, phone: null, description: null };
  expect(await call(page, 'getContactInfo')).toEqual(nobody);
  await call(page, 'open');
  await page.getByLabel('E-mail').fill('ira@example.test');
  await page.getByRole('button', { name: 'Start chat' }).click();
  await waitForCallback(page, 'onIntroduction');
  expect(await call(page, 'getContactInfo')).toEqual({ ...nobody, email: 'ira@example.test' });
  const given = { name: 'Ira', email: '', phone: 79000000000, description: null };
  expect(await call(page, 'setContactInfo', given)).toEqual(OK);
  const known = { client_name: 'Ira', email: 'ira@example.test', phone: '79000000000', description: null };
  expect(await call(page, 'getContactInfo')).toEqual(known);
  const fits = { name: 'Ira', email: 'ira@example.test', phone: '79000000000' };
  expect(await contactThat(owner, ({ name }) => name === 'Ira')).toMatchObject(fits);
  await page.goto(`${site}/next`);
  await widget.panel.waitFor();
  await until(
    async () => ((await call(page, 'getContactInfo')) as typeof known).client_name === 'Ira',
    'they are known',
  );
  expect(await told(page)).not.toContain('onIntroduction');
  await call(page, 'close');
  expect(await call(page, 'clearHistory')).toEqual(OK);
  expect(await call(page, 'getContactInfo')).toEqual(nobody);
  await until(async () => !(await storedBy(page)).includes('.token'), 'nothing is kept of them');
  expect(complaints).toEqual([]);
});

test('agents see fields and attributes together', async () => {
  const { page, site, owner, complaints } = await enterAgain();
  await writeAndStore(page, 'good morning');
  const fields = [
    { title: 'Cart', content: 3, link: '/cart' },
    { key: 'Balance', content: '$56', link: 'javascript:alert(1)' },
  ];
  expect(await call(page, 'setCustomData', fields)).toEqual(OK);
  expect(await call(page, 'setClientAttributes', { Company: 'Tea & Co', Age: 42 })).toEqual(OK);
  const { custom_data } = await contactThat(owner, (contact) => contact.custom_data.length === 4);
  expect(custom_data).toEqual([
    { title: 'Cart', content: '3', link: `${site}/cart` },
    { title: null, content: 'Balance: $56', link: null },
    { title: 'Company', content: 'Tea & Co', link: null },
    { title: 'Age', content: '42', link: null },
  ]);
  await call(page, 'setCustomData', []);
  await contactThat(owner, (contact) => contact.custom_data.length === 2);
  expect(complaints).toEqual([]);
});

test('the first message, the accepting agent and replies call back', async () => {
  const { app, page, owner } = await enterAgain();
  await writeAndStore(page, 'good morning', 'anybody?');
  await call(page, 'close');
  await reply(owner, await chatOf(app, owner), 'and to you');
  await waitForCallback(page, 'onMessageReceived');
  await waitForCallback(page, 'onAccept');
  await until(async () => (await call(page, 'getUnreadMessagesCount')) === 1, 'it is unread');
  const all = await told(page);
  for (const name of ['onMessageSent', 'onClientStartChat'])
    expect(all.filter((each) => each === name)).toHaveLength(1);
});

test('an invitation opens the chat with its text, and only while an agent is online', async () => {
  const { page, widget } = await openLoadedLegacyPage();
  expect(await call(page, 'showProactiveInvitation', 'How can I help you?', 3)).toEqual(OK);
  await widget.said('How can I help you?').waitFor();
  await waitForCallback(page, 'onOpen');
  await widget.input.fill('with tea');
  await widget.input.press('Enter');
  await waitForCallback(page, 'onMessageSent');
  expect(await told(page)).not.toContain('onClientStartChat');
  const away = await openLoadedLegacyPage({ isOnline: false });
  expect(await call(away.page, 'chatMode')).toBe('offline');
  expect(await call(away.page, 'showProactiveInvitation', 'How can I help you?')).toEqual(refused('offline'));
});

test('a message is left together with contact details', async () => {
  const { app, page, owner, complaints } = await openLoadedLegacyPage({ isOnline: false });
  const given = { name: 'Ira', email: 'ira@example.test', phone: '', message: 'Call me back' };
  expect(await call(page, 'sendOfflineMessage', given)).toEqual(OK);
  expect(await saidIn(owner, await chatOf(app, owner))).toEqual(['Call me back']);
  expect(await contactThat(owner, () => true)).toMatchObject({ name: 'Ira', email: 'ira@example.test' });
  expect(await call(page, 'sendOfflineMessage', { name: 'Ira' })).toEqual(refused('invalid'));
  expect(complaints).toEqual([]);
});

test('the colour changes with a legible text colour', async () => {
  const { page, widget } = await enterAgain();
  const colors = () =>
    widget.launcher.evaluate((element) => {
      const { backgroundColor, color } = getComputedStyle(element);
      return [backgroundColor, color];
    });
  expect(await call(page, 'setWidgetColor', '#102030', '#ffffff')).toEqual(OK);
  expect(await colors()).toEqual(['rgb(16, 32, 48)', 'rgb(255, 255, 255)']);
  expect(await call(page, 'setWidgetColor', 'F0E68C')).toEqual(OK);
  expect(await colors()).toEqual(['rgb(240, 230, 140)', 'rgb(0, 0, 0)']);
  expect(await call(page, 'setWidgetColor', 'url(https://elsewhere.example)')).toEqual(refused('invalid'));
});

test('a user token is accepted only with its signature', async () => {
  const { app, page, owner } = await enterAgain();
  const { user_id, ...proof } = await signedIdentity(app, owner, 'user-7');
  expect(await call(page, 'setUserToken', user_id)).toEqual(refused('proof_required'));
  expect(await call(page, 'setUserToken', user_id, proof)).toEqual(OK);
  await contactThat(owner, (contact) => contact.user_id === 'user-7');
});

test('a destroyed widget is hidden and silent until it is shown again', async () => {
  const { app, page, owner, widget } = await enterAgain();
  await writeAndStore(page, 'good morning');
  expect(await page.evaluate('jivo_destroy()')).toEqual(OK);
  await waitForCallback(page, 'onWidgetDestroy');
  await widget.launcher.waitFor({ state: 'hidden' });
  expect(await call(page, 'open')).toEqual(refused('destroyed'));
  const before = await told(page);
  await reply(owner, await chatOf(app, owner), 'and to you');
  await until(async () => (await page.title()) === '(1) Shop', 'the answer is there');
  expect(await told(page)).toEqual(before);
  expect(await page.evaluate('jivo_init()')).toEqual(OK);
  await widget.launcher.waitFor();
  expect(await call(page, 'getUnreadMessagesCount')).toBe(1);
  expect(await call(page, 'open')).toEqual(OK);
  await widget.said('and to you').waitFor();
});

test('unsupported calls say so', async () => {
  const { page, complaints } = await openLoadedLegacyPage({ path: '/next?utm_source=mail&utm_term=green%20tea' });
  const none = refused('not_supported');
  expect(await call(page, 'open', { start: 'call' })).toEqual(none);
  expect(await call(page, 'startCall', '+79000000000')).toEqual(none);
  expect(await call(page, 'setRules', [])).toEqual(none);
  const answerTo = (name: string) => page.evaluate(`new Promise((resolve) => jivo_api.${name}(resolve))`);
  expect(await answerTo('isCallbackEnabled')).toEqual(none);
  expect(await answerTo('getVisitorNumber')).toBe('not_supported');
  expect(await page.evaluate('jivo_api.sendPageTitle(document.title, true, location.href)')).toEqual(OK);
  expect(await call(page, 'sendPageTitle', 'Shop')).toEqual(OK);
  expect(await call(page, 'sendPageTitle', 'Cart')).toEqual(none);
  expect(await call(page, 'sendPageTitle', 'Shop', true, '/cart')).toEqual(none);
  const utm = { source: 'mail', medium: null, campaign: null, content: null, term: 'green tea' };
  expect(await call(page, 'getUtm')).toEqual(utm);
  expect(complaints).toEqual([]);
});

test('no call throws, whatever its arguments', async () => {
  const { page, owner } = await openLoadedLegacyPage();
  const mistakes = await page.evaluate(`Object.keys(jivo_api).flatMap((name) =>
    [[], [null], [7], ['x'], [[null, 7, {}]], [{ start: {}, name: {}, message: {} }], [() => { throw 1 }], [Symbol()], [null, null, 'http://[']]
      .flatMap((given) => { try { jivo_api[name](...given); return []; } catch (error) { return [name + ': ' + error]; } }))`);
  expect(mistakes).toEqual([]);
  expect((await contactsOf(owner)).filter(({ name }) => name !== null)).toEqual([]);
});

test('a failing callback does not affect others', async () => {
  const { page, complaints, widget } = await enterAgain();
  await call(page, 'close');
  await widget.panel.waitFor({ state: 'detached' });
  await page.evaluate(`{
    const { jivo_onOpen } = window;
    window.jivo_onOpen = () => { window.jivo_onOpen = jivo_onOpen; throw new Error('a mistake of the site'); };
  }`);
  await call(page, 'open');
  await widget.panel.waitFor();
  await waitForCallback(page, 'onChangeState chat');
  expect(complaints).toEqual(['a mistake of the site']);
});

test('with the API switched off calls are refused and nothing calls back', async () => {
  const { page, widget } = await openLegacyPage({ apiEnabled: false });
  await page.waitForFunction('window.jivo_api && window.service_widget_api');
  await widget.launcher.click();
  await widget.input.waitFor();
  for (const name of ['open', 'close', 'clearHistory']) expect(await call(page, name)).toEqual(refused('api_disabled'));
  expect(await call(page, 'setWidgetColor', '#102030')).toEqual(refused('api_disabled'));
  expect(await page.evaluate('jivo_destroy()')).toEqual(refused('api_disabled'));
  expect(await call(page, 'chatMode')).toBe('offline');
  expect(await told(page)).toEqual([]);
});
