import { once } from 'node:events';
import net from 'node:net';
import { api } from '@parley/contract';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { openApp, type TestApp } from '../../apps/server/test/harness.ts';
import type { Owner } from '../../apps/server/test/owners.ts';
import { sharePage } from '../../apps/server/test/shared-page.ts';
import { until } from '../../apps/server/test/until.ts';
import { addWidget, chatOf, partsOf, startWidget, visit, write, writeAndStore } from '../../apps/server/test/widget.ts';

const enter = sharePage();

const OFFLINE = 'No connection. Your messages will be sent when it’s back.';
const line = (page: Page) => page.getByRole('status').filter({ hasText: OFFLINE });

/** The agent's messages, oldest first: texts and file names. */
async function stored(app: TestApp, owner: Owner) {
  const params = { id: await chatOf(app, owner) };
  const { data } = await owner.call(api.messages.list, { params });
  return data.data.map(({ body, file }) => body ?? file?.name).reverse();
}

/** The browser logs every failed request itself; nothing else is expected. */
const unexpected = (complaints: string[]) => complaints.filter((text) => !/net::ERR_/.test(text));

/** Waits until that many messages are queued in the browser. */
async function untilKept(page: Page, count: number) {
  const isSo = async (wanted: number) => {
    const [{ name = '' } = {}] = await indexedDB.databases();
    const opening = indexedDB.open(name);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const all = opening.result.transaction('outbox').objectStore('outbox').count();
    await new Promise((resolve) => all.addEventListener('success', resolve));
    opening.result.close();
    return all.result === wanted;
  };
  await page.waitForFunction(isSo, count, { polling: 20 });
}

/** A visitor who goes offline after their first message. */
async function startOffline() {
  const started = await startWidget();
  return loseNetwork({ ...started, ...(await visit(started.tag)) });
}

async function loseNetwork<Visitor extends { page: Page }>(visitor: Visitor) {
  await writeAndStore(visitor.page, 'at first');
  await untilKept(visitor.page, 0);
  const context = visitor.page.context();
  await context.setOffline(true);
  return { ...visitor, context };
}

async function chooseFile(page: Page, name: string, text: string) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach' }).click();
  await page.getByRole('menuitem', { name: 'File or picture' }).click();
  await (await choosing).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

test('messages written offline are queued, shown in one quiet line, and sent once when back online', async () => {
  const { app, owner, page, widget, context, complaints } = await loseNetwork(await enter());
  await write(page, 'one', 'two');
  await chooseFile(page, 'list.txt', 'a list');
  for (const text of ['one', 'two', 'list.txt']) await widget.mark(text, 'Sending').waitFor();
  await line(page).waitFor();
  expect(await line(page).count()).toBe(1);
  await untilKept(page, 3);

  await context.setOffline(false);
  for (const text of ['one', 'two', 'list.txt']) await widget.mark(text, 'Sent').waitFor();
  await line(page).waitFor({ state: 'detached' });
  expect(await stored(app, owner)).toEqual(['at first', 'one', 'two', 'list.txt']);
  expect(await page.locator('.said').count()).toBe(4);
  await untilKept(page, 0);
  expect(unexpected(complaints)).toEqual([]);
});

test('a disconnect is not shown before three seconds', async () => {
  const { tag } = await startWidget();
  const cut = Promise.withResolvers<void>();
  const { page } = await visit(tag, {
    async prepare(opened) {
      await opened.clock.install();
      opened.on('websocket', (socket) => socket.on('close', () => cut.resolve()));
    },
  });
  await writeAndStore(page, 'at first');
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.context().setOffline(true);
  await cut.promise;
  await page.clock.runFor(2_900);
  expect(await line(page).count()).toBe(0);
  await page.clock.runFor(3_000);
  await line(page).waitFor();
});

