import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChannel } from '../../../../test/channels.ts';
import { startApp } from '../../../../test/harness.ts';

const { chats, contacts } = api;

test('the ids of the other side are on the chat and on the contact', async () => {
  const ann = await (await startApp()).owner();
  const channel = await addChannel(ann);
  const from = { external_client_id: 'customer-42', external_channel_id: 'orders' };
  const { chat_id } = (await channel.receive('hello', from)).data;
  const { data: chat } = await ann.call(chats.read, { params: { id: chat_id } });
  expect(chat).toMatchObject(from);
  expect((await ann.call(chats.list)).data.data).toEqual([chat]);
  const external_ids = [{ channel: channel.code, external_client_id: 'customer-42' }];
  const contact = await ann.call(contacts.read, { params: { id: chat.contact_id ?? '' } });
  expect(contact.data).toMatchObject({ external_ids });
  expect((await ann.call(contacts.list)).data.data).toMatchObject([{ external_ids }]);
});

test('a contact of no custom channel has no ids of another side, and neither has their chat', async () => {
  const ann = await (await startApp()).owner();
  const { data: contact } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  expect(contact.external_ids).toEqual([]);
  expect((await ann.call(contacts.read, { params: { id: contact.id } })).data.external_ids).toEqual([]);
});
