import { api } from '@parley/contract';
import compile from 'fast-json-stringify';
import { expect, test } from 'vitest';
import { addChat } from '../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { loadRows } from '../../../../test/load-rows.ts';
import { insertOf, TEXTS, TIMES } from '../../../../test/printed-texts.ts';
import { createSerializer } from './serialize.ts';
import { listAfter } from './store.ts';

const { list } = api.messages;
const MAX = Number.MAX_SAFE_INTEGER;

interface Loaded {
  app: TestApp;
  widgetId: number;
  params: { id: number };
  get: (query?: string) => Promise<string>;
}

/** A chat with these messages, besides the first one. */
async function load(rows: Record<string, unknown>[], files: Record<string, unknown>[] = []): Promise<Loaded> {
  const app = await startApp();
  const ann = await app.owner();
  const { params } = await addChat(app, ann);
  const widget_id = ann.widgetId;
  const base = { widget_id, chat_id: params.id, sender: 'client', type: 'text', created_at: TIMES[0] };
  await loadRows(
    app,
    insertOf(
      'files',
      files.map((file) => ({ widget_id, key: 'a key', created_at: TIMES[0], ...file })),
    ),
    insertOf(
      'messages',
      rows.map((row, at) => ({ id: MAX - rows.length + at, seq: at + 10, ...base, ...row })),
    ),
  );
  const get = async (query = 'limit=100') => {
    const { body, headers } = await app.http.inject({
      url: `/api/v1/chats/${params.id}/messages?${query}`,
      headers: { authorization: `Bearer ${ann.token}` },
    });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    return body;
  };
  return { app, widgetId: widget_id, params, get };
}

/** The page as the server prints it from rows. */
async function printRows({ app, widgetId, params }: Loaded) {
  const data = await app.unitOfWork.read(async (work) => {
    const ctx = { ...work, widgetId };
    const rows = await listAfter(ctx, params.id, { id: 0, limit: 100 });
    return rows.map(createSerializer(ctx)).reverse();
  });
  const reply = list.replies[200];
  return compile('schema' in reply ? reply.schema : {})({ data, next_cursor: null });
}

async function expectSame(loaded: Loaded) {
  expect(await loaded.get()).toBe(await printRows(loaded));
}

test('a page that PostgreSQL printed equals the page that the server prints, for any text', async () => {
  const texts = TEXTS.flatMap((text) => [
    { body: text },
    { markdown: text, origin: text.slice(0, 64), client_message_id: `"\\${TEXTS.indexOf(text)}` },
  ]);
  await expectSame(await load(texts));
});

test('for times with any number of digits', async () => {
  await expectSame(await load(TIMES.flatMap((time) => [{ created_at: time }, { created_at: time, seen_at: time }])));
});

test('for notes, every sender and type, and large ids', async () => {
  await expectSame(
    await load([
      { seq: null, private: true, sender: 'agent', agent_id: MAX, body: 'a note' },
      ...['client', 'agent', 'ai', 'system'].map((sender) => ({ sender, agent_id: 7 })),
      ...['text', 'image', 'file', 'location', 'sticker', 'keyboard'].map((type) => ({ type })),
      { seq: 2 ** 31 - 1 },
    ]),
  );
});

test('for payloads and files, which the server prints, among others', async () => {
  const buttons = [
    { label: '"Site" 🙂', url: 'https://example.com/', style: 'primary' },
    { style: 'secondary', url: 'https://example.com/%20', label: 'B' },
  ];
  const payloads = [
    ...[0, 1e-7, -0.1, 90, 12.345678901234567, -89.99999].map((lat) => ({ coords: { lng: -lat, lat } })),
    { sticker: { id: 'hello' } },
    { keyboard: { buttons } },
    { mentions: [1, MAX] },
    {},
  ];
  const file = { id: 41, name: 'a "b" прайс 🙂.txt', type: 'text/plain', size: 3 };
  const rows = payloads.flatMap((payload, at) => [{ payload, created_at: TIMES[at] }, { body: 'between' }]);
  await expectSame(
    await load([...rows, { file_id: file.id, seen_at: TIMES[0] }, { file_id: 42, body: 'gone' }], [file]),
  );
});

test('for deliveries, edits and deletions, which the server prints, among others', async () => {
  const delivery = { detail: 'Too "long" 🙂', at: '2026-03-01T12:00:00.000+00:00', status: 'failed', code: '400' };
  const changes = TIMES.flatMap((time) => [
    { delivery: { ...delivery, reason: 'too_large' }, created_at: time, edited_at: time },
    { deleted_at: time, delivery: { ...delivery, reason: null, code: null } },
    { edited_at: time, body: 'edited' },
    { body: 'between' },
  ]);
  await expectSame(await load(changes));
});

test('pages of printed and other messages join without gaps', async () => {
  const loaded = await load(
    Array.from({ length: 9 }, (_, at) => (at % 3 ? {} : { payload: { sticker: { id: 'ok' } } })),
  );
  const found: unknown[] = [];
  for (let cursor = ''; ; ) {
    const page = JSON.parse(await loaded.get(`limit=2${cursor}`));
    found.push(...page.data);
    if (page.next_cursor === null) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  expect(found).toEqual(JSON.parse(await loaded.get()).data);
});
