import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addVisitor, signedInHeaders } from '../../../../test/callers.ts';
import type { TestApp } from '../../../../test/harness.ts';
import { advanceApps, startNodes } from '../../../../test/presence.ts';
import { type AgentSocket, connectAgent, connected, connectVisitor, openSocket } from '../../../../test/sockets.ts';
import { until } from '../../../../test/until.ts';

const { agents } = api;
/** Shorter than the cache's TTL, so that a change seen within it came by notice. */
const AT_ONCE_MS = 4_500;

/** Ann on the first server, and one session of Bob's on both. */
async function startBoth() {
  const { one, two, ann, bob } = await startNodes();
  const extraHeaders = await signedInHeaders(one, bob);
  const open = (on: TestApp) =>
    connected(openSocket(on, 'agent', { extraHeaders }), 'agent') as unknown as Promise<AgentSocket>;
  const theirs = [await open(one), await open(two)];
  const { chatId } = await addAnsweredVisitor(one, ann);
  return { one, two, ann, bob, theirs, chatId, open, params: { id: bob.agentId } };
}

const untilOut = (sockets: AgentSocket[]) =>
  until(() => sockets.every(({ socket }) => socket.disconnected), 'they are hung up on', AT_ONCE_MS);

test.each(['suspend', 'remove'] as const)('%s disconnects every socket of an agent, on every node', async (deed) => {
  const { ann, theirs, open, one, two, params } = await startBoth();
  await ann.call(agents[deed], { params });
  await untilOut(theirs);
  for (const { heard } of theirs) {
    expect(heard.at(-1)).toMatchObject({ name: 'refused', data: { reason: 'session_required' } });
  }
  for (const node of [one, two]) await expect(open(node)).rejects.toMatchObject({ reason: 'session_required' });
});

test('a new role disconnects every socket too', async () => {
  const { ann, theirs, params } = await startBoth();
  await ann.call(agents.setRole, { params, body: { role: 'admin' } });
  await untilOut(theirs);
});

test('agents on every node see a suspension at once, and the suspended agent receives nothing more', async () => {
  const { one, two, ann, bob, theirs, chatId, params } = await startBoth();
  const ours = [await connectAgent(one, ann), await connectAgent(two, ann)];
  for (const each of ours) await each.call('look', { chat_id: chatId });
  await theirs[1]?.call('look', { chat_id: chatId });
  for (const each of ours) await each.hears('viewers', ({ viewers }) => viewers.includes(bob.agentId));
  await ann.call(agents.suspend, { params });
  for (const each of ours) {
    const { agent } = await each.hears('agent', (data) => data.agent.status === 'banned');
    expect(agent).toEqual({ id: bob.agentId, status: 'banned', online: false });
    await until(
      () => each.heard.findLast(({ name }) => name === 'viewers')?.data.viewers.includes(bob.agentId) === false,
      'they look no more',
    );
    expect((await each.call('resume', {})).agents.map(({ id }) => id)).toEqual([ann.agentId]);
  }
  await ann.call(agents.restore, { params });
  const { agent } = await (ours[1] as AgentSocket).hears('agent', (data) => data.agent.status === 'active');
  expect(agent).toEqual({ id: bob.agentId, status: 'active', online: false });
});

test('visitors see the widget go offline when the last agent is suspended, and not before', async () => {
  const { one, two, ann, theirs, params } = await startBoth();
  const ours = await connectAgent(one, ann);
  const visitor = await connectVisitor(two, ann, await addVisitor(one, ann));
  await ann.call(agents.suspend, { params });
  await untilOut(theirs);
  await ours.hears('agent', (data) => data.agent.status === 'banned');
  expect(visitor.heard.filter(({ name }) => name === 'online')).toEqual([]);
  ours.socket.disconnect();
  await ann.call(agents.restore, { params });
  const extraHeaders = await signedInHeaders(one, (await ann.call(agents.read, { params })).data as { email: string });
  await connected(openSocket(one, 'agent', { extraHeaders }), 'agent');
  await one.sql(`DELETE FROM connections WHERE agent_id = ${ann.agentId}`);
  await ann.call(agents.suspend, { params });
  expect(await visitor.hears('online')).toEqual({ online: false });
});

test('the sign-out is logged at once, and once', async () => {
  const { one, two, ann, theirs, params } = await startBoth();
  expect((await ann.call(agents.suspend, { params })).data.online).toBe(false);
  await untilOut(theirs);
  await advanceApps({ seconds: 20 }, one, two);
  const types = (await ann.call(agents.listEvents, { params })).data.data.map(({ type }) => type);
  expect(types).toEqual(['suspended', 'went_offline', 'signed_out', 'went_online', 'signed_in']);
  const told = await one.sql<{ data: { online: boolean } }>(
    `SELECT data FROM events WHERE type = 'agent.presence' AND (data->>'agent_id')::int = ${params.id} ORDER BY id`,
  );
  expect(told.map(({ data }) => data.online)).toEqual([true, false]);
});
