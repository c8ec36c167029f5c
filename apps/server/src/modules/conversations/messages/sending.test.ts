import { randomUUID } from 'node:crypto';
import { api, type Message } from '@parley/contract';
import { expect, test } from 'vitest';
import type { Call } from '../../../../test/call.ts';
import { addChat, signedIn } from '../../../../test/callers.ts';
import { listEvents } from '../../../../test/events.ts';
import { startApp } from '../../../../test/harness.ts';
import { addAgent } from '../../../../test/people.ts';

const { chats, messages } = api;

/** An unanswered chat with a visitor message. */
async function startChat() {
  const app = await startApp();
  const ann = await app.owner();
  const { params, visitor, read: readChat } = await addChat(app, ann);
  const { agentId: agent_id } = ann;
  const made = await listEvents(app, ann);
  return {
    app,
    ann,
    visitor,
    params,
    readChat,
    /** Sends a text, by default as the owner. */
    send: (body: object = {}, call: Call = ann.call) =>
      call(messages.send, { params, body: { type: 'text', body: 'hi', agent_id, ...body } }),
    readAi: async () => (await ann.call(chats.readAi, { params })).data,
    listMessages: async (): Promise<Message[]> => (await ann.call(messages.list, { params })).data.data,
    /** Events since the chat was created. */
    told: async () => (await listEvents(app, ann)).slice(made.length),
    /** The AI operator, which has replied in this chat. */
    addAi: async () => {
      const [ai] = await app.sql<{ id: number }>(
        `INSERT INTO agents (widget_id, account_id, type, role, created_at)
         VALUES (${ann.widgetId}, ${ann.accountId}, 'ai', 'operator', now()) RETURNING id::int`,
      );
      const id = ai?.id ?? 0;
      await app.sql(`UPDATE chats SET accepted_by = ${id}, accepted_type = 'ai', accepted_at = now(),
        handled_by = ${id}, handled_type = 'ai', handled_at = now() WHERE id = ${params.id};
        UPDATE chat_heads SET version = version + 1 WHERE chat_id = ${params.id}`);
      return id;
    },
  };
}

test('a message answered with 202 is stored as it was sent', async () => {
  const { ann, params, send, listMessages } = await startChat();
  const sent = await send({ body: 'How can we help?', origin: 'helpdesk-bridge' });
  expect(sent.status).toBe(202);
  expect(sent.data).toMatchObject({
    chat_id: params.id,
    seq: 2,
    sender: 'agent',
    agent_id: ann.agentId,
    type: 'text',
    body: 'How can we help?',
    origin: 'helpdesk-bridge',
    client_message_id: null,
    private: false,
    seen_at: null,
  });
  expect((await listMessages())[0]).toEqual(sent.data);
});

test('the first reply accepts the chat, handles it, and assigns it if unowned', async () => {
  const { app, ann, send, readChat } = await startChat();
  expect(await readChat()).toMatchObject({ agent_id: null, accepted_by: null, handled_by: null, handling: 'missed' });
  await send();
  const attribution = { agent_id: ann.agentId, type: 'human', at: expect.any(String) };
  const answered = await readChat();
  expect(answered).toMatchObject({
    agent_id: ann.agentId,
    accepted_by: attribution,
    handled_by: attribution,
    handling: 'human',
    awaiting_reply: false,
    waiting_since: null,
  });
  const bob = await addAgent(app, ann, 'operator');
  await send({ agent_id: bob.agentId });
  expect(await readChat()).toMatchObject({
    agent_id: ann.agentId,
    accepted_by: answered.accepted_by,
    handled_by: { agent_id: bob.agentId, type: 'human' },
  });
});

test('the first reply emits chat.accepted and message.created, the next only message.created, with ids only', async () => {
  const { ann, params, send, told } = await startChat();
  const [first, second] = [await send({ body: 'one' }), await send({ body: 'two' })];
  const ids = { button_guid: ann.buttonGuid, chat_id: params.id, contact_id: expect.any(String) };
  const chat = { ...ids, channel: 'service' };
  const message = { ...chat, sender: 'agent', agent_id: ann.agentId, type: 'text', at: expect.any(String) };
  expect(await told()).toEqual([
    {
      type: 'chat.accepted',
      data: {
        ...chat,
        client_id: expect.any(Number),
        agent_id: ann.agentId,
        operator_type: 'human',
        at: expect.any(String),
      },
    },
    { type: 'message.created', data: { ...message, message_id: first.data.id, seq: 2 } },
    { type: 'message.created', data: { ...message, message_id: second.data.id, seq: 3 } },
  ]);
});

test('a human reply takes over from the AI and assigns the chat to its author', async () => {
  const { ann, send, readChat, addAi } = await startChat();
  const ai = await addAi();
  expect(await readChat()).toMatchObject({ agent_id: null, handling: 'ai' });
  await send();
  expect(await readChat()).toMatchObject({
    agent_id: ann.agentId,
    accepted_by: { agent_id: ai, type: 'ai' },
    handled_by: { agent_id: ann.agentId, type: 'human' },
    handling: 'ai_to_human',
  });
});

test('a reply with a token sets api_reply_at; a reply from the console does not', async () => {
  const { app, ann, send, readAi } = await startChat();
  await send({}, await signedIn(app, ann));
  expect((await readAi()).api_reply_at).toBeNull();
  await send();
  expect(Temporal.Instant.from((await readAi()).api_reply_at ?? '').equals(app.clock.now)).toBe(true);
});

