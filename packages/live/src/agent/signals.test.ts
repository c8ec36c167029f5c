import { expect, test } from 'vitest';
import { serveAgent } from '../../test/agent-server.ts';
import { eventually } from '../../test/live-server.ts';
import type { SiteVisitor } from '../index.ts';

const visitor = (id: string, page = '/'): SiteVisitor => ({
  id,
  page,
  title: null,
  referrer: null,
  pages: 1,
  country: null,
  since: '2026-01-01T00:00:00.000Z',
  seen_at: '2026-01-01T00:00:00.000Z',
  contact_id: null,
  name: null,
  chat_id: null,
});

test('the chat opened last is reported as viewed, again on every connection', async () => {
  const { connect, make, server, bodies } = await serveAgent();
  for (const id of [1, 2]) make(id);
  const client = connect();
  const one = client.open(1);
  await eventually(() => expect(one.state.viewers).toEqual([1, 2]));
  const two = client.open(2);
  await eventually(() => expect([one.state.viewers, two.state.viewers]).toEqual([[], [1, 2]]));
  server.emit('viewers', { chat_id: 2, viewers: [1], order: 250 });
  server.emit('viewers', { chat_id: 2, viewers: [1, 2], order: 240 });
  server.emit('viewers', { chat_id: 1, viewers: [1], order: 260 });
  await eventually(() => expect(two.state.viewers).toEqual([1]));
  server.cut();
  await eventually(() => expect(bodies('look')).toEqual([1, 2, 2].map((chat_id) => ({ chat_id }))));
  two.close();
  await eventually(() => expect(one.state.viewers).toEqual([1, 2]));
  one.close();
  one.close();
  await eventually(() => expect(bodies('look').at(-1)).toEqual({ chat_id: null }));
  expect(bodies('look')).toHaveLength(5);
});

test('a closed chat is no longer followed, and is updated like the others', async () => {
  const { connect, make, write, chatOf, bodies } = await serveAgent();
  make(1);
  const client = connect();
  const one = client.open(1);
  await eventually(() => expect(one.state.chat).not.toBeNull());
  one.close();
  write(1, 'a');
  await eventually(() => expect(client.state.chats.get(1)).toEqual(chatOf(1)));
  expect(one.state.messages).toEqual([]);
  expect(bodies('catch_up')).toHaveLength(1);
});

test('typists are shown with a preview until they stop or send a message', async () => {
  const { connect, make, write, server } = await serveAgent();
  make(1);
  const client = connect();
  const one = client.open(1);
  await eventually(() => expect(one.state.chat).not.toBeNull());
  server.emit('typing', { chat_id: 1, side: 'client', state: 'start', text: 'he' });
  server.emit('typing', { chat_id: 1, side: 'agent', agent_id: 2, state: 'start' });
  server.emit('typing', { chat_id: 1, side: 'client', state: 'start', text: 'hello' });
  server.emit('typing', { chat_id: 1, side: 'client', state: 'start' });
  const theirs = { side: 'client', agent_id: null, text: 'hello' };
  await eventually(() => expect(one.state.typing).toEqual([{ side: 'agent', agent_id: 2, text: null }, theirs]));
  expect(client.state.typing.get(1)).toBe(one.state.typing);
  server.emit('typing', { chat_id: 1, side: 'agent', agent_id: 2, state: 'stop' });
  await eventually(() => expect(one.state.typing).toEqual([theirs]));
  write(1, 'hello');
  await eventually(() => expect(client.state.typing.size).toBe(0));
  expect(one.state.typing).toEqual([]);
});

test('typing signals and read receipts name their chat, and receipts are repeated until acknowledged', async () => {
  const { connect, make, server, bodies } = await serveAgent();
  make(1);
  const client = connect();
  client.type(1, 'start');
  client.see(1, 5);
  await eventually(() => expect(bodies('seen')).toEqual([{ chat_id: 1, to_message_id: 5 }]));
  server.fate = ({ name }) => (name === 'seen' ? 'lost' : undefined);
  client.see(1, 4);
  client.see(1, 6);
  client.type(2, 'start');
  client.type(2, 'start');
  client.type(2, 'stop');
  await eventually(() =>
    expect(bodies('typing')).toEqual([
      { chat_id: 2, state: 'start' },
      { chat_id: 2, state: 'stop' },
    ]),
  );
  await eventually(() => expect(bodies('seen').length).toBeGreaterThan(1));
  server.fate = () => undefined;
  await eventually(() => {
    client.wake();
    expect(bodies('seen').length).toBeGreaterThan(2);
  });
  expect(
    bodies('seen')
      .slice(1)
      .every(({ to_message_id }) => to_message_id === 6),
  ).toBe(true);
});

test('chats take the new name of their contact from an event and from a loaded page', async () => {
  const { connect, make, chatOf, server } = await serveAgent();
  for (const id of [1, 2]) make(id);
  const client = connect();
  await eventually(() => expect(client.state.connection).toBe('open'));
  client.load([{ ...chatOf(1), contact_id: 'c' }, chatOf(2)]);
  const before = client.state.chats;
  const contact = { id: 'c', name: null, email: 'ira@example.test', phone: '1' };
  server.emit('contact', { contact: { ...contact, id: 'd' } });
  server.emit('contact', { contact });
  await eventually(() => expect(client.state.chats.get(1)?.contact_name).toBe('ira@example.test'));
  expect([client.state.chats.get(2), before.get(1)?.contact_name]).toEqual([chatOf(2), null]);
  client.load([{ ...chatOf(1), contact_id: 'c', contact_name: 'Ira' }]);
  expect(client.state.chats.get(1)?.contact_name).toBe('Ira');
});

test('presence of agents is updated, and contact changes are reported', async () => {
  const { connect, server } = await serveAgent();
  const contacts: unknown[] = [];
  const client = connect({ onContact: (contact) => void contacts.push(contact.id) });
  await eventually(() => expect(client.state.connection).toBe('open'));
  server.emit('agent', { agent: { id: 2, online: true, status: 'active' } });
  server.emit('agent', { agent: { id: 1, online: false, status: 'relaxation' } });
  server.emit('contact', { contact: { id: 'c' } });
  await eventually(() => expect(contacts).toEqual(['c']));
  expect(client.state.agents).toEqual([
    { id: 2, online: true, status: 'active' },
    { id: 1, online: false, status: 'relaxation' },
  ]);
});

test('visitors are watched on every connection until stopped, and events win over an older list', async () => {
  const { connect, server, bodies } = await serveAgent();
  let begun = 0;
  const client = connect({
    onWatch() {
      begun += 1;
    },
  });
  client.watch(true);
  await eventually(() => expect(begun).toBe(1));
  server.emit('visitors', { here: [visitor('a', '/new')], gone: ['b'] });
  await eventually(() => expect(client.state.visitors.size).toBe(1));
  client.loadVisitors(['a', 'b', 'c'].map((id) => visitor(id)));
  expect([...client.state.visitors.values()]).toEqual([visitor('c'), visitor('a', '/new')]);
  server.cut();
  await eventually(() => expect(begun).toBe(2));
  client.loadVisitors([visitor('b')]);
  expect([...client.state.visitors.keys()]).toEqual(['b']);
  client.watch(false);
  expect(client.state.visitors.size).toBe(0);
  await eventually(() => expect(bodies('watch').map(({ visitors }) => visitors)).toEqual([true, true, false]));
});
