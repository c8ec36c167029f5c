import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { AgentClient, signIn } from '../apps/server/test/documented-clients/agent-client.js';
import { startLossyProxy } from '../apps/server/test/documented-clients/lossy-proxy.js';
import { signUp, VisitorClient } from '../apps/server/test/documented-clients/visitor-client.js';
import { type OpenApp, openApp } from '../apps/server/test/harness.ts';
import { PASSWORD } from '../apps/server/test/owners.ts';
import { until } from '../apps/server/test/until.ts';

// These clients were written from docs/guides/realtime.md alone.

let app: OpenApp;
beforeAll(async () => {
  app = await openApp({}, { live: true });
});
afterAll(() => app.end());

/** Short times, so that tests don't wait. */
const QUICK = { resumeEvery: 2000, resumeAnswer: 2000, later: 50, connect: 2000, reconnectFrom: 20, reconnectTo: 100 };

async function wire() {
  const made = await startLossyProxy(app.address);
  onTestFinished(made.remove);
  return made;
}

function closing<T extends VisitorClient | AgentClient>(client: T): T {
  onTestFinished(() => client.close());
  return client;
}

async function site() {
  const { email, buttonGuid, agentId } = await app.owner();
  return {
    buttonGuid,
    agentId,
    session: () => signIn(app.address, { email, password: PASSWORD, origin: app.publicUrl }),
    async agent(times = {}, address = app.address) {
      return closing(new AgentClient(address, await this.session(), { ...QUICK, ...times }));
    },
    async visitor(times = {}, address = app.address) {
      const token = await signUp(app.address, buttonGuid);
      return closing(new VisitorClient(address, { buttonGuid, token }, { ...QUICK, ...times }));
    },
  };
}

/** A visitor who wrote `hello` and an agent with the chat open, each behind a proxy. */
async function chat(times: { visitor?: object; agent?: object } = {}) {
  const place = await site();
  const [visitorWire, agentWire] = [await wire(), await wire()];
  const visitor = await place.visitor(times.visitor, visitorWire.address);
  const agent = await place.agent(times.agent, agentWire.address);
  visitor.write('hello');
  const [id = 0] = await until(() => agent.chats.size === 1 && [...agent.chats.keys()], 'the agent sees the chat');
  agent.openChat(id);
  await until(() => shown(agent).length === 1, 'the agent has the message');
  await until(() => visitor.messages.length === 1 && visitor.line.outbox.length === 0, 'the visitor has it too');
  return { place, id, visitor, agent, visitorWire, agentWire };
}

const bodies = (messages: { body: string | null }[]) => messages.map(({ body }) => body);
/** The agent's messages of the chat, without notes. */
const shown = (agent: AgentClient) => (agent.open?.messages ?? []).filter((message) => !message.private);

