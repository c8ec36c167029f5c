import { api, dashboard } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addVisitor, signedIn } from '../../apps/server/test/callers.ts';
import { openScreen, openSignedOut } from '../../apps/server/test/console.ts';
import { startApp, type TestApp } from '../../apps/server/test/harness.ts';
import type { Owner } from '../../apps/server/test/owners.ts';
import { addAgent, connect } from '../../apps/server/test/people.ts';
import { until } from '../../apps/server/test/until.ts';
import { countTones, readTones } from './tones.ts';

/** An agent whose browser allows notifications, and a visitor about to write. */
async function startTelling(notifications: object = {}) {
  const app = await startApp({}, { live: true, isPublic: true });
  const ann = await app.owner();
  const session = await signedIn(app, ann);
  await session(dashboard.profile.update, { body: { notifications: { push: false, ...notifications } } });
  const { page, complaints } = await openSignedOut(app, { tabs: 'alerts' });
  if (page.url() === 'about:blank') {
    await countTones(page);
    await noteNotifications(page);
  } else {
    await hide(page, false);
    await forgetTold(page);
  }
  await openScreen(app, page, ann, '/app/contacts');
  await page.getByRole('heading', { name: 'Contacts' }).click();
  await until(() => isThere(app, ann), 'the agent is online');
  const visitor = await addVisitor(app, ann);
  return { app, ann, page, complaints, visitor };
}

const isThere = async (app: TestApp, { agentId }: Owner) =>
  (await app.sql(`SELECT FROM connections WHERE agent_id = ${agentId} AND left_at IS NULL`)).length > 0;

interface Shown {
  title: string;
  body: string;
  tag: string;
}

/** Records requested notifications by tag, since the test browser shows none. */
const noteNotifications = (page: Page) =>
  page.addInitScript(() => {
    const shown = new Map<string, Shown>();
    Object.assign(globalThis, { shown });
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    ServiceWorkerRegistration.prototype.showNotification = async (title, { body = '', tag = '' } = {}) =>
      void shown.set(tag, { title, body, tag });
  });

const readNotifications = (page: Page): Promise<Shown[]> => page.evaluate(() => [...Object(globalThis).shown.values()]);

/** Notifications of earlier tests. */
const forgetTold = (page: Page) =>
  page.evaluate(() => {
    Object.assign(globalThis, { tones: 0 });
    Object(globalThis).shown.clear();
  });

