import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../../test/call.ts';
import { addAnsweredVisitor, addVisitor } from '../../../../../test/callers.ts';
import { startApp } from '../../../../../test/harness.ts';
import { identify } from '../../../../../test/identities.ts';
import { addAgent } from '../../../../../test/people.ts';

// When a visitor is identified, their earlier chat is merged into the known user's.

const { chats, contacts, messages, ratings } = api;
const { visitor: routes } = site;

/** A known user and an anonymous visitor who turns out to be them, each with a chat of two messages. */
async function startBoth() {
  const app = await startApp();
  const ann = await app.owner();
  const params = { button_guid: ann.buttonGuid };
  const known = await addAnsweredVisitor(app, ann);
  await identify(app, ann, known, 'user-1');
  const guest = await addAnsweredVisitor(app, ann);
  const chatOf = ({ chatId: id }: { chatId: number }) => ({ params: { id } });
  return {
    app,
    ann,
    params,
    known,
    guest,
    chatOf,
    join: () => identify(app, ann, guest, 'user-1'),
    read: async (visitor: { chatId: number }) => (await ann.call(chats.read, chatOf(visitor))).data,
    list: async (visitor: { chatId: number }) =>
      (await ann.call(messages.list, { ...chatOf(visitor), query: { limit: 100 } })).data.data.toReversed(),
    answer: (visitor: { chatId: number }, body: string, agent_id = ann.agentId) =>
      ann.call(messages.send, { ...chatOf(visitor), body: { type: 'text', body, agent_id } }),
    head: async ({ chatId }: { chatId: number }) =>
      (await app.sql<Record<string, unknown>>(`SELECT * FROM chat_heads WHERE chat_id = ${chatId}`))[0],
    /** The widget's rows in a table. */
    stored: (table: string) => app.sql(`SELECT FROM ${table} WHERE widget_id = ${ann.widgetId}`),
    later: (minutes = 1) => {
      app.clock.now = app.clock.now.add({ minutes });
    },
  };
}

test('messages are appended to the known chat, renumbered, in order and otherwise unchanged', async () => {
  const { app, ann, guest, known, chatOf, join, list, later } = await startBoth();
  const { data: file } = await guest.call(routes.upload, {
    params: { button_guid: ann.buttonGuid },
    body: new Form('a.txt', 'a'),
  });
  await ann.call(messages.addNote, { ...chatOf(guest), body: { body: 'careful', agent_id: ann.agentId } });
  const body = { client_message_id: 'a-file', type: 'file', file: { id: file.id } };
  await guest.call(routes.send, { params: { button_guid: ann.buttonGuid }, body });
  later();
  // Written last, so it has the greatest id.
  await known.write('one more');
  const stored = () =>
    app.sql<{ row: object }>(
      `SELECT to_jsonb(m) - 'id' - 'chat_id' - 'seq' AS row FROM messages m
       WHERE widget_id = ${ann.widgetId} ORDER BY chat_id, id`,
    );
  const [before, rows] = [[...(await list(known)), ...(await list(guest))], await stored()];
  expect((await join()).status).toBe(200);
  const after = await list(known);
  expect(after.map(({ seq, body, private: isNote }) => [seq, body, isNote])).toEqual([
    [1, 'hello', false],
    [2, 'hi', false],
    [3, 'one more', false],
    [4, 'hello', false],
    [5, 'hi', false],
    [null, 'careful', true],
    [6, null, false],
  ]);
  expect(await stored()).toEqual(rows);
  const comparable = (all: typeof after) =>
    all.map(({ id: _, seq: __, chat_id: ___, url: ____, ...message }) => message);
  expect(comparable(after)).toEqual(comparable(before));
  const ids = after.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
});

