import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addVisitor } from '../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { startPair } from '../../../../test/nodes.ts';
import { connectAgent, connectVisitor } from '../../../../test/sockets.ts';

async function startChat(app: TestApp) {
  const ann = await app.owner();
  const visitor = await addVisitor(app, ann);
  return { ann, visitor, theirs: await connectVisitor(app, ann, visitor), ours: await connectAgent(app, ann) };
}

const text = (body: string) => ({ client_message_id: randomUUID(), type: 'text' as const, body });

test('messages reach agents, and replies the visitor, at once', async () => {
  const { theirs, ours } = await startChat(await startApp({}, { live: true }));
  expect(await theirs.call('resume', { seq: 0 })).toEqual({ chat: null, messages: [], more: false, online: true });
  const sent = await theirs.call('send', text('hello'));
  expect(sent).toMatchObject({ seq: 1, sender: 'client', body: 'hello' });
  const { message, chat } = await ours.hears('message');
  expect(message).toMatchObject({ id: sent.id, seq: 1, body: 'hello' });
  expect(chat).toMatchObject({ id: message.chat_id, status: 'active', unread: 1, version: 2 });
  // The visitor is a contact now, and hears of the chat from here on.
  await theirs.hears('stale');
  const answer = await ours.call('send', { chat_id: chat.id, ...text('hi') });
  expect((await theirs.hears('message', (data) => data.message.seq === 2)).message).toMatchObject({
    id: answer.id,
    body: 'hi',
  });
});

test('live events reach clients on other nodes', async () => {
  const { one, two: other } = await startPair();
  const { ann, visitor, theirs, ours } = await startChat(one);
  const [tab, colleague] = [await connectVisitor(other, ann, visitor), await connectAgent(other, ann)];
  await theirs.call('send', text('hello'));
  const { chat } = await colleague.hears('message', ({ message }) => message.body === 'hello');
  for (const socket of [theirs, tab]) await socket.hears('stale');
  await ours.call('send', { chat_id: chat.id, ...text('hi') });
  await tab.hears('message', ({ message }) => message.body === 'hi');
  await colleague.call('send', { chat_id: chat.id, ...text('and') });
  for (const socket of [theirs, ours, tab]) await socket.hears('message', ({ message }) => message.body === 'and');
  const told = colleague.heard.flatMap(({ name, data }) => (name === 'message' ? data.chat.version : []));
  expect(told).toEqual([2, 3, 4]);
});
