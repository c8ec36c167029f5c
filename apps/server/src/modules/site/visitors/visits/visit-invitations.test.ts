import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addVisitor, anonymousCaller, signedIn, withBearer } from '../../../../../test/callers.ts';
import { rowsAdded } from '../../../../../test/committed-writes.ts';
import { startApp, type TestApp } from '../../../../../test/harness.ts';
import { whileLocked } from '../../../../../test/locks.ts';
import type { Owner } from '../../../../../test/owners.ts';
import { addAgent } from '../../../../../test/people.ts';
import { connectAgent, connectVisitor } from '../../../../../test/sockets.ts';

// An agent writes first to a visitor on the site.

const { chats, contacts, messages, visitors } = api;
const { visitor: routes } = site;

const PAGE = 'https://shop.example/tea';

/** A page of the owner's site in a browser that may have a token. */
function openPage(app: TestApp, { buttonGuid }: Owner) {
  const params = { button_guid: buttonGuid };
  return {
    id: '',
    async visit(call = anonymousCaller(app)) {
      const body = { page: PAGE, referrer: 'https://search.example/', ...(this.id && { visit_id: this.id }) };
      const { data } = await call(routes.visit, { params, body });
      this.id = data.visit_id;
      return data;
    },
    async open(call = anonymousCaller(app), visit_id?: string) {
      return (await call(routes.open, { params, body: { visit_id: visit_id ?? this.id } })).data;
    },
  };
}

async function startSite(options: { live?: boolean } = {}) {
  const app = await startApp({}, options);
  const ann = await app.owner();
  const page = openPage(app, ann);
  const params = { button_guid: ann.buttonGuid };
  return {
    app,
    ann,
    page,
    params,
    invite: (id = page.id, body: object = { body: 'May I help?', agent_id: ann.agentId }, call = ann.call) =>
      call(visitors.startChat, { params: { id }, body }),
    list: async () => (await ann.call(visitors.list)).data.data,
    said: async (id: number) =>
      (await ann.call(messages.list, { params: { id } })).data.data.map(({ body }) => body).reverse(),
  };
}

test('a visitor who has not opened the chat becomes a contact with a chat when written to', async () => {
  const { app, ann, page, invite, list, said } = await startSite();
  await page.visit();
  const added = await rowsAdded(app, async () => {
    const { status, data } = await invite();
    expect(status).toBe(201);
    expect(data).toMatchObject({
      status: 'active',
      channel: 'service',
      agent_id: ann.agentId,
      source: { page: PAGE, referrer: 'https://search.example/', language: null },
      last_seq: 1,
      unread: 0,
      awaiting_reply: false,
    });
    expect(await said(data.id)).toEqual(['May I help?']);
    expect(await list()).toMatchObject([{ id: page.id, contact_id: data.contact_id, chat_id: data.id, name: null }]);
  });
  expect(added).toMatchObject({ contacts: 1, chats: 1, messages: 1 });
  expect(added).not.toHaveProperty('visitors');
});

test('the page is notified, opens the chat it was invited to, and continues it as usual', async () => {
  const { app, ann, page, params, invite, said, list } = await startSite();
  expect(await page.visit()).toMatchObject({ unread: 0, invited: false });
  const { data: chat } = await invite();
  expect(await page.visit()).toMatchObject({ unread: 1, invited: true, visit_id: page.id });
  const opened = await page.open();
  expect(opened).toMatchObject({
    chat_id: chat.id,
    contact_id: chat.contact_id,
    unread: 1,
    chat: { agent: { id: ann.agentId } },
    history: { data: [{ body: 'May I help?', sender: 'agent' }] },
  });
  const call = withBearer(app, opened.token);
  const body = { client_message_id: 'one', type: 'text', body: 'yes, please' };
  expect((await call(routes.send, { params, body })).data).toMatchObject({ seq: 2 });
  expect(await said(chat.id)).toEqual(['May I help?', 'yes, please']);
  expect((await ann.call(contacts.list)).data.data).toHaveLength(1);
  expect(await page.visit(call)).toMatchObject({ unread: 1, invited: false });
  expect(await list()).toMatchObject([{ id: page.id, chat_id: chat.id }]);
});

