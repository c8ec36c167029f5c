import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat, signedIn } from '../../../../../test/callers.ts';
import { startApp } from '../../../../../test/harness.ts';
import { connectAgent, connectVisitor } from '../../../../../test/sockets.ts';

const { chats, messages } = api;

/** A chat with two messages of the visitor that nobody has seen. */
async function startChat(options: Parameters<typeof startApp>[1] = {}) {
  const app = await startApp({}, options);
  const ann = await app.owner();
  const chat = await addChat(app, ann);
  await chat.visitor.write('anybody?');
  const { params } = chat;
  return {
    ...chat,
    app,
    ann,
    answer: (body = 'hi') => ann.call(messages.send, { params, body: { type: 'text', body, agent_id: ann.agentId } }),
    /** Numbers of the visitor's messages that are marked as seen: for agents, and for the visitor. */
    seen: async () => {
      const own = (await ann.call(messages.list, { params })).data.data;
      const visitor = chat.visitor.call(site.visitor.listMessages, { params: { button_guid: ann.buttonGuid } });
      return [own, (await visitor).data.data].map((list) =>
        list.filter(({ sender, seen_at }) => sender === 'client' && seen_at !== null).map(({ seq }) => seq),
      );
    },
  };
}

test('an answer of an agent marks what the visitor wrote before as seen', async () => {
  const { read, visitor, answer, seen } = await startChat();
  expect(await read()).toMatchObject({ unread: 2, agent_seen_seq: 0 });
  await answer();
  expect(await read()).toMatchObject({ unread: 0, agent_seen_seq: 2 });
  expect(await seen()).toEqual([
    [2, 1],
    [2, 1],
  ]);
  await visitor.write('thanks');
  expect(await read()).toMatchObject({ unread: 1, agent_seen_seq: 2 });
  await answer('welcome');
  expect(await read()).toMatchObject({ unread: 0, agent_seen_seq: 4 });
  expect(await seen()).toEqual([
    [4, 2, 1],
    [4, 2, 1],
  ]);
});

test.each(['close', 'bulk'])('closing a chat marks what the visitor wrote as seen (%s)', async (way) => {
  const { ann, params, read, seen } = await startChat();
  if (way === 'close') await ann.call(chats.close, { params, body: {} });
  else await ann.call(chats.bulk, { body: { ids: [params.id], action: 'close' } });
  expect(await read()).toMatchObject({ unread: 0, agent_seen_seq: 2 });
  expect(await seen()).toEqual([
    [2, 1],
    [2, 1],
  ]);
});

test('undoing a close makes unread again what it marked as seen', async () => {
  const { ann, params, read, seen } = await startChat();
  const session = await signedIn(await startApp(), ann);
  const { id } = (await ann.call(messages.list, { params })).data.data.at(-1) ?? { id: 0 };
  await ann.call(messages.markSeen, { params, body: { message_id: id } });
  await session(chats.close, { params, body: {} });
  await session(chats.bulk, { body: { ids: [params.id], action: 'undo', undone: 'close' } });
  expect(await read()).toMatchObject({ unread: 1, agent_seen_seq: 1, status: 'active' });
  expect(await seen()).toEqual([[1], [1]]);
});

test('the sweep, a note and spam mark nothing as seen', async () => {
  const { app, ann, params, read, seen } = await startChat();
  await ann.call(messages.addNote, { params, body: { body: 'a regular' } });
  app.clock.now = app.clock.now.add({ minutes: 8 });
  await app.run('chats.sweep');
  expect(await read()).toMatchObject({ status: 'expired', unread: 2 });
  await ann.call(chats.setState, { params, body: { state: 'spam' } });
  expect(await read()).toMatchObject({ unread: 2, agent_seen_seq: 0 });
  expect(await seen()).toEqual([[], []]);
});

test('the visitor does not learn from an answer that spam was read', async () => {
  const { ann, params, read, answer, seen } = await startChat();
  await ann.call(chats.setState, { params, body: { state: 'spam' } });
  await answer();
  expect(await read()).toMatchObject({ unread: 0, agent_seen_seq: 0 });
  expect(await seen()).toEqual([[2, 1], []]);
});

test('agents and the visitor learn live that an answer has read the chat', async () => {
  const { app, ann, visitor, params, answer } = await startChat({ live: true });
  const [console, browser] = [await connectAgent(app, ann), await connectVisitor(app, ann, visitor)];
  await answer();
  const told = await console.hears('message', ({ chat }) => chat.id === params.id);
  expect(told.chat).toMatchObject({ unread: 0, agent_seen_seq: 2 });
  expect(await browser.hears('chat', ({ chat }) => chat.seen_seq === 2)).toMatchObject({ chat: { unread: 1 } });
});
