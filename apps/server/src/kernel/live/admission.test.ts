import { api } from '@parley/contract';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addAnsweredVisitor, addVisitor, signedInHeaders } from '../../../test/callers.ts';
import { type OpenApp, openApp, startApp, type TestApp } from '../../../test/harness.ts';
import { allowDomains } from '../../../test/people.ts';
import { connectAgent, connected, connectVisitor, openSocket } from '../../../test/sockets.ts';
import { until } from '../../../test/until.ts';

let app: OpenApp;
beforeAll(async () => {
  app = await openApp({}, { live: true });
});
afterAll(() => app.end());

type Options = Parameters<typeof openSocket>[2];

/** The problem that a refused client gets, or `let in`. */
async function refusalOf(namespace: 'visitor' | 'agent', options: Options, on: TestApp = app) {
  return connected(openSocket(on, namespace, options), namespace).then(
    () => 'let in',
    (problem) => problem,
  );
}

/** A problem in the format of the HTTP API. */
const problemOf = (reason: string, status: number) => ({
  type: `${app.publicUrl}/api/problems/${reason.replaceAll('_', '-')}`,
  title: expect.any(String),
  status,
  detail: expect.any(String),
  reason,
  instance: expect.stringMatching(/^urn:request:/),
});

test.each(['websocket', 'polling'] as const)(
  "an agent connects with a session cookie and the console's origin, over %s",
  async (transport) => {
    const agent = await connectAgent(app, await app.owner(), { transports: [transport] });
    expect(await agent.call('resume', {})).toMatchObject({ reset: true, agents: [{ online: true }] });
  },
);

test.each(['websocket', 'polling'] as const)('a visitor connects with a token, over %s', async (transport) => {
  const ann = await app.owner();
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann), { transports: [transport] });
  expect(await visitor.call('resume', { seq: 0 })).toMatchObject({ messages: [] });
});

test('a long-polling connection is upgraded to a WebSocket', async () => {
  const ann = await app.owner();
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann), { transports: ['polling', 'websocket'] });
  await until(() => visitor.socket.io.engine.transport.name === 'websocket', 'the connection is upgraded');
  expect(await visitor.call('resume', { seq: 0 })).toMatchObject({ messages: [] });
});

test('an agent without a valid session cookie is refused with 401', async () => {
  const { cookie, origin } = await signedInHeaders(app, await app.owner());
  const cookies = [
    undefined,
    '',
    'parley',
    'parley=',
    'parley=x',
    `parley=${'x'.repeat(7_000)}`,
    `${cookie}x`,
    cookie.slice(0, -1),
    cookie.replace('parley', '__Host-parley'),
    cookie.replace('parley', 'other'),
  ];
  for (const each of cookies) {
    const extraHeaders = { origin, ...(each !== undefined && { cookie: each }) };
    expect([each, await refusalOf('agent', { extraHeaders })]).toEqual([each, problemOf('session_required', 401)]);
  }
});

test('an agent whose session has expired is refused with 401', async () => {
  const ann = await app.owner();
  const extraHeaders = await signedInHeaders(app, ann);
  const past = app.clock.now.subtract({ seconds: 1 });
  await app.sql(`UPDATE sessions SET expires_at = '${past}'
    WHERE user_id = (SELECT user_id FROM agents WHERE id = ${ann.agentId})`);
  expect(await refusalOf('agent', { extraHeaders })).toEqual(problemOf('session_required', 401));
});

test("an agent is admitted only from the console's origin", async () => {
  const { cookie, origin } = await signedInHeaders(app, await app.owner());
  const foreign = [
    undefined,
    'null',
    '',
    'https://evil.example',
    `${origin}.evil.example`,
    `${origin}/`,
    origin.replace('http:', 'https:'),
    origin.replace('3000', '3001'),
    origin.replace('http://', 'http://x@'),
  ];
  for (const each of foreign) {
    const extraHeaders = { cookie, ...(each !== undefined && { origin: each }) };
    expect([each, await refusalOf('agent', { extraHeaders })]).toEqual([each, problemOf('origin_not_allowed', 403)]);
  }
  expect(await refusalOf('agent', { extraHeaders: { cookie, origin } })).toBe('let in');
});

