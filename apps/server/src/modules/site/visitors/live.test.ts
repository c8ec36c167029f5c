import { randomUUID } from 'node:crypto';
import { api, site, type VisitorChat } from '@parley/contract';
import { expect, test } from 'vitest';
import { addVisitor } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import { addOperator, replyAs } from '../../../../test/operators.ts';
import { addAgent } from '../../../../test/people.ts';
import { type AgentSocket, connectAgent, connectVisitor, type VisitorSocket } from '../../../../test/sockets.ts';

const { chats, contacts } = api;
const { visitor: routes } = site;

const text = (body: string) => ({ client_message_id: randomUUID(), type: 'text' as const, body });

async function startWidget() {
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  const visitor = await addVisitor(app, ann);
  return { app, ann, visitor, params: { button_guid: ann.buttonGuid } };
}

/** A connected visitor who has written, and a connected agent. */
async function startChat() {
  const widget = await startWidget();
  const { app, ann, visitor } = widget;
  const ours = await connectAgent(app, ann);
  await visitor.write('hello');
  const theirs = await connectVisitor(app, ann, visitor);
  const { chat } = await theirs.call('resume', { seq: 0 });
  const id = chat?.id as number;
  return {
    ...widget,
    ours,
    theirs,
    id,
    answer: (body: string) => ours.call('send', { chat_id: id, ...text(body) }),
    read: async () => (await ann.call(chats.read, { params: { id } })).data,
    setState: (state: string) => ann.call(chats.setState, { params: { id }, body: { state } }),
  };
}

/** Events received under a name so far; a reply to a call arrives after earlier events. */
async function heard(socket: AgentSocket | VisitorSocket, name: string) {
  await (socket as AgentSocket).refused('nothing');
  return socket.heard.filter((each) => each.name === name).map(({ data }) => data);
}

const lastChat = async (socket: VisitorSocket) => (await heard(socket, 'chat')).at(-1)?.chat;

test('a browser that states what it has gets the rest, a hundred at a time', async () => {
  const { app, id, theirs } = await startChat();
  await app.sql(`INSERT INTO messages (widget_id, chat_id, seq, sender, type, body, created_at)
    SELECT widget_id, chat_id, number, 'agent', 'text', 'hi', created_at
    FROM messages, generate_series(2, 205) AS number WHERE chat_id = ${id}`);
  await app.sql(`UPDATE chat_heads SET last_seq = 205, version = version + 1 WHERE chat_id = ${id}`);
  const got: number[] = [];
  const pages: [number, boolean][] = [];
  for (let more = true; more; ) {
    const answer = await theirs.call('resume', { seq: got.at(-1) ?? 0 });
    got.push(...answer.messages.map(({ seq }) => seq));
    pages.push([answer.messages.length, answer.more]);
    more = answer.more;
  }
  expect(got).toEqual(Array.from({ length: 205 }, (_, index) => index + 1));
  expect(pages).toEqual([
    [100, true],
    [100, true],
    [5, false],
  ]);
  const { messages: exact, more } = await theirs.call('resume', { seq: 105 });
  expect([exact.length, exact[0]?.seq, more]).toEqual([100, 106, false]);
  for (const seq of [205, 206, 2 ** 31 - 1]) {
    expect(await theirs.call('resume', { seq })).toMatchObject({ messages: [], more: false, chat: { last_seq: 205 } });
  }
});

test('notes are not included', async () => {
  const { theirs, ours, id, answer } = await startChat();
  const before = theirs.heard.length;
  await ours.call('note', { chat_id: id, client_message_id: randomUUID(), body: 'careful' });
  expect(theirs.heard).toHaveLength(before);
  await answer('hi');
  const { messages: all, chat } = await theirs.call('resume', { seq: 0 });
  expect(all.map(({ seq, body }) => [seq, body])).toEqual([
    [1, 'hello'],
    [2, 'hi'],
  ]);
  expect(chat).toMatchObject({ last_seq: 2, unread: 1 });
  expect(JSON.stringify(theirs.heard)).not.toContain('careful');
});