test('the visitor sees the merged chat from then on, and gets it in the response', async () => {
  const { params, known, guest, join } = await startBoth();
  const { data } = await join();
  expect(data).toMatchObject({
    contact_id: known.contactId,
    chat_id: known.chatId,
    chat: { id: known.chatId, last_seq: 4, unread: 2 },
    unread: 2,
  });
  expect(data.history.data.map(({ seq }) => seq)).toEqual([4, 3, 2, 1]);
  expect((await guest.write('and on')).seq).toBe(5);
  const { data: listed } = (await known.call(routes.listMessages, { params, query: { after_seq: 4 } })).data;
  expect(listed).toMatchObject([{ seq: 5, body: 'and on' }]);
});

test('the old chat and the old contact no longer exist', async () => {
  const { ann, guest, chatOf, join, stored } = await startBoth();
  await join();
  expect((await ann.call(chats.read, chatOf(guest))).status).toBe(404);
  expect((await ann.call(contacts.read, { params: { id: guest.contactId } })).status).toBe(404);
  for (const table of ['contacts', 'chats', 'chat_heads']) expect(await stored(table)).toHaveLength(1);
  expect(await stored('visitors')).toHaveLength(2);
});

test('counters and marks of the chat cover both', async () => {
  const { ann, params, known, guest, chatOf, join, read, answer, later, head } = await startBoth();
  await known.call(routes.markSeen, { params, body: { seq: 2 } });
  const [first] = (await ann.call(messages.list, chatOf(known))).data.data.slice(-1);
  await ann.call(messages.markSeen, { ...chatOf(known), body: { message_id: first?.id } });
  await guest.call(routes.markSeen, { params, body: { seq: 2 } });
  later();
  await answer(guest, 'not seen');
  later();
  await guest.write('waiting');
  const [before, old] = [await read(known), await read(guest)];
  await join();
  const after = await read(known);
  expect(after).toMatchObject({
    last_seq: 6,
    unread: 1,
    visitor_seen_seq: 4,
    visitor_received_seq: 4,
    agent_seen_seq: 3,
    awaiting_reply: true,
    waiting_since: old.waiting_since,
    last_message_at: old.last_message_at,
    created_at: before.created_at,
    version: before.version + 1,
  });
  expect(await head(known)).toMatchObject({ visitor_unread: 1, last_seq: 6 });
});

test('a read mark does not move past messages that were unread before it', async () => {
  const { params, known, guest, join, read } = await startBoth();
  await guest.call(routes.markSeen, { params, body: { seq: 2 } });
  await join();
  expect(await read(known)).toMatchObject({ visitor_seen_seq: 0, visitor_received_seq: 0, agent_seen_seq: 3 });
  expect((await known.call(routes.markSeen, { params, body: { seq: 4 } })).data).toEqual({ unread: 0 });
});

test.each([
  ['both are open', 'active', 'active', { status: 'active', done_at: null }],
  ['the known one was closed', 'expired', 'active', { status: 'active', done_at: null, closed_at: null }],
  ['the old one was closed', 'active', 'expired', { status: 'active', done_at: null, closed_at: null }],
  ['both were closed', 'expired', 'expired', { status: 'expired', done_at: expect.any(String) }],
  ['the known one is spam', 'spam', 'active', { status: 'spam', awaiting_reply: false }],
] as const)('whether the chat is open when %s', async (_what, ofKnown, ofGuest, expected) => {
  const { ann, known, guest, chatOf, join, read } = await startBoth();
  await ann.call(chats.setState, { ...chatOf(known), body: { state: ofKnown } });
  await ann.call(chats.setState, { ...chatOf(guest), body: { state: ofGuest } });
  await join();
  expect(await read(known)).toMatchObject({ ...expected, last_seq: 4 });
});

