import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addChat, signedIn, withToken } from '../../../../test/callers.ts';
import { signIn, startApp } from '../../../../test/harness.ts';
import { addAgent, addConnectedAgent, addWidget, connect, cookieAfter, withCookie } from '../../../../test/people.ts';
import { PNG } from '../../../../test/pictures.ts';
import { advanceApps, closeSocket, startWidget } from '../../../../test/presence.ts';
import { connectAgent } from '../../../../test/sockets.ts';

const { agents, chats, messages } = api;
const { profile, session } = dashboard;

async function startTeam() {
  const app = await startApp();
  const ann = await app.owner();
  const bob = await addAgent(app, ann, 'operator');
  const read = async (query: Record<string, unknown> = {}, id = bob.agentId) =>
    (await ann.call(agents.listEvents, { params: { id }, query })).data;
  return {
    app,
    ann,
    bob,
    params: { id: bob.agentId },
    read,
    types: async (id = bob.agentId) => (await read({}, id)).data.map(({ type }) => type),
    write: (code: number) =>
      app.sql(`INSERT INTO agent_events (widget_id, agent_id, type_code, created_at)
        VALUES (${ann.widgetId}, ${bob.agentId}, ${code}, now())`),
  };
}

test('the sixteen types have fixed codes 1 to 16, and each a text in Russian', async () => {
  const { read, write } = await startTeam();
  for (let code = 1; code <= 16; code += 1) await write(code);
  const { data } = await read();
  expect(data.map(({ type_code, type }) => [type_code, type])).toEqual([
    [16, 'avatar_changed'],
    [15, 'removed'],
    [14, 'restored'],
    [13, 'suspended'],
    [12, 'joined'],
    [11, 'invited'],
    [10, 'chat_closed'],
    [9, 'chat_transferred_out'],
    [8, 'chat_transferred_in'],
    [7, 'chat_accepted'],
    [6, 'break_ended'],
    [5, 'break_started'],
    [4, 'went_offline'],
    [3, 'went_online'],
    [2, 'signed_out'],
    [1, 'signed_in'],
  ]);
  for (const { message } of data) expect(message).toMatch(/^[А-Я][а-яё ]+$/);
  expect(new Set(data.map(({ message }) => message)).size).toBe(16);
});

test('a code without a type reads as unknown, with its code', async () => {
  const { read, write } = await startTeam();
  for (const code of [17, 300]) await write(code);
  const row = (type_code: number) => ({
    id: expect.any(Number),
    type: 'unknown',
    type_code,
    message: expect.stringMatching(/[а-я]/),
    created_at: expect.any(String),
  });
  expect((await read()).data).toEqual([row(300), row(17)]);
});

test('the log is filtered by type and listed newest first, page by page', async () => {
  const { read, write } = await startTeam();
  for (const code of [1, 5, 1, 6, 1]) await write(code);
  const ofSignIns = await read({ type: 'signed_in', limit: 2 });
  expect(ofSignIns.data.map(({ type }) => type)).toEqual(['signed_in', 'signed_in']);
  const rest = await read({ type: 'signed_in', limit: 2, cursor: ofSignIns.next_cursor });
  expect(rest).toMatchObject({ data: [{ type: 'signed_in' }], next_cursor: null });
  const ids = (await read()).data.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect((await read({ type: 'joined' })).data).toEqual([]);
});

test('an unknown type, an invalid limit and an invalid cursor are refused', async () => {
  const { ann, params } = await startTeam();
  for (const [name, value] of [
    ['type', 'unknown'],
    ['type', 'slept'],
    ['limit', 0],
    ['limit', 101],
    ['cursor', 'elsewhere'],
  ] as const) {
    const { problem } = await ann.call(agents.listEvents, { params, query: { [name]: value } });
    expect([name, problem]).toMatchObject([name, { status: 422, errors: { [name]: [expect.any(String)] } }]);
  }
});

test('the log has its own scope', async () => {
  const { app, ann, params } = await startTeam();
  const reader = await withToken(app, ann, ['agents:read', 'agents:write']);
  expect((await reader(agents.listEvents, { params })).problem).toMatchObject({
    reason: 'missing_scope',
    required_scopes: ['agents:events:read'],
  });
  const auditor = await withToken(app, ann, ['agents:events:read']);
  expect((await auditor(agents.listEvents, { params })).status).toBe(200);
});

test('sign-ins and sign-outs are logged, and a renewed session is neither', async () => {
  const { app, bob, types } = await startTeam();
  const { call } = await signIn(app, bob);
  const renewed = await call(session.update, {
    body: { widget_id: (await call(session.read)).data.widget.id },
  });
  expect(renewed.status).toBe(200);
  await withCookie(app, cookieAfter(renewed))(session.remove);
  expect(await types()).toEqual(['signed_out', 'signed_in']);
});

test('a failed sign-in is not logged', async () => {
  const { app, bob, types } = await startTeam();
  await signIn(app, bob, 'not my password');
  expect(await types()).toEqual([]);
});

test('ending a session from another one is logged as a sign-out', async () => {
  const { app, bob, types } = await startTeam();
  const here = await signedIn(app, bob);
  for (let count = 0; count < 3; count += 1) await signIn(app, bob);
  const { data } = (await here(session.list)).data;
  const other = data.find(({ current }) => !current);
  await here(session.removeOne, { params: { id: other?.id } });
  await here(session.removeAll, { query: { others: 1 } });
  const outs = async () => (await types()).filter((type) => type === 'signed_out').length;
  expect(await outs()).toBe(3);
  await here(session.removeAll);
  expect(await outs()).toBe(4);
});