test('a message from one tab or over HTTP reaches all other tabs, and replies reach all', async () => {
  const { app, ann, visitor, theirs, answer } = await startChat();
  const second = await connectVisitor(app, ann, visitor);
  await theirs.call('send', text('over a socket'));
  await visitor.write('through HTTP');
  await answer('hi');
  for (const tab of [theirs, second]) {
    expect((await heard(tab, 'message')).map(({ message }) => [message.seq, message.sender, message.body])).toEqual([
      [2, 'client', 'over a socket'],
      [3, 'client', 'through HTTP'],
      [4, 'agent', 'hi'],
    ]);
  }
});

test('a repeated message is answered as stored and published once', async () => {
  const { theirs, ours } = await startChat();
  const message = text('once');
  const first = await theirs.call('send', message);
  expect(await theirs.call('send', message)).toEqual(first);
  expect(await heard(theirs, 'message')).toHaveLength(1);
  expect((await heard(ours, 'message')).filter((data) => data.message.body === 'once')).toHaveLength(1);
});

test('the first message connects every tab of the visitor to the new chat', async () => {
  for (const where of ['http', 'socket', 'form'] as const) {
    const { app, ann, visitor, params } = await startWidget();
    const ours = await connectAgent(app, ann);
    const tabs = [await connectVisitor(app, ann, visitor), await connectVisitor(app, ann, visitor)] as const;
    if (where === 'http') await visitor.write('hello');
    else if (where === 'socket') await tabs[0].call('send', text('hello'));
    else {
      await visitor.call(routes.updateContact, { params, body: { name: 'Ira' } });
      await visitor.write('hello');
    }
    for (const tab of tabs) await tab.hears('stale');
    const { chat } = await ours.hears('message');
    await ours.call('send', { chat_id: chat.id, ...text('hi') });
    for (const tab of tabs) {
      await tab.hears('message', ({ message }) => message.body === 'hi');
      const { messages: all } = await tab.call('resume', { seq: 0 });
      expect(all.map(({ body }) => body)).toEqual(['hello', 'hi']);
    }
  }
});

test('another visitor of the widget receives nothing of it', async () => {
  const { app, ann, theirs, answer } = await startChat();
  const other = await addVisitor(app, ann);
  await other.write('hello');
  const socket = await connectVisitor(app, ann, other);
  await theirs.call('send', text('secret'));
  await answer('secret too');
  expect(await heard(socket, 'message')).toEqual([]);
  expect(await heard(socket, 'chat')).toEqual([]);
});

test('agents see how far messages were received and seen', async () => {
  const { theirs, ours, answer, read } = await startChat();
  for (const body of ['one', 'two', 'three']) await answer(body);
  const before = await read();
  expect(before).toMatchObject({ last_seq: 4, visitor_received_seq: 0, visitor_seen_seq: 0 });
  expect(await theirs.call('received', { seq: 3 })).toEqual({});
  expect(await read()).toMatchObject({ visitor_received_seq: 3, visitor_seen_seq: 0, version: before.version + 1 });
  await theirs.call('received', { seq: 2 });
  expect((await read()).version).toBe(before.version + 1);
  expect(await theirs.call('seen', { seq: 4 })).toEqual({ unread: 0 });
  const after = await read();
  expect(after).toMatchObject({ visitor_received_seq: 4, visitor_seen_seq: 4, version: before.version + 2 });
  expect((await heard(ours, 'chat')).at(-1)).toEqual({ chat: after });
  await theirs.call('seen', { seq: 1 });
  await theirs.call('received', { seq: 1 });
  expect(await read()).toEqual(after);
});

test('received and seen never exceed the last message', async () => {
  const { theirs, answer, read } = await startChat();
  await answer('hi');
  await theirs.call('received', { seq: 999 });
  await theirs.call('seen', { seq: 1_000 });
  expect(await read()).toMatchObject({ visitor_received_seq: 2, visitor_seen_seq: 2 });
  await answer('more');
  expect(await read()).toMatchObject({ visitor_received_seq: 2, visitor_seen_seq: 2, last_seq: 3 });
  for (const seq of [0, -1, 1.5, '1', 2 ** 31]) {
    expect(await theirs.refused('received', { seq })).toMatchObject({ reason: 'validation_failed' });
    expect(await theirs.refused('seen', { seq })).toMatchObject({ reason: 'validation_failed' });
  }
});

