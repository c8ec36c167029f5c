import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { signedIn } from '../../../../test/callers.ts';
import { addAgent } from '../../../../test/people.ts';
import { actionsIn, startScenario } from '../../../../test/scenario.ts';

const COUNTS = {
  chats_total: 0,
  chats_missed: 0,
  chats_accepted: 0,
  chats_accepted_ai: 0,
  chats_accepted_human: 0,
  chats_handled_ai: 0,
  chats_handled_human: 0,
  chats_ai_to_human: 0,
  chats_human_to_ai: 0,
  chats_with_client_message: 0,
  messages_total: 0,
};

test('an empty period has zero counts and no averages, and omits the average that must be named', async () => {
  const { stats } = await startScenario('2026-03-18T12:00+03:00');
  expect(await stats()).toEqual({
    ...COUNTS,
    avg_response_time_seconds: null,
    rating_average: null,
    from: '2026-02-16T12:00:00.000+03:00',
    to: '2026-03-18T12:00:00.000+03:00',
  });
});

test('a period is anchored in Moscow: a day at midnight, a week on Monday, a month on the first', async () => {
  // Already Thursday the 19th in Moscow.
  const { stats } = await startScenario('2026-03-18T21:30:00Z');
  const now = '2026-03-19T00:30:00.000+03:00';
  const expected = {
    today: ['2026-03-19T00:00:00.000+03:00', now],
    yesterday: ['2026-03-18T00:00:00.000+03:00', '2026-03-19T00:00:00.000+03:00'],
    week: ['2026-03-16T00:00:00.000+03:00', now],
    month: ['2026-03-01T00:00:00.000+03:00', now],
  };
  for (const [period, [from, to]] of Object.entries(expected))
    expect(await stats({ period })).toMatchObject({ from, to });
});

test('on a Monday the week begins today, and on the first the month does', async () => {
  const { stats, set } = await startScenario('2026-06-01T09:00+03:00');
  for (const period of ['week', 'month']) {
    expect(await stats({ period })).toMatchObject({ from: '2026-06-01T00:00:00.000+03:00' });
  }
  set('2026-05-31T23:59:59+03:00');
  expect(await stats({ period: 'week' })).toMatchObject({ from: '2026-05-25T00:00:00.000+03:00' });
});

test('with only one bound, a period runs until now, or is the 30 days before its end', async () => {
  const { stats } = await startScenario('2026-03-18T12:00+03:00');
  expect(await stats({ from: '2026-03-01' })).toMatchObject({
    from: '2026-03-01T00:00:00.000+03:00',
    to: '2026-03-18T12:00:00.000+03:00',
  });
  expect(await stats({ to: '2026-03-01T10:00:00+00:00' })).toMatchObject({
    from: '2026-01-30T13:00:00.000+03:00',
    to: '2026-03-01T13:00:00.000+03:00',
  });
});

const routes = {
  stats: api.stats.read,
  channels: api.stats.channels,
  timeseries: api.stats.timeseries,
  agents: api.stats.agents,
};

test.each(Object.entries(routes))(
  '%s refuse a period given twice, backwards, empty, unknown or unreadable',
  async (_name, route) => {
    const { ann } = await startScenario('2026-03-18T12:00+03:00');
    const refusals: [Record<string, string>, string][] = [
      [{ period: 'today', from: '2026-03-01' }, 'period'],
      [{ period: 'today', to: '2026-03-01' }, 'period'],
      [{ from: '2026-03-02', to: '2026-03-01' }, 'from'],
      [{ from: '2026-03-02', to: '2026-03-02' }, 'from'],
      [{ from: '2026-03-19' }, 'from'],
      [{ to: '0001-01-01T00:00:00Z' }, 'from'],
      [{ period: 'year' }, 'period'],
      [{ from: 'tomorrow' }, 'from'],
      [{ to: 'tomorrow' }, 'to'],
    ];
    for (const [query, field] of refusals) {
      const answer = await ann.call(route, { query });
      expect(answer, JSON.stringify(query)).toMatchObject({
        status: 422,
        problem: { errors: { [field]: expect.anything() } },
      });
    }
  },
);