describe('a chat', () => {
  test('messages of each side appear on the other, in one order', async () => {
    const { id, visitor, agent, place } = await chat();
    const { agentId } = place;
    expect(agent.chats.get(id)).toMatchObject({ last_seq: 1, unread: 1 });
    expect(agent.agents.get(agentId)).toMatchObject({ online: true });
    await until(() => visitor.online, 'the visitor knows that somebody is there');

    agent.write(id, 'good morning');
    await until(() => visitor.have === 2, 'the visitor has the answer');
    visitor.write('a question');
    await until(() => shown(agent).length === 3 && visitor.have === 3, 'both have the question');

    expect(bodies(visitor.messages)).toEqual(['hello', 'good morning', 'a question']);
    expect(shown(agent).map(({ seq, body }) => [seq, body])).toEqual(
      visitor.messages.map(({ seq, body }) => [seq, body]),
    );
    await until(() => visitor.chat?.agent?.id === agentId, 'the visitor knows who answers');
  });

  test('a note is shown to agents and never to the visitor', async () => {
    const { id, visitor, agent, place } = await chat();
    const colleague = await place.agent();
    colleague.openChat(id);
    agent.note(id, 'a difficult one');
    agent.write(id, 'one moment');
    await until(() => visitor.have === 2, 'the visitor has what came after the note');
    await until(() => colleague.open?.messages.length === 3, 'the other agent has both');

    expect(bodies(colleague.open?.messages ?? [])).toEqual(['hello', 'a difficult one', 'one moment']);
    expect(colleague.open?.messages.map(({ seq }) => seq)).toEqual([1, null, 2]);
    expect(bodies(visitor.messages)).toEqual(['hello', 'one moment']);
  });

  test('typing is shown on both sides until it stops, the message is sent or it times out', async () => {
    const { id, visitor, agent } = await chat({ visitor: { typingHolds: 300 } });
    /** Repeats typing until it is seen, since throttled calls are dropped. */
    const types = (text: string) =>
      until(() => {
        visitor.type(text);
        return agent.visitorTypes(id)?.text === text;
      }, `the agent sees ${text}`);
    await types('I think');
    visitor.stopTyping();
    await until(() => !agent.visitorTypes(id), 'it stops');
    await types('so');
    visitor.write('so it is');
    await until(() => shown(agent).length === 2 && !agent.visitorTypes(id), 'it is written');

    agent.type();
    await until(() => visitor.answerIsTyped, 'the visitor sees that somebody types');
    await until(() => !visitor.answerIsTyped, 'typing timed out');
  });

  test('each side learns what the other has received and seen', async () => {
    const { id, visitor, agent } = await chat();
    agent.see();
    await until(() => visitor.chat?.seen_seq === 1, 'the visitor knows that the message was seen');
    await until(() => agent.chats.get(id)?.agent_seen_seq === 1, 'the agent knows too');

    agent.write(id, 'an answer');
    await until(() => agent.chats.get(id)?.visitor_received_seq === 2, 'the answer has arrived');
    expect(agent.chats.get(id)?.visitor_seen_seq).toBe(0);
    visitor.look(true);
    await until(() => agent.chats.get(id)?.visitor_seen_seq === 2, 'the answer was seen');
    await until(() => visitor.chat?.unread === 0, 'nothing is unread');
  });

  test('viewers of a chat see each other, also after a disconnect', async () => {
    const { id, agent, agentWire, place } = await chat();
    const { agentId } = place;
    await until(() => agent.open?.viewers.includes(agentId), 'the agent is there');
    if (agent.open) agent.open.viewers = [];
    agentWire.cut();
    await until(() => agent.open?.viewers.includes(agentId), 'the agent is there again');
    expect(agent.open?.id).toBe(id);
  });
});

