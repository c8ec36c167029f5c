import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { addAnsweredVisitor } from '../../../../../test/callers.ts';
import { openApp, startApp } from '../../../../../test/harness.ts';
import { identify, identityKey } from '../../../../../test/identities.ts';
import { whileLocked } from '../../../../../test/locks.ts';
import { connectAgent } from '../../../../../test/sockets.ts';

const { chats, contacts, messages, ratings } = api;
const { visitor: routes } = site;

/** Two contacts with answered chats, about to be merged. */
async function startBoth(given?: Awaited<ReturnType<typeof startApp>>) {
  const app = given ?? (await startApp());
  const ann = await app.owner();
  const [kept, other] = [await addAnsweredVisitor(app, ann), await addAnsweredVisitor(app, ann)];
  return {
    app,
    ann,
    kept,
    other,
    params: { button_guid: ann.buttonGuid },
    merge: (into = kept.contactId, contact_id = other.contactId) =>
      ann.call(contacts.merge, { params: { id: into }, body: { contact_id } }),
    read: async (id: string) => ann.call(contacts.read, { params: { id } }),
    update: (id: string, body: object) => ann.call(contacts.update, { params: { id }, body }),
  };
}

test('the other contact is gone, its messages follow those of the kept one, and both browsers continue there', async () => {
  const { app, ann, kept, other, params, merge, read } = await startBoth();
  await other.write('and one more');
  expect(await merge()).toMatchObject({ status: 200, data: { id: kept.contactId } });
  expect((await read(other.contactId)).status).toBe(404);
  expect((await ann.call(chats.read, { params: { id: other.chatId } })).status).toBe(404);
  const said = async () => {
    const { data } = (await ann.call(messages.list, { params: { id: kept.chatId }, query: { limit: 100 } })).data;
    return data.toReversed().map(({ seq, body }) => [seq, body]);
  };
  const before = [
    [1, 'hello'],
    [2, 'hi'],
    [3, 'hello'],
    [4, 'hi'],
    [5, 'and one more'],
  ];
  expect(await said()).toEqual(before);
  expect((await other.write('from here')).seq).toBe(6);
  expect((await kept.write('and from there')).seq).toBe(7);
  for (const { call } of [kept, other]) {
    expect((await call(routes.open, { params, body: {} })).data).toMatchObject({
      contact_id: kept.contactId,
      chat_id: kept.chatId,
    });
  }
  for (const table of ['contacts', 'chats', 'chat_heads'])
    expect(await app.sql(`SELECT FROM ${table} WHERE widget_id = ${ann.widgetId}`)).toHaveLength(1);
});

test('fields of the kept contact stay, and its empty ones are filled from the other', async () => {
  const { ann, kept, other, params, merge, update } = await startBoth();
  await update(kept.contactId, { name: 'Irina', attributes: { plan: 'gold' } });
  await update(other.contactId, { name: 'I.', email: 'ira@example.test', attributes: { plan: 'free', city: 'Тверь' } });
  await ann.call(contacts.addTags, { params: { id: kept.contactId }, body: { tags: ['vip'] } });
  await ann.call(contacts.addTags, { params: { id: other.contactId }, body: { tags: ['vip', 'new'] } });
  await other.call(routes.setCustomData, { params, body: { fields: [{ content: 'cart: 3' }] } });
  expect((await merge()).data).toMatchObject({
    name: 'Irina',
    email: 'ira@example.test',
    attributes: { plan: 'gold', city: 'Тверь' },
    tags: ['new', 'vip'],
    custom_data: [{ content: 'cart: 3' }],
  });
});

test('custom data of the kept contact is not replaced', async () => {
  const { kept, other, params, merge } = await startBoth();
  await kept.call(routes.setCustomData, { params, body: { fields: [{ content: 'cart: 1' }] } });
  await other.call(routes.setCustomData, { params, body: { fields: [{ content: 'cart: 3' }] } });
  expect((await merge()).data.custom_data).toMatchObject([{ content: 'cart: 1' }]);
});

test('a chat on a channel where the kept contact has none moves unchanged, and so do ratings', async () => {
  const { ann, other, params, merge } = await startBoth();
  await other.call(routes.rate, { params, body: { score: 4 } });
  const { data: lead } = await ann.call(contacts.create, { body: { name: 'Irina' } });
  expect((await merge(lead.id)).status).toBe(200);
  expect((await ann.call(chats.read, { params: { id: other.chatId } })).data).toMatchObject({
    contact_id: lead.id,
    last_seq: 2,
  });
  expect((await ann.call(ratings.list, { query: { contact_id: lead.id } })).data.data).toMatchObject([
    { score: 4, chat_id: other.chatId },
  ]);
});

test('a verified user stays verified, whichever of the two was', async () => {
  const { app, ann, kept, other, merge } = await startBoth();
  await identify(app, ann, other, 'user-1');
  expect((await merge()).data.user_id).toBe('user-1');
  const third = await addAnsweredVisitor(app, ann);
  expect((await identify(app, ann, third, 'user-1')).data).toMatchObject({ contact_id: kept.contactId });
});

