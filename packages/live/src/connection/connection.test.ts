import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually, problem } from '../../test/live-server.ts';
import { serveVisitor } from '../../test/visitor-server.ts';
import type { VisitorClient } from '../index.ts';

const open = (client: VisitorClient) => eventually(() => expect(client.state.connection).toBe('open'));

test.for(['token_invalid', 'visitor_blocked', 'not_found', 'version_unsupported'] as const)(
  'a client that is refused with %s does not reconnect, and keeps its unsent messages',
  async (reason) => {
    const { connect, server, names } = await serveVisitor();
    let attempts = 0;
    server.refuse = () => {
      attempts += 1;
      return problem(reason).problem;
    };
    const client = connect();
    const id = client.send({ type: 'text', body: 'a' });
    await eventually(() => expect(client.state.connection).toBe('refused'));
    expect(client.state.refusal).toEqual({ reason, detail: expect.any(String) });
    client.wake();
    const other = connect();
    await eventually(() => expect(other.state.connection).toBe('refused'));
    expect(attempts).toBe(2);
    expect(client.state.pending).toMatchObject([{ client_message_id: id, problem: null }]);
    expect(names()).toEqual([]);
  },
);

test('a client that is refused temporarily reconnects, not before retry_after', async () => {
  const { connect, server } = await serveVisitor();
  const refusals = [problem('unavailable'), problem('rate_limited', { retry_after: 0.3 })];
  const times: number[] = [];
  server.refuse = () => {
    times.push(performance.now());
    return refusals.shift()?.problem;
  };
  const client = connect();
  await eventually(() => expect(times).toHaveLength(2));
  await eventually(() => {
    client.wake();
    expect(client.state.connection).toBe('open');
  });
  expect(times).toHaveLength(3);
  expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThan(250);
});

test('a client that is refused while connected does not reconnect', async () => {
  const { connect, server, said } = await serveVisitor();
  const client = connect();
  await open(client);
  server.emit('refused', { reason: 'visitor_blocked', detail: 'Blocked' });
  server.namespace.disconnectSockets(true);
  await eventually(() => expect(client.state.connection).toBe('refused'));
  expect(client.state.refusal).toEqual({ reason: 'visitor_blocked', detail: 'Blocked' });
  const other = connect();
  await open(other);
  expect(said).toHaveLength(2);
});

test('the client reconnects when the server disconnects without a reason', async () => {
  const { connect, server, connections } = await serveVisitor();
  const client = connect();
  await open(client);
  server.namespace.disconnectSockets();
  await eventually(() => expect(connections()).toBe(2));
  await open(client);
  server.namespace.disconnectSockets(true);
  await eventually(() => expect(connections()).toBe(3));
  await open(client);
});

test('the client retries when connecting times out', async () => {
  const { connect, server } = await serveVisitor();
  let attempts = 0;
  server.namespace.use((_, next) => {
    attempts += 1;
    if (attempts > 2) next();
  });
  await open(connect({ options: { timeout: 100 } }));
  expect(attempts).toBe(3);
});

test('when one transport is blocked the other is tried', async () => {
  const { connect, server, write } = await serveVisitor();
  write('a');
  const transports: string[] = [];
  server.refuse = ({ conn }) => void transports.push(conn.transport.name);
  server.namespace.server.engine.opts.transports = ['polling'];
  const client = connect({ options: { transports: ['websocket', 'polling'] } });
  await eventually(() => expect(client.state.messages).toHaveLength(1));
  expect(new Set(transports)).toEqual(new Set(['polling']));
});

test('a wake-up reconnects without waiting for the backoff', async () => {
  const { connect, server, connections } = await serveVisitor();
  const client = connect({ options: { reconnectionDelay: 60_000, reconnectionDelayMax: 60_000 } });
  await open(client);
  server.cut();
  await eventually(() => expect(client.state.connection).toBe('connecting'));
  expect(connections()).toBe(1);
  client.wake();
  await open(client);
  expect(connections()).toBe(2);
});

test('signals emitted on a dead connection are not sent on the next one', async () => {
  const { connect, server, said } = await serveVisitor();
  const client = connect();
  await open(client);
  server.cut();
  client.type('start', 'a');
  await eventually(() => expect(client.state.connection).toBe('connecting'));
  client.type('start', 'b');
  client.see();
  await open(client);
  expect(said.filter(({ by }) => by !== said[0]?.by).map(({ name }) => name)).toEqual(['resume']);
});

test('a closed client sends nothing more', async () => {
  const { connect, server, names } = await serveVisitor();
  const client = connect({ options: { statementMs: 10 } });
  await open(client);
  client.close();
  expect(client.state).toMatchObject({ connection: 'closed', refusal: null });
  client.wake();
  client.send({ type: 'text', body: 'a' });
  await eventually(() => expect(server.namespace.sockets.size).toBe(0));
  const other = connect();
  await open(other);
  expect(names()).not.toContain('send');
  expect(client.state).toMatchObject({ connection: 'closed', pending: [{ problem: null }] });
});

test('a page that becomes visible, comes online or is restored resumes at once', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
  const window = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window));
  onTestFinished(() => void vi.unstubAllGlobals());
  const { connect, bodies, write, loses } = await serveVisitor();
  const client = connect();
  await open(client);
  loses.events = true;
  const asksFor = async (wake: () => void) => {
    const { seq } = write('a');
    wake();
    await eventually(() => expect(client.state.messages).toHaveLength(seq));
  };
  page.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('pageshow'));
  page.visibilityState = 'visible';
  await asksFor(() => page.dispatchEvent(new Event('visibilitychange')));
  await asksFor(() => window.dispatchEvent(new Event('online')));
  await asksFor(() => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
  expect(bodies('resume')).toHaveLength(4);
  client.close();
  window.dispatchEvent(new Event('online'));
  expect(bodies('resume')).toHaveLength(4);
});

test('a machine that slept resumes at once', async () => {
  const intervals = vi.spyOn(globalThis, 'setInterval');
  onTestFinished(() => intervals.mockRestore());
  const { connect, bodies } = await serveVisitor();
  await open(connect());
  const [tick] = intervals.mock.calls.find(([, ms]) => ms === 5_000) ?? [];
  const clock = vi.spyOn(Date, 'now');
  onTestFinished(() => clock.mockRestore());
  const now = performance.timeOrigin + performance.now();
  clock.mockReturnValue(now + 6_000);
  tick?.();
  expect(bodies('resume')).toHaveLength(1);
  clock.mockReturnValue(now + 60_000);
  tick?.();
  clock.mockRestore();
  await eventually(() => expect(bodies('resume').length).toBeGreaterThan(1));
});
