import { randomUUID } from 'node:crypto';
import { api } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenApp, openApp } from '../../../../test/harness.ts';
import { createApp, startFb } from '../../../../test/messengers/fb.ts';
import { hookOf, LIVE, newCustomer } from '../../../../test/messengers/inbound-server.ts';
import { messagesOf } from '../../../../test/messengers/messenger-app.ts';
import { signatureOf } from '../../../../test/messengers/meta.ts';
import { startSwitchboard } from '../../../../test/messengers/switchboard.ts';
import type { Owner } from '../../../../test/owners.ts';
import { until } from '../../../../test/until.ts';

const { connect, disconnect, read, verify } = api.messengers;
const fb = { params: { provider: 'fb' as const } };

type Connected = Awaited<ReturnType<typeof connectPage>>;

let app: OpenApp;
let board: Awaited<ReturnType<typeof startSwitchboard>>;

beforeAll(async () => {
  board = await startSwitchboard();
  const env = { OUTBOUND_ALLOW: '127.0.0.1', MESSENGER_URLS: `fb=${board.url}`, MESSENGER_INBOUND: 'webhook' };
  app = await openApp(env, LIVE);
});
afterAll(async () => {
  await app.end();
  board.close();
});

/** A page in a widget of its own. */
async function connectPage(metaApp = createApp()) {
  const [owner, page] = [await app.owner(), await board.add(startFb({ app: metaApp }))];
  await owner.call(connect, { ...fb, body: page.credential });
  return { owner, page };
}

/** Two widgets with a page each of one app, whose callback is the hook of the second. */
async function connectTwo() {
  const metaApp = createApp();
  const [first, second] = [await connectPage(metaApp), await connectPage(metaApp)];
  return { first, second, metaApp };
}

const check = () => app.run('messengers.check');
const webhookOf = async (owner: Owner) => (await owner.call(read, fb)).data.webhook;
const REGISTERED = { registered: true, reason: null };

/** What customers have written to the widget, chat by chat. */
async function textsOf(owner: Owner) {
  const chats = (await owner.call(api.chats.list)).data.data;
  const texts = await Promise.all(chats.map(({ id }) => messagesOf(owner, id)));
  return texts.flat().map(({ body }) => body);
}

/** An update of several pages in one request, as Meta sends it. */
function batchOf(...entries: [page: string, text: string][]) {
  const entry = entries.map(([id, text]) => {
    const message = { mid: `m_${randomUUID()}`, text };
    return { id, messaging: [{ sender: newCustomer(), recipient: { id }, timestamp: Date.now(), message }] };
  });
  return JSON.stringify({ object: 'page', entry });
}

const post = ({ page }: Connected, body: string, secret = page.credential.app_secret ?? '') =>
  page.pushOnce({ body, headers: signatureOf(secret, body), conversation: '' });

test('pages of one app in two widgets both receive, each its own', async () => {
  const { first, second } = await connectTwo();
  expect(first.page.hookUrl).toBe(second.page.hookUrl);
  await first.page.write(newCustomer(), { text: 'to the first' });
  await second.page.write(newCustomer(), { text: 'to the second' });
  expect(await textsOf(first.owner)).toEqual(['to the first']);
  expect(await textsOf(second.owner)).toEqual(['to the second']);
  const batch = batchOf([first.page.page, 'one'], [second.page.page, 'two'], ['123', 'to nobody']);
  expect([await post(first, batch), await post(first, batch)]).toEqual([200, 200]);
  expect((await textsOf(first.owner)).sort()).toEqual(['one', 'to the first']);
  expect((await textsOf(second.owner)).sort()).toEqual(['to the second', 'two']);
});

