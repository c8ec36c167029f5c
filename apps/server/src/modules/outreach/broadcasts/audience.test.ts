import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addVisitors, draftBroadcast, HELLO, sendBroadcast } from '../../../../test/broadcasts.ts';
import { shareSender } from '../../../../test/delivery-server.ts';

const { broadcasts, chats, contacts } = api;

const sender = shareSender();

/** Three people with a chat: `a`, `b` and `c`. */
async function start() {
  const app = sender();
  const ann = await app.owner();
  const [a, b, c] = await addVisitors(app, ann, 3);
  if (!a || !b || !c) throw new Error('There are three');
  const preview = async (settings: object) =>
    ann.call(broadcasts.preview, { body: { channel: 'service', settings: { message: HELLO, ...settings } } });
  return {
    app,
    ann,
    people: { a, b, c },
    tag: (person: typeof a, name: string) =>
      ann.call(contacts.addTags, { params: { id: person.contactId }, body: { tags: [name] } }),
    preview,
    /** Who would get it. */
    reach: async (settings: object) => {
      const { data } = await preview(settings);
      const names: Record<string, string> = { [a.contactId]: 'a', [b.contactId]: 'b', [c.contactId]: 'c' };
      return data.samples
        .map(({ contact_id }: { contact_id: string }) => names[contact_id])
        .toSorted()
        .join('');
    },
  };
}

type Started = Awaited<ReturnType<typeof start>>;

test('without an audience everybody with a chat on the channel is reached', async () => {
  const { ann, preview, reach } = await start();
  await ann.call(contacts.create, { body: { name: 'Without a chat' } });
  expect(await reach({})).toBe('abc');
  expect((await preview({})).data).toMatchObject({ matched: 3, reachable: 3, skipped: {} });
});

test('an audience can be of any, all and none of some tags', async () => {
  const { people, tag, reach } = await start();
  await tag(people.a, 'vip');
  await tag(people.a, 'new');
  await tag(people.b, 'new');
  expect(await reach({ audience: { tags_any: ['vip', 'new'] } })).toBe('ab');
  expect(await reach({ audience: { tags_all: ['vip', 'new', 'vip'] } })).toBe('a');
  expect(await reach({ audience: { tags_none: ['vip'] } })).toBe('bc');
  expect(await reach({ audience: { tags_any: ['new'], tags_none: ['vip'] } })).toBe('b');
});

test('an audience can be of listed contacts', async () => {
  const { people, reach } = await start();
  const listed = [people.a.contactId, people.c.contactId];
  expect(await reach({ audience: { contact_ids: listed } })).toBe('ac');
});

test('an audience can be of contacts created in a time, from included, to excluded', async () => {
  const { app, people, reach } = await start();
  const at = (person: { contactId: string }, time: string) =>
    app.sql(`UPDATE contacts SET created_at = '${time}' WHERE guid = '${person.contactId}'`);
  await at(people.a, '2026-01-01T00:00Z');
  await at(people.b, '2026-02-01T00:00Z');
  await at(people.c, '2026-03-01T00:00Z');
  const audience = { created_from: '2026-01-01T00:00:00Z', created_to: '2026-03-01T00:00:00Z' };
  expect(await reach({ audience })).toBe('ab');
});

test('an audience can be of contacts whose last message was in a time; a broadcast is none', async () => {
  const { app, ann, people, reach } = await start();
  await app.sql(`UPDATE chat_heads SET last_message_at = '2026-01-01T00:00Z' WHERE chat_id = ${people.a.chatId}`);
  await sendBroadcast(ann);
  expect(await reach({ audience: { active_to: '2026-01-02T00:00:00Z' } })).toBe('a');
  expect(await reach({ audience: { active_from: '2026-01-02T00:00:00Z' } })).toBe('bc');
});

test('an audience can be of contacts with exact values of attributes', async () => {
  const { ann, people, reach } = await start();
  const set = (person: { contactId: string }, attributes: object) =>
    ann.call(contacts.update, { params: { id: person.contactId }, body: { attributes } });
  await set(people.a, { plan: 'gold', seats: 5 });
  await set(people.b, { plan: 'gold', seats: '5' });
  expect(await reach({ audience: { attributes: { plan: 'gold' } } })).toBe('ab');
  expect(await reach({ audience: { attributes: { plan: 'gold', seats: 5 } } })).toBe('a');
});

test.each<[string, (started: Started) => Promise<unknown>]>([
  ['blocked', ({ ann, people }) => ann.call(contacts.block, { params: { id: people.a.contactId } })],
  ['spam', ({ ann, people }) => ann.call(chats.setState, { params: { id: people.a.chatId }, body: { state: 'spam' } })],
  [
    'suppressed',
    ({ ann, people }) =>
      ann.call(api.suppressions.create, { body: { channel: 'service', contact_id: people.a.contactId } }),
  ],
  ['unsubscribed', ({ people }) => people.a.write('stop')],
])('a contact is skipped as %s', async (reason, act) => {
  const started = await start();
  await act(started);
  expect((await started.preview({})).data).toMatchObject({ matched: 3, reachable: 2, skipped: { [reason]: 1 } });
  expect(await started.reach({})).toBe('bc');
});

test('the first reason is given: a blocked contact with a spam chat is blocked', async () => {
  const { ann, people, preview } = await start();
  await ann.call(chats.setState, { params: { id: people.a.chatId }, body: { state: 'spam' } });
  await ann.call(contacts.block, { params: { id: people.a.contactId } });
  expect((await preview({})).data.skipped).toEqual({ blocked: 1 });
});