test('only the requested metrics are returned, and an unknown one is refused by name', async () => {
  const { ann, stats, series, agents } = await startScenario();
  const bounds = { from: expect.any(String), to: expect.any(String) };
  expect(await stats({ metric: 'chats_missed, avg_first_response_seconds' })).toEqual({
    ...bounds,
    chats_missed: 0,
    avg_first_response_seconds: null,
  });
  expect((await series({ period: 'yesterday', metric: 'messages_total' })).data).toEqual([
    { ...bounds, messages_total: 0 },
  ]);
  const row = { agent_id: ann.agentId, name: 'Ann', type: 'human' };
  expect((await agents({ metric: 'chats_handled' })).data).toEqual([{ ...row, chats_handled: 0 }]);
  const wrong: [keyof typeof routes, string][] = [
    ['stats', 'chats_total,loudness'],
    ['stats', 'chats_transferred_in'],
    ['stats', 'toString'],
    ['stats', 'chats_total,'],
    ['timeseries', 'rating_average'],
    ['agents', 'chats_accepted_ai'],
  ];
  for (const [name, metric] of wrong) {
    const answer = await ann.call(routes[name], { query: { metric } });
    expect(answer, metric).toMatchObject({ status: 422, problem: { errors: { metric: expect.anything() } } });
  }
});

test('a chat counts when it began, a message when it was sent, and the bounds are half-open', async () => {
  const { set, talk, answer, stats } = await startScenario('2026-03-10T00:00+03:00');
  const chat = await talk();
  set('2026-03-12T00:00+03:00');
  await answer(chat);
  set('2026-03-18T12:00+03:00');
  const counts = async (from: string, to: string) => {
    const { chats_total, chats_accepted_human, messages_total } = await stats({ from, to });
    return [chats_total, chats_accepted_human, messages_total];
  };
  expect(await counts('2026-03-10', '2026-03-11')).toEqual([1, 1, 1]);
  expect(await counts('2026-03-09', '2026-03-10')).toEqual([0, 0, 0]);
  expect(await counts('2026-03-12', '2026-03-13')).toEqual([0, 0, 1]);
  expect(await counts('2026-03-11', '2026-03-12')).toEqual([0, 0, 0]);
  expect(await counts('2026-03-10T00:00:00.001', '2026-03-12T00:00:00.001')).toEqual([0, 0, 1]);
});

test('who answered first and who handles a chat now are told apart', async () => {
  const { set, talk, answer, answerAsAi, ai, stats } = await startScenario('2026-03-10T10:00+03:00');
  const robot = await ai();
  const [toPerson, toRobot, robotOnly, personOnly] = [await talk(), await talk(), await talk(), await talk()];
  await talk();
  for (const chat of [toPerson, robotOnly]) await answerAsAi(chat, robot);
  for (const chat of [toRobot, personOnly, toPerson]) await answer(chat);
  await answerAsAi(toRobot, robot);
  set('2026-03-18T12:00+03:00');
  expect(await stats()).toMatchObject({
    chats_total: 5,
    chats_missed: 1,
    chats_accepted: 4,
    chats_accepted_ai: 2,
    chats_accepted_human: 2,
    chats_handled_ai: 2,
    chats_handled_human: 2,
    chats_ai_to_human: 1,
    chats_human_to_ai: 1,
    messages_total: 11,
  });
});