test('over HTTPS only the __Host- cookie and the public HTTPS origin are accepted', async () => {
  const secure = await startApp({ PUBLIC_URL: 'https://chat.example.com' }, { live: true });
  const headers = await signedInHeaders(secure, await secure.owner());
  expect(headers.cookie).toMatch(/^__Host-parley=/);
  const plain = { ...headers, cookie: headers.cookie.replace('__Host-', '') };
  const unencrypted = { ...headers, origin: 'http://chat.example.com' };
  const local = { ...headers, origin: 'http://localhost:3000' };
  expect(await refusalOf('agent', { extraHeaders: plain }, secure)).toMatchObject({ reason: 'session_required' });
  for (const extraHeaders of [unencrypted, local]) {
    expect(await refusalOf('agent', { extraHeaders }, secure)).toMatchObject({ reason: 'origin_not_allowed' });
  }
  expect(await refusalOf('agent', { extraHeaders: headers }, secure)).toBe('let in');
});

test('a visitor without a valid token of the widget is refused with 401', async () => {
  const [ann, bob] = [await app.owner(), await app.owner()];
  const [{ token }, other] = [await addVisitor(app, ann), await addVisitor(app, bob)];
  const button_guid = ann.buttonGuid;
  expect(await refusalOf('visitor', { auth: { button_guid } })).toEqual(problemOf('token_missing', 401));
  const wrong = [
    '',
    'x',
    `${token}x`,
    token.slice(0, -1),
    token.toUpperCase(),
    ` ${token}`,
    other.token,
    ann.token,
    'x'.repeat(500_000),
    null,
    7,
    true,
    [token],
    { token },
  ];
  for (const each of wrong) {
    const said = await refusalOf('visitor', { auth: { button_guid, token: each } });
    expect([String(each).slice(0, 100), said]).toEqual([String(each).slice(0, 100), problemOf('token_invalid', 401)]);
  }
  expect(await refusalOf('visitor', { auth: { button_guid, token } })).toBe('let in');
});

test('an unknown widget is 404', async () => {
  const ann = await app.owner();
  const { token } = await addVisitor(app, ann);
  const guids = [
    undefined,
    '',
    'f'.repeat(32),
    ann.buttonGuid.toUpperCase(),
    `${ann.buttonGuid}\n`,
    '\u0000',
    'x'.repeat(500_000),
    null,
    7,
    [ann.buttonGuid],
    { button_guid: ann.buttonGuid },
  ];
  for (const button_guid of guids) {
    const said = await refusalOf('visitor', { auth: { button_guid, token } });
    expect([String(button_guid).slice(0, 100), said]).toEqual([
      String(button_guid).slice(0, 100),
      problemOf('not_found', 404),
    ]);
  }
  expect(await refusalOf('visitor', {})).toEqual(problemOf('not_found', 404));
});

test('a blocked visitor is refused with 403 until unblocked', async () => {
  const ann = await app.owner();
  const { contactId: id, token } = await addAnsweredVisitor(app, ann);
  const auth = { button_guid: ann.buttonGuid, token };
  await ann.call(api.contacts.block, { params: { id } });
  expect(await refusalOf('visitor', { auth })).toEqual(problemOf('visitor_blocked', 403));
  await ann.call(api.contacts.unblock, { params: { id } });
  expect(await refusalOf('visitor', { auth })).toBe('let in');
});

test("a visitor is admitted from the widget's site or without an Origin header", async () => {
  const ann = await app.owner();
  const { token } = await addVisitor(app, ann);
  await allowDomains(app, ann, ['shop.example', 'blog.example']);
  const auth = { button_guid: ann.buttonGuid, token };
  const connectFrom = (origin: string | undefined) =>
    refusalOf('visitor', { auth, ...(origin !== undefined && { extraHeaders: { origin } }) });
  for (const origin of [
    'https://shop.example',
    'http://shop.example:8080',
    'https://blog.example',
    app.publicUrl,
    undefined,
  ]) {
    expect([origin, await connectFrom(origin)]).toEqual([origin, 'let in']);
  }
  for (const origin of [
    'https://evil.example',
    'https://notshop.example',
    'https://shop.example.evil.example',
    'https://shop.example@evil.example',
    'null',
    'file://',
    '',
  ]) {
    expect([origin, await connectFrom(origin)]).toEqual([origin, problemOf('domain_not_allowed', 403)]);
  }
});

