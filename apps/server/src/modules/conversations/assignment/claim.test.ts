import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import type { Call } from '../../../../test/call.ts';
import { addChat, signedIn } from '../../../../test/callers.ts';
import { listEvents } from '../../../../test/events.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent, addConnectedAgent, connect, disconnect } from '../../../../test/people.ts';

const { chats, messages } = api;

/** A time that is printed with all its digits. */
const NOON = Temporal.Instant.from('2026-03-01T12:00:00.125Z');

/** A chat in which a visitor has written. */
async function startChat(app: TestApp, owner: Owner) {
  const chat = await addChat(app, owner);
  const { params } = chat;
  return {
    ...chat,
    claim: (agent_id: unknown, note?: string, call: Call = owner.call) =>
      call(chats.claim, { params, body: { agent_id, note } }),
  };
}

const eventsOf = (app: TestApp, owner: Owner) => listEvents(app, owner, 'chat.accepted', 'chat.transferred');

test('a claim of an unowned chat makes a connected agent its owner and accepts it', async () => {
  const app = await startApp();
  app.clock.now = NOON;
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  const { agentId: agent_id } = await addConnectedAgent(app, ann);
  const { version } = await chat.read();
  const claimed = await chat.claim(agent_id);
  const at = '2026-03-01T12:00:00.125+00:00';
  const accepted = { agent_id, type: 'human', at };
  expect(claimed).toMatchObject({ status: 202, data: { agent_id, accepted_by: accepted, handled_by: accepted } });
  const after = await chat.read();
  expect(after).toEqual(claimed.data);
  expect(after).toMatchObject({ handling: 'human', awaiting_reply: true, version: version + 1 });
  const { contact_id, channel } = after;
  const ids = { button_guid: ann.buttonGuid, chat_id: chat.params.id, client_id: expect.any(Number), contact_id };
  const data = { ...ids, channel, agent_id, at };
  expect(await eventsOf(app, ann)).toEqual([{ type: 'chat.accepted', data: { ...data, operator_type: 'human' } }]);
  await ann.call(messages.send, { params: chat.params, body: { type: 'text', body: 'hi' } });
  expect(await eventsOf(app, ann)).toHaveLength(1);
});

test('an agent accepts a chat routed to them by a claim, once', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { agentId: agent_id } = await addConnectedAgent(app, ann);
  const chat = await startChat(app, ann);
  expect(await chat.read()).toMatchObject({ agent_id, accepted_by: null });
  expect((await chat.claim(agent_id)).data).toMatchObject({ agent_id, accepted_by: { agent_id }, handling: 'human' });
  expect(await eventsOf(app, ann)).toMatchObject([{ type: 'chat.accepted' }]);
  expect((await chat.claim(agent_id)).problem).toMatchObject({ status: 409, reason: 'already_owner' });
});

test('an agent who is not connected cannot claim', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  const before = await chat.read();
  const away = await addAgent(app, ann, 'operator');
  const gone = await addConnectedAgent(app, ann);
  await disconnect(app, gone);
  for (const { agentId } of [away, gone]) {
    expect((await chat.claim(agentId)).problem).toMatchObject({ status: 409, reason: 'agent_not_connected' });
  }
  expect(await chat.read()).toEqual(before);
});

test('a chat whose owner is connected cannot be claimed', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  const [bob, eve] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  await chat.claim(bob.agentId);
  const before = await chat.read();
  expect((await chat.claim(eve.agentId)).problem).toMatchObject({ status: 409, reason: 'chat_already_owned' });
  expect((await chat.claim(bob.agentId)).problem).toMatchObject({ status: 409, reason: 'already_owner' });
  expect(await chat.read()).toEqual(before);
});

test('a chat whose owner is not connected can be claimed, and who accepted it stays recorded', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  const [bob, eve] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  await chat.claim(bob.agentId);
  await disconnect(app, bob);
  expect((await chat.claim(eve.agentId)).status).toBe(202);
  expect(await chat.read()).toMatchObject({
    agent_id: eve.agentId,
    accepted_by: { agent_id: bob.agentId },
    handled_by: { agent_id: eve.agentId, type: 'human' },
    handling: 'human',
  });
  expect(await eventsOf(app, ann)).toMatchObject([{ type: 'chat.accepted', data: { agent_id: bob.agentId } }]);
});

