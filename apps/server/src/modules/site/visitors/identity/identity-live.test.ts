import { randomUUID } from 'node:crypto';
import { api, site } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAnsweredVisitor, addVisitor, signedInHeaders } from '../../../../../test/callers.ts';
import { type OpenApp, openApp, startApp } from '../../../../../test/harness.ts';
import { identify } from '../../../../../test/identities.ts';
import { agentClient, NO_STATEMENT, visitorClient } from '../../../../../test/live-clients.ts';
import { untilBothListen } from '../../../../../test/presence.ts';
import { connectAgent, connectVisitor, type VisitorSocket } from '../../../../../test/sockets.ts';
import { until } from '../../../../../test/until.ts';

// Sockets of a visitor who is identified, of the user's other devices, and of agents.

let app: OpenApp;
beforeAll(async () => {
  app = await openApp({}, { live: true });
});
afterAll(() => app.end());

const { messages } = api;
const CURRENT = { version: 2 };

/** A known user and an anonymous visitor, each with a chat of two messages. */
async function startBoth() {
  const ann = await app.owner();
  const known = await addAnsweredVisitor(app, ann);
  await identify(app, ann, known, 'user-1');
  const guest = await addAnsweredVisitor(app, ann);
  const connect = ({ token }: { token: string }, version: object = CURRENT) =>
    connectVisitor(app, ann, { token }, { auth: { button_guid: ann.buttonGuid, token, ...version } });
  return {
    ann,
    known,
    guest,
    connect,
    join: () => identify(app, ann, guest, 'user-1'),
    answer: (id: number, body: string) =>
      ann.call(messages.send, { params: { id }, body: { type: 'text', body, agent_id: ann.agentId } }),
  };
}

const text = (body: string) => ({ client_message_id: randomUUID(), type: 'text' as const, body });

/** Events received under a name; a reply to a call arrives after earlier events. */
async function heard(socket: VisitorSocket, name: string) {
  await socket.refused('nothing');
  return socket.heard.filter((each) => each.name === name).map(({ data }) => data);
}

test("every tab of the visitor joins the known contact's room and is told to resume", async () => {
  const { known, guest, connect, join, answer } = await startBoth();
  const tabs = [await connect(guest), await connect(guest)];
  await join();
  for (const tab of tabs) {
    await tab.hears('stale');
    const { chat, messages: all } = await tab.call('resume', { seq: 0 });
    expect([chat?.id, all.map(({ body }) => body)]).toEqual([known.chatId, ['hello', 'hi', 'hello', 'hi']]);
  }
  await answer(known.chatId, 'welcome back');
  for (const tab of tabs) await tab.hears('message', ({ message }) => message.body === 'welcome back');
  expect(await tabs[0]?.call('send', text('thanks'))).toMatchObject({ seq: 6 });
  await tabs[1]?.hears('message', ({ message }) => message.seq === 6);
});

test("the known user's other devices are told to resume, and get the added messages", async () => {
  const { known, connect, join } = await startBoth();
  const device = await connect(known);
  await device.call('resume', { seq: 0 });
  await join();
  await device.hears('stale');
  const { chat, messages: added } = await device.call('resume', { seq: 2 });
  expect(added.map(({ seq, body }) => [seq, body])).toEqual([
    [3, 'hello'],
    [4, 'hi'],
  ]);
  expect(chat).toMatchObject({ id: known.chatId, last_seq: 4 });
});

test('a visitor who became another user gets nothing more of the first', async () => {
  const { ann, known, connect, answer } = await startBoth();
  const shared = await connect(known);
  await identify(app, ann, known, 'user-2');
  await shared.hears('stale');
  const before = (await heard(shared, 'message')).length;
  const phone = await addVisitor(app, ann);
  await identify(app, ann, phone, 'user-1');
  await phone.write('only mine');
  await answer(known.chatId, 'only yours');
  expect(await heard(shared, 'message')).toHaveLength(before);
  expect(await shared.call('resume', { seq: 0 })).toMatchObject({ chat: null, messages: [] });
});

test('a tab on another node switches too', async () => {
  const { ann, known, guest, join } = await startBoth();
  const node = await startApp({}, { connection: app.connection, live: true });
  await untilBothListen(app, node);
  const auth = { button_guid: ann.buttonGuid, token: guest.token, ...CURRENT };
  const tab = await connectVisitor(node, ann, guest, { auth });
  await join();
  await tab.hears('stale');
  expect((await tab.call('resume', { seq: 0 })).chat).toMatchObject({ id: known.chatId });
  const other = await connectVisitor(app, ann, known, { auth: { ...auth, token: known.token } });
  await other.call('send', text('from the other node'));
  await tab.hears('message', ({ message }) => message.body === 'from the other node');
});

