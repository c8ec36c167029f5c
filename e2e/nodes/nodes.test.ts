import { randomUUID } from 'node:crypto';
import { api, dashboard, site } from '@parley/contract';
import { expect, test } from 'vitest';
import {
  addAnsweredVisitor,
  addVisitor,
  anonymousCaller,
  signedInHeaders,
  withHeaders,
} from '../../apps/server/test/callers.ts';
import { advanceNodes, shareNodes } from '../../apps/server/test/nodes.ts';
import { addAgent } from '../../apps/server/test/people.ts';
import {
  type AgentSocket,
  connectAgent,
  connected,
  connectVisitor,
  openSocket,
} from '../../apps/server/test/sockets.ts';
import { until } from '../../apps/server/test/until.ts';

const { chats, contacts } = api;

// These sockets never resume: they receive only what the nodes publish to each other.

const nodes = shareNodes();

async function startWidget() {
  const { one, two } = nodes();
  const ann = await one.owner();
  return { one, two, ann, bob: await addAgent(one, ann, 'operator') };
}

/** A visitor and Bob on one node, Ann on the other. */
async function startChat() {
  const { one, two, ann, bob } = await startWidget();
  const visitor = await addAnsweredVisitor(one, ann);
  return {
    ...{ one, two, ann, bob, visitor, id: visitor.chatId },
    theirs: await connectVisitor(one, ann, visitor),
    bobs: await connectAgent(one, bob),
    anns: await connectAgent(two, ann),
  };
}

const text = (body: string) => ({ client_message_id: randomUUID(), type: 'text' as const, body });

test('messages reach the other node at once, both ways, and notes only agents', async () => {
  const { theirs, bobs, anns, id } = await startChat();
  const sent = await theirs.call('send', text('Привет'));
  const heard = await anns.hears('message');
  expect(heard.message).toMatchObject({ id: sent.id, seq: 3, body: 'Привет', chat_id: id });
  expect(heard.chat).toMatchObject({ id, last_seq: 3, unread: 1 });
  const note = await anns.call('note', { chat_id: id, client_message_id: 'n', body: 'a regular' });
  const answer = await anns.call('send', { chat_id: id, ...text('hi') });
  expect((await bobs.hears('message', ({ message }) => message.private)).message).toEqual(note);
  expect((await theirs.hears('message', ({ message }) => message.seq === 4)).message.id).toBe(answer.id);
  const bodies = (socket: Pick<AgentSocket, 'heard'>) =>
    socket.heard.filter(({ name }) => name === 'message').map(({ data }) => data.message.body);
  await bobs.hears('message', ({ message }) => message.id === answer.id);
  expect(bodies(theirs)).toEqual(['Привет', 'hi']);
  expect(bodies(anns)).toEqual(['Привет', 'a regular', 'hi']);
  expect(bodies(bobs)).toEqual(['Привет', 'a regular', 'hi']);
});

test("a visitor's first message connects all their tabs to the chat, on any node", async () => {
  const { one, two, ann } = await startWidget();
  const visitor = await addVisitor(one, ann);
  const [here, there] = [await connectVisitor(one, ann, visitor), await connectVisitor(two, ann, visitor)];
  const agent = await connectAgent(two, ann);
  for (const tab of [here, there]) expect(await tab.call('resume', { seq: 0 })).toMatchObject({ chat: null });
  for (const tab of [here, there]) tab.heard.length = 0;
  await here.call('send', text('hello'));
  for (const tab of [here, there]) await tab.hears('stale');
  expect((await there.call('resume', { seq: 0 })).messages.map(({ body }) => body)).toEqual(['hello']);
  const { chat } = await agent.hears('message');
  await agent.call('send', { chat_id: chat.id, ...text('hi') });
  for (const tab of [here, there]) await tab.hears('message', ({ message }) => message.body === 'hi');
});

test('typing reaches the other node at once, and its text those who view the chat', async () => {
  const { theirs, bobs, anns, bob, ann, id } = await startChat();
  await anns.call('look', { chat_id: id });
  await theirs.call('typing', { state: 'start', text: 'how m' });
  const said = { chat_id: id, side: 'client', state: 'start' };
  expect(await anns.hears('typing', (data) => data.text !== undefined)).toEqual({ ...said, text: 'how m' });
  expect(await bobs.hears('typing')).toEqual(said);
  await anns.call('typing', { chat_id: id, state: 'start' });
  expect(await theirs.hears('typing')).toEqual({ state: 'start' });
  expect(await bobs.hears('typing', ({ side }) => side === 'agent')).toMatchObject({ agent_id: ann.agentId });
  await bobs.call('look', { chat_id: id });
  await anns.hears('viewers', ({ viewers }) => `${viewers}` === `${[ann.agentId, bob.agentId]}`);
  bobs.socket.disconnect();
  await until(() => `${anns.heard.at(-1)?.data.viewers}` === `${ann.agentId}`, 'Bob is seen to look no more');
});

