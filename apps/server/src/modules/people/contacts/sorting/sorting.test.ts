import { api, type ContactSort } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat } from '../../../../../test/callers.ts';
import { startApp } from '../../../../../test/harness.ts';

const { contacts } = api;

/** Contacts with and without a name, two of whom have written. */
async function startContacts() {
  const app = await startApp();
  const ann = await app.owner();
  const ids: Record<string, string> = {};
  const add = async (label: string, body: object) => {
    ids[label] = (await ann.call(contacts.create, { body })).data.id;
  };
  await add('яна', { name: 'яна' });
  await add('Bob', { name: 'Bob' });
  await add('mail', { email: 'only@example.test' });
  await add('Анна', { name: 'Анна' });
  await add('alice', { name: 'alice' });
  await add('phone', { phone: '+7 900' });
  for (const label of ['first', 'second']) {
    app.clock.now = app.clock.now.add({ minutes: 30 });
    ids[label] = (await (await addChat(app, ann, label)).read()).contact_id ?? '';
  }
  const labels = new Map(Object.entries(ids).map(([label, id]) => [id, label]));
  /** All pages of a list. */
  const walk = async (query: { sort?: ContactSort; tag?: string }, limit = 2) => {
    const found: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { data } = await ann.call(contacts.list, { query: { ...query, limit, ...(cursor && { cursor }) } });
      found.push(...data.data.map(({ id }) => labels.get(id) ?? id));
      cursor = data.next_cursor;
    }
    return found;
  };
  return { app, ann, ids, walk };
}

const NAMES = ['alice', 'Bob', 'Анна', 'яна'];

test('contacts are sorted by name, last visit or last chat, and those without come last, newest first', async () => {
  const { app, ann, ids, walk } = await startContacts();
  const created = ['second', 'first', 'phone', 'alice', 'Анна', 'mail', 'Bob', 'яна'];
  expect(await walk({})).toEqual(created);
  expect(await walk({ sort: 'created' })).toEqual(created);
  for (const limit of [1, 3, 100]) {
    expect(await walk({ sort: 'name' }, limit)).toEqual([...NAMES, 'second', 'first', 'phone', 'mail']);
    expect(await walk({ sort: 'last_chat' }, limit)).toEqual(created);
  }
  // A browser of an older contact comes back, and the first one writes again.
  await app.sql(`UPDATE visitors SET seen_at = now() + interval '1 year' WHERE contact_id IN
    (SELECT id FROM contacts WHERE guid = '${ids.first}')`);
  await app.sql(`UPDATE chat_heads SET last_message_at = now() + interval '1 year' WHERE chat_id IN
    (SELECT t.id FROM chats t JOIN contacts c ON c.id = t.contact_id WHERE c.guid = '${ids.first}')`);
  const changed = ['first', 'second', ...created.slice(2)];
  for (const sort of ['last_seen', 'last_chat'] as const) expect(await walk({ sort }, 1)).toEqual(changed);
  await ann.call(contacts.addTags, { params: { id: ids.Bob ?? '' }, body: { tags: ['vip'] } });
  await ann.call(contacts.addTags, { params: { id: ids.first ?? '' }, body: { tags: ['vip'] } });
  expect(await walk({ sort: 'name', tag: 'vip' }, 1)).toEqual(['Bob', 'first']);
  expect(await walk({ sort: 'last_seen', tag: 'vip' }, 1)).toEqual(['first', 'Bob']);
});

test('a contact with several browsers and channels is listed once, by the latest', async () => {
  const { app, ann, ids, walk } = await startContacts();
  await app.sql(`INSERT INTO visitors (widget_id, token_hash, contact_id, created_at, seen_at)
    SELECT ${ann.widgetId}, sha256('${ann.buttonGuid}'), id, now(), now() + interval '1 day' FROM contacts WHERE guid = '${ids.first}'`);
  expect((await walk({ sort: 'last_seen' }, 1)).slice(0, 3)).toEqual(['first', 'second', 'phone']);
  const [first] = (await ann.call(contacts.list, { query: { sort: 'last_seen', limit: 1 } })).data.data;
  expect(first).toMatchObject({ last_seen_at: expect.any(String), last_chat_at: expect.any(String) });
});

test('a sorted list takes no query, and a cursor serves one order only', async () => {
  const { ann } = await startContacts();
  const list = (query: Record<string, unknown>) => ann.call(contacts.list, { query });
  expect((await list({ sort: 'name', query: 'a' })).problem).toMatchObject({ errors: { sort: [expect.any(String)] } });
  const cursorOf = async (query: Record<string, unknown>) => (await list({ ...query, limit: 1 })).data.next_cursor;
  for (const [made, used] of [
    [{ sort: 'name' }, { sort: 'last_chat' }],
    [{ sort: 'name' }, {}],
    [{}, { sort: 'name' }],
  ] as Record<string, unknown>[][]) {
    const cursor = await cursorOf({ ...made });
    expect((await list({ ...used, cursor })).problem).toMatchObject({ errors: { cursor: [expect.any(String)] } });
  }
});
