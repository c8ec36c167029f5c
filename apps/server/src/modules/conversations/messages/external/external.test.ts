import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../../test/harness.ts';
import { addMessengerChat } from '../../../../../test/messenger-chats.ts';
import { findByExternal, findSeqBefore, listExternal, recordExternal } from '../index.ts';

async function startChat() {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await addMessengerChat(app, ann);
  const { chatId, connectionId, work } = chat;
  return {
    app,
    ann,
    ...chat,
    record: (externalId: string, messageId: number) =>
      work(async (ctx) => recordExternal(ctx, { connectionId, externalId, chatId, messageId, part: 0 })),
    find: (...ids: string[]) => work((ctx) => findByExternal(ctx, connectionId, ids)),
  };
}

test('an id of the messenger names the message that had it first', async () => {
  const { send, record, find } = await startChat();
  const [one, two] = [await send('one'), await send('two')];
  await record('1:7', one.id);
  await record('1:7', two.id);
  expect(await find('1:7', '1:8')).toMatchObject([{ external_id: '1:7', message_id: one.id, seq: one.seq }]);
});

test('another connection has ids of its own', async () => {
  const { app, ann, send, record, find } = await startChat();
  const { id } = await send('one');
  await record('1:7', id);
  const other = await addMessengerChat(app, ann);
  expect(await other.work((ctx) => findByExternal(ctx, other.connectionId, ['1:7']))).toEqual([]);
  const foreign = await addMessengerChat(app, await app.owner());
  expect(await foreign.work((ctx) => findByExternal(ctx, other.connectionId, ['1:7']))).toEqual([]);
  expect(await find('1:7')).toHaveLength(1);
});

test('ids go with the contact that is erased', async () => {
  const { app, ann, chatId, read, send, record, work } = await startChat();
  const { id } = await send('one');
  await record('1:7', id);
  await ann.call(api.contacts.remove, { params: { id: (await read()).contact_id } });
  expect(await work((ctx) => listExternal(ctx, chatId, id))).toEqual([]);
  expect(await app.sql(`SELECT FROM external_messages WHERE chat_id = ${chatId}`)).toEqual([]);
});

test('ids are compared as numbers, and those of the customer are left out', async () => {
  const { send, receive, record, work, chatId, connectionId } = await startChat();
  const [one, two] = [await send('one'), await send('two')];
  await record('9', one.id);
  await record('100', two.id);
  await record('m_99', (await receive('theirs')).stored.id);
  await record('101', (await receive('theirs')).stored.id);
  const before = (externalId: string) => work((ctx) => findSeqBefore(ctx, { connectionId, chatId, externalId }));
  expect(await before('9')).toBeUndefined();
  expect(await before('50')).toBe(one.seq);
  expect(await before('9999999999999999999999')).toBe(two.seq);
  expect(await before('m_1')).toBeUndefined();
});
