import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { signedIn } from '../../../../test/callers.ts';
import { addAgent } from '../../../../test/people.ts';
import { startScenario } from '../../../../test/scenario.ts';

async function startIn(timezone: string, now: string) {
  const shop = await startScenario(now);
  await shop.app.sql(`UPDATE accounts SET timezone = '${timezone}' WHERE id = ${shop.ann.accountId}`);
  const trend = async (query: Record<string, unknown>) => (await shop.ann.call(api.stats.trend, { query })).data;
  const hours = async (query: Record<string, unknown> = {}) => (await shop.ann.call(api.stats.hours, { query })).data;
  return { ...shop, trend, hours };
}

test('a trend is cut at midnights of the account, also on the days when the clocks change', async () => {
  const { trend } = await startIn('America/New_York', '2026-03-10T12:00-04:00');
  const { timezone, data, from, to } = await trend({ from: '2026-03-07T00:00-05:00', to: '2026-03-10T00:00-04:00' });
  expect({ timezone, from, to }).toEqual({
    timezone: 'America/New_York',
    from: '2026-03-07T00:00:00.000-05:00',
    to: '2026-03-10T00:00:00.000-04:00',
  });
  expect(data.map((bucket) => bucket.from)).toEqual([
    '2026-03-07T00:00:00.000-05:00',
    '2026-03-08T00:00:00.000-05:00',
    '2026-03-09T00:00:00.000-04:00',
  ]);
  const day = await trend({ from: '2026-03-08T00:00-05:00', to: '2026-03-09T00:00-04:00', interval: 'hour' });
  expect(day.data).toHaveLength(23);
});

test('a trend has chats, replies, messages and ratings of each bucket', async () => {
  const { set, talk, answer, rate, trend } = await startIn('Asia/Tokyo', '2026-03-10T23:59:30+09:00');
  const chat = await talk();
  set('2026-03-11T00:00:10+09:00');
  await answer(chat);
  await rate(chat, 4);
  await talk();
  set('2026-03-11T12:00+09:00');
  const { data } = await trend({ from: '2026-03-10T00:00+09:00', to: '2026-03-11T12:00+09:00' });
  const nothing = {
    chats_accepted_ai: 0,
    chats_accepted_human: 0,
    chats_accepted: 0,
    ratings_total: 0,
    rating_average: null,
  };
  expect(data.map(({ from: _from, to: _to, ...figures }) => figures)).toEqual([
    {
      ...nothing,
      chats_total: 1,
      chats_missed: 0,
      chats_accepted: 1,
      chats_accepted_human: 1,
      messages_total: 1,
      avg_first_response_seconds: 40,
    },
    {
      ...nothing,
      chats_total: 1,
      chats_missed: 1,
      messages_total: 2,
      avg_first_response_seconds: null,
      ratings_total: 1,
      rating_average: 4,
    },
  ]);
});

test('hours of the week are those of the account, empty ones included, before and after they are aggregated', async () => {
  const { app, set, talk, hours } = await startIn('Asia/Tokyo', '2026-03-10T00:30+09:00');
  await talk();
  set('2026-03-17T00:10+09:00');
  await talk();
  set('2026-03-17T05:00+09:00');
  const check = async () => {
    const { timezone, data } = await hours();
    expect(timezone).toBe('Asia/Tokyo');
    expect(data).toHaveLength(168);
    expect(data[0]).toEqual({ weekday: 1, hour: 0, chats_total: 0, chats_missed: 0, messages_total: 0 });
    // Tuesday in Tokyo, Monday in Moscow.
    expect(data.filter(({ chats_total }) => chats_total)).toEqual([
      { weekday: 2, hour: 0, chats_total: 2, chats_missed: 2, messages_total: 2 },
    ]);
  };
  await check();
  await app.run('statistics.add_up');
  await check();
});

test('a trend by hour has at most 366 buckets', async () => {
  const { ann } = await startIn('Europe/Moscow', '2026-03-18T12:00+03:00');
  const query = { from: '2026-02-01', to: '2026-02-20', interval: 'hour' };
  expect(await ann.call(api.stats.trend, { query })).toMatchObject({
    status: 422,
    problem: { errors: { interval: expect.anything() } },
  });
});

test('operators read the trend of their own chats and messages, and nobody else’s', async () => {
  const { app, ann, set, talk, answer, transfer } = await startIn('Europe/Moscow', '2026-03-10T10:00+03:00');
  const bob = await addAgent(app, ann, 'operator');
  const [own, other] = [await talk(), await talk()];
  await transfer(own, bob.agentId);
  await answer(own, bob.agentId);
  await answer(other);
  set('2026-03-11T12:00+03:00');
  const call = await signedIn(app, bob);
  const query = { from: '2026-03-10', to: '2026-03-12' };
  const { data } = (await call(dashboard.profile.trend, { query })).data;
  expect(data).toEqual([
    {
      from: '2026-03-10T00:00:00.000+03:00',
      to: '2026-03-11T00:00:00.000+03:00',
      chats_total: 1,
      chats_accepted: 1,
      messages_total: 1,
    },
    expect.objectContaining({ chats_total: 0, chats_accepted: 0, messages_total: 0 }),
  ]);
  for (const route of [api.stats.trend, api.stats.hours, api.stats.ratings]) {
    expect(await call(route, { query })).toMatchObject({ status: 403 });
  }
});

test('reports leave internal chats and their messages out, aggregated or not; the totals do on request', async () => {
  const { app, ann, set, talk, room, stats, trend, hours } = await startIn('Europe/Moscow', '2026-03-10T10:15+03:00');
  await talk();
  await app.sql(`
    INSERT INTO messages (widget_id, chat_id, seq, sender, agent_id, type, body, created_at)
    VALUES (${ann.widgetId}, ${await room()}, 1, 'agent', ${ann.agentId}, 'text', 'hi', '${app.clock.now}')`);
  set('2026-03-10T14:00+03:00');
  const day = { from: '2026-03-10T00:00+03:00', to: '2026-03-10T14:00+03:00' };
  const check = async () => {
    expect(await stats(day)).toMatchObject({ chats_total: 2, messages_total: 2 });
    expect(await stats({ ...day, internal: 1 })).toMatchObject({ chats_total: 2, messages_total: 2 });
    expect(await stats({ ...day, internal: 0 })).toMatchObject({ chats_total: 1, messages_total: 1 });
    expect((await trend(day)).data).toMatchObject([{ chats_total: 1, messages_total: 1 }]);
    const { data } = await hours(day);
    expect(data.filter(({ chats_total }) => chats_total)).toMatchObject([{ chats_total: 1, messages_total: 1 }]);
  };
  await check();
  await app.run('statistics.add_up');
  await check();
});
