import { visitorLive } from '@parley/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually, problem, unreliable } from '../../test/live-server.ts';
import { serveVisitor, visitorMessage } from '../../test/visitor-server.ts';
import type { VisitorClient } from '../index.ts';

const text = (body: string) => ({ type: 'text' as const, body });
const bodies = ({ state }: VisitorClient) => state.messages.map(({ body }) => body);
const open = (client: VisitorClient) => eventually(() => expect(client.state.connection).toBe('open'));

test('a client without messages loads all of them, page by page', async () => {
  const { connect, write, bodies: saidBodies } = await serveVisitor();
  for (const body of 'abcdefgh') write(body);
  const client = connect();
  expect(client.state).toMatchObject({ connection: 'connecting', messages: [], chat: null, online: null });
  await open(client);
  expect(bodies(client)).toEqual([...'abcdefgh']);
  expect(saidBodies('resume')).toEqual([{ seq: 0 }, { seq: 3 }, { seq: 6 }]);
  expect(client.state).toMatchObject({ chat: { id: 7, last_seq: 8, unread: 8 }, online: true, refusal: null });
});

test('a client identifies itself and the protocol version', async () => {
  const { connect, server } = await serveVisitor();
  const shown: unknown[] = [];
  server.refuse = ({ handshake }) => void shown.push(handshake.auth);
  await open(connect());
  expect(shown).toEqual([{ button_guid: 'b'.repeat(32), token: 't', version: visitorLive.versions.at(-1) }]);
});

test('known messages are not fetched again, up to the first gap', async () => {
  const { connect, write, bodies: saidBodies } = await serveVisitor();
  for (const body of 'abcdef') write(body);
  const known = [2, 3, 5].map((seq) => visitorMessage(seq));
  const client = connect({ messages: known });
  await open(client);
  expect(client.state.messages.map(({ seq }) => seq)).toEqual([2, 3, 4, 5, 6]);
  expect(saidBodies('resume')).toEqual([{ seq: 3 }]);
});

test('the next message is added, and a duplicate is ignored', async () => {
  const { connect, write, server, names } = await serveVisitor();
  write('a');
  const client = connect();
  await open(client);
  const message = write('b');
  server.emit('message', { message });
  server.emit('message', { message: visitorMessage(1) });
  server.emit('typing', { state: 'start' });
  await eventually(() => expect(client.state.isTyping).toBe(true));
  expect(bodies(client)).toEqual(['a', 'b']);
  expect(names()).toEqual(['resume']);
});

test('a message after a gap is dropped, and the missing ones are fetched', async () => {
  const { connect, write, loses, bodies: saidBodies } = await serveVisitor();
  write('a');
  const client = connect();
  await open(client);
  loses.events = true;
  write('b');
  write('c');
  loses.events = false;
  write('d');
  await eventually(() => expect(bodies(client)).toEqual(['a', 'b', 'c', 'd']));
  expect(saidBodies('resume')).toEqual([{ seq: 0 }, { seq: 1 }]);
});

test('messages that arrive out of order are put in order', async () => {
  const { connect, stored, server, write } = await serveVisitor();
  write('a');
  const client = connect();
  await open(client);
  stored.push(visitorMessage(2), visitorMessage(3));
  server.emit('message', { message: visitorMessage(3) });
  server.emit('message', { message: visitorMessage(2) });
  await eventually(() => expect(client.state.messages.map(({ seq }) => seq)).toEqual([1, 2, 3]));
});

test('messages missed without notice are fetched by the next resume, on stale, and on a wake-up', async () => {
  const { connect, write, loses, server } = await serveVisitor();
  loses.events = true;
  const patient = connect();
  const client = connect({ options: { statementMs: 30 } });
  await Promise.all([open(patient), open(client)]);
  write('a');
  await eventually(() => expect(bodies(client)).toEqual(['a']));
  expect(bodies(patient)).toEqual([]);
  server.emit('stale', {});
  await eventually(() => expect(bodies(patient)).toEqual(['a']));
  write('b');
  patient.wake();
  await eventually(() => expect(bodies(patient)).toEqual(['a', 'b']));
});

test('resumes never overlap, and at most one is queued', async () => {
  const { connect, server, names, write } = await serveVisitor();
  write('a');
  const client = connect({ options: { resumeMs: 60_000 } });
  await open(client);
  const held = Promise.withResolvers<undefined>();
  server.fate = ({ name }) => (name === 'resume' ? held.promise : undefined);
  for (let index = 0; index < 5; index++) client.wake();
  client.send(text('b'));
  await eventually(() => expect(names()).toEqual(['resume', 'resume', 'send']));
  held.resolve(undefined);
  await eventually(() => expect(names()).toEqual(['resume', 'resume', 'send', 'resume']));
  client.send(text('c'));
  await eventually(() => expect(bodies(client)).toEqual(['a', 'b', 'c']));
  expect(names()).toEqual(['resume', 'resume', 'send', 'resume', 'send']);
});

