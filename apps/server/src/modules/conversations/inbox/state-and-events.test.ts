import { randomUUID } from 'node:crypto';
import { api, type Chat, type Message, site, type VisitorChat, type VisitorMessage } from '@parley/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVisitor, signedIn, withToken } from '../../../../test/callers.ts';
import { type OpenApp, openApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent } from '../../../../test/people.ts';
import { type AgentSocket, connectAgent, connectVisitor, type VisitorSocket } from '../../../../test/sockets.ts';

// A client that follows docs/guides/realtime.md ends up with the state that a fresh read returns.

const { chats, messages } = api;
const { visitor: routes } = site;

let app: OpenApp;
let ann: Owner;
let bob: { agentId: number; email: string };
beforeAll(async () => {
  app = await openApp({}, { live: true });
  ann = await app.owner();
  bob = await addAgent(app, ann, 'operator');
});
afterAll(() => app.end());

/** State of an agent's client, built from events alone. */
function createAgentClient(socket: AgentSocket) {
  const chats = new Map<number, Chat>();
  const said = new Map<number, Message[]>();
  /** Versions received, by chat. */
  const told = new Map<number, number[]>();
  /** Chats that the client would have to fetch. */
  const lacks: string[] = [];
  let at = 0;

  const versionOf = (id: number) => chats.get(id)?.version ?? 0;
  const tell = (id: number, version: number) => told.set(id, [...(told.get(id) ?? []), version]);

  function takeMessage(message: Message, change: Partial<Chat> & Pick<Chat, 'id' | 'version'>) {
    const known = chats.get(change.id);
    tell(change.id, change.version);
    said.set(change.id, [...(said.get(change.id) ?? []), message]);
    if (change.version <= versionOf(change.id)) return;
    if (known && known.version === change.version - 1) chats.set(change.id, { ...known, ...change });
    else if ('created_at' in change) chats.set(change.id, change as Chat);
    else lacks.push(`chat ${change.id} in version ${change.version}, known is ${known?.version}`);
  }

  async function take() {
    await socket.call('resume', {});
    for (; at < socket.heard.length; at += 1) {
      const { name, data } = socket.heard[at] as (typeof socket.heard)[number];
      if (name === 'message') takeMessage(data.message, data.chat);
      if (name === 'chat') {
        tell(data.chat.id, data.chat.version);
        if (data.chat.version > versionOf(data.chat.id)) chats.set(data.chat.id, data.chat);
      }
      if (name === 'heads') {
        for (const { id, version } of data.heads) tell(id, version);
        const asked = await socket.call('chats', { ids: data.heads.map(({ id }: Chat) => id) });
        for (const chat of asked.chats) if (chat.version > versionOf(chat.id)) chats.set(chat.id, chat);
      }
    }
  }
  return { chats, said, told, lacks, take };
}

/** State of a visitor's client, built from events alone. */
function createVisitorClient(socket: VisitorSocket, chat: VisitorChat | null, have: VisitorMessage[]) {
  const known = { chat, messages: have };
  let at = socket.heard.length;
  async function take() {
    await socket.refused('nothing');
    for (; at < socket.heard.length; at += 1) {
      const { name, data } = socket.heard[at] as (typeof socket.heard)[number];
      if (name === 'chat') known.chat = data.chat;
      if (name !== 'message') continue;
      expect(data.message.seq).toBe(known.messages.length + 1);
      known.messages.push(data.message);
    }
  }
  return { known, take };
}

/** A chat with a connected visitor, and all actions on it. */
async function startChat(call: Awaited<ReturnType<typeof withToken>>, session: typeof call) {
  const visitor = await addVisitor(app, ann);
  await visitor.write('hello');
  const socket = await connectVisitor(app, ann, visitor);
  const begun = await socket.call('resume', { seq: 0 });
  const id = begun.chat?.id as number;
  const params = { id };
  const button = { button_guid: ann.buttonGuid };
  const last = async () => (await call(chats.read, { params })).data;
  const setState = (state: string) => call(chats.setState, { params, body: { state } });
  const text = (body: string) => ({ client_message_id: randomUUID(), type: 'text' as const, body });
  const pass = async (duration: Temporal.DurationLike) => {
    app.clock.now = app.clock.now.add(duration);
    await app.beat();
  };
  const happenings: Record<string, () => Promise<unknown>> = {
    'visitor writes': () => visitor.write('and'),
    'visitor writes over the socket': () => socket.call('send', text('or')),
    'agent replies': () => session(messages.send, { params, body: text('hi') }),
    'agent replies through the API': () =>
      call(messages.send, { params, body: { type: 'text', body: 'hi', agent_id: bob.agentId } }),
    note: () => session(messages.addNote, { params, body: { body: 'careful' } }),
    close: () => session(chats.close, { params, body: { reason: 'solved' } }),
    open: () => setState('active'),
    ready: () => setState('ready'),
    spam: () => setState('spam'),
    snooze: () => session(chats.snooze, { params, body: { until: null } }),
    'snoozed until a time': () =>
      call(chats.snooze, { params, body: { until: app.clock.now.add({ seconds: 1 }).toString() } }),
    wake: () => session(chats.unsnooze, { params }),
    'woken by the job': () => app.run('chats.wake'),
    'assigned in bulk': () => call(chats.bulk, { body: { ids: [id], action: 'assign', agent_id: bob.agentId } }),
    'transfer with a comment': () =>
      call(chats.transfer, { params, body: { agent_id: bob.agentId, comment: 'yours' } }),
    'transfer back': () => session(chats.transfer, { params, body: { agent_id: ann.agentId } }),
    claim: () => call(chats.claim, { params, body: { agent_id: bob.agentId } }),
    'claim with a note': () => call(chats.claim, { params, body: { agent_id: ann.agentId, note: 'mine' } }),
    attach: () => call(chats.attachAgent, { params, body: { agent_id: bob.agentId, note: 'join us' } }),
    detach: () => call(chats.detachAgent, { params: { id, agent_id: bob.agentId } }),
    'agent sees': async () => {
      const { data } = (await call(messages.list, { params, query: { limit: 1 } })).data;
      await session(messages.markRangeSeen, { params, body: { to_message_id: data[0]?.id } });
    },
    'visitor receives': async () => socket.call('received', { seq: (await last()).last_seq }),
    'visitor sees': async () => socket.call('seen', { seq: (await last()).last_seq }),
    'rating is requested': () => call(chats.requestRating, { params }),
    'visitor rates': () => visitor.call(routes.rate, { params: button, body: { score: 4 } }),
    'AI off': () => session(chats.setAi, { params, body: { enabled: false } }),
    'AI on': () => call(chats.setAi, { params, body: { enabled: true } }),
    'time passes': () => pass({ milliseconds: 1_234 }),
    'the clock is set back': () => pass({ seconds: -3 }),
    inactivity: async () => {
      await pass({ minutes: 8 });
      await app.run('chats.sweep');
    },
  };
  return { id, params, socket, begun, happenings };
}

