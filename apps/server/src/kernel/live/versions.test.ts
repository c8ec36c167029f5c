import { randomUUID } from 'node:crypto';
import { api, visitorLive } from '@parley/contract';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addAnsweredVisitor } from '../../../test/callers.ts';
import { type OpenApp, openApp } from '../../../test/harness.ts';
import { visitorClient } from '../../../test/live-clients.ts';
import { connectAgent, connected, openSocket, type VisitorSocket } from '../../../test/sockets.ts';
import { until } from '../../../test/until.ts';

let app: OpenApp;
beforeAll(async () => {
  app = await openApp({}, { live: true });
});
afterAll(() => app.end());

async function startChat() {
  const ann = await app.owner();
  const visitor = await addAnsweredVisitor(app, ann);
  const { messages } = api;
  const connect = (version: object) => {
    const auth = { button_guid: ann.buttonGuid, token: visitor.token, ...version };
    return connected(openSocket(app, 'visitor', { auth }), 'visitor') as Promise<VisitorSocket>;
  };
  const answer = (body: string) =>
    ann.call(messages.send, { params: { id: visitor.chatId }, body: { type: 'text', body, agent_id: ann.agentId } });
  return { ann, visitor, connect, answer };
}

test('the current protocol version and the one before are supported', () => {
  expect(visitorLive.versions).toEqual([1, 2]);
});

test.each([{}, { version: 1 }, { version: 2 }])(
  'a client that states %o can send and receive everything',
  async (version) => {
    const { connect, answer } = await startChat();
    const socket = await connect(version);
    expect(await socket.call('resume', { seq: 0 })).toMatchObject({
      chat: { last_seq: 2 },
      more: false,
      online: false,
    });
    const client_message_id = randomUUID();
    expect(await socket.call('send', { client_message_id, type: 'text', body: 'hello' })).toMatchObject({ seq: 3 });
    expect(await socket.call('typing', { state: 'start', text: 'and' })).toEqual({});
    await answer('hi');
    expect(await socket.hears('message', ({ message }) => message.seq === 4)).toMatchObject({
      message: { body: 'hi' },
    });
    expect(await socket.call('received', { seq: 4 })).toEqual({});
    expect(await socket.call('seen', { seq: 4 })).toEqual({ unread: 0 });
    await socket.hears('chat', ({ chat }) => chat.unread === 0);
  },
);

test.each([3, 0, -1, 1.5, '2', null, true, [2], {}])(
  'an unsupported version is refused with 400: %o',
  async (version) => {
    const { connect } = await startChat();
    const refusal = await connect({ version }).then(
      () => 'let in',
      (problem) => problem,
    );
    expect(refusal).toMatchObject({
      reason: 'version_unsupported',
      status: 400,
      type: expect.stringContaining('/api/problems/version-unsupported'),
    });
  },
);

test('a version stated by an agent is ignored', async () => {
  const { ann } = await startChat();
  const agent = await connectAgent(app, ann, { auth: { version: 99 } });
  expect(await agent.call('resume', {})).toMatchObject({ reset: true });
});

test('the visitor client ends as refused if its version is unsupported, and connects if it is supported', async () => {
  const { ann, visitor } = await startChat();
  const supported: unknown[] = visitorLive.versions as unknown as unknown[];
  const current = supported.pop();
  onTestFinished(() => void (supported.includes(current) || supported.push(current)));
  const refused = visitorClient(app.address, ann, visitor);
  await until(() => refused.state.connection === 'refused', 'the client is refused');
  expect(refused.state.refusal).toMatchObject({ reason: 'version_unsupported' });
  supported.push(current);
  const client = visitorClient(app.address, ann, visitor);
  await until(() => client.state.connection === 'open', 'the client is connected');
  expect(client.state.messages).toHaveLength(2);
});