test('a resume that times out makes the client reconnect', async () => {
  const { connect, server, connections, write, loses } = await serveVisitor();
  const client = connect();
  await open(client);
  loses.events = true;
  write('a');
  let isDead = true;
  server.fate = ({ name }) => (isDead && name === 'resume' ? 'lost' : undefined);
  client.wake();
  await eventually(() => expect(client.state.connection).toBe('connecting'));
  isDead = false;
  await eventually(() => expect(bodies(client)).toEqual(['a']));
  await open(client);
  expect(connections()).toBe(2);
});

test('a resume that fails with a transient problem is retried', async () => {
  const { connect, server, names } = await serveVisitor();
  server.fate = () => (names().length < 3 ? problem('unavailable') : undefined);
  await open(connect());
  expect(names()).toEqual(['resume', 'resume', 'resume']);
});

test('an older response does not override newer events', async () => {
  const { connect, write, server, bodies: saidBodies } = await serveVisitor();
  write('a');
  const client = connect();
  await open(client);
  const chat = { ...client.state.chat, status: 'closed' };
  server.fate = ({ name }) => {
    if (name === 'resume' && saidBodies('resume').length === 2) server.emit('chat', { chat });
    return undefined;
  };
  client.wake();
  await eventually(() => expect(saidBodies('resume')).toHaveLength(3));
});

test('a message is sent with a unique id and appears once, whether the response or the event comes first', async () => {
  const { connect, stored, loses } = await serveVisitor();
  const client = connect();
  await open(client);
  const first = client.send(text('a'));
  expect(client.state.pending).toEqual([{ client_message_id: first, message: text('a'), problem: null }]);
  await eventually(() => expect(client.state.pending).toEqual([]));
  loses.events = true;
  const second = client.send(text('b'), 'mine');
  await eventually(() => expect(client.state.pending).toEqual([]));
  expect([first, second]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), 'mine']);
  expect(client.state.messages).toEqual(stored);
  await eventually(() => expect(client.state.chat?.last_seq).toBe(2));
});

test('ids are generated without randomUUID too, as on plain HTTP', async () => {
  const { connect } = await serveVisitor();
  const random = vi.spyOn(crypto, 'randomUUID').mockReturnValue(undefined as never);
  onTestFinished(() => random.mockRestore());
  expect(connect().send(text('a'))).toMatch(/^[0-9a-f]{32}$/);
});

test('messages are sent one at a time and in order', async () => {
  const { connect, stored, server } = await serveVisitor();
  const client = connect();
  let isBusy = false;
  server.fate = ({ name, body }) => {
    if (name !== 'send' || body.body !== 'a') return undefined;
    const first = !isBusy;
    isBusy = true;
    return first ? 'lost' : undefined;
  };
  for (const body of 'abcde') client.send(text(body));
  await eventually(() => expect(client.state.pending).toEqual([]));
  expect(stored.map(({ body }) => body)).toEqual([...'abcde']);
  expect(bodies(client)).toEqual([...'abcde']);
});

test('a message whose response is lost is sent again with the same id, and stored once', async () => {
  const { connect, server, stored, loses, bodies: saidBodies } = await serveVisitor();
  loses.events = true;
  server.fate = ({ name }) => (name === 'send' && saidBodies('send').length < 3 ? 'unanswered' : undefined);
  const client = connect();
  client.send(text('a'), 'a');
  client.send(text('b'), 'b');
  await eventually(() => expect(client.state.pending).toEqual([]));
  expect(saidBodies('send').map(({ client_message_id }) => client_message_id)).toEqual(['a', 'a', 'a', 'b']);
  expect(stored).toHaveLength(2);
  expect(bodies(client)).toEqual(['a', 'b']);
});

test('the event of a message ends the wait for its response', async () => {
  const { connect, server, bodies: saidBodies } = await serveVisitor();
  server.fate = ({ name }) => (name === 'send' ? 'unanswered' : undefined);
  const client = connect({ options: { answerMs: 60_000 } });
  client.send(text('a'));
  client.send(text('b'));
  await eventually(() => expect(bodies(client)).toEqual(['a', 'b']));
  expect(client.state.pending).toEqual([]);
  expect(saidBodies('send')).toHaveLength(2);
});

test('after a disconnect the client resumes first, then sends the rest with the same ids', async () => {
  const { connect, server, stored, said, write } = await serveVisitor();
  write('hello');
  const client = connect({ options: { answerMs: 60_000 } });
  await open(client);
  server.fate = ({ name }) => (name === 'send' ? 'lost' : undefined);
  client.send(text('a'), 'a');
  client.send(text('b'), 'b');
  await eventually(() => expect(server.names()).toContain('send'));
  server.cut();
  await eventually(() => expect(client.state.connection).toBe('connecting'));
  client.send(text('c'), 'c');
  server.fate = () => undefined;
  await eventually(() => expect(client.state.pending).toEqual([]));
  expect(stored.map(({ body }) => body)).toEqual(['hello', 'a', 'b', 'c']);
  const second = said.filter(({ by }) => by !== said[0]?.by);
  expect(second.map(({ name }) => name)).toEqual(['resume', 'send', 'send', 'send']);
});