test("response time runs from the start of the chat, first response time from the visitor's first message", async () => {
  const { app, ann, set, talk, answer, stats } = await startScenario('2026-03-10T10:00+03:00');
  const contact = (await ann.call(api.contacts.create, { body: { name: 'Ira' } })).data.id;
  const begun = (await ann.call(api.chats.create, { body: { contact_id: contact } })).data.id;
  const quick = await talk();
  set('2026-03-10T10:00:02.500+03:00');
  await answer(quick);
  set('2026-03-10T10:10+03:00');
  await answer(quick);
  const metric = 'avg_response_time_seconds,avg_first_response_seconds,chats_with_client_message,chats_accepted';
  // A message to a visitor who has not written is not a response.
  await ann.call(api.messages.send, {
    params: { id: begun },
    body: { type: 'text', body: 'hi', agent_id: ann.agentId },
  });
  expect(await stats({ metric })).toMatchObject({
    avg_response_time_seconds: 2.5,
    avg_first_response_seconds: 2.5,
    chats_with_client_message: 1,
    chats_accepted: 2,
  });
  await app.sql(
    `UPDATE chats SET has_client_messages = true, first_client_at = '2026-03-10T10:10+03:00' WHERE id = ${begun};
     UPDATE chat_heads SET version = version + 1 WHERE chat_id = ${begun}`,
  );
  set('2026-03-10T10:10:10+03:00');
  await ann.call(api.messages.send, {
    params: { id: begun },
    body: { type: 'text', body: 'yes', agent_id: ann.agentId },
  });
  set('2026-03-10T11:00+03:00');
  expect(await stats({ metric })).toMatchObject({
    avg_response_time_seconds: (2.5 + 610) / 2,
    avg_first_response_seconds: (2.5 + 10) / 2,
    chats_with_client_message: 2,
  });
});

test('notes and system messages do not count', async () => {
  const { app, ann, set, talk, stats } = await startScenario('2026-03-10T10:00+03:00');
  const { id } = await talk();
  await ann.call(api.messages.addNote, { params: { id }, body: { body: 'careful' } });
  await app.sql(`INSERT INTO messages (widget_id, chat_id, seq, sender, type, body, created_at)
    VALUES (${ann.widgetId}, ${id}, 2, 'system', 'text', 'moved', '${app.clock.now}')`);
  set('2026-03-10T11:00+03:00');
  expect(await stats()).toMatchObject({ messages_total: 1, chats_missed: 1, avg_response_time_seconds: null });
});

test('the average rating covers scores given in the period: changing one moves it', async () => {
  const { set, talk, answer, rate, stats } = await startScenario('2026-03-10T10:00+03:00');
  const [one, two] = [await talk(), await talk()];
  for (const chat of [one, two]) await answer(chat);
  await rate(one, 2);
  await rate(two, 5);
  set('2026-03-12T10:00+03:00');
  const average = async (day: string) => (await stats({ from: day, to: `${day}T23:00` })).rating_average;
  expect(await average('2026-03-10')).toBe(3.5);
  await rate(one, 4);
  set('2026-03-18T12:00+03:00');
  expect([await average('2026-03-10'), await average('2026-03-12')]).toEqual([5, 4]);
});

test('channels are listed with their chats, without the internal chats that the total includes', async () => {
  const { ann, set, talk, answer, room, stats, channels } = await startScenario('2026-03-10T10:00+03:00');
  await ann.call(api.channels.create, { body: { name: 'Silent' } });
  const { id } = (await ann.call(api.channels.create, { body: { name: 'Shop app' } })).data;
  const message = { external_client_id: 'c1', external_channel_id: 'r1', message: 'hello' };
  await ann.call(api.channels.sendMessage, { params: { id }, body: message });
  await answer(await talk());
  await talk();
  await room();
  set('2026-03-18T12:00+03:00');
  const counts = { chats_accepted: 0, chats_accepted_ai: 0, chats_accepted_human: 0 };
  expect(await channels()).toEqual({
    data: [
      { channel: `ch${id}`, ...counts, chats_total: 1, chats_missed: 1 },
      { channel: 'service', ...counts, chats_total: 2, chats_missed: 1, chats_accepted: 1, chats_accepted_human: 1 },
    ],
    next_cursor: null,
    from: '2026-02-16T12:00:00.000+03:00',
    to: '2026-03-18T12:00:00.000+03:00',
  });
  expect(await stats()).toMatchObject({ chats_total: 4, chats_missed: 3 });
  expect((await channels({ period: 'today' })).data).toEqual([]);
});

