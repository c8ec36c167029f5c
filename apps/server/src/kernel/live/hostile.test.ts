import { randomUUID } from 'node:crypto';
import { agentLive, type CallGroup, roles, visitorLive } from '@parley/contract';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAnsweredVisitor } from '../../../test/callers.ts';
import { type OpenApp, openApp } from '../../../test/harness.ts';
import type { Owner } from '../../../test/owners.ts';
import { addAgent } from '../../../test/people.ts';
import { connectAgent, connectVisitor, type TestSocket } from '../../../test/sockets.ts';

// Call bodies derived from the contract: a new call or member is tested here automatically.

let app: OpenApp;
let ann: Owner;
beforeAll(async () => {
  app = await openApp({}, { live: true });
  ann = await app.owner();
});
afterAll(() => app.end());

type Side = 'visitor' | 'agent';
type AnySocket = TestSocket<CallGroup>;
const groups: Record<Side, CallGroup> = { visitor: visitorLive.calls, agent: agentLive.calls };
const sides = Object.keys(groups) as Side[];
const named = sides.flatMap((side) => Object.keys(groups[side]).map((name) => [side, name] as const));

function schemaOf(side: Side, name: string) {
  const { properties = {}, required = [] }: { properties?: object; required?: string[] } =
    groups[side][name]?.body ?? {};
  return { properties, required };
}

/** A client with its own chat that has made no calls yet. */
async function connect(side: Side): Promise<{ socket: AnySocket; chatId: number }> {
  const visitor = await addAnsweredVisitor(app, ann);
  const socket = await (side === 'visitor' ? connectVisitor(app, ann, visitor) : connectAgent(app, ann));
  return { socket: socket as unknown as AnySocket, chatId: visitor.chatId };
}

/** A valid body for each call. */
function bodyOf(side: Side, name: string, { chatId, messageId = 1 }: { chatId: number; messageId?: number }): object {
  const inChat = { chat_id: chatId };
  const text = { client_message_id: randomUUID(), type: 'text', body: 'hello' };
  const bodies: Record<Side, Record<string, object>> = {
    visitor: {
      resume: { seq: 0 },
      send: text,
      typing: { state: 'start', text: 'x' },
      received: { seq: 1 },
      seen: { seq: 1 },
    },
    agent: {
      resume: {},
      chats: { ids: [chatId] },
      catch_up: { ...inChat, after_id: 0 },
      look: inChat,
      watch: { visitors: true },
      send: { ...inChat, ...text },
      note: { ...inChat, client_message_id: randomUUID(), body: 'a note' },
      typing: { ...inChat, state: 'start' },
      seen: { ...inChat, to_message_id: messageId },
    },
  };
  const body = bodies[side][name];
  if (!body) throw new Error(`There is no body for ${side} ${name}`);
  return body;
}

const invalid = (...fields: string[]) => ({
  reason: 'validation_failed',
  status: 422,
  errors: Object.fromEntries(fields.map((field) => [field, expect.any(Array)])),
});

const ajv = new Ajv({ strict: false, validateFormats: false });
const CANDIDATES = [null, true, 0, -1, 1.5, 1e300, '', 'x', '1', 'x'.repeat(200_000), [], ['x'], {}, { x: 1 }, [[[]]]];

test.each(named)('%s %s: an invalid value is rejected under the name of its member', async (side, name) => {
  const agent = side === 'agent' ? await connect(side) : undefined;
  for (const [member, schema] of Object.entries(schemaOf(side, name).properties)) {
    // The rate limit of one visitor is too low for all of them.
    const { socket, chatId } = agent ?? (await connect(side));
    const fits = ajv.compile(schema as object);
    const refuse = async (value: unknown) => {
      const { reason, errors = {} } = await socket.refused(name, {
        ...bodyOf(side, name, { chatId }),
        [member]: value,
      });
      const isNamed = Object.keys(errors).some((field) => field === member || field.startsWith(`${member}.`));
      return { reason, isNamed, member, value: JSON.stringify(value).slice(0, 40) };
    };
    const said = await Promise.all(CANDIDATES.filter((each) => !fits(each)).map(refuse));
    expect(said.filter(({ reason, isNamed }) => reason !== 'validation_failed' || !isNamed)).toEqual([]);
    expect(said.length).toBeGreaterThan(5);
  }
});

test.each(named)('%s %s: a missing or unknown member is rejected by name', async (side, name) => {
  const { socket, chatId } = await connect(side);
  const whole = bodyOf(side, name, { chatId });
  const { required } = schemaOf(side, name);
  for (const member of required) {
    const { [member]: _, ...rest } = whole as Record<string, unknown>;
    expect((await socket.refused(name, rest)).errors).toMatchObject({ [member]: ['is required'] });
  }
  for (const member of ['nobody', 'constructor', 'widget_id', 'agent_id', ' ', '']) {
    const { errors } = await socket.refused(name, { ...whole, [member]: 1 });
    expect([member, Object.keys(errors ?? {})]).toEqual([member, [member || 'body']]);
  }
  const proto = JSON.parse(`{${JSON.stringify(whole).slice(1, -1) || '"x":1'},"__proto__":{"seq":1}}`);
  expect(await socket.refused(name, proto)).toMatchObject({ reason: 'validation_failed' });
});