test('a lost response can be requested again until its token has been used', async () => {
  const { app, page, invite } = await startSite();
  await page.visit();
  const { data: chat } = await invite();
  const [lost, again] = [await page.open(), await page.open()];
  expect([lost.chat_id, again.chat_id]).toEqual([chat.id, chat.id]);
  expect(lost.token).not.toBe(again.token);
  expect(await page.visit()).toMatchObject({ unread: 1, invited: true });
  expect((await page.open()).chat_id).toBe(chat.id);
  await page.visit(withBearer(app, again.token));
  expect(await page.open()).toMatchObject({ chat_id: null, contact_id: null });
  expect(await page.visit()).toMatchObject({ unread: 0, invited: false });
});

test('a visit that has ended, is of another widget, or does not exist cannot be written to', async () => {
  const { app, page, invite } = await startSite();
  const bob = await app.owner();
  const theirs = openPage(app, bob);
  await page.visit();
  await theirs.visit();
  for (const id of [theirs.id, 'v'.repeat(22), 'x', '1']) expect((await invite(id)).status).toBe(404);
  await invite();
  expect(await theirs.open(undefined, page.id)).toMatchObject({ chat_id: null, contact_id: null });
  expect(await page.open(undefined, 'v'.repeat(22))).toMatchObject({ chat_id: null, contact_id: null });
  app.clock.now = app.clock.now.add({ seconds: 90 });
  expect(await page.open()).toMatchObject({ chat_id: null, contact_id: null });
  expect((await invite()).status).toBe(404);
});

test('one visit id in two widgets is two visits: only the addressed one is invited', async () => {
  const { app, ann, page, invite } = await startSite();
  const bob = await app.owner();
  const theirs = openPage(app, bob);
  theirs.id = (await page.visit()).visit_id;
  await theirs.visit();
  await invite();
  expect(await theirs.visit()).toMatchObject({ unread: 0, invited: false });
  expect((await bob.call(contacts.list)).data.data).toEqual([]);
  expect((await ann.call(contacts.list)).data.data).toHaveLength(1);
});

test('two concurrent agents write to one contact in one chat', async () => {
  const { app, ann, page, invite, said } = await startSite();
  await page.visit();
  const bob = await addAgent(app, ann, 'operator');
  const answers = await whileLocked(app, 'SELECT FROM visits FOR UPDATE', async ({ client, untilWaited }) => {
    const both = [
      invite(page.id, { body: 'one', agent_id: ann.agentId }),
      invite(page.id, { body: 'two', agent_id: bob.agentId }),
    ];
    await untilWaited();
    await client.query('COMMIT');
    return Promise.all(both);
  });
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const [chat] = (await ann.call(chats.list)).data.data;
  expect(new Set(answers.map(({ data }) => data.id))).toEqual(new Set([chat?.id]));
  expect((await said(chat?.id ?? 0)).sort()).toEqual(['one', 'two']);
  expect((await ann.call(contacts.list)).data.data).toHaveLength(1);
  expect(await page.visit()).toMatchObject({ unread: 2, invited: true });
});

test('a visitor who opened the chat and never wrote is written to there, and their browser is notified', async () => {
  const { app, ann, page, invite } = await startSite({ live: true });
  const visitor = await addVisitor(app, ann);
  await page.visit(visitor.call);
  const socket = await connectVisitor(app, ann, visitor);
  expect(await socket.call('resume', { seq: 0 })).toMatchObject({ chat: null });
  const { data: chat } = await invite();
  await socket.hears('stale');
  expect(await socket.call('resume', { seq: 0 })).toMatchObject({
    chat: { id: chat.id, unread: 1 },
    messages: [{ seq: 1, body: 'May I help?' }],
  });
  expect(await page.visit(visitor.call)).toMatchObject({ unread: 1, invited: false });
});

test("a visitor who opened the chat after the page's last heartbeat is recognised", async () => {
  const { app, ann, page, invite, list } = await startSite();
  await page.visit();
  const { token } = await page.open();
  const { data: chat } = await invite();
  expect(await page.visit(withBearer(app, token))).toMatchObject({ unread: 1, invited: false });
  expect(await list()).toMatchObject([{ contact_id: chat.contact_id, chat_id: chat.id }]);
  expect((await ann.call(contacts.list)).data.data).toHaveLength(1);
});