const NAMES = [
  'visitor writes',
  'visitor writes over the socket',
  'agent replies',
  'agent replies through the API',
  'note',
  'close',
  'open',
  'ready',
  'spam',
  'snooze',
  'snoozed until a time',
  'wake',
  'woken by the job',
  'assigned in bulk',
  'transfer with a comment',
  'transfer back',
  'claim',
  'claim with a note',
  'attach',
  'detach',
  'agent sees',
  'visitor receives',
  'visitor sees',
  'rating is requested',
  'visitor rates',
  'AI off',
  'AI on',
  'time passes',
  'the clock is set back',
  'inactivity',
];

/** The marks of the chat say when a message was seen. */
const unmarked = <T extends { seen_at: unknown }>(all: T[]) => all.map(({ seen_at: _, ...message }) => message);

const runs = { numRuns: 8, endOnFailure: true } as const;

test('live events of agents add up to the state that a fresh read returns, and skip no version', async () => {
  const [ours, colleague] = [await connectAgent(app, ann), await connectAgent(app, bob)];
  const clients = [createAgentClient(ours), createAgentClient(colleague)];
  const property = fc.asyncProperty(
    fc.array(fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(...NAMES)), { minLength: 5, maxLength: 25 }),
    async (steps) => {
      const call = await withToken(app, ann);
      const session = await signedIn(app, ann);
      const begun = [await startChat(call, session), await startChat(call, session)] as const;
      for (const [which, name] of steps) await begun[which as 0 | 1].happenings[name]?.();
      for (const { chats: known, said, told, lacks, take } of clients) {
        await take();
        expect(lacks).toEqual([]);
        for (const { id, params } of begun) {
          const chat = (await call(chats.read, { params })).data;
          expect(known.get(id)).toEqual(chat);
          expect(told.get(id)).toEqual(Array.from({ length: chat.version - 1 }, (_, index) => index + 2));
          const { messages: all } = await ours.call('catch_up', { chat_id: id, after_id: 0 });
          expect(unmarked(said.get(id) ?? [])).toEqual(unmarked(all));
        }
      }
      for (const { socket } of begun) socket.socket.disconnect();
    },
  );
  await fc.assert(property, runs);
}, 180_000);

/** Not published to the visitor until they read again: see `inactivity`. */
const SHOWN = NAMES.filter((name) => name !== 'inactivity');

test('live events of a visitor add up to the state that a fresh read returns', async () => {
  await connectAgent(app, ann);
  await connectAgent(app, bob);
  const property = fc.asyncProperty(
    fc.array(fc.constantFrom(...SHOWN), { minLength: 3, maxLength: 15 }),
    async (names) => {
      const { socket, begun, happenings } = await startChat(await withToken(app, ann), await signedIn(app, ann));
      const client = createVisitorClient(socket, begun.chat, begun.messages);
      for (const name of names) {
        await happenings[name]?.();
        await client.take();
        const { chat, messages: all } = await socket.call('resume', { seq: 0 });
        expect(unmarked(client.known.messages)).toEqual(unmarked(all));
        // A message implies that it is the newest, whether it is unread, and that the chat changed.
        const { last_seq: _, unread: __, version: ___, ...rest } = chat as VisitorChat;
        expect({ name, ...client.known.chat }).toMatchObject({ name, ...rest });
      }
      socket.socket.disconnect();
    },
  );
  const reopened: [string[]] = [['agent replies', 'close', 'agent replies', 'close', 'visitor writes']];
  await fc.assert(property, { ...runs, examples: [reopened] });
}, 180_000);
