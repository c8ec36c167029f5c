import type { VisitorChat } from '@parley/contract';
import { expect, test } from 'vitest';
import { eventually } from '../../test/live-server.ts';
import { serveVisitor, visitorMessage } from '../../test/visitor-server.ts';
import type { VisitorClient } from '../index.ts';

// The site can identify the visitor as one of its users at any time, and that user may have another chat.

const bodies = ({ state }: VisitorClient) => state.messages.map(({ body }) => body);
const open = (client: VisitorClient) => eventually(() => expect(client.state.connection).toBe('open'));

const oldChat: VisitorChat = {
  id: 1,
  version: 900,
  status: 'open',
  last_seq: 3,
  seen_seq: 0,
  unread: 0,
  rating_requested_at: null,
  agent: null,
};

test('when the chat is replaced by another, all of the new one is loaded and nothing of the old one is left', async () => {
  const { connect, write, become, server } = await serveVisitor();
  for (const body of 'abcde') write(body);
  const client = connect();
  await open(client);
  become();
  for (const body of 'uvwxyz') write(body);
  server.emit('stale', {});
  await eventually(() => expect(bodies(client)).toEqual([...'uvwxyz']));
  expect(client.state.chat).toMatchObject({ id: 8, last_seq: 6, unread: 6 });
});

test('the chat is also replaced when the new one is shorter, is named only by an event, or does not exist', async () => {
  const { connect, write, become, server, loses } = await serveVisitor();
  for (const body of 'abc') write(body);
  const client = connect();
  await open(client);
  become();
  loses.events = true;
  write('z');
  const chat = { ...oldChat, id: 8, version: 1, last_seq: 1 };
  server.emit('chat', { chat });
  await eventually(() => expect(bodies(client)).toEqual(['z']));
  become();
  client.wake();
  await eventually(() => expect(client.state).toMatchObject({ chat: null, messages: [] }));
});

test('known messages are dropped if they belong to another chat, and kept if they belong to this one', async () => {
  const { connect, write, bodies: said } = await serveVisitor();
  for (const body of 'ab') write(body);
  const messages = [1, 2, 3].map((seq) => visitorMessage(seq, { body: 'old' }));
  const stranger = connect({ messages, chat: oldChat });
  expect(bodies(stranger)).toEqual(['old', 'old', 'old']);
  await open(stranger);
  await eventually(() => expect(bodies(stranger)).toEqual(['a', 'b']));
  const known = connect({ messages: messages.slice(0, 2), chat: { ...oldChat, id: 7 } });
  await open(known);
  expect(bodies(known)).toEqual(['old', 'old']);
  expect(said('resume')).toEqual([{ seq: 3 }, { seq: 0 }, { seq: 2 }]);
});

test('unsent messages go to the new chat', async () => {
  const { connect, write, become, server, bodies: said } = await serveVisitor();
  for (const body of 'abc') write(body);
  const client = connect();
  await open(client);
  become();
  for (const body of 'xyz') write(body);
  server.fate = ({ name }) => (name === 'send' && said('send').length < 2 ? 'lost' : undefined);
  const id = client.send({ type: 'text', body: 'mine' });
  server.emit('stale', {});
  await eventually(() => expect(bodies(client)).toEqual(['x', 'y', 'z', 'mine']));
  expect(client.state.messages.at(-1)).toMatchObject({ client_message_id: id });
});

test('messages seen in the old chat do not count as seen in the new one, however many it has', async () => {
  const { connect, write, become, server, bodies: said } = await serveVisitor();
  for (const body of 'abc') write(body);
  const client = connect();
  await open(client);
  client.see();
  await eventually(() => expect(said('seen')).toEqual([{ seq: 3 }]));
  become();
  for (const body of 'xyz') write(body);
  server.emit('stale', {});
  await eventually(() => expect(bodies(client)).toEqual(['x', 'y', 'z']));
  expect(said('seen')).toEqual([{ seq: 3 }]);
  client.see();
  await eventually(() => expect(said('seen')).toEqual([{ seq: 3 }, { seq: 3 }]));
});
