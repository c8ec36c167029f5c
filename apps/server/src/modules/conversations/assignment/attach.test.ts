import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import type { Call } from '../../../../test/call.ts';
import { addAnsweredVisitor, signedIn } from '../../../../test/callers.ts';
import { listEvents } from '../../../../test/events.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addAgent, addConnectedAgent, connect, disconnect } from '../../../../test/people.ts';

const { chats, messages } = api;

interface More {
  actor_agent_id?: unknown;
  note?: string;
}

/** A chat that the owner of the widget has answered. */
async function startOwnedChat(app: TestApp, owner: Owner) {
  const visitor = await addAnsweredVisitor(app, owner);
  const params = { id: visitor.chatId };
  return {
    params,
    visitor,
    read: async () => (await owner.call(chats.read, { params })).data,
    attach: (agent_id: unknown, more: More = {}, call: Call = owner.call) =>
      call(chats.attachAgent, { params, body: { agent_id, ...more } }),
    detach: (agent_id: unknown, body?: More, call: Call = owner.call) =>
      call(chats.detachAgent, { params: { ...params, agent_id }, body }),
  };
}

/** The internal chat of a department, which has no contact. */
async function addRoom(app: TestApp, { widgetId }: Owner) {
  const [{ id } = { id: 0 }] = await app.sql<{ id: number }>(`
    WITH made AS (
      INSERT INTO chats (widget_id, channel, is_internal, source, created_at)
      VALUES (${widgetId}, 'service', true, '{"page": null, "referrer": null, "language": null}', now()) RETURNING id
    )
    INSERT INTO chat_heads (widget_id, chat_id, created_at, updated_at, activity)
    SELECT ${widgetId}, id, now(), now(), 0 FROM made RETURNING chat_id::int AS id`);
  return { id };
}

const notesOf = async ({ call }: Owner, params: { id: number }) =>
  (await call(messages.list, { params })).data.data
    .filter((message) => message.private)
    .map(({ body, agent_id, seq }) => ({ body, agent_id, seq }));

test('attaching and detaching an agent changes nothing else of the chat', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startOwnedChat(app, ann);
  const [bob, eve] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  const before = await chat.read();
  const told = await listEvents(app, ann);
  const expectAgents = async (answer: Awaited<ReturnType<typeof chat.attach>>, agents: number[], changes: number) => {
    expect(answer).toMatchObject({ status: 202, data: { ...before, agents, version: before.version + changes } });
    expect(await chat.read()).toEqual(answer.data);
  };
  await expectAgents(await chat.attach(bob.agentId), [bob.agentId], 1);
  await expectAgents(await chat.attach(eve.agentId), [bob.agentId, eve.agentId], 2);
  await expectAgents(await chat.detach(bob.agentId, {}), [eve.agentId], 3);
  await expectAgents(await chat.detach(eve.agentId), [], 4);
  expect(await listEvents(app, ann)).toEqual(told);
});

test('an agent who is not connected, owns the chat or is attached already cannot be attached', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const away = await addAgent(app, ann, 'operator');
  const bob = await addConnectedAgent(app, ann);
  await connect(app, ann);
  const chat = await startOwnedChat(app, ann);
  await chat.attach(bob.agentId);
  const before = await chat.read();
  const refused = [
    [away.agentId, 'agent_not_connected'],
    [ann.agentId, 'already_owner'],
    [bob.agentId, 'already_attached'],
  ] as const;
  for (const [agentId, reason] of refused) {
    expect((await chat.attach(agentId, { note: 'join us' })).problem).toMatchObject({ status: 409, reason });
  }
  await disconnect(app, bob);
  expect((await chat.attach(bob.agentId)).status).toBe(409);
  expect(await chat.read()).toEqual(before);
});

test('an agent who is not attached cannot be detached, and one of another widget is 404', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const chat = await startOwnedChat(app, ann);
  const { agentId } = await addConnectedAgent(app, ann);
  for (const id of [agentId, ann.agentId]) {
    expect((await chat.detach(id)).problem).toMatchObject({ status: 409, reason: 'not_attached' });
  }
  for (const id of [bob.agentId, 987_654, 0, 'nobody']) expect((await chat.detach(id)).status).toBe(404);
  await chat.attach(agentId);
  expect((await chat.detach(agentId)).status).toBe(202);
  expect((await chat.detach(agentId)).problem).toMatchObject({ status: 409, reason: 'not_attached' });
});

