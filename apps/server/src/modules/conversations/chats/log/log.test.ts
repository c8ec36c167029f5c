import { api, type LogEntry, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addChat, signedIn } from '../../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../../test/harness.ts';
import type { Owner } from '../../../../../test/owners.ts';
import { addAgent, addConnectedAgent } from '../../../../../test/people.ts';
import { connectAgent } from '../../../../../test/sockets.ts';

const { chats, contacts, messages } = api;

/** A chat that Ann has answered, with her console and a colleague. */
async function openChat() {
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  const visitor = await addAnsweredVisitor(app, ann);
  const bob = await addConnectedAgent(app, ann);
  const params = { id: visitor.chatId };
  return {
    app,
    ann,
    bob,
    visitor,
    params,
    call: await signedIn(app, ann),
    read: async () => (await ann.call(chats.read, { params })).data,
    log: (id = params.id) => listLog(ann, id),
  };
}

/** Oldest first. */
const listLog = async ({ call }: Owner, id: number) =>
  (await call(chats.listLog, { params: { id }, query: { limit: 100 } })).data.data.toReversed();

const describeEntry = ({ type, by, agent_id, subject_id, until, score, tag }: LogEntry) => [
  type,
  by,
  agent_id,
  subject_id,
  until ?? score ?? tag,
];

test('every change of a chat by people leaves an entry that says who did what to whom', async () => {
  const { app, ann, bob, visitor, params, call, log } = await openChat();
  const until = app.clock.now.add({ hours: 2 }).round('millisecond').toString();
  await call(chats.transfer, { params, body: { agent_id: bob.agentId } });
  await bob.call(chats.attachAgent, { params, body: { agent_id: (await addConnectedAgent(app, ann)).agentId } });
  await ann.call(chats.close, { params, body: {} });
  await call(chats.setState, { params, body: { state: 'active' } });
  await call(chats.snooze, { params, body: { until } });
  await call(chats.unsnooze, { params });
  await call(chats.snooze, { params, body: { until: null } });
  await call(chats.setState, { params, body: { state: 'spam' } });
  await call(chats.setState, { params, body: { state: 'active' } });
  await call(messages.addNote, { params, body: { body: '@Bob, please', mentions: [bob.agentId, ann.agentId] } });
  await call(chats.bulk, { body: { ids: [params.id], action: 'tag', tag: 'vip' } });
  await visitor.call(site.visitor.rate, { params: { button_guid: ann.buttonGuid }, body: { score: 4 } });
  const entries = await log();
  const [a, b] = [ann.agentId, bob.agentId];
  expect(entries.map(describeEntry)).toEqual([
    ['assigned', 'agent', a, b, null],
    ['joined', 'agent', b, expect.any(Number), null],
    ['done', 'api', null, null, null],
    ['reopened', 'agent', a, null, null],
    ['snoozed', 'agent', a, null, new Date(until).toISOString().replace('Z', '+00:00')],
    ['woken', 'agent', a, null, null],
    ['snoozed', 'agent', a, null, null],
    ['spam', 'agent', a, null, null],
    ['not_spam', 'agent', a, null, null],
    ['mentioned', 'agent', a, b, null],
    ['tagged', 'agent', a, null, 'vip'],
    ['rated', 'client', null, b, 4],
  ]);
});

test('entries are in no message list, transcript or count, and messages leave no entry', async () => {
  const { ann, bob, visitor, params, call, read, log } = await openChat();
  const before = await read();
  await call(chats.transfer, { params, body: { agent_id: bob.agentId } });
  const after = await read();
  expect(after).toMatchObject({ last_seq: before.last_seq, unread: before.unread, last_message: before.last_message });
  expect((await ann.call(messages.list, { params })).data.data).toHaveLength(2);
  expect(String((await ann.call(chats.transcript, { params })).body)).not.toContain('assigned');
  await call(chats.close, { params, body: {} });
  await visitor.write('one more thing');
  expect((await log()).map(({ type }) => type)).toEqual(['assigned', 'done']);
});

test('a snooze that ends by itself leaves an entry of the system', async () => {
  const { app, params, call, log } = await openChat();
  await call(chats.snooze, { params, body: { until: app.clock.now.add({ minutes: 5 }).toString() } });
  app.clock.now = app.clock.now.add({ minutes: 6 });
  await app.run('chats.wake');
  expect((await log()).map(describeEntry).at(-1)).toEqual(['woken', 'system', null, null, null]);
});