describe('on a bad network', () => {
  test('nothing is lost or duplicated when connections break while both sides write', async () => {
    const { id, visitor, agent, visitorWire, agentWire } = await chat();
    const mine: string[] = [];
    const theirs: string[] = [];
    const cuts = [
      () => visitorWire.cut(),
      () => agentWire.cut(),
      () => visitor.line.socket.io.engine.close(),
      () => agent.line.socket.io.engine.close(),
      () => [visitorWire, agentWire].map((each) => each.cut()),
    ];
    for (let round = 0; round < 10; round++) {
      const left = visitor.line.outbox.length + agent.line.outbox.length;
      for (let each = 0; each < 3; each++) {
        mine.push(`visitor ${round}.${each}`);
        theirs.push(`agent ${round}.${each}`);
        visitor.write(mine.at(-1) ?? '');
        agent.write(id, theirs.at(-1) ?? '');
        agent.note(id, `note ${round}.${each}`);
      }
      await until(() => visitor.line.outbox.length + agent.line.outbox.length < left + 9, 'some of it is sent');
      cuts[round % cuts.length]?.();
    }
    await until(() => visitor.line.outbox.length + agent.line.outbox.length === 0, 'all is sent');
    await until(() => visitor.have === 61 && agent.open?.messages.length === 91, 'all has arrived');

    expect(visitor.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 61 }, (_, index) => index + 1));
    expect(shown(agent).map(({ id }) => id)).toEqual(visitor.messages.map(({ id }) => id));
    const of = (sender: string) => bodies(visitor.messages.filter((message) => message.sender === sender));
    expect(of('client')).toEqual(['hello', ...mine]);
    expect(of('agent')).toEqual(theirs);
    expect(visitor.line.failed).toEqual([]);
    expect(agent.line.failed).toEqual([]);
  });

  test('a message whose response was lost is sent again and stored once', async () => {
    const { id, visitor, agent, visitorWire, agentWire } = await chat();
    visitorWire.deafen();
    visitor.write('did you hear me?');
    await until(() => shown(agent).length === 2, 'the message is stored');
    expect(visitor.line.outbox).toHaveLength(1);
    visitorWire.cut();
    await until(() => visitor.line.outbox.length === 0, 'the message is answered');

    agentWire.deafen();
    agent.write(id, 'did you?');
    await until(() => visitor.have === 3, 'the answer is stored');
    expect(agent.line.outbox).toHaveLength(1);
    agentWire.cut();
    await until(() => agent.line.outbox.length === 0, 'the answer is answered');

    visitor.write('yes');
    await until(() => shown(agent).length === 4 && visitor.have === 4, 'both have the next one');
    expect(bodies(visitor.messages)).toEqual(['hello', 'did you hear me?', 'did you?', 'yes']);
    expect(bodies(shown(agent))).toEqual(bodies(visitor.messages));
  });

  test('a connection on which resume gets no response is dropped and replaced', async () => {
    const quick = { resumeEvery: 500, resumeAnswer: 200 };
    const { id, visitor, agent, visitorWire, agentWire } = await chat({ visitor: quick, agent: quick });
    visitorWire.deafen();
    agent.write(id, 'are you there?');
    await until(() => visitor.have === 2, 'the visitor has reconnected');
    agentWire.deafen();
    visitor.write('I am');
    await until(() => shown(agent).length === 3, 'the agent has reconnected');
  });

  test('changes without an event arrive by resume', async () => {
    const quick = { resumeEvery: 500 };
    const { id, visitor, agent } = await chat({ visitor: quick, agent: quick });
    for (const { line } of [visitor, agent]) for (const event of ['message', 'chat', 'heads']) line.socket.off(event);
    agent.write(id, 'one');
    await until(() => visitor.have === 2, 'the visitor has it');
    visitor.write('two');
    agent.note(id, 'three');
    await until(() => agent.open?.messages.length === 4, 'the agent has all');
    await until(() => agent.chats.get(id)?.last_seq === 3, 'the agent knows the chat as it is');
    expect(bodies(visitor.messages)).toEqual(['hello', 'one', 'two']);
  });

  test('after a missed event the next one brings both', async () => {
    const never = { resumeEvery: 600_000 };
    const { id, visitor, agent, place } = await chat({ visitor: never, agent: never });
    const colleague = await place.agent(never);
    await until(() => colleague.line.ready && colleague.chats.has(id), 'the other agent has the chat');
    const deaf = [visitor, agent, colleague].map(({ line: { socket } }) => ({
      socket,
      ears: socket.listeners('message'),
    }));
    for (const { socket } of deaf) socket.off('message');
    const heard = deaf.map(({ socket }) => new Promise((resolve) => socket.once('message', resolve)));
    (await place.agent()).write(id, 'one');
    await Promise.all(heard);
    for (const { socket, ears } of deaf) for (const ear of ears) socket.on('message', ear);
    (await place.agent()).write(id, 'two');

    await until(() => visitor.have === 3 && shown(agent).length === 3, 'both have both');
    await until(() => colleague.chats.get(id)?.last_seq === 3, 'the agent without the chat open has its current state');
    expect(bodies(visitor.messages)).toEqual(['hello', 'one', 'two']);
    expect(bodies(shown(agent))).toEqual(['hello', 'one', 'two']);
  });

  test('a chat version that is not the next one brings the missed message', async () => {
    const never = { resumeEvery: 600_000 };
    const { id, visitor, agent, place } = await chat({ visitor: never, agent: never });
    agent.line.socket.off('message');
    (await place.agent()).write(id, 'one');
    await until(() => visitor.have === 2, 'the message is there');
    visitor.look(true);
    await until(() => shown(agent).length === 2, 'the agent has it');
  });
});