test('switching widgets is logged as a sign-out of one and a sign-in to the other', async () => {
  const { app, ann, types } = await startTeam();
  const other = await addWidget(app, ann);
  const { call } = await signIn(app, ann);
  await call(session.update, { body: { widget_id: other.widgetId } });
  expect(await types(ann.agentId)).toEqual(['signed_out', 'signed_in']);
  const rows = await app.sql(`SELECT type_code::int FROM agent_events WHERE agent_id = ${other.agentId}`);
  expect(rows).toEqual([{ type_code: 1 }]);
});

test('going online and offline is logged once each, and left_at is kept until the agent is online again', async () => {
  const { app, ann, bob } = await startWidget();
  const types = async () =>
    (await ann.call(agents.listEvents, { params: { id: bob.agentId } })).data.data.map(({ type }) => type);
  const left = async () => {
    const [row] = await app.sql<{ at: string | null }>(`SELECT left_at AS at FROM agents WHERE id = ${bob.agentId}`);
    return row?.at && Temporal.Instant.from(new Date(row.at).toISOString());
  };
  const [first, second] = [await connectAgent(app, bob), await connectAgent(app, bob)];
  await closeSocket(app, first);
  expect(await types()).toEqual(['signed_in', 'went_online', 'signed_in']);
  expect(await left()).toBeNull();
  await closeSocket(app, second);
  await advanceApps({ seconds: 20 }, app);
  expect(await types()).toEqual(['went_offline', 'signed_in', 'went_online', 'signed_in']);
  expect(await left()).toEqual(app.clock.now.subtract({ seconds: 5 }));
  await connectAgent(app, bob);
  expect((await types())[0]).toBe('went_online');
  expect(await left()).toBeNull();
});

test('the start and the end of a break are logged once each', async () => {
  const { app, bob, types } = await startTeam();
  const call = await signedIn(app, bob);
  for (const status of ['relaxation', 'relaxation', 'active', 'active'])
    await call(profile.update, { body: { status } });
  expect(await types()).toEqual(['break_ended', 'break_started', 'signed_in']);
});

test('the first reply, and the claim of an unowned chat, are logged as accepting', async () => {
  const { app, ann, bob, types } = await startTeam();
  const [answered, claimed] = [await addChat(app, ann), await addChat(app, ann)];
  const say = (agentId: number, params: { id: number }) =>
    ann.call(messages.send, { params, body: { type: 'text', body: 'hi', agent_id: agentId } });
  await say(bob.agentId, answered.params);
  await say(bob.agentId, answered.params);
  await say(ann.agentId, answered.params);
  expect(await types()).toEqual(['chat_accepted']);
  expect(await types(ann.agentId)).toEqual([]);
  await connect(app, bob);
  await ann.call(chats.claim, { params: claimed.params, body: { agent_id: bob.agentId } });
  expect(await types()).toEqual(['chat_accepted', 'signed_in', 'chat_accepted']);
});

test('a transfer is logged for both agents, and claiming an accepted chat is not logged as accepting', async () => {
  const { app, ann, bob, types } = await startTeam();
  const { params } = await addChat(app, ann);
  await ann.call(messages.send, { params, body: { type: 'text', body: 'hi', agent_id: ann.agentId } });
  await ann.call(chats.transfer, { params, body: { agent_id: bob.agentId } });
  expect([await types(ann.agentId), await types()]).toEqual([
    ['chat_transferred_out', 'chat_accepted'],
    ['chat_transferred_in'],
  ]);
  const eve = await addConnectedAgent(app, ann);
  await ann.call(chats.claim, { params, body: { agent_id: eve.agentId } });
  expect(await types(eve.agentId)).toEqual(['signed_in']);
});

test('closing a chat is logged for the agent, also in bulk; closing by the API or by inactivity is not', async () => {
  const { app, ann, bob, types } = await startTeam();
  const [one, two, three, four] = [
    await addChat(app, ann),
    await addChat(app, ann),
    await addChat(app, ann),
    await addChat(app, ann),
  ];
  const call = await signedIn(app, bob);
  await call(chats.close, { params: one.params });
  await call(chats.close, { params: one.params });
  await call(chats.bulk, { body: { ids: [two.params.id], action: 'close' } });
  await ann.call(chats.close, { params: three.params });
  app.clock.now = app.clock.now.add({ minutes: 8 });
  await app.run('chats.sweep');
  expect(await types()).toEqual(['chat_closed', 'chat_closed', 'signed_in']);
  // A chat closed by inactivity can still become done.
  await call(chats.close, { params: four.params });
  expect((await types())[0]).toBe('chat_closed');
  expect(await types()).toHaveLength(4);
});

test('a new avatar is logged, and removing a missing one is not', async () => {
  const { app, ann, bob, params, types } = await startTeam();
  await ann.call(agents.removeAvatar, { params });
  expect(await types()).toEqual([]);
  await ann.call(agents.setAvatar, { params, body: new Form('me.png', PNG) });
  await ann.call(agents.removeAvatar, { params });
  expect(await types()).toEqual(['avatar_changed', 'avatar_changed']);
  await (await signedIn(app, bob))(profile.setAvatar, { body: new Form('me.png', PNG) });
  expect((await types())[0]).toBe('avatar_changed');
});

test('refused requests are not logged', async () => {
  const { app, ann, bob, params, types } = await startTeam();
  const { params: chat } = await addChat(app, ann);
  expect((await ann.call(chats.claim, { params: chat, body: { agent_id: bob.agentId } })).status).toBe(409);
  expect((await ann.call(agents.setAvatar, { params, body: new Form('me.png', 'no picture') })).status).toBe(422);
  expect(await types()).toEqual([]);
});
