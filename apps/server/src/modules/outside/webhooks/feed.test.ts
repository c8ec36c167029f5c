import { api } from '@parley/contract';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { shareSender } from '../../../../test/delivery-server.ts';
import type { Owner } from '../../../../test/owners.ts';
import { startReceiver } from '../../../../test/receiver.ts';
import { until } from '../../../../test/until.ts';
import { addContact, advanceClock, changeContact, subscribe, untilLogged } from '../../../../test/webhooks.ts';

const sender = shareSender();

const start = async () => {
  const app = sender();
  return { app, ann: await app.owner() };
};

const feed = async (
  owner: Owner,
  query: { after?: number | 'now'; type?: string; sort?: 'newest'; cursor?: string; limit?: number } = {},
) => (await owner.call(api.events.list, { query: { limit: 100, ...query } })).data;

/** Reads the feed until it has `count` events. */
const read = (owner: Owner, count: number, after = 0) =>
  until(async () => {
    const { data } = await feed(owner, { after });
    return data.length >= count && data;
  }, `there are ${count} events`);

test('the feed has the envelopes that webhooks deliver, oldest first, in order of their numbers', async () => {
  const { ann } = await start();
  const receiver = await startReceiver();
  const { id } = await subscribe(ann, receiver.url);
  await changeContact(ann);
  await untilLogged(ann, id, 'delivered', 1);
  const events = await read(ann, 3);
  expect(events.map(({ type }) => type)).toEqual(['client.created', 'visitor.lead', 'contact.updated']);
  expect(events.map(({ number }) => number)).toEqual(events.map(({ number }) => number).toSorted((a, b) => a - b));
  const { created_at: _, ...envelope } = events[2] as (typeof events)[number];
  expect(envelope).toEqual(JSON.parse(receiver.arrivals[0]?.body ?? ''));
});

test('`after` returns later events only, page by page, and none of other accounts', async () => {
  const { app, ann } = await start();
  const bob = await app.owner();
  for (let count = 0; count < 5; count++) await addContact(ann);
  await addContact(bob);
  const events = await read(ann, 10);
  expect(events.length).toBe(10);
  const after = events[3]?.number ?? 0;
  expect((await feed(ann, { after })).data).toEqual(events.slice(4));
  const paged = [];
  for (let cursor: string | undefined; ; ) {
    const page = await feed(ann, { after, limit: 4, ...(cursor && { cursor }) });
    paged.push(...page.data);
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  expect(paged).toEqual(events.slice(4));
  expect((await feed(ann, { after: events.at(-1)?.number ?? 0 })).data).toEqual([]);
});

test('the newest events come first on request, page by page, and only those of a type', async () => {
  const { ann } = await start();
  for (let count = 0; count < 3; count++) await addContact(ann);
  const newest = (await read(ann, 6)).toReversed();
  const sort = 'newest';
  const first = await feed(ann, { sort, limit: 4 });
  expect(first.data).toEqual(newest.slice(0, 4));
  const second = await feed(ann, { sort, limit: 4, cursor: first.next_cursor ?? '' });
  expect(second).toEqual({ data: newest.slice(4), next_cursor: null });
  expect((await feed(ann, { sort, after: newest[2]?.number ?? 0 })).data).toEqual(newest.slice(0, 2));
  const leads = newest.filter(({ type }) => type === 'visitor.lead');
  expect(leads).toHaveLength(3);
  expect((await feed(ann, { sort, type: 'visitor.lead' })).data).toEqual(leads);
  expect((await feed(ann, { type: 'visitor.lead' })).data).toEqual(leads.toReversed());
});

test('several types are separated by commas; an unknown one is 422', async () => {
  const { ann } = await start();
  await changeContact(ann);
  const all = await read(ann, 3);
  const types = async (type: string) => (await feed(ann, { type })).data.map((event) => event.type);
  expect(await types('visitor.lead,contact.updated')).toEqual(['visitor.lead', 'contact.updated']);
  expect(await types('client.created')).toEqual([all[0]?.type]);
  for (const type of ['visitor.left', 'visitor.lead,', 'visitor.lead, contact.updated', 'webhook.test']) {
    const { status, problem } = await ann.call(api.events.list, { query: { type } });
    expect({ status, fields: Object.keys(problem.errors ?? {}) }).toEqual({ status: 422, fields: ['type'] });
  }
});

test('after=now is an empty page whose cursor leads to what happens afterwards', async () => {
  const { app, ann } = await start();
  const empty = await feed(await app.owner(), { after: 'now' });
  expect(empty).toEqual({ data: [], next_cursor: expect.any(String) });
  await changeContact(ann);
  await read(ann, 3);
  const { data, next_cursor } = await feed(ann, { after: 'now' });
  expect(data).toEqual([]);
  const cursor = next_cursor ?? '';
  expect(await feed(ann, { after: 'now', cursor })).toEqual({ data: [], next_cursor: null });
  await addContact(ann);
  const later = await until(async () => {
    const page = await feed(ann, { cursor });
    return page.data.length === 2 && page.data;
  }, 'the new events have come');
  expect(later.map(({ type }) => type)).toEqual(['client.created', 'visitor.lead']);
  expect((await feed(ann, { after: 'now', cursor })).data).toEqual(later);
  for (const query of [{ after: 'now', sort: 'newest' }, { after: 'then' }, { after: -1 }]) {
    expect((await ann.call(api.events.list, { query })).status).toBe(422);
  }
});

test('a reader misses neither of two transactions that commit in reverse order of their ids', async () => {
  const { app, ann } = await start();
  const slow = new Client({ connectionString: app.connection });
  await slow.connect();
  onTestFinished(() => slow.end());
  await slow.query('BEGIN');
  await slow.query(
    `INSERT INTO events (created_at, account_id, widget_id, type, data)
     VALUES ($1, $2, $3, 'agent.presence', '{"agent_id": 1, "online": true, "at": "2026-01-01T00:00:00.000+00:00"}')`,
    [`${app.clock.now}`, ann.accountId, ann.widgetId],
  );
  await addContact(ann);
  const first = await read(ann, 2);
  expect(first.map(({ type }) => type)).toEqual(['client.created', 'visitor.lead']);
  await slow.query('COMMIT');
  const [late] = await read(ann, 1, first.at(-1)?.number ?? 0);
  expect(late).toMatchObject({ type: 'agent.presence' });
  const rows = await app.sql<{ type: string }>(`SELECT type FROM events WHERE widget_id = ${ann.widgetId} ORDER BY id`);
  expect(rows[0]?.type).toBe('agent.presence');
});

test('events older than 7 days are not in the feed', async () => {
  const { app, ann } = await start();
  await addContact(ann);
  await read(ann, 2);
  const { now } = app.clock;
  onTestFinished(() => {
    app.clock.now = now;
  });
  advanceClock(app, 7 * 86_400 - 1);
  expect((await feed(ann)).data.length).toBe(2);
  advanceClock(app, 2);
  expect((await feed(ann)).data).toEqual([]);
});