test("received and seen marks and the chat's state reach the other node at once", async () => {
  const { theirs, bobs, anns, ann, visitor, id } = await startChat();
  await theirs.call('received', { seq: 2 });
  await anns.hears('chat', ({ chat }) => chat.visitor_received_seq === 2 && chat.visitor_seen_seq === 0);
  await theirs.call('seen', { seq: 2 });
  await anns.hears('chat', ({ chat }) => chat.visitor_seen_seq === 2);
  const first = (await anns.call('catch_up', { chat_id: id, after_id: 0 })).messages[0]?.id ?? 0;
  await anns.call('seen', { chat_id: id, to_message_id: first });
  await theirs.hears('chat', ({ chat }) => chat.seen_seq === 1);
  await bobs.hears('chat', ({ chat }) => chat.agent_seen_seq === 1 && chat.unread === 0);
  await ann.call(chats.close, { params: { id } });
  await anns.hears('chat', ({ chat }) => chat.closed_at !== null);
  await theirs.hears('chat', ({ chat }) => chat.status === 'closed');
  const params = { button_guid: ann.buttonGuid };
  await visitor.call(site.visitor.updateContact, { params, body: { name: 'Ира' } });
  await anns.hears('contact', ({ contact }) => contact.id === visitor.contactId && contact.name === 'Ира');
  await ann.call(contacts.update, { params: { id: visitor.contactId }, body: { phone: '+1 202 555 0100' } });
  await anns.hears('contact', ({ contact }) => contact.phone !== null);
});

test('presence reaches the other node at once: agents, and for visitors whether any is online', async () => {
  const { one, two, ann, bob } = await startWidget();
  const theirs = await connectVisitor(one, ann, await addVisitor(one, ann));
  const anns = await connectAgent(two, ann);
  expect(await theirs.hears('online')).toEqual({ online: true });
  const bobs = await connectAgent(one, bob);
  expect((await anns.hears('agent')).agent).toEqual({ id: bob.agentId, online: true, status: 'active' });
  for (const { socket } of [anns, bobs]) socket.disconnect();
  const open = `SELECT FROM connections WHERE widget_id = ${ann.widgetId} AND left_at IS NULL`;
  await until(async () => (await one.sql(open)).length === 0, 'both are signed off');
  await advanceNodes(15, two, one);
  expect(await theirs.hears('online', ({ online }) => !online)).toEqual({ online: false });
});

test('visits reach the other node at once', async () => {
  const { one, two, ann } = await startWidget();
  const anns = await connectAgent(two, ann);
  await anns.call('watch', { visitors: true });
  const params = { button_guid: ann.buttonGuid };
  const { data } = await anonymousCaller(one)(site.visitor.visit, { params, body: { page: 'https://shop.example/' } });
  const came = await anns.hears('visitors');
  expect(came).toMatchObject({ here: [{ page: 'https://shop.example/' }], gone: [] });
  await advanceNodes(91, one, two);
  expect(await anns.hears('visitors', ({ gone }) => gone.length > 0)).toEqual({ here: [], gone: [data.visit_id] });
});

test('a user signed out or a contact blocked on one node is refused on the other', async () => {
  const { one, two, ann, bob } = await startWidget();
  const visitor = await addAnsweredVisitor(one, ann);
  const theirs = await connectVisitor(two, ann, visitor);
  const extraHeaders = await signedInHeaders(one, bob);
  const bobs = await connected(openSocket(two, 'agent', { extraHeaders }), 'agent');
  await withHeaders(one, extraHeaders)(dashboard.session.remove);
  expect(await bobs.hears('refused')).toMatchObject({ reason: 'session_required' });
  await ann.call(contacts.block, { params: { id: visitor.contactId } });
  expect(await theirs.hears('refused')).toMatchObject({ reason: 'visitor_blocked' });
  await until(() => bobs.socket.disconnected && theirs.socket.disconnected, 'both are out');
});
