import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChannel, type TestChannel } from '../../../../test/channels.ts';
import { startApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { connectAgent } from '../../../../test/sockets.ts';

const { channels, chats, contacts, messages } = api;

async function start() {
  const app = await startApp();
  const ann = await app.owner();
  return { app, ann, channel: await addChannel(ann) };
}

const textsIn = async (owner: Owner, id: number) =>
  (await owner.call(messages.list, { params: { id } })).data.data.map(({ body }) => body).reverse();

test('a message creates a contact and a chat of the channel, and is its first message', async () => {
  const { ann, channel } = await start();
  const { status, data } = await channel.receive('Good day');
  expect({ status, data }).toEqual({
    status: 202,
    data: { chat_id: expect.any(Number), message_id: expect.any(Number) },
  });
  const params = { id: data.chat_id };
  expect((await ann.call(chats.read, { params })).data).toMatchObject({
    channel: channel.code,
    status: 'active',
    unread: 1,
    awaiting_reply: true,
    handling: 'missed',
    agent_id: null,
  });
  expect((await ann.call(messages.list, { params })).data.data).toMatchObject([
    { id: data.message_id, seq: 1, sender: 'client', type: 'text', body: 'Good day', agent_id: null },
  ]);
});

test('a message is a string, or an object with a text', async () => {
  const { ann, channel } = await start();
  const { chat_id } = (await channel.receive('one')).data;
  for (const message of [{ text: 'two' }, { text: 'three', type: 'text' }, { text: 'four', id: 'm4' }]) {
    expect((await channel.receive(message)).data.chat_id).toBe(chat_id);
  }
  expect(await textsIn(ann, chat_id)).toEqual(['one', 'two', 'three', 'four']);
});

test.each([
  ['nothing', undefined],
  ['null', null],
  ['an empty text', ''],
  ['blanks', ' \n'],
  ['a text that is too long', 'x'.repeat(10_001)],
  ['a number', 5],
  ['a list', ['hello']],
  ['an object without a text', { type: 'text' }],
  ['a picture', { type: 'photo', text: 'look', file: 'https://shop.example/1.jpg' }],
  ['an undeclared field', { text: 'hello', sender: 'agent' }],
  ['a NUL', 'hel\0lo'],
])('%s is not a message: 422, and no contact is created', async (_what, message) => {
  const { ann, channel } = await start();
  const { status, problem } = await channel.receive(message);
  expect({ status, reason: problem.reason }).toEqual({ status: 422, reason: 'validation_failed' });
  expect((await ann.call(contacts.list)).data.data).toEqual([]);
});

test.each(['external_client_id', 'external_channel_id'])('%s is a string of 1 to 255 characters', async (name) => {
  const { channel } = await start();
  for (const value of [undefined, null, '', 5, 'x'.repeat(256), {}]) {
    const { status, problem } = await channel.receive('hello', { [name]: value });
    expect({ value, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({
      value,
      status: 422,
      fields: [name],
    });
  }
  for (const value of ['x'.repeat(255), ' ', 'Ключ 🔑', "'; --"]) {
    expect((await channel.receive('hello', { [name]: value })).status).toBe(202);
  }
});

test('the same pair of ids is one chat; another room is another chat of the same contact; another client is another contact', async () => {
  const { ann, channel } = await start();
  const send = async (external_client_id: string, external_channel_id: string) => {
    const { chat_id } = (await channel.receive('hello', { external_client_id, external_channel_id })).data;
    const { contact_id } = (await ann.call(chats.read, { params: { id: chat_id } })).data;
    return { chat_id, contact_id };
  };
  const first = await send('ira', 'orders');
  expect(await send('ira', 'orders')).toEqual(first);
  const otherRoom = await send('ira', 'returns');
  expect(otherRoom).toEqual({ chat_id: expect.not.closeTo(first.chat_id, 0), contact_id: first.contact_id });
  const otherClient = await send('Ira', 'orders');
  expect([first.contact_id]).not.toContain(otherClient.contact_id);
  expect(new Set([first, otherRoom, otherClient].map(({ chat_id }) => chat_id)).size).toBe(3);
});

test('the same ids in another channel or another widget are another contact', async () => {
  const { app, ann, channel } = await start();
  const bob = await app.owner();
  const [second, foreign] = [await addChannel(ann), await addChannel(bob)];
  for (const each of [channel, second, foreign]) await each.receive('hello');
  expect((await ann.call(contacts.list)).data.data).toHaveLength(2);
  expect((await bob.call(contacts.list)).data.data).toHaveLength(1);
  expect((await bob.call(chats.list)).data.data).toMatchObject([{ channel: foreign.code }]);
});

test('concurrent first messages share one contact and one chat, and none is lost', async () => {
  const { ann, channel } = await start();
  const texts = Array.from({ length: 8 }, (_, index) => `message ${index}`);
  const answers = await Promise.all(texts.map((text) => channel.receive(text)));
  expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 202));
  expect(new Set(answers.map(({ data }) => data.chat_id)).size).toBe(1);
  expect((await ann.call(contacts.list)).data.data).toHaveLength(1);
  expect((await textsIn(ann, answers[0]?.data.chat_id ?? 0)).toSorted()).toEqual(texts);
});

test('messages with the same external id and text are stored once', async () => {
  const { ann, channel } = await start();
  const { data } = await channel.receive({ id: 'm1', text: 'hello' });
  expect((await channel.receive({ id: 'm1', text: 'hello' })).data).toEqual(data);
  expect((await channel.receive({ id: 'm1', text: 'hello?' })).data).not.toEqual(data);
  expect(await textsIn(ann, data.chat_id)).toEqual(['hello', 'hello?']);
});

test('a later message reopens the chat', async () => {
  const { ann, channel } = await start();
  const params = { id: (await channel.receive('hello')).data.chat_id };
  await ann.call(chats.close, { params });
  expect((await ann.call(chats.read, { params })).data.status).toBe('expired');
  await channel.receive('one more thing');
  expect((await ann.call(chats.read, { params })).data).toMatchObject({ status: 'active', unread: 1 });
});

test('an inactive channel answers inbound messages with 404, as an unknown id does; reading tells them apart', async () => {
  const { ann, channel } = await start();
  await channel.update({ is_active: false });
  const off = await channel.receive('hello');
  const nowhere = await ann.call(channels.sendMessage, {
    params: { id: channel.id + 1_000 },
    body: { external_client_id: 'c', external_channel_id: 'r', message: 'hello' },
  });
  expect([off.status, nowhere.status]).toEqual([404, 404]);
  expect({ ...off.problem, instance: '' }).toEqual({ ...nowhere.problem, instance: '' });
  expect(await channel.read()).toMatchObject({ is_active: false });
  expect((await ann.call(channels.read, { params: { id: channel.id + 1_000 } })).status).toBe(404);
  await channel.update({ is_active: true });
  expect((await channel.receive('hello')).status).toBe(202);
});

test('a removed channel accepts nothing; its chats and messages stay and can be answered', async () => {
  const { ann, channel } = await start();
  const { chat_id } = (await channel.receive('hello')).data;
  expect((await ann.call(channels.remove, { params: channel.params })).status).toBe(204);
  for (const call of [channels.read, channels.readStatus, channels.remove]) {
    expect((await ann.call(call, { params: channel.params })).status).toBe(404);
  }
  expect((await channel.receive('hello')).status).toBe(404);
  const params = { id: chat_id };
  expect((await ann.call(chats.read, { params })).data).toMatchObject({ channel: channel.code });
  const body = { type: 'text', body: 'hi', agent_id: ann.agentId };
  expect((await ann.call(messages.send, { params, body })).status).toBe(202);
  expect(await textsIn(ann, chat_id)).toEqual(['hello', 'hi']);
  const { data } = await ann.call(chats.list, { query: { channel: channel.code } });
  expect(data.data.map(({ id }) => id)).toEqual([chat_id]);
});

test('chats are filtered by channel; an unknown channel and one of another widget are 404', async () => {
  const { app, ann, channel } = await start();
  const [empty, foreign] = [await addChannel(ann), await addChannel(await app.owner())];
  const { chat_id } = (await channel.receive('hello')).data;
  const list = (code: string) => ann.call(chats.list, { query: { channel: code } });
  expect((await list(channel.code)).data.data.map(({ id }) => id)).toEqual([chat_id]);
  expect((await list('service')).data.data).toEqual([]);
  expect((await list(empty.code)).data.data).toEqual([]);
  for (const code of [foreign.code, 'ch987654321', 'ch9007199254740991']) expect((await list(code)).status).toBe(404);
  for (const code of ['ch', 'ch0', 'chx', 'ch1x', 'CH1']) expect((await list(code)).status).toBe(422);
});

test('agents see it live', async () => {
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  const channel = await addChannel(ann);
  const agent = await connectAgent(app, ann);
  const { message_id } = (await channel.receive('hello')).data;
  const heard = await agent.hears('message', ({ message }) => message.id === message_id);
  expect(heard).toMatchObject({ message: { body: 'hello', sender: 'client' }, chat: { channel: channel.code } });
});

const contactOf = async (owner: Owner, chatId: number) =>
  (await owner.call(chats.read, { params: { id: chatId } })).data.contact_id as string;

test('a message from a blocked contact is refused with its reason, and accepted after they are unblocked', async () => {
  const { ann, channel } = await start();
  const { chat_id } = (await channel.receive('hello')).data;
  const params = { id: await contactOf(ann, chat_id) };
  await ann.call(contacts.block, { params });
  expect((await channel.receive('again')).problem).toMatchObject({ status: 403, reason: 'visitor_blocked' });
  await ann.call(contacts.unblock, { params });
  expect((await channel.receive('at last')).data.chat_id).toBe(chat_id);
  expect(await textsIn(ann, chat_id)).toEqual(['hello', 'at last']);
});

test('an erased contact who writes again is a new contact without history', async () => {
  const { app, ann, channel } = await start();
  const { chat_id } = (await channel.receive('hello')).data;
  const erased = await contactOf(ann, chat_id);
  await ann.call(contacts.remove, { params: { id: erased } });
  expect(await app.sql(`SELECT FROM channel_clients WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
  const again = (await channel.receive('hello again')).data;
  expect(again.chat_id).not.toBe(chat_id);
  expect(await contactOf(ann, again.chat_id)).not.toBe(erased);
  expect(await textsIn(ann, again.chat_id)).toEqual(['hello again']);
});

test('a client whose contact was merged continues as the merged contact', async () => {
  const { ann, channel } = await start();
  const from = { external_client_id: 'ira on the phone' };
  const [one, two] = [await channel.receive('hello'), await channel.receive('me too', from)];
  const kept = await contactOf(ann, one.data.chat_id);
  const joined = await contactOf(ann, two.data.chat_id);
  await ann.call(api.contacts.merge, { params: { id: kept }, body: { contact_id: joined } });
  expect((await ann.call(contacts.list)).data.data).toHaveLength(1);
  const [first, second] = [await channel.receive('one'), await channel.receive('two', from)];
  expect([first.data.chat_id, second.data.chat_id]).toEqual([one.data.chat_id, one.data.chat_id]);
  expect(await textsIn(ann, one.data.chat_id)).toEqual(['hello', 'me too', 'one', 'two']);
});

test('events name the chat, but contain neither text nor external ids', async () => {
  const { app, ann, channel } = await start();
  await channel.receive('my little secret', { external_client_id: 'client-x', external_channel_id: 'room-x' });
  const events = await app.sql<{ type: string; data: object }>(
    `SELECT type, data FROM events WHERE widget_id = ${ann.widgetId} ORDER BY id`,
  );
  expect(events.map(({ type }) => type)).toEqual(['client.created', 'chat.created', 'message.created']);
  expect(events[0]?.data).toMatchObject({ source: 'channel' });
  expect(JSON.stringify(events)).not.toMatch(/secret|client-x|room-x/);
});

test('messages to a channel that is being removed are accepted or 404, and never fail', async () => {
  const { ann } = await start();
  const race = async (channel: TestChannel) => {
    const sent = Array.from({ length: 4 }, (_, index) =>
      channel.receive('hello', { external_client_id: `client-${index}` }),
    );
    const answers = await Promise.all([...sent, ann.call(channels.remove, { params: channel.params })]);
    return answers.map(({ status }) => status);
  };
  for (let round = 0; round < 5; round += 1) {
    const statuses = await race(await addChannel(ann));
    expect(statuses.pop()).toBe(204);
    expect(statuses.filter((status) => status !== 202 && status !== 404)).toEqual([]);
  }
});