test('the agent of the chat with the latest message stays its owner, and no one loses another chat', async () => {
  const { app, ann, known, guest, chatOf, join, read, answer, later } = await startBoth();
  const [bob, eve] = [await addAgent(app, ann, 'operator'), await addAgent(app, ann, 'operator')];
  await ann.call(chats.transfer, { ...chatOf(guest), body: { agent_id: bob.agentId } });
  await app.sql(`UPDATE chats SET agents = '{${eve.agentId}}' WHERE id = ${known.chatId}`);
  later();
  await answer(guest, 'me again', bob.agentId);
  const before = await read(known);
  await join();
  expect(await read(known)).toMatchObject({
    agent_id: bob.agentId,
    agents: [eve.agentId, ann.agentId],
    accepted_by: before.accepted_by,
    handled_by: { agent_id: bob.agentId },
  });
});

test('ratings move too, and of two for one agent the later counts', async () => {
  const { app, ann, params, known, guest, chatOf, join, later } = await startBoth();
  const bob = await addAgent(app, ann, 'operator');
  const rate = (visitor: typeof guest, score: number) => visitor.call(routes.rate, { params, body: { score } });
  await rate(known, 2);
  later();
  await rate(guest, 5);
  await ann.call(messages.send, { ...chatOf(guest), body: { type: 'text', body: 'hi', agent_id: bob.agentId } });
  await rate(guest, 4);
  await join();
  const { data } = (await ann.call(ratings.list)).data;
  const rated = data.map(({ agent_id, contact_id, chat_id, score }) => ({ agent_id, contact_id, chat_id, score }));
  const of = { contact_id: known.contactId, chat_id: known.chatId };
  expect(rated).toEqual([
    { ...of, agent_id: bob.agentId, score: 4 },
    { ...of, agent_id: ann.agentId, score: 5 },
  ]);
});

test('an earlier rating of the old contact does not replace a later one', async () => {
  const { ann, params, known, guest, join, later } = await startBoth();
  await guest.call(routes.rate, { params, body: { score: 1 } });
  later();
  await known.call(routes.rate, { params, body: { score: 5 } });
  await join();
  expect((await ann.call(ratings.list)).data.data).toMatchObject([{ score: 5, contact_id: known.contactId }]);
});

test("fields of the old contact fill the user's empty ones, and replace none", async () => {
  const { ann, params, known, guest, join } = await startBoth();
  const update = (id: string, body: object) => ann.call(contacts.update, { params: { id }, body });
  await update(known.contactId, { name: 'Irina', attributes: { plan: 'gold' } });
  await update(guest.contactId, { name: 'I.', phone: '+1', attributes: { plan: 'free', city: 'Тверь' } });
  await ann.call(contacts.addTags, { params: { id: known.contactId }, body: { tags: ['vip'] } });
  await ann.call(contacts.addTags, { params: { id: guest.contactId }, body: { tags: ['vip', 'new'] } });
  await guest.call(routes.setCustomData, { params, body: { fields: [{ content: 'cart: 3' }] } });
  expect((await join()).data.contact).toEqual({ name: 'Irina', email: null, phone: '+1', description: null });
  expect((await ann.call(contacts.read, { params: { id: known.contactId } })).data).toMatchObject({
    name: 'Irina',
    phone: '+1',
    user_id: 'user-1',
    attributes: { plan: 'gold', city: 'Тверь' },
    tags: ['new', 'vip'],
    custom_data: [{ content: 'cart: 3' }],
  });
});

test('when the known contact has no chat, the old one becomes theirs unchanged', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const known = await addVisitor(app, ann);
  const { contact_id } = (await identify(app, ann, known, 'user-1')).data;
  const guest = await addAnsweredVisitor(app, ann);
  const read = async () => (await ann.call(chats.read, { params: { id: guest.chatId } })).data;
  const before = await read();
  const { data } = await identify(app, ann, guest, 'user-1');
  expect(data).toMatchObject({ contact_id, chat_id: guest.chatId, chat: { last_seq: 2 } });
  const { updated_at } = await read();
  expect(await read()).toEqual({ ...before, contact_id, version: before.version + 1, updated_at });
  expect((await ann.call(contacts.list)).data.data).toHaveLength(1);
});

