import { expect, test } from 'vitest';
import { serveAgent } from '../../test/agent-server.ts';
import { eventually, problem, unreliable } from '../../test/live-server.ts';
import type { AgentClient, Conversation } from '../index.ts';

const text = (body: string) => ({ type: 'text' as const, body });
const bodies = ({ state }: Conversation) => state.messages.map(({ body }) => body);
const open = (client: AgentClient) => eventually(() => expect(client.state.connection).toBe('open'));

test('a reset is reported on the first connection, and later only when the server asks for one', async () => {
  const { connect, make, bodies: saidBodies, server } = await serveAgent();
  make(1);
  let resets = 0;
  const onReset = () => {
    resets += 1;
  };
  const client = connect({ onReset });
  await open(client);
  expect(resets).toBe(1);
  expect(client.state.agents).toEqual([{ id: 1, online: true, status: 'active' }]);
  server.cut();
  await eventually(() => expect(saidBodies('resume')).toEqual([{}, { cursor: '1' }]));
  await open(client);
  expect([resets, client.cursor]).toEqual([1, '1']);
  client.close();
  const next = connect({ cursor: '1', onReset });
  await open(next);
  expect(resets).toBe(1);
});

test('chats that changed while disconnected are fetched, and deleted ones are dropped', async () => {
  const { connect, make, update, chats, chatOf, server, loses, bodies: saidBodies } = await serveAgent();
  for (const id of [1, 2, 3]) make(id);
  const client = connect();
  await open(client);
  client.load([chatOf(1), chatOf(2), chatOf(3)]);
  loses.events = true;
  server.cut();
  await eventually(() => expect(client.state.connection).toBe('connecting'));
  update(1, { status: 'ready' });
  make(4);
  await eventually(() => expect([...client.state.chats.keys()]).toEqual([1, 2, 3, 4]));
  expect(client.state.chats).toEqual(chats);
  expect(saidBodies('chats')).toEqual([{ ids: [1, 4] }]);
  server.emit('heads', {
    heads: [
      { id: 2, version: 9 },
      { id: 3, version: 1 },
    ],
  });
  chats.delete(2);
  await eventually(() => expect([...client.state.chats.keys()]).toEqual([1, 3, 4]));
  expect(saidBodies('chats').at(-1)).toEqual({ ids: [2] });
  server.emit('gone', { ids: [3, 9] });
  await eventually(() => expect([...client.state.chats.keys()]).toEqual([1, 4]));
});

test('changed chats are fetched again if the connection is lost before the response', async () => {
  const { connect, make, update, chatOf, server, loses, bodies: saidBodies } = await serveAgent();
  make(1);
  const client = connect({ options: { answerMs: 60_000 } });
  await open(client);
  client.load([chatOf(1)]);
  loses.events = true;
  update(1, { status: 'ready' });
  server.fate = ({ name }) => (name === 'chats' ? 'lost' : undefined);
  client.wake();
  await eventually(() => expect(saidBodies('chats')).toHaveLength(1));
  server.fate = () => undefined;
  server.cut();
  await eventually(() => expect(client.state.chats.get(1)?.status).toBe('ready'));
});

test('changes are applied in order, ignored if they are old, and fetched after a gap', async () => {
  const { connect, make, write, update, chatOf, server, loses, bodies: saidBodies } = await serveAgent();
  make(1);
  const client = connect();
  await open(client);
  client.load([chatOf(1)]);
  write(1, 'a');
  await eventually(() => expect(client.state.chats.get(1)).toEqual(chatOf(1)));
  server.emit('chat', { chat: { ...chatOf(1), version: 1, status: 'spam' } });
  server.emit('message', { message: {}, chat: { id: 1, version: 2, status: 'spam' } });
  expect(saidBodies('chats')).toEqual([]);
  loses.events = true;
  update(1, { unread: 5 });
  loses.events = false;
  write(1, 'b');
  await eventually(() => expect(client.state.chats.get(1)).toEqual(chatOf(1)));
  expect(client.state.chats.get(1)).toMatchObject({ unread: 5, status: 'active', last_seq: 2 });
  expect(saidBodies('chats')).toEqual([{ ids: [1] }]);
});