test('a message stored before a disconnect is not sent again when the resume brings it', async () => {
  const { connect, server, stored, bodies: saidBodies } = await serveVisitor();
  const client = connect({ options: { answerMs: 60_000 } });
  await open(client);
  server.fate = ({ name }) => {
    if (name === 'send') setImmediate(server.cut);
    return name === 'send' ? 'unanswered' : undefined;
  };
  client.send(text('a'));
  await eventually(() => expect(stored).toHaveLength(1));
  await eventually(() => expect(client.state.pending).toEqual([]));
  await open(client);
  expect(saidBodies('send')).toHaveLength(1);
});

test('a message stored after missed ones stays pending until those are loaded', async () => {
  const { connect, write, server, loses } = await serveVisitor();
  const client = connect();
  await open(client);
  loses.events = true;
  write('a');
  const seen: string[] = [];
  client.subscribe(() =>
    seen.push([...bodies(client), ...client.state.pending.map(({ message }) => message.body)].join()),
  );
  client.send(text('b'));
  await eventually(() => expect(bodies(client)).toEqual(['a', 'b']));
  expect(seen.every((shown) => shown.endsWith('b'))).toBe(true);
  expect(server.names()).toEqual(['resume', 'send', 'resume']);
});

test('a message with a transient problem is retried, and later ones wait', async () => {
  const { connect, server, stored, bodies: saidBodies } = await serveVisitor();
  const problems = [problem('rate_limited', { retry_after: 0.05 }), problem('unavailable'), problem('internal_error')];
  server.fate = ({ name }) => (name === 'send' ? problems.shift() : undefined);
  const client = connect();
  client.send(text('a'));
  client.send(text('b'));
  await eventually(() => expect(client.state.pending).toEqual([]));
  expect(saidBodies('send').map(({ body }) => body)).toEqual(['a', 'a', 'a', 'a', 'b']);
  expect(stored.map(({ body }) => body)).toEqual(['a', 'b']);
});

test('a message that cannot be stored shows its problem, delays no other, and can be retried or discarded', async () => {
  const { connect, server, stored } = await serveVisitor();
  let isStrict = true;
  server.fate = ({ body }) =>
    isStrict && body.body !== 'c' && 'body' in body ? problem('validation_failed') : undefined;
  const client = connect();
  const [a, b] = [client.send(text('a')), client.send(text('b')), client.send(text('c'))];
  await eventually(() => expect(stored).toHaveLength(1));
  await eventually(() => expect(client.state.pending).toHaveLength(2));
  expect(client.state.pending).toMatchObject([
    { client_message_id: a, problem: { reason: 'validation_failed' } },
    { client_message_id: b, problem: { reason: 'validation_failed' } },
  ]);
  client.discard(b);
  isStrict = false;
  client.retry(a);
  await eventually(() => expect(bodies(client)).toEqual(['c', 'a']));
  expect(client.state.pending).toEqual([]);
});

test('unsent messages of another page are sent, unless they are known to be stored', async () => {
  const { connect, stored } = await serveVisitor();
  const entry = (body: string) => ({ client_message_id: body, message: text(body), problem: null });
  stored.push(visitorMessage(1, { client_message_id: 'a' }), visitorMessage(2, { client_message_id: 'b' }));
  const client = connect({ messages: stored.slice(0, 1), pending: ['a', 'b', 'c'].map(entry) });
  expect(client.state.pending.map(({ client_message_id }) => client_message_id)).toEqual(['b', 'c']);
  await eventually(() => expect(client.state.pending).toEqual([]));
  expect(stored.map(({ client_message_id }) => client_message_id)).toEqual(['a', 'b', 'c']);
});

test('nothing is lost or duplicated over an unreliable connection', async () => {
  const { connect, write, server, stored, loses } = await serveVisitor();
  const client = connect({ options: { statementMs: 50, resumeMs: 60, answerMs: 60 } });
  server.fate = unreliable(server.cut);
  for (let index = 0; index < 20; index++) {
    loses.events = index % 3 === 0;
    client.send(text(`v${index}`));
    write(`a${index}`);
    const so = stored.length;
    if (index % 5 === 0) await eventually(() => expect(client.state.messages.length).toBeGreaterThanOrEqual(so));
  }
  await eventually(() => expect(client.state.pending).toEqual([]));
  await eventually(() => expect(client.state.messages).toEqual(stored));
  const own = stored.flatMap(({ body, sender }) => (sender === 'client' ? body : []));
  expect(own).toEqual(Array.from({ length: 20 }, (_, index) => `v${index}`));
});
