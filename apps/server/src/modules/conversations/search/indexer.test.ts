import { readFile } from 'node:fs/promises';
import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat } from '../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { loadChats } from '../../../../test/load-chats.ts';
import { whileLocked } from '../../../../test/locks.ts';
import type { Owner } from '../../../../test/owners.ts';
import { until } from '../../../../test/until.ts';
import { indexBatch } from './store.ts';

const { chats, contacts, messages } = api;

async function startChat(app: TestApp, owner: Owner, text: string) {
  const { params, visitor, read } = await addChat(app, owner, text);
  return { id: params.id, contactId: (await read()).contact_id ?? '', ...visitor };
}

async function search({ call }: Owner, q: string) {
  return (await call(chats.list, { query: { q, limit: 100 } })).data.data.map(({ id }) => id);
}

const countUnindexed = async (app: TestApp, { widgetId }: Owner) =>
  (await app.sql<{ count: number }>(`SELECT count(*)::int FROM unindexed_messages WHERE widget_id = ${widgetId}`))[0]
    ?.count;

/** For an app with background work, or with nodes that have it. */
const untilIndexed = (app: TestApp, owner: Owner) =>
  until(async () => (await countUnindexed(app, owner)) === 0, 'all messages are indexed');

/** Indexes now, for an app without background work. */
async function index({ unitOfWork }: TestApp, size = { messages: 1_000, characters: 500_000 }) {
  let batches = 1;
  while (await indexBatch(unitOfWork.autocommit, size)) batches += 1;
  return batches;
}

async function indexedTexts(app: TestApp, { widgetId }: Owner) {
  const rows = await app.sql<{ text: string }>(
    `SELECT text FROM message_search WHERE widget_id = ${widgetId} ORDER BY chat_id, message_id`,
  );
  return rows.map(({ text }) => text);
}

test('a message is found as soon as it is sent, and once after it is indexed', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { id } = await startChat(app, ann, 'Where is my ORDER?');
  for (const isIndexed of [false, true]) {
    if (isIndexed) await index(app);
    expect(await indexedTexts(app, ann)).toEqual(isIndexed ? ['where is my order?'] : []);
    for (const q of ['my order', 'ORDER?', 'wh']) expect(await search(ann, q)).toEqual([id]);
    for (const q of ['my orders', 'zz']) expect(await search(ann, q)).toEqual([]);
  }
});

test('a server indexes what it receives, and what another left', async () => {
  const app = await startApp({}, { isolated: true });
  const ann = await app.owner();
  await startChat(app, ann, 'hello');
  const node = await startApp({}, { connection: app.connection, background: true });
  await untilIndexed(app, ann);
  await startChat(node, ann, 'good morning');
  await untilIndexed(app, ann);
  expect(await indexedTexts(app, ann)).toEqual(['hello', 'good morning']);
});

test('notes and messages without a text are not indexed', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { id } = await startChat(app, ann, 'hello');
  const body = { type: 'sticker', sticker: { id: 'thanks' }, agent_id: ann.agentId };
  await ann.call(messages.send, { params: { id }, body });
  await ann.call(messages.addNote, { params: { id }, body: { body: 'secretly rude' } });
  await index(app);
  expect(await indexedTexts(app, ann)).toEqual(['hello']);
  expect(await search(ann, 'rude')).toEqual([]);
});

test('an indexed backlog finds the same as before, in its widget alone', async () => {
  const app = await startApp({}, { isolated: true });
  const [ann, bob] = [await app.owner(), await app.owner()];
  await loadChats(app, ann, { count: 43, lines: 50, text: 'imported line' });
  await loadChats(app, ann, { count: 7, lines: 50, text: 'imported rare line' });
  await loadChats(app, bob, { count: 50, lines: 1, text: 'imported too' });
  const queries = ['imported', 'line 50', 'rare line 50', 'rare', 'too', 'nothing'];
  const searchAll = () => Promise.all(queries.map(async (q) => [q, await search(ann, q)] as const));
  const before = await searchAll();
  expect(before.map(([, ids]) => ids.length)).toEqual([50, 50, 7, 7, 0, 0]);
  await index(app, { messages: 1_000, characters: 500_000 });
  expect(await countUnindexed(app, ann)).toBe(0);
  expect(await searchAll()).toEqual(before);
});

test('a batch is bounded by messages and by characters', async () => {
  const app = await startApp({}, { isolated: true });
  const ann = await app.owner();
  await loadChats(app, ann, { count: 50, lines: 1, text: 'x'.repeat(100) });
  expect(await index(app, { messages: 20, characters: 500_000 })).toBe(3);
  await loadChats(app, ann, { count: 50, lines: 1, text: 'x'.repeat(100) });
  expect(await index(app, { messages: 1_000, characters: 2_000 })).toBe(3);
  expect(await indexedTexts(app, ann)).toHaveLength(100);
});