describe('a late client', () => {
  test('catches up with a long chat and continues live', async () => {
    const { id, visitor, agent, visitorWire, place } = await chat({ visitor: { reconnectFrom: 500 } });
    visitorWire.cut();
    const all = ['hello', ...Array.from({ length: 230 }, (_, index) => `line ${index}`)];
    for (const body of all.slice(1)) agent.write(id, body);
    await until(() => agent.line.outbox.length <= 120, 'half of it is written');
    const colleague = await place.agent();
    colleague.openChat(id);
    await until(() => shown(colleague).length === 231 && shown(agent).length === 231, 'both agents have all');
    await until(() => visitor.have === 231, 'the visitor has all');

    expect(bodies(shown(colleague))).toEqual(all);
    expect(bodies(shown(agent))).toEqual(all);
    expect(bodies(visitor.messages)).toEqual(all);
    await until(() => isDeepStrictEqual(colleague.chats, agent.chats), 'both agents know the same of the chat');
  });

  test('learns of chats that started while it was away', async () => {
    const { agent, agentWire, place } = await chat({ agent: { reconnectFrom: 300 } });
    agentWire.cut();
    await until(() => !agent.line.socket.connected, 'the agent is away');
    const other = await place.visitor();
    other.write('anybody?');
    await until(() => other.have === 1, 'another chat has begun');
    await until(() => agent.chats.size === 2, 'the agent has both');
  });

  test('has the same chat with the same token', async () => {
    const { buttonGuid } = await site();
    const token = await signUp(app.address, buttonGuid);
    const before = closing(new VisitorClient(app.address, { buttonGuid, token }, QUICK));
    before.write('remember me');
    await until(() => before.have === 1, 'it is stored');
    before.close();
    const after = closing(new VisitorClient(app.address, { buttonGuid, token }, QUICK));
    await until(() => after.have === 1, 'the message is loaded again');
    expect(after.messages).toEqual(before.messages);
  });
});

describe('a refused client', () => {
  const refusal = (client: VisitorClient | AgentClient) =>
    until(() => client.line.refused?.reason ?? false, 'the client is refused');

  test.each([
    ['token_invalid', { token: 'wrong' }],
    ['not_found', { buttonGuid: 'nobody' }],
  ])('a visitor is refused with %s', async (reason, wrong) => {
    const { buttonGuid } = await site();
    const right = { buttonGuid, token: await signUp(app.address, buttonGuid) };
    const visitor = closing(new VisitorClient(app.address, { ...right, ...wrong }, QUICK));
    expect(await refusal(visitor)).toBe(reason);
    expect(visitor.line.socket.active).toBe(false);
  });

  test.each([
    ['session_required', { cookie: 'wrong=1' }],
    ['origin_not_allowed', { origin: 'https://elsewhere.example' }],
  ])('an agent is refused with %s', async (reason, wrong) => {
    const { session } = await site();
    const agent = closing(new AgentClient(app.address, { ...(await session()), ...wrong }, QUICK));
    expect(await refusal(agent)).toBe(reason);
    expect(agent.line.socket.active).toBe(false);
  });

  test('an agent whose session ends is notified and disconnected, and does not reconnect', async () => {
    const { session } = await site();
    const headers = await session();
    const agent = closing(new AgentClient(app.address, headers, QUICK));
    await until(() => agent.line.ready, 'the agent is connected');
    await fetch(`${app.address}/console-api/session`, { method: 'DELETE', headers: { ...headers } });
    expect(await refusal(agent)).toBe('session_required');
    expect(agent.line.socket.active).toBe(false);
  });

  test('a message that cannot be stored is shown as failed, and does not block the next', async () => {
    const { visitor } = await chat();
    visitor.write('x'.repeat(10_001));
    visitor.write('shorter');
    await until(() => visitor.have === 2, 'the next one is stored');
    expect(bodies(visitor.messages)).toEqual(['hello', 'shorter']);
    expect(visitor.line.failed).toMatchObject([{ problem: { reason: 'validation_failed', errors: { body: [/./] } } }]);
  });
});