test('a widget without domains admits visitors from every site', async () => {
  const ann = await app.owner();
  const auth = { button_guid: ann.buttonGuid, token: (await addVisitor(app, ann)).token };
  for (const origin of ['http://localhost:8080', 'https://shop.example', 'null', app.publicUrl]) {
    expect([origin, await refusalOf('visitor', { auth, extraHeaders: { origin } })]).toEqual([origin, 'let in']);
  }
});

test('the domain is checked before the token', async () => {
  const ann = await app.owner();
  await allowDomains(app, ann, ['shop.example']);
  const auth = { button_guid: ann.buttonGuid, token: 'x' };
  const extraHeaders = { origin: 'https://evil.example' };
  expect(await refusalOf('visitor', { auth, extraHeaders })).toMatchObject({ reason: 'domain_not_allowed' });
});

test.each(['/', '/nothing', '/visitor/', '/agent/x', '/Visitor', '/admin', '/constructor', '/__proto__'])(
  'connections to the namespace %s are refused',
  async (namespace) => {
    const ann = await app.owner();
    const socket = io(app.address + namespace, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { button_guid: ann.buttonGuid, token: (await addVisitor(app, ann)).token },
      extraHeaders: await signedInHeaders(app, ann),
    });
    onTestFinished(() => void socket.disconnect());
    const error = await new Promise<Error | undefined>((resolve) => {
      socket.once('connect', () => resolve(undefined));
      socket.once('connect_error', resolve);
    });
    expect(error).toBeInstanceOf(Error);
  },
);

test('visitors and agents can chat while the API is disabled', async () => {
  const ann = await app.owner({ apiEnabled: false });
  const visitor = await connectVisitor(app, ann, await addVisitor(app, ann));
  const agent = await connectAgent(app, ann);
  await visitor.call('send', { client_message_id: '1', type: 'text', body: 'hello' });
  const { chat } = await agent.hears('message');
  // The visitor hears of their new chat from now on.
  await visitor.hears('stale');
  await agent.call('send', { chat_id: chat.id, client_message_id: '2', type: 'text', body: 'hi' });
  await visitor.hears('message', ({ message }) => message.body === 'hi');
});

test('a node that is not ready refuses all connections', async () => {
  const own = await startApp({}, { isolated: true, live: true });
  const ann = await own.owner();
  const auth = { button_guid: ann.buttonGuid, token: (await addVisitor(own, ann)).token };
  const extraHeaders = await signedInHeaders(own, ann);
  for (const state of ['starting', 'stopping'] as const) {
    own.state = state;
    for (const transports of [['websocket'], ['polling']] as const) {
      const options = { transports: [...transports] };
      expect(await refusalOf('visitor', { auth, ...options }, own)).toBeInstanceOf(Error);
      expect(await refusalOf('agent', { extraHeaders, ...options }, own)).toBeInstanceOf(Error);
    }
  }
  own.state = 'ready';
  expect(await refusalOf('visitor', { auth }, own)).toBe('let in');
  expect(await refusalOf('agent', { extraHeaders }, own)).toBe('let in');
});

test('a database failure refuses a visitor with a server error, and only while it lasts', async () => {
  const own = await startApp({}, { isolated: true, live: true });
  const ann = await own.owner();
  const auth = { button_guid: ann.buttonGuid, token: (await addVisitor(own, ann)).token };
  await own.sql('ALTER TABLE visitors RENAME TO elsewhere');
  const { reason } = await refusalOf('visitor', { auth }, own);
  expect(['unavailable', 'internal_error']).toContain(reason);
  await own.sql('ALTER TABLE elsewhere RENAME TO visitors');
  expect(await refusalOf('visitor', { auth }, own)).toBe('let in');
});
