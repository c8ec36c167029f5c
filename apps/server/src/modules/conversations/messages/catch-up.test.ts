import { expect, test } from 'vitest';
import { startApp } from '../../../../test/harness.ts';
import { addMessengerChat } from '../../../../test/messenger-chats.ts';
import { connectAgent } from '../../../../test/sockets.ts';
import { editBody, markDeleted, markReadByCustomer, setDelivery } from './index.ts';

async function startChat() {
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  const chat = await addMessengerChat(app, ann);
  const socket = await connectAgent(app, ann);
  const { chatId, work } = chat;
  return {
    app,
    ann,
    socket,
    ...chat,
    catchUp: (after: { after_id: number; after_version?: number }) =>
      socket.call('catch_up', { chat_id: chatId, ...after }),
    deliver: (id: number) => work((ctx) => setDelivery(ctx, chatId, [{ messageId: id, status: 'sent' }])),
    edit: (id: number) => work((ctx) => editBody(ctx, chatId, id, `edited ${id}`)),
    remove: (id: number) => work((ctx) => markDeleted(ctx, chatId, id)),
  };
}

test('a client that missed changes of messages gets exactly them, in their order', async () => {
  const { send, catchUp, deliver, edit, remove, list, read } = await startChat();
  const sent = [await send('a'), await send('b'), await send('c'), await send('d')];
  const ids = sent.map(({ id }) => id);
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  await deliver(a);
  const { version } = await read();
  for (const id of [c, a, b]) await deliver(id);
  await edit(c);
  await remove(a);
  const known = { after_id: d, after_version: version };
  const caught = await catchUp(known);
  const all = await list();
  const chat = await read();
  expect(caught).toEqual({
    chat,
    messages: [],
    log: [],
    changed: [b, c, a].map((id) => all.find((message) => message.id === id)),
    version: chat.version,
    more: false,
  });
  expect((await catchUp({ ...known, after_version: caught.version })).changed).toEqual([]);
  const first = await catchUp({ after_id: b, after_version: version });
  expect([first.changed.map(({ id }) => id), first.messages.map(({ id }) => id)]).toEqual([
    [b, a],
    [c, d],
  ]);
  expect((await catchUp({ after_id: d })).changed).toEqual([]);
});

test('changes come a hundred at a time, each once', async () => {
  const { app, chatId, work, catchUp, list, read } = await startChat();
  const { version } = await read();
  await app.sql(`INSERT INTO messages (widget_id, chat_id, seq, sender, type, body, delivery, created_at)
    SELECT widget_id, chat_id, number, 'agent', 'text', 'hi', '{"status": "sent"}', created_at
    FROM messages, generate_series(2, 202) AS number WHERE chat_id = ${chatId};
    UPDATE chat_heads SET last_seq = 202 WHERE chat_id = ${chatId}`);
  await work((ctx) => markReadByCustomer(ctx, chatId, { upToSeq: 202 }, 'read'));
  const after_id = (await list()).at(-1)?.id ?? 0;
  const got: number[] = [];
  const pages: [number, boolean][] = [];
  for (let after_version = version, more = true; more; ) {
    const page = await catchUp({ after_id, after_version });
    got.push(...page.changed.map(({ id }) => id));
    pages.push([page.changed.length, page.more]);
    after_version = page.version;
    more = page.more;
  }
  expect(pages).toEqual([
    [100, true],
    [100, true],
    [1, false],
  ]);
  expect(new Set(got).size).toBe(201);
});

test('a resume names the chat whose messages changed, once', async () => {
  const { socket, chatId, send, deliver, edit, remove, read } = await startChat();
  const { id } = await send('a');
  let { cursor } = await socket.call('resume', {});
  for (const change of [deliver, edit, remove]) {
    await change(id);
    const { version } = await read();
    const resumed = await socket.call('resume', { cursor });
    expect(resumed.heads).toEqual([{ id: chatId, version }]);
    cursor = resumed.cursor;
    expect((await socket.call('resume', { cursor })).heads).toEqual([]);
  }
});

test('a message that changes what the messenger allows publishes the new reach', async () => {
  const { app, socket, receive, setOtherSide, read } = await startChat();
  await receive('first');
  const reply_until = app.clock.now.add({ hours: 24 }).toString({ fractionalSecondDigits: 3 }).replace('Z', '+00:00');
  const reach = { state: 'open' as const, reply_until };
  await setOtherSide(`reply_until = '${reply_until}'`);
  const { stored } = await receive('second', { reach });
  const heard = await socket.hears('message', ({ message }) => message.id === stored.id);
  expect(heard.chat.reach).toEqual(reach);
  expect((await read()).reach).toEqual(reach);
});
