import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addVisitor, anonymousCaller } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import { connect } from '../../../../test/people.ts';

const { chats, messages } = api;
const { visitor: routes } = site;

async function startChat() {
  const app = await startApp();
  const ann = await app.owner();
  const params = { button_guid: ann.buttonGuid };
  const visitor = await addAnsweredVisitor(app, ann);
  const chat = { params: { id: visitor.chatId } };
  return {
    app,
    ann,
    params,
    visitor,
    chat,
    open: async (call = visitor.call) => (await call(routes.open, { params, body: {} })).data,
    answer: (body: string) => ann.call(messages.send, { ...chat, body: { type: 'text', body, agent_id: ann.agentId } }),
    list: async (query: object) => (await visitor.call(routes.listMessages, { params, query: { ...query } })).data,
  };
}

test('opening the chat returns everything it shows first', async () => {
  const { ann, params, visitor, open, list } = await startChat();
  await visitor.call(routes.updateContact, { params, body: { name: 'Ira', email: 'ira@example.test' } });
  const opened = await open();
  expect(opened).toEqual({
    token: visitor.token,
    contact_id: visitor.contactId,
    chat_id: visitor.chatId,
    unread: 1,
    rating_requested_at: null,
    chat: {
      id: visitor.chatId,
      version: expect.any(Number),
      status: 'open',
      last_seq: 2,
      seen_seq: 1,
      unread: 1,
      rating_requested_at: null,
      agent: { id: ann.agentId, name: 'Ann', online: false },
    },
    contact: { name: 'Ira', email: 'ira@example.test', phone: null, description: null },
    history: {
      data: [expect.objectContaining({ body: 'hi' }), expect.objectContaining({ body: 'hello' })],
      next_cursor: null,
    },
    online: false,
  });
  expect(opened.history).toEqual(await list({ limit: 30 }));
});

test('it says whether an agent would answer, who has the chat by first name, and that a rating is requested', async () => {
  const { app, ann, chat, open } = await startChat();
  await app.sql(`UPDATE users SET surname = 'Petrova' WHERE email = '${ann.email}'`);
  await connect(app, ann);
  await ann.call(chats.requestRating, chat);
  const opened = await open();
  const agent = { id: ann.agentId, name: 'Ann', online: true };
  expect(opened).toMatchObject({ online: true, rating_requested_at: expect.any(String), chat: { agent } });
  await app.sql(`UPDATE agents SET status = 'relaxation' WHERE id = ${ann.agentId}`);
  expect((await open()).chat?.agent).toEqual({ ...agent, online: false });
  expect(opened.chat?.rating_requested_at).toBe(opened.rating_requested_at);
});

test('of a long chat it returns the newest thirty messages, and the cursor leads to the rest', async () => {
  const { visitor, open, answer, list } = await startChat();
  for (let each = 1; each <= 33; each += 1) await answer(`answer ${each}`);
  const { history } = await open();
  expect(history.data.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, at) => 35 - at));
  const rest = await list({ cursor: history.next_cursor, limit: 3 });
  expect(rest.data.map(({ seq }) => seq)).toEqual([5, 4, 3]);
  const last = await list({ cursor: rest.next_cursor, limit: 30 });
  expect(last).toMatchObject({ data: [{ seq: 2 }, { seq: 1 }], next_cursor: null });
  expect(visitor.token).toMatch(/^vst_/);
});

test('a cursor is valid only for its widget and list', async () => {
  const { app, ann, params, open, answer, visitor } = await startChat();
  for (let each = 0; each < 30; each += 1) await answer('more');
  const { next_cursor: cursor } = (await open()).history;
  const bob = await app.owner();
  const other = await addAnsweredVisitor(app, bob);
  const refused = { status: 422, problem: { errors: { cursor: [expect.any(String)] } } };
  expect(
    await other.call(routes.listMessages, { params: { button_guid: bob.buttonGuid }, query: { cursor } }),
  ).toMatchObject(refused);
  expect(await ann.call(messages.list, { params: { id: visitor.chatId }, query: { cursor } })).toMatchObject(refused);
  expect(await visitor.call(routes.listMessages, { params, query: { cursor: `x${cursor}` } })).toMatchObject(refused);
});

test("notes and other visitors' messages are not included", async () => {
  const { app, ann, chat, open } = await startChat();
  await ann.call(messages.addNote, { ...chat, body: { body: 'careful' } });
  const other = await addVisitor(app, ann);
  await other.write('secret');
  const opened = JSON.stringify(await open());
  expect(opened).not.toContain('careful');
  expect(opened).not.toContain('secret');
});

test('a new visitor gets an empty state', async () => {
  const { app, params } = await startChat();
  expect((await anonymousCaller(app)(routes.open, { params, body: {} })).data).toEqual({
    token: expect.any(String),
    contact_id: null,
    chat_id: null,
    unread: 0,
    rating_requested_at: null,
    chat: null,
    contact: null,
    history: { data: [], next_cursor: null },
    online: false,
  });
});