test('other tabs learn that messages were seen', async () => {
  const { app, ann, visitor, theirs, answer } = await startChat();
  const second = await connectVisitor(app, ann, visitor);
  await answer('hi');
  await theirs.call('seen', { seq: 2 });
  expect(await lastChat(second)).toMatchObject({ unread: 0, last_seq: 2 });
});

test('a visitor without a chat has received and seen nothing', async () => {
  const { app, ann, visitor } = await startWidget();
  const theirs = await connectVisitor(app, ann, visitor);
  expect(await theirs.call('received', { seq: 1 })).toEqual({});
  expect(await theirs.call('seen', { seq: 1 })).toEqual({ unread: 0 });
  expect(await theirs.call('resume', { seq: 0 })).toMatchObject({ chat: null, messages: [] });
});

test('a visitor sees which of their messages an agent has seen', async () => {
  const { theirs, ours, id, read } = await startChat();
  const second = await theirs.call('send', text('two'));
  await theirs.call('send', text('three'));
  expect(await ours.call('seen', { chat_id: id, to_message_id: second.id })).toEqual({
    chat_id: id,
    seen: 2,
    unread: 1,
  });
  expect(await lastChat(theirs)).toMatchObject({ seen_seq: 2 });
  expect(await read()).toMatchObject({ agent_seen_seq: 2, unread: 1 });
  expect((await theirs.call('resume', { seq: 0 })).chat).toMatchObject({ seen_seq: 2 });
});

test('the visitor sees who answers, that a rating is requested, and that the chat was closed and reopened', async () => {
  const { app, ann, theirs, id, answer, setState, params, visitor } = await startChat();
  expect((await theirs.call('resume', { seq: 0 })).chat).toMatchObject({ agent: null, status: 'open' });
  await answer('hi');
  expect(await lastChat(theirs)).toMatchObject({ agent: { id: ann.agentId, name: 'Ann' } });
  await ann.call(chats.requestRating, { params: { id } });
  expect(await lastChat(theirs)).toMatchObject({ rating_requested_at: expect.any(String) });
  await visitor.call(routes.rate, { params, body: { score: 5 } });
  expect(await lastChat(theirs)).toMatchObject({ rating_requested_at: null });
  await setState('expired');
  expect(await lastChat(theirs)).toMatchObject({ status: 'closed' });
  await setState('active');
  expect(await lastChat(theirs)).toMatchObject({ status: 'open' });
  const { agentId } = await addAgent(app, ann, 'operator');
  await ann.call(chats.transfer, { params: { id }, body: { agent_id: agentId } });
  expect(await lastChat(theirs)).toMatchObject({ agent: { id: agentId, name: 'Bob' } });
  expect((await theirs.call('resume', { seq: 0 })).chat).toEqual(await lastChat(theirs));
});

test('the visitor sees the AI operator who handles the chat, until a person does', async () => {
  const { app, ann, theirs, id, answer } = await startChat();
  const nora = await addOperator(app, ann, { name: 'Nora Bot' });
  await app.sql(`UPDATE chats SET agent_id = NULL WHERE id = ${id}`);
  await replyAs(app, ann, { operatorId: nora.id, chatId: id, body: 'beep' });
  expect((await theirs.call('resume', { seq: 0 })).chat).toMatchObject({
    agent: { id: nora.id, name: 'Nora', online: true },
  });
  await answer('hi');
  expect(await lastChat(theirs)).toMatchObject({ agent: { id: ann.agentId, name: 'Ann' } });
});