test('an agent who is offline or suspended can be detached', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startOwnedChat(app, ann);
  const [gone, banned] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  for (const { agentId } of [gone, banned]) await chat.attach(agentId);
  await disconnect(app, gone);
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${banned.agentId}`);
  for (const { agentId } of [gone, banned]) expect((await chat.detach(agentId)).status).toBe(202);
  expect((await chat.read()).agents).toEqual([]);
});

test('concurrent attachments keep every agent once', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const ids: number[] = [];
  const chat = await startOwnedChat(app, ann);
  for (let count = 0; count < 4; count += 1) ids.push((await addConnectedAgent(app, ann)).agentId);
  const answers = await Promise.all([...ids, ...ids].map((id) => chat.attach(id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 202, 409, 409, 409, 409]);
  expect((await chat.read()).agents.sort()).toEqual(ids);
});

test('an agent or actor who is of another widget, an AI operator or suspended is 422 and named', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  await connect(app, bob);
  const [ai, banned] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  await app.sql(`UPDATE agents SET type = 'ai' WHERE id = ${ai.agentId}`);
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${banned.agentId}`);
  const [eve, joe] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  const chat = await startOwnedChat(app, ann);
  await chat.attach(joe.agentId);
  for (const wrong of [bob.agentId, ai.agentId, banned.agentId, 987_654, 0, '1', null]) {
    const answers = {
      agent_id: await chat.attach(wrong),
      actor_agent_id: await chat.attach(eve.agentId, { actor_agent_id: wrong, note: 'join us' }),
    };
    for (const [field, { status, problem }] of Object.entries(answers)) {
      expect({ wrong, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({
        wrong,
        status: 422,
        fields: [field],
      });
    }
    const { status, problem } = await chat.detach(joe.agentId, { actor_agent_id: wrong });
    expect({ wrong, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({
      wrong,
      status: 422,
      fields: ['actor_agent_id'],
    });
  }
  expect((await chat.read()).agents).toEqual([joe.agentId]);
  expect(await notesOf(ann, chat.params)).toEqual([]);
});

test('the author of a note is the actor, else the signed-in agent, else none, and the visitor does not see it', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const session = await signedIn(app, ann);
  const chat = await startOwnedChat(app, ann);
  const [bob, eve] = [await addConnectedAgent(app, ann), await addAgent(app, ann, 'operator')];
  const told = await listEvents(app, ann, 'message.created');
  const actor = { actor_agent_id: eve.agentId };
  await chat.attach(bob.agentId, { note: 'one', ...actor });
  await chat.detach(bob.agentId, { note: 'two', ...actor }, session);
  await chat.attach(bob.agentId, { note: 'three' }, session);
  await chat.detach(bob.agentId, { note: 'four' }, session);
  await chat.attach(bob.agentId, { note: 'five' });
  await chat.detach(bob.agentId, { note: 'six' });
  expect(await notesOf(ann, chat.params)).toEqual([
    { body: 'six', agent_id: null, seq: null },
    { body: 'five', agent_id: null, seq: null },
    { body: 'four', agent_id: ann.agentId, seq: null },
    { body: 'three', agent_id: ann.agentId, seq: null },
    { body: 'two', agent_id: eve.agentId, seq: null },
    { body: 'one', agent_id: eve.agentId, seq: null },
  ]);
  const params = { button_guid: ann.buttonGuid };
  const { data: seen } = await chat.visitor.call(site.visitor.listMessages, { params });
  expect(seen.data.map(({ body }) => body)).toEqual(['hi', 'hello']);
  expect(await listEvents(app, ann, 'message.created')).toEqual(told);
});

test('transferring, claiming, attaching and detaching are 409 in an internal chat, for tokens and sessions', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { agentId: agent_id } = await addConnectedAgent(app, ann);
  const params = await addRoom(app, ann);
  for (const call of [ann.call, await signedIn(app, ann)]) {
    const answers = [
      await call(chats.transfer, { params, body: { agent_id } }),
      await call(chats.claim, { params, body: { agent_id } }),
      await call(chats.attachAgent, { params, body: { agent_id } }),
      await call(chats.detachAgent, { params: { ...params, agent_id } }),
    ];
    for (const { problem } of answers) expect(problem).toMatchObject({ status: 409, reason: 'chat_has_no_client' });
  }
  expect((await ann.call(chats.read, { params })).data).toMatchObject({ agent_id: null, agents: [] });
});