test('a page is served by the hook of another widget only if both know the same secret', async () => {
  const { first, second } = await connectTwo();
  const [stranger, unsigned] = [await connectPage(), await connectPage()];
  await unsigned.owner.call(connect, { ...fb, body: { ...unsigned.page.credential, app_secret: null } });
  const batch = batchOf([stranger.page.page, 'no'], [unsigned.page.page, 'no'], [first.page.page, 'yes']);
  expect(await post(second, batch)).toBe(200);
  expect([await textsOf(stranger.owner), await textsOf(unsigned.owner)]).toEqual([[], []]);
  expect(await textsOf(first.owner)).toEqual(['yes']);
  // Nor does a widget without a secret, whose hook takes what is not signed.
  const hookUrl = await hookOf(app, unsigned.owner, 'fb');
  const body = batchOf([first.page.page, 'no'], [unsigned.page.page, 'its own']);
  expect(await unsigned.page.pushOnce({ body, url: hookUrl, conversation: '' })).toBe(200);
  expect(await textsOf(first.owner)).toEqual(['yes']);
  expect(await textsOf(unsigned.owner)).toEqual(['its own']);
  expect(await post(second, batchOf([first.page.page, 'no']), 'wrong')).toBe(401);
  expect(await textsOf(first.owner)).toEqual(['yes']);
});

test('an update is refused until all of it is stored', async () => {
  const { first, second } = await connectTwo();
  const batch = batchOf([second.page.page, 'two'], [first.page.page, 'one']);
  const name = 'messenger_updates_refused';
  await app.sql(`ALTER TABLE messenger_updates ADD CONSTRAINT ${name} CHECK (widget_id <> ${first.owner.widgetId})`);
  expect(await post(second, batch)).toBe(500);
  await app.sql(`ALTER TABLE messenger_updates DROP CONSTRAINT ${name}`);
  expect(await post(second, batch)).toBe(200);
  expect([await textsOf(first.owner), await textsOf(second.owner)]).toEqual([['one'], ['two']]);
});

test("the watch takes the hook of another page of the app for ours, and a stranger's for a conflict", async () => {
  const { first, second } = await connectTwo();
  const hookUrl = first.page.hookUrl;
  await check();
  expect([await webhookOf(first.owner), await webhookOf(second.owner)]).toMatchObject([REGISTERED, REGISTERED]);
  expect(first.page.hookUrl).toBe(hookUrl);
  first.page.takeHook?.();
  await check();
  const conflict = { registered: false, reason: 'conflict' };
  expect([await webhookOf(first.owner), await webhookOf(second.owner)]).toMatchObject([conflict, conflict]);
  await first.owner.call(verify, fb);
  await check();
  expect([await webhookOf(first.owner), await webhookOf(second.owner)]).toMatchObject([REGISTERED, REGISTERED]);
});

test('the hook of a widget with another secret is a conflict', async () => {
  const { first, second } = await connectTwo();
  const sealed = `UPDATE messenger_connections SET app_secret = NULL WHERE widget_id = ${second.owner.widgetId}`;
  await app.sql(sealed);
  await check();
  expect(await webhookOf(first.owner)).toMatchObject({ registered: false, reason: 'conflict' });
});

test('the watch registers again where the hook is that of a connection that is gone', async () => {
  const { first, second } = await connectTwo();
  const dead = first.page.hookUrl;
  // As if the job that follows a removal had been lost.
  await app.sql(`UPDATE messenger_connections SET token = NULL WHERE widget_id = ${second.owner.widgetId}`);
  await check();
  expect(first.page.hookUrl).not.toBe(dead);
  expect(await webhookOf(first.owner)).toMatchObject(REGISTERED);
});

test.for([
  ['disconnected', (owner: Owner) => owner.call(disconnect, fb)],
  [
    'connected to a page of another app',
    async (owner: Owner) => owner.call(connect, { ...fb, body: (await board.add(startFb())).credential }),
  ],
] as const)('a page still receives after the one whose hook served it is %s', async ([, leave]) => {
  const { first, second, metaApp } = await connectTwo();
  const third = await connectPage(metaApp);
  const dead = first.page.hookUrl;
  await leave(third.owner);
  await until(() => first.page.hookUrl !== dead, 'the app has another callback');
  for (const { owner, page } of [first, second]) {
    await page.write(newCustomer(), { text: 'still here' });
    expect(await textsOf(owner)).toEqual(['still here']);
    expect(await webhookOf(owner)).toMatchObject(REGISTERED);
  }
});
