import { randomUUID } from 'node:crypto';
import { agentLive, api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addVisitor, anonymousCaller } from '../../../test/callers.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import type { Owner } from '../../../test/owners.ts';
import { addAgent } from '../../../test/people.ts';
import { connectAgent, connectVisitor, type TestSocket } from '../../../test/sockets.ts';

const text = (body: string) => ({ client_message_id: randomUUID(), type: 'text' as const, body });

/** A widget with a chat that both sides have open. */
async function addBusyWidget(app: TestApp) {
  const owner = await app.owner();
  const visitor = await addAnsweredVisitor(app, owner);
  const theirs = await connectVisitor(app, owner, visitor);
  const ours = await connectAgent(app, owner);
  await ours.call('look', { chat_id: visitor.chatId });
  await ours.call('watch', { visitors: true });
  return { ...owner, owner, visitor, chatId: visitor.chatId, theirs, ours };
}

/** Triggers every kind of live event. */
async function triggerLiveEvents(
  app: TestApp,
  { owner, visitor, chatId, theirs, ours }: Awaited<ReturnType<typeof addBusyWidget>>,
) {
  await theirs.call('send', text('theirs'));
  const sent = await ours.call('send', { chat_id: chatId, ...text('ours') });
  await ours.call('note', { chat_id: chatId, client_message_id: randomUUID(), body: 'a note' });
  await ours.call('typing', { chat_id: chatId, state: 'start' });
  await theirs.call('typing', { state: 'start', text: 'what is typed' });
  await theirs.call('seen', { seq: sent.seq as number });
  await ours.call('seen', { chat_id: chatId, to_message_id: sent.id });
  await owner.call(api.contacts.update, { params: { id: visitor.contactId }, body: { name: 'Carl' } });
  await anonymousCaller(app)(site.visitor.visit, {
    params: { button_guid: owner.buttonGuid },
    body: { page: 'https://shop.example/' },
  });
  const bob = await connectAgent(app, await addAgent(app, owner, 'operator'));
  await bob.call('look', { chat_id: chatId });
}

const namesOf = ({ heard }: { heard: TestSocket<never>['heard'] }) => new Set(heard.map(({ name }) => name));

test('live events of a widget reach no client of another widget', async () => {
  const app = await startApp({}, { live: true });
  const [a, b] = [await addBusyWidget(app), await addBusyWidget(app)];
  for (const each of [b.ours, b.theirs]) each.heard.length = 0;
  await triggerLiveEvents(app, a);
  expect([...namesOf(a.ours)]).toEqual(
    expect.arrayContaining(['message', 'chat', 'typing', 'viewers', 'agent', 'contact', 'visitors']),
  );
  expect([...namesOf(a.theirs)]).toEqual(expect.arrayContaining(['message', 'chat', 'typing']));
  // Events arrive in order: this one is the last.
  await b.ours.call('send', { chat_id: b.chatId, ...text('the last') });
  await b.ours.hears('message');
  await b.theirs.hears('message');
  expect(b.ours.heard.map(({ name, data }) => [name, data.message?.body])).toEqual([['message', 'the last']]);
  expect(b.theirs.heard.map(({ name, data }) => [name, data.message?.body])).toEqual([['message', 'the last']]);
});

test('a visitor receives no live events of other visitors of the widget, and no notes', async () => {
  const app = await startApp({}, { live: true });
  const a = await addBusyWidget(app);
  const silent = await connectVisitor(app, a.owner, await addVisitor(app, a.owner));
  const other = await addAnsweredVisitor(app, a.owner);
  const others = await connectVisitor(app, a.owner, other);
  for (const each of [silent, others, a.theirs]) each.heard.length = 0;
  await triggerLiveEvents(app, a);
  await a.ours.call('send', { chat_id: other.chatId, ...text('the last') });
  await others.hears('message');
  expect(others.heard.map(({ name, data }) => [name, data.message?.body])).toEqual([['message', 'the last']]);
  expect(silent.heard).toEqual([]);
  expect(await silent.call('resume', { seq: 0 })).toMatchObject({ chat: null, messages: [] });
  const { messages } = await a.theirs.call('resume', { seq: 0 });
  expect(messages.map(({ body, seq }) => [seq, body])).toEqual([
    [1, 'hello'],
    [2, 'hi'],
    [3, 'theirs'],
    [4, 'ours'],
  ]);
  expect(JSON.stringify([messages, a.theirs.heard])).not.toContain('a note');
  expect((await a.ours.call('catch_up', { chat_id: a.chatId, after_id: 0 })).messages.map(({ body }) => body)).toEqual([
    'hello',
    'hi',
    'theirs',
    'ours',
    'a note',
  ]);
});