/** As if another tab or window were in front. */
const hide = (page: Page, isHidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    Object.defineProperty(document, 'visibilityState', { value: value ? 'hidden' : 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

const readIcon = (page: Page) => page.locator('link[rel="icon"]').getAttribute('href');

test('an unseen message plays a sound, counts in the title and marks the icon until it is seen', async () => {
  const { ann, page, visitor } = await startTelling();
  await visitor.write('hello');
  await page.waitForFunction(() => document.title === '(1) Contacts · Parley');
  await until(async () => (await readTones(page)) > 0, 'a sound was played');
  expect(await readIcon(page)).toBe('/app/icons/unread.svg');
  expect(await readNotifications(page)).toEqual([]);

  const [chat] = (await ann.call(api.chats.list, {})).data.data;
  const [message] = (await ann.call(api.messages.list, { params: { id: chat?.id ?? 0 } })).data.data;
  await ann.call(api.messages.markSeen, { params: { id: chat?.id ?? 0 }, body: { message_id: message?.id ?? 0 } });
  await page.waitForFunction(() => document.title === 'Contacts · Parley');
  expect(await readIcon(page)).toBe('/favicon.svg');
});

test('a message notifies in a chat that was not loaded since the console opened, too', async () => {
  const { app, ann, page, visitor } = await startTelling();
  await visitor.write('hello');
  await page.waitForFunction(() => document.title.startsWith('(1)'));
  await page.goto('about:blank');
  await until(async () => !(await isThere(app, ann)), 'they are gone');
  // The new page has loaded no chat and received no event.
  await page.goto(`${app.address}/app/contacts`);
  await page.getByRole('heading', { name: 'Contacts' }).click();
  await until(() => isThere(app, ann), 'they are back');
  await visitor.write('anybody?');
  await until(async () => (await readTones(page)) > 0, 'a sound was played');
});

test('while the page is hidden the browser shows who wrote what, one notification per chat', async () => {
  const { app, ann, page, visitor } = await startTelling();
  await hide(page, true);
  await visitor.write('<b>hello</b>');
  await until(async () => (await readNotifications(page)).length > 0, 'it is shown');
  const [chat] = (await ann.call(api.chats.list, {})).data.data;
  const tag = `chat-${chat?.id}`;
  expect(await readNotifications(page)).toEqual([{ title: 'Visitor', body: '<b>hello</b>', tag }]);
  await visitor.write('anybody?');
  await until(async () => (await readNotifications(page))[0]?.body === 'anybody?', 'the newer is in its place');
  expect(await readNotifications(page)).toHaveLength(1);

  const other = await addVisitor(app, ann);
  await other.write('me too');
  await until(async () => (await readNotifications(page)).length === 2, 'the other is shown');
});

test('visible chats, messages of other agents and muted events do not notify', async () => {
  const { app, ann, page, visitor } = await startTelling({ browser: false });
  await visitor.write('hello');
  await page.waitForFunction(() => document.title.startsWith('(1)'));
  const [chat] = (await ann.call(api.chats.list, {})).data.data;
  const params = { id: chat?.id ?? 0 };
  await page.goto(`${app.address}/app/inbox/${params.id}`);
  await page.getByRole('link', { name: 'Inbox' }).click({ trial: true });
  await page.mouse.click(5, 5);
  const hear = async (what: string) => {
    await until(
      async () => (await ann.call(api.chats.read, { params })).data.last_message?.text === what,
      'it is stored',
    );
    // Events arrive in order, so earlier ones have arrived too.
    await page.evaluate(() => fetch('/app/build.json').then(() => undefined));
  };
  await visitor.write('are you there?');
  await hear('are you there?');
  await ann.call(api.messages.send, { params, body: { type: 'text', body: 'yes', agent_id: ann.agentId } });
  await hear('yes');
  expect(await readTones(page)).toBe(0);

  await hide(page, true);
  await visitor.write('thanks');
  await until(async () => (await readTones(page)) > 0, 'a sound was played');
  expect(await readNotifications(page)).toEqual([]);
});

test('clicking a notification opens its chat in the open console without a reload', async () => {
  const { page } = await startTelling();
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.evaluate(() => {
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { open_chat: 7 } }));
  });
  await page.waitForURL('**/app/inbox/7');
  expect(loads).toBe(0);
});

test('members are notified about a chat of their department that another agent owns until it is answered', async () => {
  const { app, ann, page, visitor } = await startTelling();
  const bob = await addAgent(app, ann, 'operator');
  await connect(app, bob);
  await ann.call(api.departments.create, {
    body: { name: 'Sales', channels: ['svc'], agent_ids: [ann.agentId, bob.agentId] },
  });
  await app.sql(`UPDATE agents SET routed_at = now() WHERE id = ${ann.agentId}`);
  await hide(page, true);
  await visitor.write('hello');
  await until(async () => (await readNotifications(page)).length === 1, 'a notification is shown');
  const [chat] = (await ann.call(api.chats.list, { query: { internal: 0 } })).data.data;
  expect(chat?.agent_id).toBe(bob.agentId);
  const params = { id: chat?.id };
  await ann.call(api.messages.send, { params, body: { type: 'text', body: 'hi', agent_id: bob.agentId } });
  await visitor.write('thanks');
  const other = await addVisitor(app, ann);
  await other.write('somebody else');
  await until(async () => (await readNotifications(page)).length === 2, 'a notification is shown');
  expect((await readNotifications(page)).map(({ body }) => body)).toEqual(['hello', 'somebody else']);
});
