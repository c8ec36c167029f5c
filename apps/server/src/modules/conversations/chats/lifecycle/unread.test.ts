import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat } from '../../../../../test/callers.ts';
import { startApp } from '../../../../../test/harness.ts';

const { chats, messages } = api;

test('a chat is marked as unread for agents, and the visitor still sees that it was read', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { params, visitor, read } = await addChat(app, ann);
  const { id } = await visitor.write('anybody?');
  const markSeen = () => ann.call(messages.markRangeSeen, { params, body: { to_message_id: id } });
  await markSeen();
  const { version } = await read();
  expect((await ann.call(chats.markUnread, { params })).data).toMatchObject({
    unread: 1,
    agent_seen_seq: 2,
    version: version + 1,
  });
  const list = await visitor.call(site.visitor.listMessages, { params: { button_guid: ann.buttonGuid } });
  expect(list.data.data.map(({ seq }) => seq)).toEqual([2, 1]);
  const again = await ann.call(chats.markUnread, { params });
  expect(again.data).toMatchObject({ unread: 1, version: version + 1 });
  expect((await markSeen()).data).toMatchObject({ seen: 1, unread: 0 });
});

test('a chat in which the visitor never wrote stays as it is', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { data } = await ann.call(api.contacts.create, { body: { name: 'Ira' } });
  const { data: chat } = await ann.call(chats.create, { body: { contact_id: data.id } });
  expect((await ann.call(chats.markUnread, { params: { id: chat.id } })).data).toEqual(chat);
});