test('an unknown chat is added from an event that contains all of it, and fetched otherwise', async () => {
  const { connect, make, write, chatOf, chats, loses, server, bodies: saidBodies } = await serveAgent();
  const client = connect();
  await open(client);
  make(1);
  await eventually(() => expect(client.state.chats.size).toBe(1));
  loses.events = true;
  make(2);
  make(3);
  const message = write(2, 'a');
  server.emit('message', { message, chat: chatOf(2) });
  loses.events = false;
  write(3, 'b');
  await eventually(() => expect(client.state.chats).toEqual(chats));
  expect(saidBodies('chats')).toEqual([{ ids: [3] }]);
});

test('a loaded page that is older than the known chats changes nothing', async () => {
  const { connect, make, update, chatOf } = await serveAgent();
  const old = make(1);
  const client = connect();
  await open(client);
  client.load([old]);
  update(1, { status: 'ready' });
  await eventually(() => expect(client.state.chats.get(1)?.status).toBe('ready'));
  const { chats } = client.state;
  client.load([old]);
  expect(client.state.chats).toBe(chats);
  expect(chats.get(1)).toEqual(chatOf(1));
});

test('chats can be dropped unless they are open or have unsent messages, and come back with their next event', async () => {
  const { connect, make, write, chatOf, server } = await serveAgent();
  for (const id of [1, 2, 3]) make(id);
  server.fate = ({ name }) => (name === 'send' ? problem('unavailable') : undefined);
  const client = connect();
  await open(client);
  client.load([chatOf(1), chatOf(2), chatOf(3)]);
  const conversation = client.open(1);
  client.send(2, text('a'));
  client.forget([1, 2, 3]);
  expect([...client.state.chats.keys()]).toEqual([1, 2]);
  expect(conversation.state.chat).toEqual(chatOf(1));
  write(3, 'b');
  await eventually(() => expect(client.state.chats.get(3)).toEqual(chatOf(3)));
});

test('an opened chat catches up from the given messages, and earlier ones are added before them', async () => {
  const { connect, make, write, ofChat, bodies: saidBodies } = await serveAgent();
  make(1);
  for (const body of 'abcdefgh') write(1, body);
  const client = connect();
  await open(client);
  const whole = client.open(1);
  await eventually(() => expect(whole.state.messages).toEqual(ofChat(1)));
  expect(saidBodies('catch_up').map(({ after_id }) => after_id)).toEqual([0, 3, 6]);
  const recent = client.open(1, ofChat(1).slice(2, 4).reverse());
  expect(bodies(recent)).toEqual(['c', 'd']);
  await eventually(() => expect(bodies(recent)).toEqual([...'cdefgh']));
  recent.load(ofChat(1).slice(0, 4).reverse());
  expect(recent.state.messages).toEqual(ofChat(1));
});

test('an open chat applies the next event and catches up after a gap, also across other changes of the chat', async () => {
  const { connect, make, write, update, ofChat, chatOf, loses, bodies: saidBodies } = await serveAgent();
  make(1);
  const client = connect();
  await open(client);
  const conversation = client.open(1);
  await eventually(() => expect(conversation.state.chat).toEqual(chatOf(1)));
  write(1, 'a');
  update(1, { unread: 1 });
  write(1, 'b');
  await eventually(() => expect(bodies(conversation)).toEqual(['a', 'b']));
  expect(saidBodies('catch_up')).toHaveLength(1);
  loses.events = true;
  write(1, 'c');
  loses.events = false;
  update(1, { unread: 2 });
  write(1, 'd');
  await eventually(() => expect(conversation.state.messages).toEqual(ofChat(1)));
  expect(conversation.state.chat).toEqual(chatOf(1));
  expect(client.state.chats.get(1)).toBe(conversation.state.chat);
  expect(saidBodies('chats')).toEqual([]);
});

