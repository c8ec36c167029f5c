import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { connect } from '../../apps/server/test/people.ts';
import { sharePage } from '../../apps/server/test/shared-page.ts';
import {
  call,
  contactsOf,
  contactThat,
  eventsOf,
  listeningPage,
  startSite,
  storedBy,
  untilEvents,
} from '../../apps/server/test/site-page.ts';
import { chatOf, reply, write, writeAndStore } from '../../apps/server/test/widget.ts';

const OK = { result: 'ok' };

const enter = sharePage({ page: listeningPage });

test('state returns what is visible, and presence is known and reported before the chat is loaded', async () => {
  const { app, owner, enter } = await startSite({ isOnline: false, settings: { offline_form_enabled: false } });
  const { page, site, widget } = await enter();
  expect(await untilEvents(page, 'online', 1)).toEqual([{ online: false }]);
  expect(await call(page, 'state')).toEqual({ ...OK, open: false, online: false, unread: 0 });
  expect(await page.locator('iframe').count()).toBe(0);
  await connect(app, owner);
  await page.goto(`${site}/next`);
  expect(await untilEvents(page, 'online', 1)).toEqual([{ online: true }]);
  await writeAndStore(page, 'good morning');
  expect(await call(page, 'state')).toEqual({ ...OK, open: true, online: true, unread: 0 });
  await call(page, 'close');
  await reply(owner, await chatOf(app, owner), 'and to you');
  await untilEvents(page, 'unread', 1);
  expect(await call(page, 'state')).toEqual({ ...OK, open: false, online: true, unread: 1 });
  await page.goto(site);
  await untilEvents(page, 'unread', 1);
  await widget.launcher.waitFor();
  expect(await call(page, 'state')).toEqual({ ...OK, open: false, online: true, unread: 1 });
});

test('send writes as the visitor, after earlier calls', async () => {
  const { app, owner, enter } = await startSite({ settings: { intro_form_enabled: true } });
  const { page, complaints } = await enter();
  const order: string[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'PATCH') order.push('contact');
  });
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('Is it blue?')) order.push('message');
    }),
  );
  expect(await call(page, 'setContactInfo', { email: 'ira@example.test' })).toEqual(OK);
  expect(await call(page, 'send', ' Is it blue? ')).toEqual(OK);
  const id = await chatOf(app, owner);
  const { data } = (await owner.call(api.messages.list, { params: { id } })).data;
  expect(data).toMatchObject([{ sender: 'client', type: 'text', body: 'Is it blue?' }]);
  expect(await contactThat(owner, ({ email }) => email !== null)).toMatchObject({ email: 'ira@example.test' });
  expect(order).toEqual(['contact', 'message']);
  expect(complaints).toEqual([]);
});

test("invite shows the site's text in a chat that takes no focus and creates no visitor", async () => {
  const { owner, enter } = await startSite();
  const { page, complaints, widget } = await enter();
  const words = 'May I help you <b>choose</b>?';
  expect(await call(page, 'invite', words)).toEqual(OK);
  await widget.said(words).waitFor();
  expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
  expect(await eventsOf(page, 'open')).toHaveLength(1);
  expect(await storedBy(page)).not.toContain('.token');
  expect(await contactsOf(owner)).toEqual([]);
  await writeAndStore(page, 'yes, please');
  expect(await widget.log.innerText()).toMatch(/^May I help you <b>choose<\/b>\?.*yes, please/s);
  expect(complaints).toEqual([]);
});

test('with a chat the invitation comes after its messages, and the next message after the invitation', async () => {
  const { page, site, widget } = await enter();
  await writeAndStore(page, 'good morning');
  await call(page, 'close');
  await page.goto(`${site}/next`);
  await call(page, 'invite', 'Back again?');
  await widget.said('Back again?').waitFor();
  await write(page, 'I am');
  expect(await widget.log.innerText()).toMatch(/good morning.*Back again\?.*I am/s);
});

test('a script is notified who accepts the chat, once', async () => {
  const { app, owner, page, site, widget } = await enter();
  await writeAndStore(page, 'good morning');
  const chat = await chatOf(app, owner);
  expect(await eventsOf(page, 'accept')).toEqual([]);
  await reply(owner, chat, 'and to you');
  const { name } = (await owner.call(api.agents.read, { params: { id: owner.agentId } })).data;
  expect(await untilEvents(page, 'accept', 1)).toEqual([{ agent: { id: owner.agentId, name } }]);
  await reply(owner, chat, 'how are you?');
  await widget.said('how are you?').waitFor();
  expect(await eventsOf(page, 'accept')).toHaveLength(1);
  await page.goto(`${site}/next`);
  await widget.said('how are you?').waitFor();
  expect(await eventsOf(page, 'accept')).toEqual([]);
});

test('a script is notified of contact details: from the form, from itself, and on return', async () => {
  const { owner, enter } = await startSite({ settings: { intro_form_enabled: true } });
  const { page, site, widget } = await enter();
  await call(page, 'open');
  await page.getByLabel('E-mail').fill('ira@example.test');
  await page.getByRole('button', { name: 'Start chat' }).click();
  await widget.input.waitFor();
  const nothing = { name: null, email: 'ira@example.test', phone: null, description: null };
  expect(await untilEvents(page, 'contact', 1)).toEqual([{ ...nothing, via: 'form' }]);
  await call(page, 'setContactInfo', { name: 'Ira' });
  expect((await untilEvents(page, 'contact', 2))[1]).toEqual({ ...nothing, name: 'Ira', via: 'api' });
  await contactThat(owner, ({ name }) => name === 'Ira');
  await page.goto(`${site}/next`);
  expect(await untilEvents(page, 'contact', 1)).toEqual([{ ...nothing, name: 'Ira', via: null }]);
});

test('only the first message of a chat is reported as the first', async () => {
  const { enter } = await startSite();
  const { page, site, widget } = await enter();
  await page.route(/\/session$/, (route) => route.abort(), { times: 1 });
  await write(page, 'one', 'two');
  await widget.mark('two', 'Sent').waitFor();
  await page.goto(`${site}/next`);
  await write(page, 'three');
  const firsts = async () => (await eventsOf(page, 'sent')).map((sent) => (sent as { first: boolean }).first);
  expect(await firsts()).toEqual([false]);
  await call(page, 'reset');
  await widget.said('three').waitFor({ state: 'detached' });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await untilEvents(page, 'sent', 2);
  expect(await firsts()).toEqual([false, true]);
});
