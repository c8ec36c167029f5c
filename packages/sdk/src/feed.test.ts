import { expect, test } from 'vitest';
import { type Answer, hangUp, problem, serve } from '../test/http-server.ts';
import { createClient } from './index.ts';

const event = (number: number, type = 'chat.created') => ({
  id: `evt_${number}`,
  type,
  data: {},
  number,
  created_at: '',
});

/** A feed with these events; the others are asked for in vain. */
const feedOf =
  (events: ReturnType<typeof event>[]) =>
  (url: string): Answer => {
    const query = new URL(url, 'http://feed').searchParams;
    const after = Number(query.get('after') ?? 0);
    const data = events.filter(({ number, type }) => number > after && (query.get('type') ?? type) === type);
    return { body: { data: data.slice(0, Number(query.get('limit'))), next_cursor: null } };
  };

async function take(count: number, events: AsyncIterable<{ number: number }>) {
  const numbers: number[] = [];
  for await (const { number } of events) if (numbers.push(number) === count) break;
  return numbers;
}

test('events are followed from a number, page by page', async () => {
  const events = Array.from({ length: 250 }, (_, index) => event(index + 1));
  const answer = feedOf(events);
  const server = await serve(({ url }) => answer(url));
  const { follow } = createClient({ baseUrl: server.url }).events;
  expect(await take(240, follow({ after: 10 }))).toEqual(events.slice(10).map(({ number }) => number));
  expect(server.received.map(({ url }) => /after=(\d+)/.exec(url)?.[1])).toEqual(['10', '110', '210']);
});

test('a quiet feed is asked again until something happens', async () => {
  const events: ReturnType<typeof event>[] = [];
  const answer = feedOf(events);
  const server = await serve(({ url }, count) => {
    if (count === 3) events.push(event(7));
    return answer(url);
  });
  const { follow } = createClient({ baseUrl: server.url }).events;
  expect(await take(1, follow({ pollMs: 10 }))).toEqual([7]);
  expect(server.received).toHaveLength(3);
});

test('only the types that were asked for come, and the position moves past the others', async () => {
  const events = [event(1), event(2, 'chat.closed'), event(3, 'chat.rated'), event(4, 'chat.created')];
  const answer = feedOf(events);
  const server = await serve(({ url }) => answer(url));
  const { follow } = createClient({ baseUrl: server.url }).events;
  expect(await take(2, follow({ types: ['chat.closed', 'chat.rated'] }))).toEqual([2, 3]);
  expect(await take(1, follow({ types: ['chat.closed'] }))).toEqual([2]);
  expect(server.received.at(-1)?.url).toContain('type=chat.closed');
});

test('failures of the network and the server are waited out', async () => {
  const answer = feedOf([event(1)]);
  const failures: (Answer | typeof hangUp)[] = [
    hangUp,
    problem('unavailable', { headers: { 'retry-after': '0' } }),
    problem('internal_error'),
  ];
  const server = await serve(({ url }, count) => failures[count - 1] ?? answer(url));
  const { follow } = createClient({ baseUrl: server.url, retries: 0 }).events;
  expect(await take(1, follow())).toEqual([1]);
});

test('a refusal that no wait changes is thrown', async () => {
  const server = await serve(() => problem('token_revoked'));
  const { follow } = createClient({ baseUrl: server.url }).events;
  await expect(take(1, follow())).rejects.toMatchObject({ code: 'token_revoked' });
  expect(server.received).toHaveLength(1);
});

test('an abort ends the loop without an error', async () => {
  const ending = new AbortController();
  const answer = feedOf([event(1)]);
  const server = await serve(({ url }, count) => {
    if (count === 2) ending.abort();
    return answer(url);
  });
  const { follow } = createClient({ baseUrl: server.url }).events;
  expect(await take(9, follow({ pollMs: 10, signal: ending.signal }))).toEqual([1]);
});

test('the last number is that of the newest event, and 0 before the first', async () => {
  const server = await serve((_, count) => ({ body: { data: count === 1 ? [event(12)] : [], next_cursor: null } }));
  const { lastNumber } = createClient({ baseUrl: server.url }).events;
  expect([await lastNumber(), await lastNumber()]).toEqual([12, 0]);
  expect(server.received[0]?.url).toContain('sort=newest');
});