/** A valid body in this chat for every call that names a chat. */
function callsOn(chatId: number, messageId: number): { [N in keyof typeof agentLive.calls]?: object } {
  const inChat = { chat_id: chatId };
  return {
    catch_up: { ...inChat, after_id: 0 },
    look: inChat,
    send: { ...inChat, ...text('hello') },
    note: { ...inChat, client_message_id: randomUUID(), body: 'a note' },
    typing: { ...inChat, state: 'start' },
    seen: { ...inChat, to_message_id: messageId },
  };
}

test('a chat of another widget is not found by any call', async () => {
  const app = await startApp({}, { live: true });
  const [a, b] = [await addBusyWidget(app), await addBusyWidget(app)];
  const { messages } = await b.ours.call('catch_up', { chat_id: b.chatId, after_id: 0 });
  const foreign = callsOn(b.chatId, messages[0]?.id ?? 0);
  const naming = Object.entries(agentLive.calls).filter(([, { body }]) => 'chat_id' in body.properties);
  expect(Object.keys(foreign).sort()).toEqual(naming.map(([name]) => name).sort());
  for (const each of [b.ours, b.theirs]) each.heard.length = 0;
  for (const [name, body] of Object.entries(foreign)) {
    expect([name, await a.ours.refused(name, body)]).toEqual([name, expect.objectContaining({ reason: 'not_found' })]);
    const none = { ...body, chat_id: Number.MAX_SAFE_INTEGER };
    expect([name, await a.ours.refused(name, none)]).toEqual([name, expect.objectContaining({ reason: 'not_found' })]);
  }
  const { chats } = await a.ours.call('chats', { ids: [b.chatId, a.chatId, Number.MAX_SAFE_INTEGER] });
  expect(chats.map(({ id }) => id)).toEqual([a.chatId]);
  await b.ours.call('send', { chat_id: b.chatId, ...text('the last') });
  await b.theirs.hears('message');
  expect([b.ours.heard.length, b.theirs.heard.length]).toEqual([1, 1]);
});

test('a client that may not view a chat receives nothing of it, and still receives the chat it views', async () => {
  const app = await startApp({}, { live: true });
  const [a, b] = [await addBusyWidget(app), await addBusyWidget(app)];
  await a.ours.refused('look', { chat_id: b.chatId });
  a.ours.heard.length = 0;
  await b.theirs.call('typing', { state: 'start', text: 'a secret' });
  await a.theirs.call('typing', { state: 'start', text: 'no secret' });
  await a.ours.hears('typing', (data) => data.text === 'no secret');
  expect(a.ours.heard.filter(({ data }) => data.chat_id !== a.chatId)).toEqual([]);
});

async function cursorOf(app: TestApp, owner: Owner) {
  const agent = await connectAgent(app, owner);
  return { agent, cursor: (await agent.call('resume', {})).cursor };
}

test('a cursor is valid only in its own widget, and cannot be forged', async () => {
  const app = await startApp({}, { live: true });
  const [ann, bob] = [await app.owner(), await app.owner()];
  const [ours, theirs] = [await cursorOf(app, ann), await cursorOf(app, bob)];
  expect(await ours.agent.call('resume', { cursor: ours.cursor })).toMatchObject({ reset: false, heads: [] });
  for (let count = 0; count < 2; count++) await addAnsweredVisitor(app, ann);
  const page = await ann.call(api.chats.list, { query: { limit: 1 } });
  const bytes = Buffer.from(ours.cursor, 'base64url');
  const changed = Buffer.from(bytes.map((byte, at) => (at === bytes.length - 2 ? byte ^ 1 : byte)));
  const bad = [
    theirs.cursor,
    page.data.next_cursor as string,
    '',
    'x',
    'A'.repeat(1_024),
    ours.cursor.slice(0, -4),
    ours.cursor.slice(4),
    bytes.subarray(0, 16).toString('base64url'),
    changed.toString('base64url'),
    Buffer.from(JSON.stringify(['1:1:', 0])).toString('base64url'),
  ];
  for (const cursor of bad) {
    expect([cursor, await ours.agent.refused('resume', { cursor })]).toEqual([
      cursor,
      expect.objectContaining({ reason: 'validation_failed', errors: { cursor: expect.any(Array) } }),
    ]);
  }
  const { heads, reset } = await ours.agent.call('resume', { cursor: ours.cursor });
  expect([reset, heads.length]).toEqual([false, 2]);
});

test('resuming from a cursor returns nothing of other widgets', async () => {
  const app = await startApp({}, { live: true });
  const [ann, bob] = [await app.owner(), await app.owner()];
  const { agent, cursor } = await cursorOf(app, ann);
  await addAnsweredVisitor(app, bob);
  expect(await agent.call('resume', { cursor })).toMatchObject({ heads: [], agents: [{ id: ann.agentId }] });
});