test('contacts who got another broadcast within the gap are skipped', async () => {
  const { app, ann, people, preview } = await start();
  await sendBroadcast(ann, { audience: { contact_ids: [people.a.contactId, people.b.contactId] } });
  await app.sql(`UPDATE send_recipients SET sent_at = sent_at - interval '3 hours 1 second'
    WHERE chat_id = ${people.a.chatId}`);
  expect((await preview({ min_gap_hours: 3 })).data).toMatchObject({
    reachable: 2,
    skipped: { contacted_recently: 1 },
  });
  expect((await preview({ min_gap_hours: 4 })).data.skipped).toEqual({ contacted_recently: 2 });
  expect((await preview({ min_gap_hours: 0 })).data.skipped).toEqual({});
});

test('the preview counts what the broadcast then has, and stores nothing', async () => {
  const { app, ann, people, preview } = await start();
  await ann.call(contacts.block, { params: { id: people.b.contactId } });
  const { data } = await preview({});
  expect(await app.sql(`SELECT FROM send_recipients WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
  const { counts } = await (await sendBroadcast(ann)).read();
  expect(counts).toMatchObject({ total: data.matched, sent: data.reachable, skipped: data.skipped.blocked });
});

test('a preview shows the text that each of the first contacts would get', async () => {
  const { ann, people, preview } = await start();
  await ann.call(contacts.update, { params: { id: people.a.contactId }, body: { name: 'Ira' } });
  const { data } = await preview({
    audience: { contact_ids: [people.a.contactId] },
    message: { type: 'text', body: 'Hi {{contact.name}}' },
  });
  expect(data.samples).toEqual([{ contact_id: people.a.contactId, contact_name: 'Ira', text: 'Hi Ira' }]);
});

test('a preview refuses settings by path', async () => {
  const { preview } = await start();
  const answer = await preview({ message: { type: 'text', body: '{{nobody}}' } });
  expect(answer.problem?.errors).toHaveProperty(['settings.message.body']);
});

test('of several chats the one that was active last is written in', async () => {
  const { app, ann, people } = await start();
  const [other] = await app.sql<{ id: number }>(`
    WITH c AS (INSERT INTO chats (widget_id, contact_id, channel, external_channel_id, source, created_at)
      SELECT widget_id, contact_id, channel, 'second', source, now() FROM chats WHERE id = ${people.a.chatId} RETURNING *)
    INSERT INTO chat_heads (widget_id, chat_id, created_at, last_message_at, updated_at, activity)
    SELECT widget_id, id, created_at, '2100-01-01', now(), 0 FROM c RETURNING chat_id AS id`);
  const broadcast = await sendBroadcast(ann, { audience: { contact_ids: [people.a.contactId] } });
  expect(await broadcast.recipients()).toMatchObject([{ chat_id: Number(other?.id) }]);
});

test('who becomes unreachable after the start is skipped before the message is stored', async () => {
  const { app, ann, people } = await start();
  const broadcast = await draftBroadcast(ann, { rate_per_minute: 1 });
  await broadcast.start();
  await broadcast.untilCounts({ sent: 1 });
  const [waiting] = await broadcast.recipients({ state: 'pending' });
  await ann.call(contacts.block, { params: { id: waiting?.contact_id ?? '' } });
  app.clock.now = app.clock.now.add({ minutes: 1 });
  await broadcast.untilCounts({ skipped: 1 });
  expect(await broadcast.recipients({ state: 'skipped' })).toMatchObject([
    { contact_id: waiting?.contact_id, reason: 'blocked', message_id: null },
  ]);
  expect(Object.keys(people)).toHaveLength(3);
});

test('an audience lists contacts of the widget alone, unless they are erased later', async () => {
  const { app, ann, people, preview } = await start();
  const foreign = (await (await app.owner()).call(contacts.create, { body: { name: 'Bob' } })).data.id;
  const errors = { 'settings.audience.contact_ids': [expect.any(String)] };
  const draft = await draftBroadcast(ann, { audience: { contact_ids: [people.a.contactId, people.b.contactId] } });
  for (const id of [foreign, '0'.repeat(32)]) {
    const audience = { contact_ids: [people.a.contactId, id] };
    const create = { channel: 'service', name: 'News', settings: { audience } };
    expect((await preview({ audience })).problem).toMatchObject({ status: 422, errors });
    expect((await ann.call(broadcasts.create, { body: create })).problem).toMatchObject({ status: 422, errors });
    const update = { params: draft.params, body: { settings: { audience } } };
    expect((await ann.call(broadcasts.update, update)).problem).toMatchObject({ status: 422, errors });
    const campaign = { type: 'email', name: 'News', settings: { audience } };
    expect((await ann.call(api.campaigns.create, { body: campaign })).problem).toMatchObject({ status: 422, errors });
  }
  await ann.call(contacts.remove, { params: { id: people.b.contactId } });
  expect(
    (await ann.call(broadcasts.update, { params: draft.params, body: { settings: { rate_per_minute: 9 } } })).status,
  ).toBe(200);
  expect((await draft.start()).status).toBe(200);
});

test.each(['created', 'active'])('a range of %s that ends before it starts is refused', async (name) => {
  const { preview } = await start();
  const audience = { [`${name}_from`]: '2026-02-01T00:00:00Z', [`${name}_to`]: '2026-01-01T00:00:00Z' };
  expect((await preview({ audience })).problem).toMatchObject({
    status: 422,
    errors: { [`settings.audience.${name}_to`]: [expect.any(String)] },
  });
});
