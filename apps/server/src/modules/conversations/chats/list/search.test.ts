import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../../test/call.ts';
import { addChat } from '../../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../../test/harness.ts';
import { loadChats } from '../../../../../test/load-chats.ts';
import type { Owner } from '../../../../../test/owners.ts';

const { chats, files, messages } = api;

/** A chat with a visitor message. */
async function startChat(app: TestApp, owner: Owner, text: string, ...more: string[]) {
  const { params, visitor } = await addChat(app, owner, text);
  for (const each of more) await visitor.write(each);
  return params.id;
}

async function search({ call }: Owner, q: string, more: object = {}) {
  return (await call(chats.list, { query: { q, ...more } })).data.data.map(({ id }) => id);
}

/** All pages of results. */
async function searchAll({ call }: Owner, query: { q: string; status?: string }, limit: number) {
  const found: number[] = [];
  let cursor: string | null | undefined;
  do {
    const { data } = await call(chats.list, { query: { ...query, limit, ...(cursor && { cursor }) } });
    found.push(...data.data.map(({ id }) => id));
    cursor = data.next_cursor;
  } while (cursor);
  return found;
}

/** Expected matches, by reading everything. */
const plainSearch = async (app: TestApp, { widgetId }: Owner, q: string, status = '%') =>
  (
    await app.sql<{ id: number }>(`
      SELECT c.id::int FROM chats c JOIN messages m ON m.chat_id = c.id JOIN chat_heads h ON h.chat_id = c.id
      WHERE c.widget_id = ${widgetId} AND NOT m.private AND m.body ILIKE '%${q}%' AND h.state LIKE '${status}'
      GROUP BY c.id, c.created_at ORDER BY c.created_at DESC, c.id DESC`)
  ).map(({ id }) => id);

test('a search finds text anywhere in a message, in any case and alphabet', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const latin = await startChat(app, ann, 'Jörg asks: où est l’ÉCOLE?');
  const cyrillic = await startChat(app, ann, 'Здравствуйте, ГДЕ мой заказ?');
  const greek = await startChat(app, ann, 'Καλημέρα ΚΌΣΜΕ');
  const japanese = await startChat(app, ann, '田中さん、注文は？');
  const smiling = await startChat(app, ann, 'great 😀👍🏽 thanks');
  const found: [string, number][] = [
    ['JÖRG', latin],
    ['école', latin],
    ['где МОЙ', cyrillic],
    ['ЗДРАВ', cyrillic],
    ['аз?', cyrillic],
    ['κόσμε', greek],
    ['ΚΑΛΗ', greek],
    ['中さ', japanese],
    ['注文は？', japanese],
    ['😀👍', smiling],
  ];
  for (const [q, id] of found) expect({ q, ids: await search(ann, q) }).toEqual({ q, ids: [id] });
  for (const q of ['jorg', 'школа', '田さ', '😀😀', 'est école']) expect(await search(ann, q)).toEqual([]);
});

test('a Greek final sigma matches in both cases', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann, 'ΜΕΓΑΛΟΣ δρομος');
  for (const q of ['μεγαλος', 'ΔΡΟΜΟΣ']) expect({ q, ids: await search(ann, q) }).toEqual({ q, ids: [chat] });
});

test('%, _ and \\ are matched literally', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const odd = await startChat(app, ann, '100%_sure C:\\new');
  await startChat(app, ann, '100 percent, sure, C: new');
  for (const q of ['0%', '%_', '_sure', ':\\', '\\n'])
    expect({ q, ids: await search(ann, q) }).toEqual({ q, ids: [odd] });
  for (const q of ['%%', '__', '1%e', '\\\\', '\\%']) expect({ q, ids: await search(ann, q) }).toEqual({ q, ids: [] });
});

test('a query has 2 to 100 characters, counted as code points', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await startChat(app, ann, `${'😀'.repeat(100)} ${'я'.repeat(100)}`);
  for (const q of ['😀😀', '😀'.repeat(100), 'я'.repeat(100)]) expect(await search(ann, q)).toEqual([chat]);
  for (const q of ['', 'я', '😀', '😀'.repeat(101), 'x'.repeat(101)]) {
    const { status, problem } = await ann.call(chats.list, { query: { q } });
    expect({ q, status, fields: Object.keys(problem.errors ?? {}) }).toEqual({ q, status: 422, fields: ['q'] });
  }
});

test('a search finds agent messages, captions and texts of keyboards, but no notes', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const id = await startChat(app, ann, 'hello');
  const { data: file } = await ann.call(files.create, { body: new Form('invoice.txt', 'total: 5') });
  const buttons = [{ label: 'Pay', url: 'https://shop.example/pay' }];
  const sent = [
    { type: 'text', body: 'welcome back' },
    { type: 'file', file: { id: file.id }, body: 'your receipt' },
    { type: 'location', coords: { lat: 55.7, lng: 37.6 }, body: 'our shop' },
    { type: 'sticker', sticker: { id: 'thanks' } },
    { type: 'keyboard', keyboard: { buttons }, body: 'choose a plan' },
  ];
  for (const body of sent) {
    const answer = await ann.call(messages.send, { params: { id }, body: { ...body, agent_id: ann.agentId } });
    expect(answer.status).toBe(202);
  }
  await ann.call(messages.addNote, { params: { id }, body: { body: 'secretly rude' } });
  for (const q of ['welcome', 'receipt', 'our shop', 'a plan']) expect(await search(ann, q)).toEqual([id]);
  for (const q of ['secretly', 'rude']) expect(await search(ann, q)).toEqual([]);
});