test('a visitor with a chat is written to in it', async () => {
  const { app, ann, page, invite, said } = await startSite({ live: true });
  const visitor = await addAnsweredVisitor(app, ann);
  await page.visit(visitor.call);
  const socket = await connectVisitor(app, ann, visitor);
  const { data: chat } = await invite();
  expect(chat).toMatchObject({ id: visitor.chatId, contact_id: visitor.contactId });
  await socket.hears('message', ({ message }) => message.body === 'May I help?');
  expect(await said(chat.id)).toEqual(['hello', 'hi', 'May I help?']);
  expect((await ann.call(contacts.list)).data.data).toHaveLength(1);
});

test('a visitor who opened the chat on another page in the meantime becomes the invited contact, with their custom data', async () => {
  const { app, ann, page, params, invite } = await startSite();
  await page.visit();
  const visitor = await addVisitor(app, ann);
  await visitor.call(routes.setCustomData, { params, body: { fields: [{ title: 'Plan', content: 'Pro' }] } });
  const { data: chat } = await invite();
  expect(await page.visit(visitor.call)).toMatchObject({ unread: 1, invited: false });
  expect((await visitor.call(routes.listMessages, { params })).data.data).toMatchObject([{ body: 'May I help?' }]);
  const contact = (await ann.call(contacts.read, { params: { id: chat.contact_id } })).data;
  expect(contact.custom_data).toMatchObject([{ title: 'Plan', content: 'Pro' }]);
});

test('a visitor who wrote on another page in the meantime stays the same contact', async () => {
  const { app, ann, page, invite } = await startSite();
  await page.visit();
  await invite();
  const visitor = await addAnsweredVisitor(app, ann);
  expect(await page.visit(visitor.call)).toMatchObject({ unread: 1, invited: false });
  expect(await page.open(visitor.call)).toMatchObject({ chat_id: visitor.chatId, contact_id: visitor.contactId });
});

test.each([
  ['blocked', contacts.block],
  ['erased', contacts.remove],
] as const)('an invitation ends when its contact is %s', async (_what, route) => {
  const { ann, page, invite } = await startSite();
  await page.visit();
  const { data: chat } = await invite();
  await ann.call(route, { params: { id: chat.contact_id } });
  expect(await page.visit()).toMatchObject({ unread: 0, invited: false });
  expect(await page.open()).toMatchObject({ chat_id: null, contact_id: null });
});

test('in the console an agent writes as themselves, a token as the agent it names', async () => {
  const { app, ann, page, invite } = await startSite();
  await page.visit();
  const bob = await addAgent(app, ann, 'operator');
  const call = await signedIn(app, bob);
  expect(await invite(page.id, { body: 'hi' })).toMatchObject({
    status: 422,
    problem: { errors: { agent_id: [expect.any(String)] } },
  });
  expect((await invite(page.id, { body: 'hi', agent_id: ann.agentId }, call)).status).toBe(422);
  expect((await ann.call(contacts.list)).data.data).toEqual([]);
  expect(await invite(page.id, { body: 'hi' }, call)).toMatchObject({ status: 201, data: { agent_id: bob.agentId } });
});

test('a message has 1 to 10,000 characters', async () => {
  const { ann, page, invite } = await startSite();
  await page.visit();
  for (const body of ['', '  \n', 'x'.repeat(10_001), 7]) {
    const { status, problem } = await invite(page.id, { body, agent_id: ann.agentId });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['body']]);
  }
  expect((await invite(page.id, { body: 'x'.repeat(10_000), agent_id: ann.agentId })).status).toBe(201);
});

test('watching agents see at once that a visitor is in a chat', async () => {
  const { app, ann, page, invite } = await startSite({ live: true });
  await page.visit();
  const socket = await connectAgent(app, ann);
  await socket.call('watch', { visitors: true });
  const { data: chat } = await invite();
  await socket.hears('visitors', ({ here }) => here[0]?.id === page.id && here[0]?.chat_id === chat.id);
});
