import { api, events } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat } from '../../../../test/callers.ts';
import { listEventData } from '../../../../test/events.ts';
import { startApp } from '../../../../test/harness.ts';

const { contacts, chats, messages } = api;

async function startChat() {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await addChat(app, ann, 'one');
  const { params } = chat;
  const list = (query: Record<string, unknown> = {}) => ann.call(messages.list, { params, query });
  return {
    ...chat,
    app,
    ann,
    list,
    bodies: async (query: Record<string, unknown>) => (await list(query)).data.data.map(({ body }) => body),
    answer: (body: string, more: object = {}) =>
      ann.call(messages.send, { params, body: { type: 'text', body, agent_id: ann.agentId, ...more } }),
    read: (message_id: unknown, id: unknown = params.id) => ann.call(messages.read, { params: { id, message_id } }),
  };
}

test('a message is read by its id as the list has it, notes too', async () => {
  const { ann, params, visitor, list, read, answer } = await startChat();
  await answer('two', { markdown: '**two**' });
  await ann.call(messages.addNote, { params, body: { body: 'a regular' } });
  await visitor.write('three');
  const all = (await list()).data.data;
  expect(all).toHaveLength(4);
  for (const message of all) expect(await read(message.id)).toMatchObject({ status: 200, data: message });
});

test('a message of another chat or account is 404', async () => {
  const { app, ann, params, list, read } = await startChat();
  const other = await addChat(app, ann);
  const [own] = (await list()).data.data;
  const bob = await startChat();
  const [foreign] = (await bob.list()).data.data;
  for (const id of [foreign?.id, 987_654_321, 0, 'x']) expect((await read(id)).status).toBe(404);
  expect((await read(own?.id, other.params.id)).status).toBe(404);
  expect((await bob.read(own?.id, params.id)).status).toBe(404);
});

test('after_id lists later messages oldest first, page by page, and combines with a period', async () => {
  const { app, ann, params, visitor, list, bodies, answer } = await startChat();
  await answer('two');
  await ann.call(messages.addNote, { params, body: { body: 'three' } });
  app.clock.now = app.clock.now.add({ minutes: 1 });
  const from = app.clock.now.toString();
  for (const body of ['four', 'five']) await visitor.write(body);
  expect(await bodies({ after_id: 0 })).toEqual(['one', 'two', 'three', 'four', 'five']);
  const [, second] = (await list({ after_id: 0 })).data.data;
  expect(await bodies({ after_id: second?.id })).toEqual(['three', 'four', 'five']);
  expect(await bodies({ after_id: 0, from })).toEqual(['four', 'five']);
  const paged: (string | null)[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = (await list({ after_id: second?.id, limit: 2, ...(cursor && { cursor }) })).data;
    paged.push(...page.data.map(({ body }) => body));
    cursor = page.next_cursor;
  }
  expect(paged).toEqual(['three', 'four', 'five']);
  expect(await bodies({ after_id: Number.MAX_SAFE_INTEGER })).toEqual([]);
  expect((await list({ after_id: -1 })).status).toBe(422);
});

test('events of chats and messages name contact and channel, and who sent a message', async () => {
  const { app, ann, params, answer } = await startChat();
  await answer('two');
  const { contact_id, channel } = (await ann.call(chats.read, { params })).data;
  expect(channel).toBe('service');
  for (const { name } of [events.chatCreated, events.chatAccepted]) {
    expect(await listEventData(app, ann, name)).toMatchObject([{ chat_id: params.id, contact_id, channel }]);
  }
  expect(await listEventData(app, ann, 'message.created')).toEqual([
    { ...message(1), sender: 'client' },
    { ...message(2), sender: 'agent', agent_id: ann.agentId },
  ]);
  function message(seq: number) {
    const ids = { button_guid: ann.buttonGuid, chat_id: params.id, contact_id, message_id: expect.any(Number) };
    return { ...ids, channel, seq, type: 'text', at: expect.any(String) };
  }
});

test('message.created names no origin that a caller chose', async () => {
  const { app, ann, list, answer } = await startChat();
  await answer('two', { origin: 'broadcast:5' });
  expect((await list()).data.data[0]?.origin).toBe('broadcast:5');
  const [, created] = await listEventData(app, ann, 'message.created');
  expect(created).not.toHaveProperty('origin');
});

test('events of a chat that an agent starts name its contact', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { data: contact } = await ann.call(contacts.create, { body: { name: 'Ira' } });
  await ann.call(chats.create, { body: { contact_id: contact.id } });
  expect(await listEventData(app, ann, 'chat.created')).toMatchObject([{ contact_id: contact.id, channel: 'service' }]);
});
