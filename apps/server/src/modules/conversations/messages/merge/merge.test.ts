import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../../test/harness.ts';
import { addMessengerChat } from '../../../../../test/messenger-chats.ts';
import { findByExternal, listExternal, recordExternal } from '../index.ts';

/** Two chats in one messenger, whose contacts are about to be merged. */
async function startBoth() {
  const app = await startApp();
  const ann = await app.owner();
  const kept = await addMessengerChat(app, ann);
  const { connectionId } = kept;
  const other = await addMessengerChat(app, ann, connectionId);
  const record = (chat: typeof kept, messageId: number, externalId: string, part = 0) =>
    chat.work(async (ctx) => recordExternal(ctx, { connectionId, externalId, chatId: chat.chatId, messageId, part }));
  return {
    app,
    ann,
    kept,
    other,
    connectionId,
    record,
    merge: async () => {
      const [id, contact_id] = [(await kept.read()).contact_id, (await other.read()).contact_id];
      return ann.call(api.contacts.merge, { params: { id }, body: { contact_id } });
    },
    idsOf: async (texts: string[]) => {
      const all = await kept.list();
      return texts.map((text) => all.find(({ body }) => body === text)?.id);
    },
  };
}

test('messages keep the ids that the messenger has for them', async () => {
  const { kept, other, connectionId, record, merge, idsOf } = await startBoth();
  const [own, moved] = [await kept.send('own'), await other.send('moved')];
  await record(kept, own.id, 'tg:1');
  await record(other, moved.id, 'tg:2');
  await record(other, moved.id, 'tg:3', 1);
  expect(await merge()).toMatchObject({ status: 200 });
  const [ownId = 0, movedId = 0] = await idsOf(['own', 'moved']);
  expect(movedId).not.toBe(moved.id);
  const found = await kept.work((ctx) => findByExternal(ctx, connectionId, ['tg:3', 'tg:1', 'tg:4']));
  const chat_id = kept.chatId;
  expect(found.toSorted((one, another) => one.message_id - another.message_id)).toMatchObject([
    { external_id: 'tg:1', chat_id, message_id: ownId, seq: 2, sender: 'agent', delivery: { status: 'queued' } },
    { external_id: 'tg:3', chat_id, message_id: movedId, seq: 4, sender: 'agent', delivery: { status: 'queued' } },
  ]);
  expect(await kept.work((ctx) => listExternal(ctx, chat_id, movedId))).toMatchObject([
    { connection_id: connectionId, external_id: 'tg:2', part: 0 },
    { connection_id: connectionId, external_id: 'tg:3', part: 1 },
  ]);
});

test('messages that wait are sent in the kept chat, one at a time', async () => {
  const { kept, other, merge, idsOf } = await startBoth();
  for (const text of ['a', 'b']) await other.send(text);
  for (const text of ['c', 'd']) await kept.send(text);
  await merge();
  const ids = await idsOf(['a', 'b', 'c', 'd']);
  const waiting = await kept.waiting();
  expect(waiting.map(({ message_id }) => message_id)).toEqual(ids);
  expect(waiting.map(({ is_next }) => is_next)).toEqual([false, false, true, false]);
});

test('the first message that waits is next if the kept chat sends nothing', async () => {
  const { kept, other, merge, idsOf } = await startBoth();
  for (const text of ['a', 'b']) await other.send(text);
  await merge();
  const [a, b] = await idsOf(['a', 'b']);
  expect(await kept.waiting()).toEqual([
    { message_id: a, is_next: true },
    { message_id: b, is_next: false },
  ]);
});

test('a message that is being sent, or will be tried again, keeps its time', async () => {
  const { app, kept, other, merge, idsOf } = await startBoth();
  const { id } = await other.send('a');
  await kept.send('b');
  const dueAt = app.clock.now.add({ seconds: 20 });
  await app.sql(`UPDATE deliveries SET due_at = '${dueAt}' WHERE message_id = ${id}`);
  await merge();
  const [moved] = await idsOf(['a']);
  const [found] = await app.sql(`SELECT due_at = '${dueAt}' AS is_same FROM deliveries WHERE message_id = ${moved}`);
  expect(found).toEqual({ is_same: true });
});

test('the kept chat goes on through its own connection, and shows what became of all messages', async () => {
  const { app, kept, other, merge } = await startBoth();
  await other.post({ type: 'text', sender: 'agent', body: 'from the phone', isFromVendor: true });
  await merge();
  const [chat] = await app.sql(`SELECT connection_id::int FROM chats WHERE id = ${kept.chatId}`);
  expect(chat).toEqual({ connection_id: kept.connectionId });
  expect((await kept.list()).map(({ delivery }) => delivery?.status)).toEqual([undefined, undefined, 'sent']);
  await kept.send('and on');
  expect(await kept.waiting()).toMatchObject([{ is_next: true }]);
});

test.each([
  { newest: 'the other chat', isMoved: true },
  { newest: 'the chat that is kept', isMoved: false },
])('replies go to who wrote last: in $newest', async ({ isMoved }) => {
  const { app, kept, other, merge } = await startBoth();
  app.clock.now = app.clock.now.add({ seconds: 1 });
  await (isMoved ? other : kept).receive('I am the last');
  await merge();
  const sides = await app.sql(`SELECT person FROM messenger_chats WHERE chat_id = ${kept.chatId}`);
  expect(sides).toEqual([{ person: `person ${isMoved ? other.chatId : kept.chatId}` }]);
});
