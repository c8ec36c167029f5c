import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { connect } from '../../apps/server/test/people.ts';
import { sharePage } from '../../apps/server/test/shared-page.ts';
import {
  call,
  contactsOf,
  contactThat,
  heardOf,
  hears,
  keptBy,
  listeningPage,
  startSite,
} from '../../apps/server/test/site-page.ts';
import { chatOf, reply, say, write } from '../../apps/server/test/widget.ts';

const OK = { result: 'ok' };

const enter = sharePage({ page: listeningPage });

test('state says what can be seen, and whether somebody is there is known and told before the chat is loaded', async () => {
  const { app, owner, enter } = await startSite({ isOnline: false, settings: { offline_form_enabled: false } });
  const { page, site, widget } = await enter();
  expect(await hears(page, 'online', 1)).toEqual([{ online: false }]);
  expect(await call(page, 'state')).toEqual({ ...OK, open: false, online: false, unread: 0 });
  expect(await page.locator('iframe').count()).toBe(0);
  await connect(app, owner);
  await page.goto(`${site}/next`);
  expect(await hears(page, 'online', 1)).toEqual([{ online: true }]);
  await say(page, 'good morning');
  expect(await call(page, 'state')).toEqual({ ...OK, open: true, online: true, unread: 0 });
  await call(page, 'close');
  await reply(owner, await chatOf(app, owner), 'and to you');
  await hears(page, 'unread', 1);
  expect(await call(page, 'state')).toEqual({ ...OK, open: false, online: true, unread: 1 });
  await page.goto(site);
  await hears(page, 'unread', 1);
  await widget.launcher.waitFor();
  expect(await call(page, 'state')).toEqual({ ...OK, open: false, online: true, unread: 1 });
});

test('send speaks for the visitor, after what was said of them before', async () => {
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

test('invite shows words of the site in a chat that takes no focus and makes nobody known', async () => {
  const { owner, enter } = await startSite();
  const { page, complaints, widget } = await enter();
  const words = 'May I help you <b>choose</b>?';
  expect(await call(page, 'invite', words)).toEqual(OK);
  await widget.said(words).waitFor();
  expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
  expect(await heardOf(page, 'open')).toHaveLength(1);
  expect(await keptBy(page)).not.toContain('.token');
  expect(await contactsOf(owner)).toEqual([]);
  await say(page, 'yes, please');
  expect(await widget.log.innerText()).toMatch(/^May I help you <b>choose<\/b>\?.*yes, please/s);
  expect(complaints).toEqual([]);
});

test('to whoever has a conversation an invitation comes after it, and what is said next after the invitation', async () => {
  const { page, site, widget } = await enter();
  await say(page, 'good morning');
  await call(page, 'close');
  await page.goto(`${site}/next`);
  await call(page, 'invite', 'Back again?');
  await widget.said('Back again?').waitFor();
  await write(page, 'I am');
  expect(await widget.log.innerText()).toMatch(/good morning.*Back again\?.*I am/s);
});

test('a script hears who accepts the chat, once', async () => {
  const { app, owner, page, site, widget } = await enter();
  await say(page, 'good morning');
  const chat = await chatOf(app, owner);
  expect(await heardOf(page, 'accept')).toEqual([]);
  await reply(owner, chat, 'and to you');
  const { name } = (await owner.call(api.agents.read, { params: { id: owner.agentId } })).data;
  expect(await hears(page, 'accept', 1)).toEqual([{ agent: { id: owner.agentId, name } }]);
  await reply(owner, chat, 'how are you?');
  await widget.said('how are you?').waitFor();
  expect(await heardOf(page, 'accept')).toHaveLength(1);
  await page.goto(`${site}/next`);
  await widget.said('how are you?').waitFor();
  expect(await heardOf(page, 'accept')).toEqual([]);
});

test('a script hears what the visitor is known by: from the form, from itself, and when they come back', async () => {
  const { owner, enter } = await startSite({ settings: { intro_form_enabled: true } });
  const { page, site, widget } = await enter();
  await call(page, 'open');
  await page.getByLabel('E-mail').fill('ira@example.test');
  await page.getByRole('button', { name: 'Start chat' }).click();
  await widget.input.waitFor();
  const nothing = { name: null, email: 'ira@example.test', phone: null, description: null };
  expect(await hears(page, 'contact', 1)).toEqual([{ ...nothing, via: 'form' }]);
  await call(page, 'setContactInfo', { name: 'Ira' });
  expect((await hears(page, 'contact', 2))[1]).toEqual({ ...nothing, name: 'Ira', via: 'api' });
  await contactThat(owner, ({ name }) => name === 'Ira');
  await page.goto(`${site}/next`);
  expect(await hears(page, 'contact', 1)).toEqual([{ ...nothing, name: 'Ira', via: null }]);
});

test('only the first that is said in a conversation is told as the first', async () => {
  const { enter } = await startSite();
  const { page, site, widget } = await enter();
  await page.route(/\/session$/, (route) => route.abort(), { times: 1 });
  await write(page, 'one', 'two');
  await widget.mark('two', 'Sent').waitFor();
  await page.goto(`${site}/next`);
  await write(page, 'three');
  const firsts = async () => (await heardOf(page, 'sent')).map((sent) => (sent as { first: boolean }).first);
  expect(await firsts()).toEqual([false]);
  await call(page, 'reset');
  await widget.said('three').waitFor({ state: 'detached' });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await hears(page, 'sent', 2);
  expect(await firsts()).toEqual([false, true]);
});
