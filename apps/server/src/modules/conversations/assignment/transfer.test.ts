import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addVisitor, signedIn } from '../../../../test/callers.ts';
import { listEventData, listEvents } from '../../../../test/events.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent, addConnectedAgent } from '../../../../test/people.ts';

const { chats, messages } = api;

/** A time that is printed with all its digits. */
const NOON = Temporal.Instant.from('2026-03-01T12:00:00.125Z');

/** A chat that the owner of the widget has answered. */
async function startOwnedChat(app: TestApp, owner: Owner) {
  const visitor = await addAnsweredVisitor(app, owner);
  const params = { id: visitor.chatId };
  return {
    params,
    visitor,
    read: async () => (await owner.call(chats.read, { params })).data,
    transfer: (agent_id: unknown, comment?: string) =>
      owner.call(chats.transfer, { params, body: { agent_id, comment } }),
  };
}

test('a transfer assigns the chat to an agent, connected or not, who handles it from then on', async () => {
  const app = await startApp();
  app.clock.now = NOON;
  const ann = await app.owner();
  const { agentId: agent_id } = await addAgent(app, ann, 'operator');
  const chat = await startOwnedChat(app, ann);
  const before = await chat.read();
  app.clock.now = app.clock.now.add({ minutes: 1 });
  const at = '2026-03-01T12:01:00.125+00:00';
  const given = await chat.transfer(agent_id);
  expect(given.status).toBe(202);
  expect(given.data).toEqual({
    ...before,
    agent_id,
    handled_by: { agent_id, type: 'human', at },
    is_new_to_owner: true,
    version: before.version + 1,
    updated_at: at,
  });
  expect(await chat.read()).toEqual(given.data);
  expect(await listEventData(app, ann, 'chat.transferred')).toEqual([
    {
      button_guid: ann.buttonGuid,
      chat_id: chat.params.id,
      client_id: expect.any(Number),
      contact_id: expect.any(String),
      channel: 'service',
      agent_id,
      reason: 'transfer',
      at,
    },
  ]);
  expect(await listEventData(app, ann, 'chat.accepted')).toMatchObject([{ agent_id: ann.agentId }]);
});

test('an unanswered chat stays missed after a transfer until its new owner replies', async () => {
  const app = await startApp();
  const ann = await app.owner();
  await (await addVisitor(app, ann)).write('hello');
  const bob = await addConnectedAgent(app, ann);
  const params = { id: (await ann.call(chats.list)).data.data[0]?.id };
  const { data } = await ann.call(chats.transfer, { params, body: { agent_id: bob.agentId } });
  expect(data).toMatchObject({ agent_id: bob.agentId, handling: 'missed', accepted_by: null, handled_by: null });
  expect(await listEventData(app, ann, 'chat.accepted')).toEqual([]);
  await bob.call(messages.send, { params, body: { type: 'text', body: 'hi' } });
  expect(await listEventData(app, ann, 'chat.accepted')).toMatchObject([
    { agent_id: bob.agentId, operator_type: 'human' },
  ]);
});

test('a chat cannot be transferred to its owner', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startOwnedChat(app, ann);
  const before = await chat.read();
  expect((await chat.transfer(ann.agentId, 'to myself')).problem).toMatchObject({
    status: 409,
    reason: 'already_owner',
  });
  expect(await chat.read()).toEqual(before);
  expect(await listEventData(app, ann, 'chat.transferred')).toEqual([]);
});

test('concurrent transfers to one agent count once', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { agentId } = await addAgent(app, ann, 'operator');
  const chat = await startOwnedChat(app, ann);
  const answers = await Promise.all(Array.from({ length: 4 }, () => chat.transfer(agentId)));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
  expect(await listEventData(app, ann, 'chat.transferred')).toHaveLength(1);
});