test('the response to a sent message does not hide messages missed before it', async () => {
  const { connect, make, write, ofChat, loses } = await serveAgent();
  make(1);
  const client = connect();
  await open(client);
  const conversation = client.open(1);
  await eventually(() => expect(conversation.state.chat).not.toBeNull());
  loses.events = true;
  write(1, 'a');
  client.send(1, text('b'));
  await eventually(() => expect(bodies(conversation)).toEqual(['b']));
  expect(client.state.pending).toEqual([]);
  client.wake();
  await eventually(() => expect(conversation.state.messages).toEqual(ofChat(1)));
});

test('several open chats are followed at once, and resume where they were after a disconnect', async () => {
  const { connect, make, write, ofChat, server, loses, bodies: saidBodies } = await serveAgent();
  for (const id of [1, 2]) make(id);
  const client = connect();
  await open(client);
  const [one, two] = [client.open(1), client.open(2)];
  for (const body of 'ab') write(1, body);
  write(2, 'x');
  await eventually(() => expect([bodies(one), bodies(two)]).toEqual([['a', 'b'], ['x']]));
  loses.events = true;
  server.cut();
  await eventually(() => expect(client.state.connection).toBe('connecting'));
  write(1, 'c');
  const asked = saidBodies('catch_up').length;
  await eventually(() => expect(one.state.messages).toEqual(ofChat(1)));
  expect(saidBodies('catch_up').slice(asked)).toEqual([{ chat_id: 1, after_id: 2, after_log_id: 0, after_version: 3 }]);
});

test('a catch-up without a response is retried', async () => {
  const { connect, make, write, server, bodies: saidBodies } = await serveAgent();
  make(1);
  write(1, 'a');
  server.fate = ({ name }) => (name === 'catch_up' && saidBodies(name).length < 2 ? 'lost' : undefined);
  const client = connect();
  await open(client);
  const conversation = client.open(1);
  await eventually(() => expect(bodies(conversation)).toEqual(['a']));
});

test('after a reset all known chats are fetched again', async () => {
  const { connect, make, write, update, chatOf, server, loses } = await serveAgent();
  for (const id of [1, 2]) make(id);
  const client = connect({ cursor: '2' });
  await open(client);
  client.load([chatOf(1), chatOf(2)]);
  const conversation = client.open(1);
  await eventually(() => expect(conversation.state.chat).not.toBeNull());
  loses.events = true;
  write(1, 'a');
  update(2, { status: 'spam' });
  server.fate = ({ name, body }) => {
    if (name === 'resume') delete body.cursor;
    return undefined;
  };
  client.wake();
  await eventually(() => expect(bodies(conversation)).toEqual(['a']));
  await eventually(() => expect(client.state.chats.get(2)).toEqual(chatOf(2)));
});

test('messages and notes of a chat are sent in order, and a problem in one chat does not delay another', async () => {
  const { connect, make, server, ofChat } = await serveAgent();
  for (const id of [1, 2]) make(id);
  let isDown = true;
  server.fate = ({ name, body }) => {
    if (!isDown || (name !== 'send' && name !== 'note')) return undefined;
    return body.chat_id === 1 ? problem('unavailable') : undefined;
  };
  const client = connect();
  const conversation = client.open(2);
  client.send(1, text('a'));
  client.note(1, 'b');
  client.send(2, text('c'));
  client.note(2, 'd', [7], 'mine');
  await eventually(() => expect(ofChat(2).map(({ body }) => body)).toEqual(['c', 'd']));
  await eventually(() => expect(client.state.pending.map(({ chat_id }) => chat_id)).toEqual([1, 1]));
  isDown = false;
  await eventually(() => expect(client.state.pending).toEqual([]));
  expect(ofChat(1).map(({ body, private: isNote }) => [body, isNote])).toEqual([
    ['a', false],
    ['b', true],
  ]);
  await eventually(() => expect(conversation.state.messages).toEqual(ofChat(2)));
  expect(ofChat(2).at(-1)).toMatchObject({ client_message_id: 'mine', private: true, mentions: [7] });
});