test('two nodes index every message once', async () => {
  const app = await startApp({}, { isolated: true });
  const ann = await app.owner();
  await loadChats(app, ann, { count: 50, lines: 50, text: 'imported line' });
  const node = await startApp({}, { connection: app.connection });
  const size = { messages: 100, characters: 500_000 };
  await Promise.all([index(app, size), index(node, size)]);
  expect(await countUnindexed(app, ann)).toBe(0);
  expect(await indexedTexts(app, ann)).toHaveLength(2_500);
});

test('messages are indexed after a node died in the middle of it', async () => {
  const app = await startApp({}, { background: true });
  const ann = await app.owner();
  await whileLocked(app, 'LOCK TABLE message_search IN EXCLUSIVE MODE', async ({ untilWaited }) => {
    await loadChats(app, ann, { count: 50, lines: 1, text: 'refund' });
    await untilWaited();
    await app.sql(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    expect(await countUnindexed(app, ann)).toBe(50);
    expect(await search(ann, 'refund')).toHaveLength(50);
  });
  await untilIndexed(app, ann);
  expect(await indexedTexts(app, ann)).toHaveLength(50);
});

test('a message that commits after later ones were indexed is found and indexed', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const early = await startChat(app, ann, 'hello');
  const insert = `
    INSERT INTO messages (widget_id, chat_id, seq, sender, type, body, created_at)
    VALUES (${ann.widgetId}, ${early.id}, 2, 'client', 'text', 'a late parcel', now())`;
  await whileLocked(app, insert, async ({ client }) => {
    const later = await startChat(app, ann, 'another parcel');
    await index(app);
    expect(await indexedTexts(app, ann)).toEqual(['hello', 'another parcel']);
    expect(await search(ann, 'parcel')).toEqual([later.id]);
    await client.query('COMMIT');
    expect(await search(ann, 'parcel')).toEqual([later.id, early.id]);
  });
  await index(app);
  expect(await indexedTexts(app, ann)).toEqual(['hello', 'a late parcel', 'another parcel']);
});

test('a merged chat is found by the texts of both, indexed or not', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const kept = await startChat(app, ann, 'a red chair');
  const merged = await startChat(app, ann, 'a blue lamp');
  await index(app);
  await merged.write('a green table');
  await ann.call(contacts.merge, { params: { id: kept.contactId }, body: { contact_id: merged.contactId } });
  const find = async () => [await search(ann, 'chair'), await search(ann, 'lamp'), await search(ann, 'table')];
  const [chair] = await find();
  expect(chair).toHaveLength(1);
  expect(await find()).toEqual([chair, chair, chair]);
  await index(app);
  expect(await find()).toEqual([chair, chair, chair]);
  expect((await indexedTexts(app, ann)).toSorted()).toEqual(['a blue lamp', 'a green table', 'a red chair']);
});

test('an erased contact leaves no text in the index, whether it was indexed before or not', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const { contactId: id, write } = await startChat(app, ann, 'my card is lost');
  await index(app);
  await write('my keys are lost');
  expect((await ann.call(contacts.remove, { params: { id } })).status).toBe(204);
  expect(await search(ann, 'lost')).toEqual([]);
  expect(await indexedTexts(app, ann)).toEqual([]);
  await index(app);
  expect(await indexedTexts(app, ann)).toEqual([]);
});

test('messages of a chat that is being erased wait, and others do not wait for them', async () => {
  const app = await startApp({}, { isolated: true });
  const ann = await app.owner();
  const { id } = await startChat(app, ann, 'erase me');
  await startChat(app, ann, 'keep me');
  await whileLocked(app, `DELETE FROM chats WHERE id = ${id}`, async ({ client }) => {
    await index(app);
    expect(await indexedTexts(app, ann)).toEqual(['keep me']);
    expect(await countUnindexed(app, ann)).toBe(1);
    await client.query('COMMIT');
  });
  await index(app);
  expect(await countUnindexed(app, ann)).toBe(0);
  expect(await indexedTexts(app, ann)).toEqual(['keep me']);
});

/** The statement of the migration that hands existing messages to the indexer. */
async function readBackfill() {
  const file = new URL('../../../../migrations/0010_hot_paths.sql', import.meta.url);
  const statements = (await readFile(file, 'utf8')).split('--> statement-breakpoint');
  return statements.filter((statement) => /^\s*(--.*\s)*INSERT INTO "unindexed_messages"/.test(statement));
}

test('messages from before the upgrade are found at once, and indexed later', async () => {
  const app = await startApp({}, { isolated: true });
  const ann = await app.owner();
  await loadChats(app, ann, { count: 50, lines: 1, text: 'an old order' });
  await app.sql('TRUNCATE unindexed_messages');
  expect(await search(ann, 'old order')).toEqual([]);
  const [backfill, ...others] = await readBackfill();
  expect(others).toEqual([]);
  await app.sql(backfill ?? '');
  expect(await search(ann, 'old order')).toHaveLength(50);
  await index(app);
  expect(await search(ann, 'old order')).toHaveLength(50);
  expect(await indexedTexts(app, ann)).toHaveLength(50);
});