test('two verified users are not merged, nor is a contact merged with itself or an unknown one', async () => {
  const { app, ann, kept, other, merge, read } = await startBoth();
  await identify(app, ann, kept, 'user-1');
  await identify(app, ann, other, 'user-2');
  const bob = await app.owner();
  const { data: foreign } = await bob.call(contacts.create, { body: { name: 'Boris' } });
  for (const contact_id of [other.contactId, kept.contactId, foreign.id, '0'.repeat(32)]) {
    expect((await merge(kept.contactId, contact_id)).problem).toMatchObject({
      status: 422,
      errors: { contact_id: [expect.any(String)] },
    });
  }
  expect((await merge('0'.repeat(32))).status).toBe(404);
  expect((await read(other.contactId)).status).toBe(200);
});

test('a blocked contact stays blocked after the merge, on all browsers at once', async () => {
  const { ann, kept, other, params, merge } = await startBoth();
  await ann.call(contacts.block, { params: { id: other.contactId } });
  expect((await merge()).data.blocked_at).not.toBeNull();
  for (const { call } of [kept, other]) {
    const body = { client_message_id: 'x', type: 'text', body: 'let me in' };
    expect((await call(routes.send, { params, body })).status).toBe(403);
  }
});

test('spam merged into a done chat does not reopen it', async () => {
  const { ann, kept, other, merge } = await startBoth();
  await ann.call(chats.setState, { params: { id: other.chatId }, body: { state: 'spam' } });
  await ann.call(chats.close, { params: { id: kept.chatId } });
  await merge();
  expect((await ann.call(chats.read, { params: { id: kept.chatId } })).data).toMatchObject({
    status: 'expired',
    done_at: expect.any(String),
    last_seq: 4,
  });
});

test('integrations are notified of the change and of the closed chat', async () => {
  const { app, ann, kept, other, merge } = await startBoth();
  await merge();
  const told = await app.sql<{ type: string; data: object }>(
    `SELECT type, data FROM events
     WHERE widget_id = ${ann.widgetId} AND type IN ('contact.updated', 'chat.closed') ORDER BY type`,
  );
  expect(told).toMatchObject([
    { type: 'chat.closed', data: { chat_id: other.chatId, reason: 'joined' } },
    { type: 'contact.updated', data: { contact_id: kept.contactId, source: 'api' } },
  ]);
});

test('agents see the other chat go and the kept contact change', async () => {
  const app = await openApp({}, { live: true });
  try {
    const { ann, kept, other, merge, update } = await startBoth(app);
    await update(other.contactId, { phone: '+1' });
    const socket = await connectAgent(app, ann);
    await merge();
    await socket.hears('gone', ({ ids }) => ids.includes(other.chatId));
    await socket.hears('contact', ({ contact }) => contact.id === kept.contactId && contact.phone === '+1');
  } finally {
    await app.end();
  }
});

test('of two opposite concurrent merges, one succeeds and one contact is left', async () => {
  const { app, ann, kept, other, merge } = await startBoth();
  const lock = `SELECT FROM visitors WHERE widget_id = ${ann.widgetId} FOR UPDATE`;
  const statuses = await whileLocked(app, lock, async ({ client, untilWaited }) => {
    const begun = [merge(), merge(other.contactId, kept.contactId)];
    await untilWaited();
    await client.query('COMMIT');
    return (await Promise.all(begun)).map(({ status }) => status);
  });
  expect(statuses.toSorted()).toEqual([200, 404]);
  expect(await app.sql(`SELECT FROM contacts WHERE widget_id = ${ann.widgetId}`)).toHaveLength(1);
  const [said] = await app.sql<{ count: number; last_seq: number }>(
    `SELECT last_seq, (SELECT count(*)::int FROM messages m WHERE m.widget_id = h.widget_id) AS count
     FROM chat_heads h WHERE widget_id = ${ann.widgetId}`,
  );
  expect(said).toEqual({ count: 4, last_seq: 4 });
});

test('messages and identifications during a merge are stored or refused, without deadlock', async () => {
  const { app, ann, params } = await startBoth();
  await identityKey(app, ann);
  const people = await Promise.all(Array.from({ length: 5 }, () => addAnsweredVisitor(app, ann)));
  const [first, ...others] = people;
  if (!first) throw new Error('nobody came');
  const merge = (id: string, contact_id: string) => ann.call(contacts.merge, { params: { id }, body: { contact_id } });
  const work = others.flatMap((person, at) => [
    merge(first.contactId, person.contactId),
    merge(person.contactId, others[(at + 1) % others.length]?.contactId ?? ''),
    person.call(routes.send, { params, body: { client_message_id: `w${at}`, type: 'text', body: `w${at}` } }),
    identify(app, ann, person, `user-${at % 2}`),
  ]);
  const statuses = (await Promise.all(work)).map(({ status }) => status);
  expect(statuses.filter((status) => ![200, 201, 404, 422].includes(status))).toEqual([]);
  const rows = await app.sql<{ seqs: number[]; last_seq: number }>(
    `SELECT h.last_seq, array_agg(seq ORDER BY seq) AS seqs FROM messages m JOIN chat_heads h USING (widget_id, chat_id)
     WHERE widget_id = ${ann.widgetId} AND seq IS NOT NULL GROUP BY h.chat_id, h.last_seq`,
  );
  for (const { seqs, last_seq } of rows) expect(seqs).toEqual(Array.from({ length: last_seq }, (_, at) => at + 1));
  expect(rows.reduce((sum, { last_seq }) => sum + last_seq, 0)).toBe(4 + 10 + 4);
});
