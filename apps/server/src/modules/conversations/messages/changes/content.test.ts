import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../../test/call.ts';
import { startApp } from '../../../../../test/harness.ts';
import { addMessengerChat } from '../../../../../test/messenger-chats.ts';
import { connectAgent } from '../../../../../test/sockets.ts';
import { indexBatch } from '../../search/store.ts';
import { editBody, findForChange, markDeleted } from '../index.ts';

const { chats, files, messages } = api;

async function startChat(options: { live?: boolean } = {}) {
  const app = await startApp({}, options);
  const ann = await app.owner();
  const chat = await addMessengerChat(app, ann);
  const { chatId, work } = chat;
  return {
    app,
    ann,
    ...chat,
    edit: (id: number, body: string | null) => work((ctx) => editBody(ctx, chatId, id, body)),
    remove: (id: number) => work((ctx) => markDeleted(ctx, chatId, id)),
    find: async (q: string) => (await ann.call(chats.list, { query: { q } })).data.data.map(({ id }) => id),
    index: () => indexBatch(app.unitOfWork.autocommit, { messages: 500, characters: 250_000 }),
    later: () => {
      app.clock.now = app.clock.now.add({ seconds: 1 });
      return app.clock.now.toString({ fractionalSecondDigits: 3 }).replace('Z', '+00:00');
    },
  };
}

test('an edited message has its new text, without formatting, and says when it was edited', async () => {
  const { ann, params, edit, list, read, later } = await startChat();
  const body = { type: 'text', body: 'hi', markdown: '**hi**', agent_id: ann.agentId };
  const { id } = (await ann.call(messages.send, { params, body })).data;
  const before = (await list()).at(-1);
  const { version } = await read();
  const edited_at = later();
  const changed = { ...before, body: 'hello', markdown: null, edited_at };
  expect(await edit(id, 'hello')).toMatchObject({ id, body: 'hello' });
  expect((await list()).at(-1)).toEqual(changed);
  expect(await read()).toMatchObject({ version: version + 1, last_message: { text: 'hello', agent_id: ann.agentId } });
});

test('a caption can be removed, and a text cannot', async () => {
  const { ann, params, edit, list } = await startChat();
  const { data: file } = await ann.call(files.create, { body: new Form('a.txt', 'a') });
  const send = async (body: object) =>
    (await ann.call(messages.send, { params, body: { ...body, agent_id: ann.agentId } })).data.id;
  const captioned = await send({ type: 'file', file: { id: file.id }, body: 'look' });
  const text = await send({ type: 'text', body: 'hi' });
  await edit(captioned, null);
  await edit(text, null);
  expect((await list()).slice(-2)).toMatchObject([
    { id: captioned, body: null, name: 'a.txt', edited_at: expect.any(String) },
    { id: text, body: 'hi', edited_at: null },
  ]);
});

test('a deleted message keeps its place and nothing else', async () => {
  const { ann, params, remove, list, read, later } = await startChat();
  const { data: file } = await ann.call(files.create, { body: new Form('a.txt', 'a') });
  const body = { type: 'file', file: { id: file.id }, body: 'look', agent_id: ann.agentId };
  const { id } = (await ann.call(messages.send, { params, body })).data;
  const before = (await list()).at(-1);
  const deleted_at = later();
  await remove(id);
  const nothing = { body: null, markdown: null, file: null, url: null, name: null };
  expect((await list()).at(-1)).toEqual({ ...before, ...nothing, deleted_at });
  expect(await read()).toMatchObject({ last_seq: 2, last_message: { type: 'file', text: null } });
});

test('a change of an earlier message leaves the preview of the chat as it is', async () => {
  const { receive, list, edit, remove, read } = await startChat();
  const [first] = await list();
  await receive('the newest');
  await edit(first?.id ?? 0, 'edited');
  await remove(first?.id ?? 0);
  expect(await read()).toMatchObject({ last_message: { text: 'the newest' } });
});

test('the same edit or deletion again changes nothing, and a deleted message is not edited', async () => {
  const { list, edit, remove, read, later } = await startChat();
  const id = (await list())[0]?.id ?? 0;
  expect(await edit(id, 'hello')).toMatchObject({ edited_at: null });
  await edit(id, 'new');
  const edited = [await list(), await read()];
  later();
  await edit(id, 'new');
  expect([await list(), await read()]).toEqual(edited);
  await remove(id);
  const removed = [await list(), await read()];
  later();
  await remove(id);
  expect(await edit(id, 'again')).toMatchObject({ body: null });
  expect([await list(), await read()]).toEqual(removed);
});

test('a message that does not exist is neither found nor changed', async () => {
  const { chatId, work, edit, remove } = await startChat();
  expect(await edit(987_654, 'new')).toBeUndefined();
  expect(await remove(987_654)).toBeUndefined();
  expect(await work((ctx) => findForChange(ctx, chatId, 987_654))).toBeUndefined();
  expect(await work((ctx) => editBody(ctx, 987_654, 1, 'new'))).toBeUndefined();
});

test.each([true, false])('a search finds the new text only (the old one was indexed: %s)', async (isIndexed) => {
  const { chatId, receive, edit, remove, find, index } = await startChat();
  const { stored } = await receive('quince jam');
  if (isIndexed) await index();
  expect(await find('quince')).toEqual([chatId]);
  await edit(stored.id, 'rowan jelly');
  for (const indexed of [false, true]) {
    if (indexed) await index();
    expect([await find('quince'), await find('rowan')]).toEqual([[], [chatId]]);
  }
  await remove(stored.id);
  expect(await find('rowan')).toEqual([]);
  await index();
  expect(await find('rowan')).toEqual([]);
});

test('a transcript says that a message was deleted', async () => {
  const { app, ann, chatId, receive, remove } = await startChat();
  const { stored } = await receive('a secret');
  await remove(stored.id);
  const url = `/api/v1/chats/${chatId}/transcript`;
  const { body } = await app.http.inject({ url, headers: { authorization: `Bearer ${ann.token}` } });
  expect(body).toMatch(/Client: hello\n.* Client: \[deleted\]\n/);
});

test('consoles hear of an edit with what it changed of the chat', async () => {
  const { app, ann, receive, edit, list, read } = await startChat({ live: true });
  const { stored } = await receive('hi');
  const socket = await connectAgent(app, ann);
  await edit(stored.id, 'hello');
  const { id, version, updated_at, last_message } = await read();
  const message = (await list()).at(-1);
  expect(await socket.hears('message_changed')).toEqual({ message, chat: { id, version, updated_at, last_message } });
});