test('of concurrent claims one wins', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const waiting = [await startChat(app, ann), await startChat(app, ann), await startChat(app, ann)];
  const agents = [];
  for (let count = 0; count < 4; count += 1) agents.push(await addConnectedAgent(app, ann));
  for (const [round, chat] of waiting.entries()) {
    const answers = await Promise.all(agents.map(({ agentId }) => chat.claim(agentId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409]);
    const lost = answers.filter(({ status }) => status === 409);
    expect(lost.map(({ problem }) => problem.reason)).toEqual(Array(3).fill('chat_already_owned'));
    const winner = agents[answers.findIndex(({ status }) => status === 202)]?.agentId;
    expect(await chat.read()).toMatchObject({ agent_id: winner, accepted_by: { agent_id: winner } });
    expect(await eventsOf(app, ann)).toHaveLength(round + 1);
  }
});

test('an attached agent who claims the chat is detached', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  const [bob, eve] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  for (const { agentId: agent_id } of [bob, eve]) {
    await ann.call(chats.attachAgent, { params: chat.params, body: { agent_id } });
  }
  await chat.claim(bob.agentId);
  expect(await chat.read()).toMatchObject({ agent_id: bob.agentId, agents: [eve.agentId] });
});

test('an attached agent who becomes the owner by the first reply is detached', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  const bob = await addConnectedAgent(app, ann);
  await ann.call(chats.attachAgent, { params: chat.params, body: { agent_id: bob.agentId } });
  await bob.call(messages.send, { params: chat.params, body: { type: 'text', body: 'hi' } });
  expect(await chat.read()).toMatchObject({ agent_id: bob.agentId, agents: [] });
});

test('an agent of another widget, an AI operator and a suspended agent cannot claim, and the field is named', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  await connect(app, bob);
  const chat = await startChat(app, ann);
  const [ai, banned] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  await app.sql(`UPDATE agents SET type = 'ai' WHERE id = ${ai.agentId}`);
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${banned.agentId}`);
  for (const agent_id of [bob.agentId, ai.agentId, banned.agentId, 987_654, 0, '1', null, undefined]) {
    const { status, problem } = await chat.claim(agent_id);
    expect({ agent_id, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({
      agent_id,
      status: 422,
      fields: ['agent_id'],
    });
  }
  expect((await chat.read()).agent_id).toBeNull();
});

test('a claim note is by the claiming agent and reaches no visitor, transcript or event', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  const { agentId } = await addConnectedAgent(app, ann);
  await chat.claim(agentId, 'I know him', await signedIn(app, ann));
  const [note, hello] = (await ann.call(messages.list, { params: chat.params })).data.data;
  expect(note).toMatchObject({ body: 'I know him', private: true, seq: null, sender: 'agent', agent_id: agentId });
  const params = { button_guid: ann.buttonGuid };
  const { data: seen } = await chat.visitor.call(site.visitor.listMessages, { params });
  expect(seen.data.map(({ id }) => id)).toEqual([hello?.id]);
  const transcript = await app.http.inject({
    url: `/api/v1/chats/${chat.params.id}/transcript`,
    headers: { authorization: `Bearer ${ann.token}` },
  });
  expect(transcript.body).toMatch(/^\[.*\] Client: hello\n$/);
  expect(JSON.stringify(await listEvents(app, ann))).not.toContain('know him');
  expect(await listEvents(app, ann, 'message.created')).toHaveLength(1);
});

test('a refused claim adds no note', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann);
  const { agentId } = await addAgent(app, ann, 'operator');
  expect((await chat.claim(agentId, 'mine')).status).toBe(409);
  expect((await ann.call(messages.list, { params: chat.params })).data.data).toHaveLength(1);
});