test('a chat is found once however many messages match, and only in its widget', async () => {
  const app = await startApp();
  const [ann, bob] = [await app.owner(), await app.owner()];
  const first = await startChat(app, ann, 'refund', 'refund please', 'Refund!');
  const second = await startChat(app, ann, 'a refund', 'the refund');
  await startChat(app, bob, 'refund too');
  expect(await search(ann, 'refund')).toEqual([second, first]);
  expect(await searchAll(ann, { q: 'refund' }, 1)).toEqual([second, first]);
});

test('a search combines with every other filter', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const open = await startChat(app, ann, 'where is my order');
  const closed = await startChat(app, ann, 'order arrived');
  await ann.call(chats.close, { params: { id: closed }, body: {} });
  await startChat(app, ann, 'hello');
  const kept: [object, number[]][] = [
    [{ done: 0 }, [open]],
    [{ done: 1 }, [closed]],
    [{ status: 'expired' }, [closed]],
    [{ awaiting_reply: 1 }, [open]],
    [{ unassigned: 1 }, [closed, open]],
    [{ has_client_messages: 0 }, []],
    [{ updated_since: app.clock.now }, [closed, open]],
    [{ to: app.clock.now }, []],
  ];
  for (const [filter, ids] of kept)
    expect({ filter, ids: await search(ann, 'order', filter) }).toEqual({ filter, ids });
});

test('a search finds the end of the longest message', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const id = await startChat(app, ann, 'hello');
  const body = `${'x'.repeat(65_536 - 8)} the end`;
  const sent = await ann.call(messages.send, { params: { id }, body: { type: 'text', body, agent_id: ann.agentId } });
  expect(sent.status).toBe(202);
  expect(await search(ann, 'x the end')).toEqual([id]);
});

test('rare, common and common but old matches are found among many chats', async () => {
  const app = await startApp({}, { isolated: true });
  const [ann, bob] = [await app.owner(), await app.owner()];
  await loadChats(app, ann, { count: 3, lines: 2, text: 'a Needle of 100%' });
  await loadChats(app, ann, { count: 300, lines: 40, text: 'imported line' });
  await loadChats(app, bob, { count: 5, lines: 1, text: 'a needle, an imported one, hello' });
  await loadChats(app, ann, { count: 5, lines: 1, text: 'a Needle' });
  await loadChats(app, ann, { count: 250, lines: 1, text: 'hello again' });
  // As autovacuum does after a while.
  await app.sql('ANALYZE chats, chat_heads, messages');
  for (const q of ['needle', 'NEEDLE OF', 'import', 'ne', 'line 40', 'hello', 'again 1', 'a ', 'nothing']) {
    const expected = await plainSearch(app, ann, q);
    for (const limit of [100, 99]) expect({ q, ids: await searchAll(ann, { q }, limit) }).toEqual({ q, ids: expected });
    const expired = await plainSearch(app, ann, q, 'expired');
    expect({ q, ids: await searchAll(ann, { q, status: 'expired' }, 60) }).toEqual({ q, ids: expired });
  }
});

test('contact_query finds chats by name, e-mail and phone in all views, also those of old contacts', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await addChat(app, ann, 'hello');
  const contact_id = (await chat.read()).contact_id;
  const fields = { name: 'Jörg Müller', email: 'joerg@shop.example', phone: '+7 916 123-45-67' };
  await ann.call(api.contacts.update, { params: { id: contact_id }, body: fields });
  await ann.call(chats.close, { params: chat.params, body: {} });
  await startChat(app, ann, 'my name is Müller');
  const find = async (contact_query: string, more: object = {}) =>
    (await ann.call(chats.list, { query: { contact_query, ...more } })).data.data.map(({ id }) => id);
  for (const text of ['MÜLL', 'rg mü', '@shop.ex', '123-45']) expect(await find(text)).toEqual([chat.params.id]);
  for (const text of ['muell', '100%', '__']) expect(await find(text)).toEqual([]);
  expect([await find('müller', { view: 'done' }), await find('müller', { view: 'open' })]).toEqual([
    [chat.params.id],
    [],
  ]);
  await loadChats(app, ann, { count: 250, lines: 1, text: 'imported' });
  expect(await find('müller')).toEqual([chat.params.id]);
  for (const query of [{ q: 'hello' }, { sort: 'waiting' }, { updated_since: '2026-01-01' }]) {
    const refused = await ann.call(chats.list, { query: { contact_query: 'anna', ...query } });
    expect(refused).toMatchObject({ status: 422 });
  }
});