test('messages unsent when the page was left are sent once by the next page', async () => {
  const { app, owner, page, site, context } = await startOffline();
  await write(page, 'one');
  await chooseFile(page, 'list.txt', 'a list');
  await partsOf(page).mark('list.txt', 'Sending').waitFor();
  await untilKept(page, 2);
  await page.close();
  await context.setOffline(false);

  const next = await context.newPage();
  await next.goto(`${site}/next`);
  const sent = `SELECT FROM messages WHERE widget_id = ${owner.widgetId}`;
  await until(async () => (await app.sql(sent)).length === 3, 'queued messages are sent');
  await writeAndStore(next, 'two');
  expect(await stored(app, owner)).toEqual(['at first', 'one', 'list.txt', 'two']);
  expect(await next.locator('.said').count()).toBe(4);
  await untilKept(next, 0);
});

test('a first message written offline is sent from the next page on which the chat is opened', async () => {
  const { app, owner, tag } = await startWidget();
  const { page, site, widget } = await visit(tag);
  const context = page.context();
  await widget.launcher.hover();
  await page.locator('.place-of-chat').waitFor({ state: 'attached' });
  await context.setOffline(true);
  await write(page, 'one');
  await widget.mark('one', 'Sending').waitFor();
  await line(page).waitFor();
  await untilKept(page, 1);
  await page.close();
  await context.setOffline(false);

  const next = await context.newPage();
  await next.goto(site);
  await partsOf(next).launcher.click();
  await partsOf(next).mark('one', 'Sent').waitFor();
  expect(await stored(app, owner)).toEqual(['one']);
  expect(await next.locator('.said').count()).toBe(1);
});

test('two tabs that find the same unsent message store and show it once', async () => {
  const { app, owner, page, site, context } = await startOffline();
  await write(page, 'one', 'two');
  await chooseFile(page, 'list.txt', 'a list');
  await untilKept(page, 3);
  await page.close();
  await context.setOffline(false);
  const tabs = await Promise.all([context.newPage(), context.newPage()]);
  await Promise.all(
    tabs.map(async (tab) => {
      await tab.goto(site);
      await partsOf(tab).launcher.click();
      for (const text of ['one', 'two', 'list.txt']) await partsOf(tab).mark(text, 'Sent').waitFor();
    }),
  );
  expect(await stored(app, owner)).toEqual(['at first', 'one', 'two', 'list.txt']);
  for (const tab of tabs) expect(await tab.locator('.said').count()).toBe(4);
});

test('a refused message says so, can be retried, and can be removed for good', async () => {
  const { app, owner, page, widget, complaints } = await enter();
  await writeAndStore(page, 'at first');
  // PostgreSQL cannot store it.
  await widget.input.fill('odd \0 thing');
  await widget.input.press('Enter');
  const failed = page.getByRole('alert').filter({ hasText: 'Not sent.' });
  await failed.waitFor();
  await writeAndStore(page, 'goes on');
  await failed.getByRole('button', { name: 'Try again' }).click();
  await failed.waitFor();
  await failed.getByRole('button', { name: 'Remove' }).click();
  await widget.said('odd').waitFor({ state: 'detached' });
  await untilKept(page, 0);
  await page.reload();
  await widget.said('goes on').waitFor();
  expect(await page.locator('.said').count()).toBe(2);
  expect(await stored(app, owner)).toEqual(['at first', 'goes on']);
  expect(complaints).toEqual([]);
});

test('a refused file can be retried', async () => {
  const { app, owner, page, widget } = await enter();
  const files = `**/widget-api/${owner.buttonGuid}/files`;
  for (const status of [422, 429]) {
    await page.route(files, (route) => route.fulfill({ status, json: { reason: 'refused' } }));
    await chooseFile(page, `list ${status}.txt`, 'a list');
    const failed = page.getByRole('alert').filter({ hasText: 'Not sent.' });
    await failed.waitFor();
    await page.unroute(files);
    await failed.getByRole('button', { name: 'Try again' }).click();
    await widget.mark(`list ${status}.txt`, 'Sent').waitFor();
  }
  expect(await stored(app, owner)).toEqual(['list 422.txt', 'list 429.txt']);
});