test('a message that reopens a closed chat shows the visitor that it is open', async () => {
  const { theirs, answer, setState } = await startChat();
  await answer('hi');
  for (const write of [() => answer('one more thing'), () => theirs.call('send', text('and another'))]) {
    await setState('expired');
    expect(await lastChat(theirs)).toMatchObject({ status: 'closed' });
    await write();
    expect((await theirs.call('resume', { seq: 0 })).chat).toMatchObject({ status: 'open' });
    expect(await lastChat(theirs)).toMatchObject({ status: 'open' });
  }
});

test('a visitor cannot tell that their chat is spam', async () => {
  const { theirs, ours, id, answer, setState } = await startChat();
  await answer('hi');
  const { id: to_message_id } = await theirs.call('send', text('buy this'));
  await ours.call('seen', { chat_id: id, to_message_id });
  for (const state of ['active', 'expired'] as const) {
    await setState(state);
    const { version: _, ...before } = (await theirs.call('resume', { seq: 0 })).chat as VisitorChat;
    await setState('spam');
    const version = expect.any(Number);
    expect((await theirs.call('resume', { seq: 0 })).chat).toEqual({ ...before, version });
    expect(await lastChat(theirs)).toEqual({ ...before, version });
    expect(JSON.stringify(theirs.heard)).not.toContain('spam');
    await setState('active');
  }
});

test('a message in a spam chat is accepted as usual, and no read mark is published', async () => {
  const { theirs, ours, id, setState } = await startChat();
  await setState('spam');
  const sent = await theirs.call('send', text('buy this'));
  expect(sent).toMatchObject({ seq: 2 });
  await ours.call('seen', { chat_id: id, to_message_id: sent.id });
  const { chat, messages } = await theirs.call('resume', { seq: 0 });
  expect(chat).toMatchObject({ status: 'open', seen_seq: 0, last_seq: 2 });
  expect(messages.map(({ seen_at }) => seen_at)).toEqual([null, null]);
});

test('agents see details given by a visitor or the site at once', async () => {
  const { ann, visitor, params, ours } = await startChat();
  const last = async () => (await heard(ours, 'contact')).at(-1)?.contact;
  await visitor.call(routes.updateContact, { params, body: { name: 'Ira', email: 'ira@example.test' } });
  expect(await last()).toMatchObject({ name: 'Ira', email: 'ira@example.test' });
  const { id } = await last();
  const read = async () => (await ann.call(contacts.read, { params: { id } })).data;
  expect(await last()).toEqual(await read());
  await visitor.call(routes.updateContact, { params, query: { via: 'api' }, body: { phone: '+1' } });
  expect(await last()).toEqual(await read());
  await visitor.call(routes.setCustomData, { params, body: { fields: [{ title: 'Plan', content: 'gold' }] } });
  expect(await last()).toMatchObject({ custom_data: [{ title: 'Plan', content: 'gold', link: null }] });
  expect(await last()).toEqual(await read());
});

test('agents see every change of a contact as it reads afterwards', async () => {
  const { ann, ours } = await startChat();
  const { id } = (await ann.call(contacts.create, { body: { name: 'Ira' } })).data;
  const params = { id };
  const changes = [
    () => ann.call(contacts.update, { params, body: { description: 'asks a lot', attributes: { plan: 'gold' } } }),
    () => ann.call(contacts.addTags, { params, body: { tags: ['vip', 'new'] } }),
    () => ann.call(contacts.removeTag, { params: { ...params, tag: 'new' } }),
    () => ann.call(contacts.block, { params }),
    () => ann.call(contacts.unblock, { params }),
  ];
  for (const change of changes) {
    const before = (await heard(ours, 'contact')).length;
    await change();
    const after = await heard(ours, 'contact');
    expect(after).toHaveLength(before + 1);
    expect(after.at(-1)).toEqual({ contact: (await ann.call(contacts.read, { params })).data });
  }
});

test('agents of another widget receive nothing of it', async () => {
  const { app, visitor, params, theirs } = await startChat();
  const stranger = await connectAgent(app, await app.owner());
  await visitor.call(routes.updateContact, { params, body: { name: 'Ira' } });
  await theirs.call('send', text('secret'));
  expect(await heard(stranger, 'contact')).toEqual([]);
  expect(await heard(stranger, 'message')).toEqual([]);
});