test('an attached agent who gets the chat by transfer is detached; others stay attached', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startOwnedChat(app, ann);
  const [bob, eve] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  for (const { agentId: agent_id } of [bob, eve]) {
    await ann.call(chats.attachAgent, { params: chat.params, body: { agent_id } });
  }
  expect((await chat.transfer(eve.agentId)).data).toMatchObject({ agent_id: eve.agentId, agents: [bob.agentId] });
});

test('a chat cannot be transferred to an agent of another widget, an AI operator or a suspended agent, and the field is named', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const [ai, banned] = [await addAgent(app, ann, 'operator'), await addAgent(app, ann, 'operator')];
  await app.sql(`UPDATE agents SET type = 'ai' WHERE id = ${ai.agentId}`);
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${banned.agentId}`);
  const chat = await startOwnedChat(app, ann);
  for (const agent_id of [bob.agentId, ai.agentId, banned.agentId, 987_654, 0, '1', null, undefined]) {
    const { status, problem } = await chat.transfer(agent_id);
    expect({ agent_id, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({
      agent_id,
      status: 422,
      fields: ['agent_id'],
    });
  }
  expect((await chat.read()).agent_id).toBe(ann.agentId);
});

test('a transfer comment becomes a note by its author, or by no agent with a token, and only agents see it', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const session = await signedIn(app, ann);
  const { agentId: agent_id } = await addAgent(app, ann, 'operator');
  const chat = await startOwnedChat(app, ann);
  const heard = await listEventData(app, ann, 'message.created');
  await session(chats.transfer, { params: chat.params, body: { agent_id, comment: 'he is angry' } });
  await chat.transfer(ann.agentId, 'back again');
  const [second, first, ...said] = (await ann.call(messages.list, { params: chat.params })).data.data;
  expect(first).toMatchObject({
    body: 'he is angry',
    private: true,
    seq: null,
    sender: 'agent',
    agent_id: ann.agentId,
  });
  expect(second).toMatchObject({ body: 'back again', private: true, seq: null, sender: 'agent', agent_id: null });
  const { data: seen } = await chat.visitor.call(site.visitor.listMessages, {
    params: { button_guid: ann.buttonGuid },
  });
  expect(seen.data.map(({ id }) => id)).toEqual(said.map(({ id }) => id));
  expect(await listEventData(app, ann, 'message.created')).toEqual(heard);
  expect(JSON.stringify(await listEvents(app, ann))).not.toMatch(/angry|back again/);
  const transcript = await app.http.inject({
    url: `/api/v1/chats/${chat.params.id}/transcript`,
    headers: { authorization: `Bearer ${ann.token}` },
  });
  expect(transcript.body.split('\n').map((line) => line.replace(/^\[.*?\] /, ''))).toEqual([
    'Client: hello',
    'Ann: hi',
    '',
  ]);
});

test('a comment has up to 10,000 characters and is not blank', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { agentId } = await addAgent(app, ann, 'operator');
  const chat = await startOwnedChat(app, ann);
  for (const comment of ['', '\n', 'я'.repeat(10_001)]) {
    const { status, problem } = await chat.transfer(agentId, comment);
    expect({ status, fields: Object.keys(problem.errors ?? {}) }).toEqual({ status: 422, fields: ['comment'] });
  }
  expect((await chat.transfer(agentId, 'я'.repeat(10_000))).status).toBe(202);
});

test('a transfer leaves a closed chat closed and waiting_since as it is', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { agentId } = await addAgent(app, ann, 'operator');
  const [waiting, closed] = [await startOwnedChat(app, ann), await startOwnedChat(app, ann)];
  await waiting.visitor.write('hello?');
  await ann.call(chats.close, { params: closed.params, body: { reason: 'done' } });
  for (const chat of [waiting, closed]) {
    const { status, waiting_since, done_at, close_reason, unread } = await chat.read();
    await chat.transfer(agentId, 'yours');
    expect(await chat.read()).toMatchObject({
      agent_id: agentId,
      status,
      waiting_since,
      done_at,
      close_reason,
      unread,
    });
  }
});
