import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAgent } from '../../../../test/people.ts';
import { startScenario } from '../../../../test/scenario.ts';

const NOTHING = {
  chats_total: 0,
  chats_missed: 0,
  avg_response_time_seconds: null,
  messages_total: 0,
  chats_accepted: 0,
  chats_handled: 0,
  chats_transferred_out: 0,
  chats_transferred_in: 0,
  rating_average: null,
  rating_distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
};

async function startTeam() {
  const shop = await startScenario('2026-03-10T10:00+03:00');
  const { agentId: bob } = await addAgent(shop.app, shop.ann, 'operator');
  return {
    ...shop,
    bob,
    rowOf: async (id: number) => (await shop.agents()).data.find(({ agent_id }) => agent_id === id),
  };
}

test('every agent is listed with zeros, ordered by id, with name and type', async () => {
  const { ann, bob, ai, agents, agent } = await startTeam();
  const robot = await ai();
  const expected = [
    { agent_id: ann.agentId, name: 'Ann', type: 'human', ...NOTHING },
    { agent_id: bob, name: 'Bob', type: 'human', ...NOTHING },
    { agent_id: robot, name: null, type: 'ai', ...NOTHING },
  ];
  const bounds = { from: '2026-02-08T10:00:00.000+03:00', to: '2026-03-10T10:00:00.000+03:00' };
  expect(await agents()).toEqual({ data: expected, next_cursor: null, ...bounds });
  for (const row of expected) expect(await agent(row.agent_id)).toEqual({ ...row, ...bounds });
});

test('a chat counts for its owner, for who accepted it and for who handles it; both sides of a transfer count', async () => {
  const { ann, bob, set, talk, answer, transfer, rowOf } = await startTeam();
  const chat = await talk();
  set('2026-03-10T10:00:20+03:00');
  await answer(chat);
  await answer(chat);
  await transfer(chat, bob);
  set('2026-03-10T11:00+03:00');
  expect(await rowOf(ann.agentId)).toMatchObject({
    ...NOTHING,
    messages_total: 2,
    chats_accepted: 1,
    chats_transferred_out: 1,
  });
  expect(await rowOf(bob)).toMatchObject({
    ...NOTHING,
    chats_total: 1,
    chats_handled: 1,
    chats_transferred_in: 1,
    avg_response_time_seconds: 20,
  });
});

test('a transfer counts when it was made, and the chat when it began', async () => {
  const { set, bob, talk, answer, transfer, agent } = await startTeam();
  const chat = await talk();
  await answer(chat);
  set('2026-03-12T10:00+03:00');
  await transfer(chat, bob);
  set('2026-03-18T10:00+03:00');
  const on = async (day: string) => {
    const { chats_total, chats_transferred_in } = await agent(bob, { from: day, to: `${day}T23:00` });
    return [chats_total, chats_transferred_in];
  };
  expect([await on('2026-03-10'), await on('2026-03-12')]).toEqual([
    [1, 0],
    [0, 1],
  ]);
});

test('an unanswered chat is missed by its owner; an AI operator misses none', async () => {
  const { app, bob, set, talk, transfer, ai, rowOf } = await startTeam();
  const robot = await ai();
  await transfer(await talk(), bob);
  const { id } = await talk();
  await app.sql(`UPDATE chats SET agent_id = ${robot} WHERE id = ${id}`);
  set('2026-03-10T11:00+03:00');
  expect(await rowOf(bob)).toMatchObject({ chats_total: 1, chats_missed: 1 });
  expect(await rowOf(robot)).toMatchObject({ chats_total: 1, chats_missed: 0 });
});

test('notes do not count as sent messages', async () => {
  const { ann, set, talk, rowOf } = await startTeam();
  const { id } = await talk();
  await ann.call(api.messages.addNote, { params: { id }, body: { body: 'careful' } });
  set('2026-03-10T11:00+03:00');
  expect(await rowOf(ann.agentId)).toMatchObject(NOTHING);
});

test('a rating counts for the agent who handled the chat when it was given', async () => {
  const { ann, bob, set, talk, answer, rate, transfer, rowOf } = await startTeam();
  const [one, two] = [await talk(), await talk()];
  for (const chat of [one, two]) await answer(chat);
  await rate(one, 5);
  await rate(two, 2);
  await transfer(one, bob);
  await rate(one, 1);
  set('2026-03-10T11:00+03:00');
  expect(await rowOf(ann.agentId)).toMatchObject({
    rating_average: 3.5,
    rating_distribution: { 1: 0, 2: 1, 3: 0, 4: 0, 5: 1 },
  });
  expect(await rowOf(bob)).toMatchObject({
    rating_average: 1,
    rating_distribution: { ...NOTHING.rating_distribution, 1: 1 },
  });
});

test('a suspended agent is listed for a period in which they were active, and can be read for any', async () => {
  const { app, ann, bob, set, talk, answer, transfer, agents, agent } = await startTeam();
  const chat = await talk();
  set('2026-03-11T10:00+03:00');
  await transfer(chat, bob);
  const begun = await talk();
  await transfer(begun, bob);
  await transfer(begun, ann.agentId);
  set('2026-03-13T10:00+03:00');
  await answer(chat, bob);
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${bob}`);
  set('2026-03-18T10:00+03:00');
  const isListed = async (day: string) =>
    (await agents({ from: day, to: `${day}T23:00` })).data.some(({ agent_id }) => agent_id === bob);
  // Owned, transferred, nothing, written.
  const days = ['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13'];
  const listed = async () => Promise.all(days.map(isListed));
  expect(await listed()).toEqual([true, true, false, true]);
  await app.run('statistics.add_up');
  expect(await listed()).toEqual([true, true, false, true]);
  expect(await agent(bob, { from: '2026-03-12', to: '2026-03-13' })).toMatchObject(NOTHING);
});

test('a suspended agent whose only chat was transferred away again is not listed', async () => {
  const { app, ann, bob, set, talk, transfer, agents } = await startTeam();
  const chat = await talk();
  set('2026-03-11T10:00+03:00');
  await transfer(chat, bob);
  await transfer(chat, ann.agentId);
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${bob}`);
  set('2026-03-18T10:00+03:00');
  const ids = (await agents({ from: '2026-03-10', to: '2026-03-11' })).data.map(({ agent_id }) => agent_id);
  expect(ids).toEqual([ann.agentId]);
});

test('agents are paged by id', async () => {
  const { app, ann, bob, agents } = await startTeam();
  const { agentId: last } = await addAgent(app, ann, 'admin');
  const first = await agents({ limit: 2 });
  expect(first.data.map(({ agent_id }) => agent_id)).toEqual([ann.agentId, bob]);
  const rest = await agents({ limit: 2, cursor: first.next_cursor });
  expect(rest).toMatchObject({ data: [{ agent_id: last }], next_cursor: null });
});

test('an agent that does not exist is not found, whatever else is right', async () => {
  const { ann } = await startTeam();
  expect((await ann.call(api.stats.agent, { params: { id: 999 }, query: { period: 'week' } })).status).toBe(404);
});