test.each(named)(
  '%s %s: a body that is not an object is rejected, and a missing body counts as empty',
  async (side, name) => {
    const { socket, chatId } = await connect(side);
    for (const body of [null, [], [bodyOf(side, name, { chatId })], 'x', '', 7, 0, true, false]) {
      const said = JSON.stringify(body);
      expect([said, await socket.refused(name, body)]).toEqual([said, expect.objectContaining(invalid('body'))]);
    }
    const ask = (...given: unknown[]) => socket.socket.timeout(5_000).emitWithAck(name, ...given);
    const whole = bodyOf(side, name, { chatId });
    expect(await ask(whole, whole)).toMatchObject({ problem: invalid('body') });
    const { required } = schemaOf(side, name);
    expect(await ask()).toMatchObject(required.length ? { problem: { reason: 'validation_failed' } } : { data: {} });
  },
);

test.each(named)(
  '%s %s: text that PostgreSQL cannot store is rejected under the name of its member',
  async (side, name) => {
    const { socket, chatId } = await connect(side);
    const { properties } = schemaOf(side, name);
    for (const member of Object.keys(properties)) {
      for (const value of ['\0', 'a\0b', '\ud800', 'a\udc00']) {
        const problem = await socket.refused(name, { ...bodyOf(side, name, { chatId }), [member]: value });
        expect(problem).toMatchObject(invalid(member));
      }
    }
    expect(await socket.refused(name, { '\0': 1 })).toMatchObject(invalid('body'));
  },
);

test('an error inside a member is named by its full path', async () => {
  const { socket, chatId } = await connect('agent');
  const whole = bodyOf('agent', 'send', { chatId });
  for (const member of ['file', 'coords', 'origin', 'body']) {
    expect(await socket.refused('send', { ...whole, [member]: { x: '\0' } })).toMatchObject(invalid(`${member}.x`));
  }
});

test('bytes are rejected as a body and as the value of any member', async () => {
  for (const side of sides) {
    const { socket, chatId } = await connect(side);
    for (const name of Object.keys(groups[side])) {
      expect(await socket.refused(name, Buffer.from('hello'))).toMatchObject({ reason: 'validation_failed' });
      for (const member of Object.keys(schemaOf(side, name).properties)) {
        const body = { ...bodyOf(side, name, { chatId }), [member]: Buffer.from('hello') };
        expect([name, member, await socket.refused(name, body)]).toEqual([
          name,
          member,
          expect.objectContaining({ reason: 'validation_failed' }),
        ]);
      }
    }
  }
});

const UNKNOWN = [
  'nothing',
  '',
  ' ',
  'Send',
  'constructor',
  'hasOwnProperty',
  '__proto__',
  'toString',
  'error',
  'x'.repeat(9_999),
];

test.each(sides)('%s: an unknown call is 404', async (side) => {
  const { socket } = await connect(side);
  for (const name of UNKNOWN) {
    expect([name, await socket.refused(name, {})]).toEqual([
      name,
      expect.objectContaining({ reason: 'route_not_found', status: 404 }),
    ]);
  }
  const other = side === 'visitor' ? 'catch_up' : 'received';
  expect(await socket.refused(other, {})).toMatchObject({ reason: 'route_not_found' });
});

test('a call without an acknowledgement is carried out', async () => {
  const visitor = await connect('visitor');
  const agent = await connect('agent');
  visitor.socket.socket.emit('send', { client_message_id: randomUUID(), type: 'text', body: 'no answer, please' });
  await agent.socket.hears('message', ({ message }) => message.body === 'no answer, please');
  visitor.socket.socket.emit('send', { wrong: true });
  visitor.socket.socket.emit('send');
  visitor.socket.socket.emit('nothing', {});
  expect(await visitor.socket.call('resume', { seq: 0 })).toMatchObject({ chat: { last_seq: 3 } });
});

test.each(roles)('an agent with the role %s can make every call', async (role) => {
  const { chatId } = await connect('visitor');
  const agent = await connectAgent(app, await addAgent(app, ann, role));
  const { messages } = await agent.call('catch_up', { chat_id: chatId, after_id: 0 });
  for (const name of Object.keys(agentLive.calls) as (keyof typeof agentLive.calls)[]) {
    const body = bodyOf('agent', name, { chatId, messageId: messages[0]?.id });
    expect(await agent.call(name, body as never)).toBeTypeOf('object');
  }
});