test('a message that cannot be sent is shown with its problem, and can be handed over to another client', async () => {
  const { connect, make, server, ofChat } = await serveAgent();
  make(1);
  server.fate = ({ name }) => (name === 'send' ? problem('not_found') : undefined);
  const client = connect();
  const [a, b] = [client.send(1, text('a')), client.send(1, text('b'))];
  await eventually(() => expect(client.state.pending.every((entry) => entry.problem)).toBe(true));
  expect(client.state.pending).toMatchObject([
    { chat_id: 1, client_message_id: a, message: text('a'), problem: { reason: 'not_found' } },
    { chat_id: 1, client_message_id: b },
  ]);
  client.close();
  server.fate = () => undefined;
  const next = connect({ pending: client.state.pending });
  await open(next);
  next.discard(a);
  next.retry(b);
  await eventually(() => expect(ofChat(1).map(({ body }) => body)).toEqual(['b']));
  await eventually(() => expect(next.state.pending).toEqual([]));
});

test('nothing is lost or duplicated over an unreliable connection', async () => {
  const { connect, make, write, edit, update, server, ofChat, chats, loses, said } = await serveAgent();
  for (const id of [1, 2, 3]) make(id);
  const client = connect({ options: { statementMs: 50, resumeMs: 60, answerMs: 60 } });
  const [one, two] = [client.open(1), client.open(2)];
  server.fate = unreliable(server.cut);
  const written: number[] = [];
  for (let index = 0; index < 20; index++) {
    loses.events = index % 3 === 0;
    client.send(1 + (index % 2), text(`m${index}`));
    written.push(write(1 + (index % 3), `v${index}`).id);
    update(1 + (index % 3), { unread: index });
    edit(written[(7 * index) % written.length] ?? 0, `e${index}`);
    const so = said.length;
    if (index % 4 === 0) await eventually(() => expect(said.length).toBeGreaterThan(so));
  }
  await eventually(() => expect(client.state.pending).toEqual([]));
  await eventually(() => expect([one.state.messages, two.state.messages]).toEqual([ofChat(1), ofChat(2)]));
  await eventually(() => expect(client.state.chats).toEqual(chats));
  for (const [id, parity] of [
    [1, 0],
    [2, 1],
  ] as const) {
    const own = ofChat(id).flatMap(({ body, sender }) => (sender === 'agent' ? body : []));
    expect(own).toEqual(Array.from({ length: 10 }, (_, index) => `m${2 * index + parity}`));
  }
});

test('the log of an open chat is followed live, and what was missed is fetched', async () => {
  const { connect, make, happen, server, loses } = await serveAgent();
  make(1);
  happen(1, 'done');
  const seen: string[] = [];
  const client = connect({ onLogEntry: ({ type }) => void seen.push(type) });
  await open(client);
  const conversation = client.open(1);
  const types = () => conversation.state.log.map(({ type }) => type);
  await eventually(() => expect(types()).toEqual(['done']));
  happen(1, 'reopened');
  await eventually(() => expect(types()).toEqual(['done', 'reopened']));
  loses.events = true;
  for (const type of ['spam', 'not_spam', 'snoozed', 'woken'] as const) happen(1, type);
  server.cut();
  await eventually(() => expect(types()).toEqual(['done', 'reopened', 'spam', 'not_spam', 'snoozed', 'woken']));
  expect(seen).toEqual(['reopened']);
});

test('a draft that was used leaves the open chat, and pages that still have it do not bring it back', async () => {
  const { connect, make, write, ofChat, server } = await serveAgent();
  make(1);
  const removed: number[][] = [];
  const client = connect({ onRemoved: (...ids) => removed.push(ids) });
  await open(client);
  for (const body of 'ab') write(1, body, { sender: 'ai', private: true, origin: 'shadow', seq: null });
  write(1, 'c');
  const conversation = client.open(1);
  await eventually(() => expect(bodies(conversation)).toEqual(['a', 'b', 'c']));
  server.emit('removed', { chat_id: 1, message_id: 1 });
  await eventually(() => expect(bodies(conversation)).toEqual(['b', 'c']));
  client.removeDraft(1, 2);
  conversation.load(ofChat(1));
  expect(bodies(conversation)).toEqual(['c']);
  expect(removed).toEqual([
    [1, 1],
    [1, 2],
  ]);
});