test('consoles get entries with the change, and those they missed by catching up', async () => {
  const { app, ann, bob, params, call } = await openChat();
  const console = await connectAgent(app, bob);
  await call(chats.transfer, { params, body: { agent_id: bob.agentId } });
  const {
    log: [entry],
  } = await console.hears('chat', ({ log }) => log !== undefined);
  expect(entry).toMatchObject({ type: 'assigned', agent_id: ann.agentId, subject_id: bob.agentId });
  await call(chats.close, { params, body: {} });
  const catchUp = { chat_id: params.id, after_id: 0 };
  expect((await console.call('catch_up', { ...catchUp, after_log_id: entry?.id ?? 0 })).log).toMatchObject([
    { type: 'done' },
  ]);
  expect((await console.call('catch_up', { ...catchUp, after_log_id: 0 })).log).toHaveLength(2);
  expect((await console.call('catch_up', catchUp)).log).toEqual([]);
});

test('a chat is marked for its new owner and for the mentioned until they open it', async () => {
  const { app, ann, bob, params, call, read } = await openChat();
  await call(chats.transfer, { params, body: { agent_id: bob.agentId } });
  await call(messages.addNote, { params, body: { body: '@Bob', mentions: [bob.agentId] } });
  const marked = { is_new_to_owner: true, mentioned: [bob.agentId] };
  expect(await read()).toMatchObject(marked);
  const chat_id = params.id;
  await (await connectAgent(app, ann)).call('look', { chat_id });
  expect(await read()).toMatchObject(marked);
  await (await connectAgent(app, bob)).call('look', { chat_id });
  expect(await read()).toMatchObject({ is_new_to_owner: false, mentioned: [] });
  await bob.call(messages.addNote, { params, body: { body: '@me', mentions: [bob.agentId] } });
  await call(chats.transfer, { params, body: { agent_id: ann.agentId } });
  expect(await read()).toMatchObject({ is_new_to_owner: false, mentioned: [] });
});

test('the log of a merged chat moves, and that of an erased contact is gone', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const [kept, merged] = [await addClosedChat(app, ann), await addClosedChat(app, ann)];
  await ann.call(contacts.merge, { params: { id: kept.contactId }, body: { contact_id: merged.contactId } });
  expect((await listLog(ann, kept.id)).map(({ type }) => type)).toEqual(['done', 'done']);
  await ann.call(contacts.remove, { params: { id: kept.contactId } });
  expect(await app.sql(`SELECT FROM chat_log WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
});

async function addClosedChat(app: TestApp, ann: Owner) {
  const { params, read } = await addChat(app, ann);
  await ann.call(chats.close, { params, body: {} });
  return { id: params.id, contactId: (await read()).contact_id ?? '' };
}

test('a bulk tag is undone only for contacts who did not have it', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const [one, other] = [await addChat(app, ann), await addChat(app, ann)];
  const contactOf = async ({ read }: typeof one) => ({ id: (await read()).contact_id ?? '' });
  const tagsOf = async (chat: typeof one) =>
    (await ann.call(contacts.read, { params: await contactOf(chat) })).data.tags;
  await ann.call(contacts.addTags, { params: await contactOf(one), body: { tags: ['vip'] } });
  const ids = [one.params.id, other.params.id];
  await ann.call(chats.bulk, { body: { ids, action: 'tag', tag: ' vip ' } });
  expect([await tagsOf(one), await tagsOf(other)]).toEqual([['vip'], ['vip']]);
  await ann.call(chats.bulk, { body: { ids, action: 'undo', undone: 'tag' } });
  expect([await tagsOf(one), await tagsOf(other)]).toEqual([['vip'], []]);
  expect((await listLog(ann, ids[1] ?? 0)).map(({ type }) => type)).toEqual(['tagged', 'untagged']);
});

test('a bulk assignment is undone to the previous owner, or to none', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const owned = await addAnsweredVisitor(app, ann);
  const unowned = await addChat(app, ann);
  const bob = await addAgent(app, ann, 'operator');
  const ids = [owned.chatId, unowned.params.id];
  const owners = async (body: object) =>
    (await ann.call(chats.bulk, { body: { ids, ...body } })).data.map(({ agent_id }) => agent_id);
  expect(await owners({ action: 'assign', agent_id: bob.agentId })).toEqual([bob.agentId, bob.agentId]);
  expect(await owners({ action: 'undo', undone: 'assign' })).toEqual([ann.agentId, null]);
  expect((await listLog(ann, ids[1] ?? 0)).map(({ type }) => type)).toEqual(['assigned', 'unassigned']);
});
