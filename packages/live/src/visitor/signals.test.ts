import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually, problem } from '../../test/live-server.ts';
import { serveVisitor, visitorMessage } from '../../test/visitor-server.ts';
import { createTypingNotifier } from '../typing.ts';

test('an agent is shown as typing until they stop, send a message, or ten seconds pass', async () => {
  const { connect, server, write } = await serveVisitor();
  write('a');
  const client = connect();
  await eventually(() => expect(client.state.connection).toBe('open'));
  const start = async () => {
    server.emit('typing', { state: 'start' });
    await eventually(() => expect(client.state.isTyping).toBe(true));
  };
  const stopped = () => eventually(() => expect(client.state.isTyping).toBe(false));
  await start();
  server.emit('typing', { state: 'stop' });
  await stopped();
  await start();
  write('b');
  await stopped();
  await start();
  client.send({ type: 'text', body: 'c' });
  await eventually(() => expect(client.state.messages).toHaveLength(3));
  expect(client.state.isTyping).toBe(true);
});

test('a typing event that is not repeated expires', async () => {
  const { connect, server } = await serveVisitor();
  const client = connect();
  await eventually(() => expect(client.state.connection).toBe('open'));
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  server.emit('typing', { state: 'start' });
  await eventually(() => expect(client.state.isTyping).toBe(true));
  const [end, , ...given] = timers.mock.calls.find(([, ms]) => ms === 10_000) ?? [];
  end?.(...given);
  expect(client.state.isTyping).toBe(false);
});

test('typing is sent at the start, every five seconds, and at the end', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sent: unknown[] = [];
  const { update } = createTypingNotifier((state) => sent.push(state));
  update('stop');
  for (let second = 0; second < 11; second++) {
    update('start');
    vi.advanceTimersByTime(1_000);
  }
  expect(sent).toEqual(['start', 'start', 'start']);
  update('stop');
  update('stop');
  expect(sent).toEqual(['start', 'start', 'start', 'stop']);
});

test('typing previews are throttled to two seconds, end with the latest text, and stop when the message is sent', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sent: unknown[] = [];
  const { update, reset } = createTypingNotifier((_, text) => sent.push(text));
  for (const text of ['h', 'he', 'hel', 'hell', 'hello']) update('start', text);
  expect(sent).toEqual(['h']);
  vi.advanceTimersByTime(2_000);
  expect(sent).toEqual(['h', 'hello']);
  update('start', 'hello!');
  reset();
  vi.advanceTimersByTime(10_000);
  expect(sent).toEqual(['h', 'hello']);
  update('start', 'x'.repeat(2_000));
  expect(sent.at(-1)).toBe('x'.repeat(1_000));
});

test('sending a message ends typing without a stop signal', async () => {
  const { connect, bodies, stored } = await serveVisitor();
  const client = connect();
  await eventually(() => expect(client.state.connection).toBe('open'));
  client.type('start', 'hel');
  client.type('start', 'hello');
  client.send({ type: 'text', body: 'hello' });
  client.type('stop');
  await eventually(() => expect(stored).toHaveLength(1));
  client.type('start');
  await eventually(() => expect(bodies('typing')).toEqual([{ state: 'start', text: 'hel' }, { state: 'start' }]));
});

test('seen and received name the newest message once, and seen implies received', async () => {
  const { connect, write, bodies, names } = await serveVisitor();
  for (const body of 'ab') write(body);
  const client = connect();
  client.see();
  client.receive();
  await eventually(() => expect(client.state.messages).toHaveLength(2));
  client.receive();
  client.receive();
  await eventually(() => expect(bodies('received')).toEqual([{ seq: 2 }]));
  client.see();
  client.see();
  await eventually(() => expect(client.state.chat?.unread).toBe(0));
  client.receive();
  write('c');
  await eventually(() => expect(client.state.chat).toMatchObject({ last_seq: 3, unread: 1 }));
  client.see();
  await eventually(() => expect(bodies('seen')).toEqual([{ seq: 2 }, { seq: 3 }]));
  expect(names().filter((name) => name === 'received')).toHaveLength(1);
});

test('received is throttled to once a second, and names the newest message', async () => {
  const { connect, write, bodies, server } = await serveVisitor();
  const times: number[] = [];
  server.fate = ({ name }) => {
    if (name === 'received') times.push(performance.now());
    return undefined;
  };
  const client = connect();
  client.subscribe(client.receive);
  for (const body of 'abcdefg') {
    const { seq } = write(body);
    await eventually(() => expect(client.state.messages).toHaveLength(seq));
  }
  await eventually(() => expect(bodies('received').at(-1)).toEqual({ seq: 7 }));
  expect(bodies('received')).toHaveLength(2);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(900);
});

test('an unacknowledged seen is repeated on the next connection, or with the next resume', async () => {
  const { connect, write, bodies, server } = await serveVisitor();
  write('a');
  const client = connect({ options: { answerMs: 60_000 } });
  await eventually(() => expect(client.state.connection).toBe('open'));
  server.fate = ({ name }) => (name === 'seen' ? 'lost' : undefined);
  client.see();
  await eventually(() => expect(bodies('seen')).toHaveLength(1));
  server.fate = ({ name }) => (name === 'seen' ? problem('unavailable') : undefined);
  server.cut();
  await eventually(() => expect(bodies('seen')).toHaveLength(2));
  server.fate = () => undefined;
  await eventually(() => {
    client.wake();
    expect(bodies('seen')).toEqual([{ seq: 1 }, { seq: 1 }, { seq: 1 }]);
  });
});

test('events of the chat and of availability replace the known state', async () => {
  const { connect, server, write } = await serveVisitor();
  write('a');
  const client = connect();
  await eventually(() => expect(client.state.connection).toBe('open'));
  const before = client.state;
  server.emit('online', { online: false });
  server.emit('chat', { chat: { ...before.chat, seen_seq: 1, status: 'closed' } });
  await eventually(() =>
    expect(client.state).toMatchObject({ online: false, chat: { seen_seq: 1, status: 'closed', unread: 1 } }),
  );
  expect(before).toMatchObject({ online: true, chat: { seen_seq: 0, status: 'open' } });
  expect(client.state.messages).toBe(before.messages);
});

test('only messages newer than the chat are added to its unread count', async () => {
  const { connect, server, write } = await serveVisitor();
  write('a');
  const client = connect();
  await eventually(() => expect(client.state.connection).toBe('open'));
  server.emit('chat', { chat: { ...client.state.chat, last_seq: 2, unread: 2 } });
  server.emit('message', { message: visitorMessage(2) });
  server.emit('message', { message: visitorMessage(3) });
  server.emit('message', { message: visitorMessage(4, { sender: 'client' }) });
  await eventually(() => expect(client.state.messages).toHaveLength(4));
  expect(client.state.chat).toMatchObject({ last_seq: 4, unread: 3 });
});