test('a message of either side in an expired chat reopens it', async () => {
  const { ann, visitor, params, send, readChat, listMessages } = await startChat();
  for (const write of [() => send(), () => visitor.write('still there?')]) {
    await ann.call(chats.close, { params, body: { reason: 'done' } });
    expect(await readChat()).toMatchObject({ status: 'expired', close_reason: 'done', done_at: expect.any(String) });
    await write();
    expect(await readChat()).toMatchObject({ status: 'active', closed_at: null, close_reason: null, done_at: null });
  }
  expect((await listMessages()).map(({ body, seq }) => [body, seq])).toEqual([
    ['still there?', 3],
    ['hi', 2],
    ['hello', 1],
  ]);
});

test('with a token, the sender is agent_id or the owner of the chat, and one is required', async () => {
  const { ann, send, listMessages } = await startChat();
  expect((await send({ agent_id: undefined })).problem).toMatchObject({
    status: 422,
    errors: { agent_id: [expect.stringMatching(/required/)] },
  });
  expect(await listMessages()).toHaveLength(1);
  await send();
  expect(await send({ agent_id: undefined })).toMatchObject({ status: 202, data: { agent_id: ann.agentId } });
});

test('an AI operator and an agent who is of another widget, unknown or suspended cannot be the sender: 422 that names agent_id', async () => {
  const { app, ann, params, send, readChat, addAi, listMessages } = await startChat();
  const suspended = await addAgent(app, ann, 'operator');
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${suspended.agentId}`);
  const foreign = await app.owner();
  const before = { ai: await addAi(), chat: await readChat() };
  for (const agent_id of [before.ai, foreign.agentId, 987_654, suspended.agentId, 0, '1', null]) {
    expect((await send({ agent_id })).problem).toMatchObject({
      status: 422,
      errors: { agent_id: [expect.any(String)] },
    });
  }
  expect(await listMessages()).toHaveLength(1);
  expect(await readChat()).toEqual(before.chat);
  await app.sql(`UPDATE chats SET agent_id = ${suspended.agentId} WHERE id = ${params.id};
    UPDATE chat_heads SET version = version + 1 WHERE chat_id = ${params.id}`);
  expect((await send({ agent_id: undefined })).problem).toMatchObject({
    status: 422,
    errors: { agent_id: [expect.any(String)] },
  });
});

test('in the console agents send as themselves only', async () => {
  const { app, ann, send, listMessages } = await startChat();
  const bob = await addAgent(app, ann, 'operator');
  const call = await signedIn(app, bob);
  expect((await send({ agent_id: ann.agentId }, call)).problem).toMatchObject({
    status: 422,
    errors: { agent_id: [expect.any(String)] },
  });
  for (const agent_id of [undefined, bob.agentId]) {
    expect(await send({ agent_id }, call)).toMatchObject({ status: 202, data: { agent_id: bob.agentId } });
  }
  expect(await listMessages()).toHaveLength(3);
});

test('a repeated client_message_id returns the stored message and changes nothing', async () => {
  const { ann, params, send, readChat, told } = await startChat();
  const first = await send({ client_message_id: 'draft-1' });
  await ann.call(chats.close, { params, body: {} });
  const before = { chat: await readChat(), told: await told() };
  const again = await send({ client_message_id: 'draft-1', body: 'another text' });
  expect(again).toMatchObject({ status: 202, data: first.data });
  expect({ chat: await readChat(), told: await told() }).toEqual(before);
});

test('concurrent sends with one client_message_id store one message', async () => {
  const { send, listMessages, readChat } = await startChat();
  const { version } = await readChat();
  const client_message_id = randomUUID();
  const sent = await Promise.all(Array.from({ length: 8 }, () => send({ client_message_id })));
  expect(sent.map(({ status }) => status)).toEqual(Array(8).fill(202));
  expect(new Set(sent.map(({ data }) => data.id)).size).toBe(1);
  expect(await listMessages()).toHaveLength(2);
  expect((await readChat()).version).toBe(version + 1);
});

test('the same client_message_id in another chat is another message', async () => {
  const { app, ann, send, params } = await startChat();
  const { params: other } = await addChat(app, ann);
  expect(other.id).not.toBe(params.id);
  const body = { type: 'text', body: 'hi', agent_id: ann.agentId, client_message_id: 'draft-1' };
  const [here, there] = [
    await send({ client_message_id: 'draft-1' }),
    await ann.call(messages.send, { params: other, body }),
  ];
  expect(there).toMatchObject({ status: 202, data: { chat_id: other.id, client_message_id: 'draft-1' } });
  expect(there.data.id).not.toBe(here.data.id);
});

test('a client_message_id is 1 to 64 visible characters, an origin 1 to 64', async () => {
  const { send } = await startChat();
  for (const [field, value] of [
    ['client_message_id', ''],
    ['client_message_id', 'x'.repeat(65)],
    ['client_message_id', 'two words'],
    ['client_message_id', 'имя'],
    ['origin', ''],
    ['origin', 'x'.repeat(65)],
  ] as const) {
    const { status, problem } = await send({ [field]: value });
    expect({ field, value, status, named: Object.keys(problem.errors ?? {}) }).toMatchObject({
      status: 422,
      named: [field],
    });
  }
  const longest = { client_message_id: 'x'.repeat(64), origin: 'ж'.repeat(64) };
  expect(await send(longest)).toMatchObject({ status: 202, data: longest });
});

test('a spam chat stores messages of both sides without events and stays spam', async () => {
  const { ann, visitor, params, send, readChat, told, listMessages } = await startChat();
  await ann.call(chats.setState, { params, body: { state: 'spam' } });
  const before = await told();
  expect((await send()).status).toBe(202);
  expect((await visitor.write('buy!')).seq).toBe(3);
  expect(await readChat()).toMatchObject({ status: 'spam', awaiting_reply: false, waiting_since: null });
  expect(await listMessages()).toHaveLength(3);
  expect(await told()).toEqual(before);
});