test('a series is cut at midnights, Mondays and firsts in Moscow, clipped to the period, and includes empty buckets', async () => {
  const { set, talk, series } = await startScenario('2026-02-27T23:59:59.999+03:00');
  await talk();
  set('2026-02-28T00:00+03:00');
  await talk();
  await talk();
  set('2026-03-18T12:00+03:00');
  const cut = async (interval: string | undefined, from: string, to: string) => {
    const { data } = await series({ from, to, metric: 'chats_total', ...(interval && { interval }) });
    return data.map((bucket) => [bucket.from.slice(0, 16), bucket.to.slice(0, 16), bucket.chats_total]);
  };
  expect(await cut(undefined, '2026-02-27T12:00', '2026-03-01T06:30')).toEqual([
    ['2026-02-27T12:00', '2026-02-28T00:00', 1],
    ['2026-02-28T00:00', '2026-03-01T00:00', 2],
    ['2026-03-01T00:00', '2026-03-01T06:30', 0],
  ]);
  expect(await cut('week', '2026-02-20', '2026-03-04')).toEqual([
    ['2026-02-20T00:00', '2026-02-23T00:00', 0],
    ['2026-02-23T00:00', '2026-03-02T00:00', 3],
    ['2026-03-02T00:00', '2026-03-04T00:00', 0],
  ]);
  expect(await cut('month', '2026-01-15', '2026-04-01')).toEqual([
    ['2026-01-15T00:00', '2026-02-01T00:00', 0],
    ['2026-02-01T00:00', '2026-03-01T00:00', 3],
    ['2026-03-01T00:00', '2026-04-01T00:00', 0],
  ]);
});

test('366 buckets are returned, and 367 refused', async () => {
  const { ann, series } = await startScenario('2026-03-18T12:00+03:00');
  expect((await series({ from: '2024-01-01', to: '2025-01-01' })).data).toHaveLength(366);
  expect((await series({ from: '2024-01-01', to: '2025-01-01T00:01', interval: 'week' })).data).toHaveLength(53);
  for (const query of [
    { from: '2024-01-01', to: '2025-01-01T00:01' },
    { from: '0001-01-01', interval: 'month' },
  ]) {
    const answer = await ann.call(api.stats.timeseries, { query });
    expect(answer).toMatchObject({ status: 422, problem: { errors: { interval: expect.anything() } } });
  }
  expect((await ann.call(api.stats.timeseries, { query: { interval: 'hour' } })).status).toBe(422);
});

test('statistics of another widget are not visible', async () => {
  const { app, ann, set, talk, stats } = await startScenario('2026-03-10T10:00+03:00');
  await talk();
  const bob = actionsIn(app, await app.owner());
  set('2026-03-18T12:00+03:00');
  expect(await bob.stats()).toMatchObject(COUNTS);
  expect((await bob.channels()).data).toEqual([]);
  await app.run('statistics.add_up');
  expect(await bob.stats()).toMatchObject(COUNTS);
  expect(await stats()).toMatchObject({ chats_total: 1 });
  const unknown = await ann.call(api.stats.agent, { params: { id: (await bob.agents()).data[0]?.agent_id } });
  expect(unknown.status).toBe(404);
});

test('an operator reads only their own statistics', async () => {
  const { app, ann, set, talk, answer } = await startScenario('2026-03-10T10:00+03:00');
  const operator = await addAgent(app, ann, 'operator');
  await answer(await talk(), operator.agentId);
  await answer(await talk());
  set('2026-03-10T12:00+03:00');
  const call = await signedIn(app, operator);
  expect((await call(dashboard.profile.stats, { query: { period: 'today', metric: 'chats_total' } })).data).toEqual({
    agent_id: operator.agentId,
    name: 'Bob',
    type: 'human',
    chats_total: 1,
    from: '2026-03-10T00:00:00.000+03:00',
    to: '2026-03-10T12:00:00.000+03:00',
  });
  expect((await call(dashboard.profile.stats, { query: { metric: 'loudness' } })).status).toBe(422);
  expect((await call(api.stats.agent, { params: { id: operator.agentId } })).status).toBe(403);
});