test.each([{}, { version: 1 }])('a client of the first protocol version is told to restart (%o)', async (version) => {
  const { known, guest, connect, join } = await startBoth();
  const tab = await connect(guest, version);
  const ended = new Promise((resolve) => void tab.socket.once('disconnect', resolve));
  await join();
  expect(await tab.hears('refused')).toMatchObject({ reason: 'version_unsupported' });
  await ended;
  const again = await connect(guest, version);
  const { chat, messages: all } = await again.call('resume', { seq: 0 });
  expect([chat?.id, all.length]).toEqual([known.chatId, 4]);
});

test('a client of the first protocol version continues when only identified', async () => {
  const { ann, connect } = await startBoth();
  const guest = await addAnsweredVisitor(app, ann);
  const tab = await connect(guest, {});
  await identify(app, ann, guest, 'user-3');
  expect(await tab.call('send', text('still here'))).toMatchObject({ seq: 3 });
  expect(await heard(tab, 'refused')).toEqual([]);
});

test('our client shows the merged chat from its start and without gaps', async () => {
  const { ann, known, guest, join, answer } = await startBoth();
  const client = visitorClient(app.address, ann, guest, NO_STATEMENT);
  const bodies = () => client.state.messages.map(({ body }) => body);
  await until(() => bodies().length === 2, 'the client has its chat');
  await answer(known.chatId, 'are you there?');
  await join();
  await until(() => bodies().length === 5, 'the client has the other chat');
  expect(bodies()).toEqual(['hello', 'hi', 'are you there?', 'hello', 'hi']);
  client.send({ type: 'text', body: 'yes' });
  await until(() => bodies().at(-1) === 'yes' && client.state.pending.length === 0, 'it goes on there');
  expect(client.state).toMatchObject({ connection: 'open', chat: { id: known.chatId, last_seq: 6 } });
});

test('agents see the old chat go and the other one change, and catch up', async () => {
  const { ann, known, guest, join } = await startBoth();
  const ours = await connectAgent(app, ann);
  const before = (await ours.call('catch_up', { chat_id: known.chatId, after_id: 0 })).messages;
  await join();
  await ours.hears('gone', ({ ids }) => ids.includes(guest.chatId));
  const { heads } = await ours.hears('heads', (told) => told.heads[0].id === known.chatId);
  const { chat, messages: added } = await ours.call('catch_up', {
    chat_id: known.chatId,
    after_id: before.at(-1)?.id ?? 0,
  });
  expect(added.map(({ seq, body }) => [seq, body])).toEqual([
    [3, 'hello'],
    [4, 'hi'],
  ]);
  expect(heads).toEqual([{ id: known.chatId, version: chat.version }]);
  await ours.hears('contact', ({ contact }) => contact.id === known.contactId && contact.user_id === 'user-1');
  expect(await ours.refused('catch_up', { chat_id: guest.chatId, after_id: 0 })).toMatchObject({ reason: 'not_found' });
});

test('a console with both chats open ends with all of the merged one', async () => {
  const { ann, known, guest, join } = await startBoth();
  const client = agentClient(app.address, await signedInHeaders(app, ann), NO_STATEMENT);
  const [open] = [client.open(known.chatId), client.open(guest.chatId)];
  await until(() => open.state.messages.length === 2 && client.state.chats.has(guest.chatId), 'both are known');
  await join();
  await until(() => open.state.messages.length === 4, 'the messages are there');
  await until(() => !client.state.chats.has(guest.chatId), 'the old chat is not');
  expect(open.state.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  await until(() => client.state.chats.get(known.chatId)?.last_seq === 4, 'the chat is as it is now');
});

test('when the known contact has no chat, agents and the visitor see the old one continue under it', async () => {
  const { ann, connect } = await startBoth();
  const user = await addVisitor(app, ann);
  const { contact_id } = (await identify(app, ann, user, 'user-4')).data;
  const device = await connect(user);
  const guest = await addAnsweredVisitor(app, ann);
  const [tab, ours] = [await connect(guest), await connectAgent(app, ann)];
  await identify(app, ann, guest, 'user-4');
  await tab.hears('stale');
  expect((await ours.hears('chat', ({ chat }) => chat.id === guest.chatId)).chat).toMatchObject({ contact_id });
  await device.hears('chat', ({ chat }) => chat.id === guest.chatId);
  for (const each of [tab, device]) {
    const { chat, messages: all } = await each.call('resume', { seq: 0 });
    expect([chat?.id, all.length]).toEqual([guest.chatId, 2]);
  }
});

test('identifying on every page disturbs no one', async () => {
  const { ann, known, connect } = await startBoth();
  const tab = await connect(known);
  const body = { params: { button_guid: ann.buttonGuid }, body: {} };
  for (let page = 0; page < 3; page += 1) {
    await known.call(site.visitor.open, body);
    expect((await identify(app, ann, known, 'user-1')).status).toBe(200);
  }
  expect(await heard(tab, 'stale')).toEqual([]);
  expect(await heard(tab, 'refused')).toEqual([]);
});