test('a file is kept until its message is stored, and uploaded again if the server dropped it', async () => {
  const { app, owner, page, site, context } = await startOffline();
  await context.setOffline(false);
  await page.route('**/files', async (route) => {
    const response = await route.fetch();
    await context.setOffline(true);
    await route.fulfill({ response });
  });
  const uploaded = page.waitForResponse('**/files');
  await chooseFile(page, 'list.txt', 'a list');
  await uploaded;
  await page.close();
  await app.sql(`DELETE FROM files WHERE widget_id = ${owner.widgetId}`);
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto(`${site}/next`);
  await partsOf(next).launcher.click();
  await partsOf(next).mark('list.txt', 'Sent').waitFor();
  await untilKept(next, 0);
  expect(await stored(app, owner)).toEqual(['at first', 'list.txt']);
});

test('a blocked visitor is told so, and chats again over one connection when unblocked', async () => {
  const { owner, page, widget } = await enter();
  let sockets = 0;
  page.on('websocket', (socket) => {
    sockets += 1;
    socket.on('close', () => {
      sockets -= 1;
    });
  });
  await writeAndStore(page, 'at first');
  const { data } = await owner.call(api.contacts.list);
  const params = { id: data.data[0]?.id };
  await owner.call(api.contacts.block, { params });
  await page.getByText('You can’t send messages here anymore.').waitFor();
  expect(await widget.input.count()).toBe(0);
  await owner.call(api.contacts.unblock, { params });
  const title = widget.panel.locator('.titles');
  const again = Promise.withResolvers<void>();
  await page.route('**/session', async (route) => {
    // An impatient visitor.
    await title.click();
    again.resolve();
    await route.continue();
  });
  await title.click();
  await again.promise;
  await writeAndStore(page, 'again');
  await page.unroute('**/session');
  expect(sockets).toBe(1);
});

/** A proxy to the server that can be redirected; open connections break. */
async function openDoor() {
  let port: number | undefined;
  let isMute = false;
  const clients = new Set<net.Socket>();
  const door = net.createServer((client) => {
    clients.add(client.on('error', () => undefined).on('close', () => clients.delete(client)));
    if (port === undefined) return void client.destroy();
    const server = net.connect(port, '127.0.0.1').on('error', () => undefined);
    client.on('close', () => server.destroy()).pipe(server);
    server.on('close', () => client.destroy()).on('data', (bytes) => void (isMute || client.write(bytes)));
  });
  await once(door.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void door.close());
  return {
    url: `http://127.0.0.1:${(door.address() as net.AddressInfo).port}`,
    /** From now on the server's responses are lost. */
    mute() {
      isMute = true;
    },
    lead(address: string | undefined) {
      port = address === undefined ? undefined : Number(new URL(address).port);
      isMute = false;
      for (const client of clients) client.destroy();
    },
  };
}

test('messages written while the server is down are stored once when it is back, also if the response was lost', async () => {
  const door = await openDoor();
  const one = await openApp({ PUBLIC_URL: door.url }, { live: true, background: true });
  const { owner, tag } = await addWidget(one);
  door.lead(one.address);
  const { page, widget, complaints } = await visit(tag);
  await writeAndStore(page, 'at first');

  door.mute();
  await write(page, 'unheard');
  await until(async () => (await stored(one, owner)).includes('unheard'), 'the server has it');
  expect(await widget.mark('unheard', 'Sending').count()).toBe(1);
  door.lead(undefined);
  await one.end();
  await write(page, 'while it is down');

  const two = await openApp({ PUBLIC_URL: door.url }, { live: true, background: true, connection: one.connection });
  onTestFinished(two.end);
  door.lead(two.address);
  for (const text of ['unheard', 'while it is down']) await widget.mark(text, 'Sent').waitFor();
  const bodies = await two.sql('SELECT body FROM messages ORDER BY id');
  expect(bodies).toEqual(['at first', 'unheard', 'while it is down'].map((body) => ({ body })));
  expect(unexpected(complaints)).toEqual([]);
});