test('a visitor who has not written yet merges nothing', async () => {
  const { app, ann, known } = await startBoth();
  const silent = await addVisitor(app, ann);
  expect((await identify(app, ann, silent, 'user-1')).data).toMatchObject({
    chat_id: known.chatId,
    chat: { last_seq: 2 },
  });
  const form = await addVisitor(app, ann);
  const params = { button_guid: ann.buttonGuid };
  await form.call(routes.updateContact, { params, body: { email: 'ira@example.test' } });
  expect((await identify(app, ann, form, 'user-1')).data).toMatchObject({
    chat: { last_seq: 2 },
    contact: { email: 'ira@example.test' },
  });
});

test('a message sent before the merge is still recognised by its idempotency key', async () => {
  const { known, guest, join, list } = await startBoth();
  await guest.write('mine', 'unsure');
  await known.write('theirs', 'twice');
  await guest.write('also mine', 'twice');
  await join();
  expect(await guest.write('mine', 'unsure')).toMatchObject({ seq: 6, body: 'mine' });
  const all = await list(known);
  expect(all.map(({ body, client_message_id }) => [body, client_message_id]).slice(2)).toEqual([
    ['theirs', 'twice'],
    ['hello', expect.any(String)],
    ['hi', null],
    ['mine', 'unsure'],
    ['also mine', null],
  ]);
});

test('a visitor whose chat is spam is silently not merged', async () => {
  const { app, ann, params, guest, known, chatOf, join, read } = await startBoth();
  await ann.call(chats.setState, { ...chatOf(guest), body: { state: 'spam' } });
  const { token: _, ...before } = (await guest.call(routes.open, { params, body: {} })).data;
  const answer = await join();
  expect([answer.status, answer.data]).toEqual([200, before]);
  expect((await identify(app, ann, guest, 'user-2')).data).toEqual(before);
  expect((await ann.call(contacts.read, { params: { id: guest.contactId } })).data.user_id).toBeNull();
  expect(await read(known)).toMatchObject({ last_seq: 2 });
  await ann.call(chats.setState, { ...chatOf(guest), body: { state: 'active' } });
  expect((await join()).data).toMatchObject({ chat_id: known.chatId, chat: { last_seq: 4 } });
});

test('a visitor cannot become a blocked user', async () => {
  const { ann, params, guest, known, join, stored } = await startBoth();
  await ann.call(contacts.block, { params: { id: known.contactId } });
  expect(await join()).toMatchObject({ status: 403, problem: { reason: 'visitor_blocked' } });
  expect(await stored('contacts')).toHaveLength(2);
  expect((await guest.call(routes.open, { params, body: {} })).data).toMatchObject({ chat_id: guest.chatId });
});

test('the last event of the old chat is that it closed, unless it already had', async () => {
  const { app, ann, guest, chatOf, join } = await startBoth();
  const closed = () =>
    app.sql<{ data: object }>(
      `SELECT data FROM events WHERE widget_id = ${ann.widgetId} AND type = 'chat.closed' ORDER BY id`,
    );
  await join();
  expect(await closed()).toMatchObject([{ data: { chat_id: guest.chatId, agent_id: ann.agentId, reason: 'joined' } }]);
  const third = await addAnsweredVisitor(app, ann);
  await ann.call(chats.close, chatOf(third));
  await identify(app, ann, third, 'user-1');
  expect(await closed()).toHaveLength(2);
});

test('a merged contact is no longer found by search, and its messages are', async () => {
  const { ann, guest, known, join, stored } = await startBoth();
  await guest.write('a rare gramophone');
  await join();
  const found = (await ann.call(chats.list, { query: { q: 'gramophone' } })).data.data;
  expect(found.map(({ id }) => id)).toEqual([known.chatId]);
  await ann.call(contacts.remove, { params: { id: known.contactId } });
  for (const table of ['contacts', 'chats', 'messages', 'visitors']) {
    expect([table, await stored(table)]).toEqual([table, []]);
  }
});
