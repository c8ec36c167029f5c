import { randomUUID } from 'node:crypto';
import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import { addAgent } from '../../../../test/people.ts';
import { connectAgent } from '../../../../test/sockets.ts';

const { chats, contacts, messages } = api;

async function startChat() {
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  const chat = await addChat(app, ann);
  const ours = await connectAgent(app, ann);
  const chat_id = chat.params.id;
  const named = (body: string) => ({ chat_id, client_message_id: randomUUID(), body });
  return {
    app,
    ann,
    ours,
    ...chat,
    chat_id,
    send: (body: string) => ours.call('send', { ...named(body), type: 'text' }),
    note: (body: string) => ours.call('note', named(body)),
  };
}

test('chats are read by id, and unknown ids are skipped', async () => {
  const { app, ann, ours, chat_id, read } = await startChat();
  const [other, foreign] = [await addChat(app, ann), await addChat(app, await app.owner())];
  const ids = [other.params.id, 987_654, chat_id, foreign.params.id];
  const found = (await ours.call('chats', { ids })).chats.toSorted((one, another) => one.id - another.id);
  expect(found).toEqual([await read(), await other.read()]);
});

test('one to a hundred chats are read at once', async () => {
  const { ours, chat_id } = await startChat();
  const hundred = Array.from({ length: 100 }, (_, index) => chat_id + index);
  expect((await ours.call('chats', { ids: hundred })).chats.map(({ id }) => id)).toEqual([chat_id]);
  for (const ids of [[], [...hundred, chat_id + 100], [0], ['1'], chat_id]) {
    expect(await ours.refused('chats', { ids })).toMatchObject({ reason: 'validation_failed' });
  }
});

test('catching up returns messages and notes after an id, oldest first', async () => {
  const { ann, ours, chat_id, params, read, send, note, visitor } = await startChat();
  const sent = await send('hi');
  await note('careful');
  await visitor.write('thanks');
  const all = (await ann.call(messages.list, { params, query: { limit: 100 } })).data.data.toReversed();
  expect(all.map(({ body, private: isPrivate, seq }) => [body, isPrivate, seq])).toEqual([
    ['hello', false, 1],
    ['hi', false, 2],
    ['careful', true, null],
    ['thanks', false, 3],
  ]);
  const chat = await read();
  const rest = { log: [], changed: [], version: chat.version, more: false };
  expect(await ours.call('catch_up', { chat_id, after_id: 0 })).toEqual({ chat, messages: all, ...rest });
  expect(await ours.call('catch_up', { chat_id, after_id: sent.id })).toEqual({
    chat,
    messages: all.slice(2),
    ...rest,
  });
  expect(await ours.call('catch_up', { chat_id, after_id: all.at(-1)?.id ?? 0 })).toEqual({
    chat,
    messages: [],
    ...rest,
  });
});

test('catching up returns a hundred messages and notes at a time', async () => {
  const { app, ours, chat_id } = await startChat();
  await app.sql(`INSERT INTO messages (widget_id, chat_id, seq, private, sender, type, body, created_at)
    SELECT widget_id, chat_id, CASE WHEN number % 2 = 0 THEN number END, number % 2 = 1, 'agent', 'text', 'hi', created_at
    FROM messages, generate_series(2, 201) AS number WHERE chat_id = ${chat_id}`);
  const got: number[] = [];
  const pages: [number, boolean][] = [];
  for (let more = true; more; ) {
    const page = await ours.call('catch_up', { chat_id, after_id: got.at(-1) ?? 0 });
    got.push(...page.messages.map(({ id }) => id));
    pages.push([page.messages.length, page.more]);
    more = page.more;
  }
  expect(pages).toEqual([
    [100, true],
    [100, true],
    [1, false],
  ]);
  expect(got).toEqual([...new Set(got)].toSorted((one, other) => one - other));
  const exact = await ours.call('catch_up', { chat_id, after_id: got[100] as number });
  expect([exact.messages.length, exact.more]).toEqual([100, false]);
});

test('catching up with a chat that is unknown or of another account is refused', async () => {
  const { app, ours, chat_id } = await startChat();
  const foreign = await addChat(app, await app.owner());
  for (const id of [987_654, foreign.params.id]) {
    expect(await ours.refused('catch_up', { chat_id: id, after_id: 0 })).toMatchObject({ reason: 'not_found' });
  }
  for (const after_id of [-1, '0', 1.5, 2 ** 53]) {
    expect(await ours.refused('catch_up', { chat_id, after_id })).toMatchObject({ reason: 'validation_failed' });
  }
});

test('resending a message or note returns the stored one and changes nothing', async () => {
  const { ours, chat_id, read } = await startChat();
  const message = { chat_id, client_message_id: randomUUID(), type: 'text' as const, body: 'hi' };
  const note = { chat_id, client_message_id: randomUUID(), body: 'careful' };
  const first = [await ours.call('send', message), await ours.call('note', note)];
  const before = await read();
  expect([await ours.call('send', message), await ours.call('note', { ...note, body: 'other' })]).toEqual(first);
  expect(await read()).toEqual(before);
});

test('over a socket agents send as themselves only', async () => {
  const { app, ann, chat_id } = await startChat();
  const bob = await addAgent(app, ann, 'operator');
  const theirs = await connectAgent(app, bob);
  const given = { chat_id, client_message_id: randomUUID(), body: 'hi' };
  expect(await theirs.call('send', { ...given, type: 'text' })).toMatchObject({ agent_id: bob.agentId });
  expect(await theirs.call('note', { ...given, client_message_id: randomUUID() })).toMatchObject({
    agent_id: bob.agentId,
    private: true,
  });
  expect(await theirs.refused('send', { ...given, type: 'text', agent_id: ann.agentId })).toMatchObject({
    reason: 'validation_failed',
  });
});

test('starting an empty chat publishes it to every agent', async () => {
  const { app, ann, ours } = await startChat();
  const colleague = await connectAgent(app, await addAgent(app, ann, 'operator'));
  for (const agent_id of [ann.agentId, undefined]) {
    const contact = (await ann.call(contacts.create, { body: { name: 'Ira' } })).data;
    const chat = (await ann.call(chats.create, { body: { contact_id: contact.id, ...(agent_id && { agent_id }) } }))
      .data;
    for (const socket of [ours, colleague]) {
      await socket.call('resume', {});
      expect(socket.heard.filter(({ name, data }) => name === 'chat' && data.chat.id === chat.id).at(-1)?.data).toEqual(
        { chat },
      );
    }
  }
});

test('erasing a contact publishes its chats as gone', async () => {
  const { ann, ours, chat_id, read } = await startChat();
  const { contact_id } = await read();
  await ann.call(contacts.remove, { params: { id: contact_id } });
  expect(await ours.hears('gone')).toEqual({ ids: [chat_id] });
  expect((await ours.call('chats', { ids: [chat_id] })).chats).toEqual([]);
});
