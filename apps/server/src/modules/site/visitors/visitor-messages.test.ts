import { randomUUID } from 'node:crypto';
import { api, site } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addAnsweredVisitor, addVisitor } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';

const { chats, contacts, files, messages } = api;
const { visitor: routes } = site;

const PNG = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01', 'latin1');

/** A visitor who has opened the chat and not written yet. */
async function startVisitor() {
  const app = await startApp();
  const ann = await app.owner();
  const params = { button_guid: ann.buttonGuid };
  const visitor = await addVisitor(app, ann);
  return {
    app,
    ann,
    visitor,
    params,
    send: (body: object) => visitor.call(routes.send, { params, body: { client_message_id: randomUUID(), ...body } }),
    list: async (query = {}) => (await visitor.call(routes.listMessages, { params, query })).data,
    upload: async (name: string, bytes: string | Buffer, call = visitor.call) =>
      (await call(routes.upload, { params, body: new Form(name, bytes) })).data,
    listChats: async () => (await ann.call(chats.list)).data.data,
    told: async () =>
      (await app.sql<{ type: string }>(`SELECT type FROM events WHERE widget_id = ${ann.widgetId} ORDER BY id`)).map(
        ({ type }) => type,
      ),
  };
}

test('the first message creates the contact and the chat, the next continues it', async () => {
  const { ann, visitor, params, send, listChats, told } = await startVisitor();
  const client_message_id = randomUUID();
  const first = await send({ client_message_id, type: 'text', body: 'hello' });
  expect(first).toMatchObject({
    status: 201,
    data: { seq: 1, client_message_id, sender: 'client', agent_id: null, type: 'text', body: 'hello', seen_at: null },
  });
  await send({ type: 'text', body: 'anybody?' });
  const [chat, ...others] = await listChats();
  expect(others).toEqual([]);
  expect(chat).toMatchObject({ status: 'active', channel: 'service', unread: 2, awaiting_reply: true, agent_id: null });
  const { contact_id, chat_id } = (await visitor.call(routes.open, { params, body: {} })).data;
  expect({ contact_id, chat_id }).toEqual({ contact_id: chat?.contact_id, chat_id: chat?.id });
  expect((await ann.call(contacts.list)).data.data.map(({ id, name }) => [id, name])).toEqual([[contact_id, null]]);
  expect(await told()).toEqual(['client.created', 'chat.created', 'message.created', 'message.created']);
});

test('events of a first message contain ids and enumerations only', async () => {
  const { app, ann, send, listChats } = await startVisitor();
  const { id: message_id } = (await send({ type: 'text', body: 'hello' })).data;
  const [chat] = await listChats();
  const frame = { button_guid: ann.buttonGuid, at: expect.any(String) };
  const client_id = expect.any(Number);
  const place = { chat_id: chat?.id, contact_id: chat?.contact_id, channel: 'service' };
  expect(
    (await app.sql<{ data: object }>(`SELECT data FROM events WHERE widget_id = ${ann.widgetId} ORDER BY id`)).map(
      ({ data }) => data,
    ),
  ).toEqual([
    { ...frame, contact_id: chat?.contact_id, client_id, source: 'widget' },
    { ...frame, ...place, client_id },
    { ...frame, ...place, message_id, seq: 1, sender: 'client', type: 'text' },
  ]);
});

test('eight concurrent first messages create one contact and one chat with all eight', async () => {
  const { app, ann, visitor, list, listChats, told } = await startVisitor();
  await Promise.all(Array.from({ length: 8 }, (_, at) => visitor.write(`${at}`)));
  expect(await app.sql(`SELECT FROM contacts WHERE widget_id = ${ann.widgetId}`)).toHaveLength(1);
  expect(await listChats()).toHaveLength(1);
  const { data } = await list();
  expect(data.map(({ seq }) => seq)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  expect(data.map(({ body }) => body).toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  expect((await told()).toSorted()).toEqual(['chat.created', 'client.created', ...Array(8).fill('message.created')]);
});

test('a repeated message is answered as stored, also eight times concurrently', async () => {
  const { send, list, told } = await startVisitor();
  const client_message_id = randomUUID();
  const sent = await Promise.all(
    Array.from({ length: 8 }, (_, at) => send({ client_message_id, type: 'text', body: `${at}` })),
  );
  const { data } = await list();
  expect(data).toHaveLength(1);
  expect(sent.map((answer) => [answer.status, answer.data])).toEqual(Array(8).fill([201, data[0]]));
  expect(await told()).toEqual(['client.created', 'chat.created', 'message.created']);
});

test('a visitor sends texts, images, files, locations and stickers', async () => {
  const { send, upload } = await startVisitor();
  const picture = await upload('cat.png', PNG);
  const text = await upload('list.txt', 'tea');
  for (const [sent, read] of [
    [{ type: 'text', body: ' <b>hi</b> ' }, {}],
    [
      { type: 'image', file: { id: picture.id }, body: 'my cat' },
      { name: 'cat.png', url: picture.url },
    ],
    [
      { type: 'file', file: { id: text.id } },
      { name: 'list.txt', url: text.url, body: null },
    ],
    [{ type: 'location', coords: { lat: 1, lng: 2 } }, { body: null }],
    [{ type: 'sticker', sticker: { id: 'heart' } }, { body: null }],
  ] as const) {
    expect(await send(sent)).toMatchObject({ status: 201, data: { ...sent, ...read, markdown: null, keyboard: null } });
  }
});

test('message types and fields reserved for agents are refused by name, and nothing is stored', async () => {
  const { app, ann, send } = await startVisitor();
  const text = { type: 'text', body: 'hi' };
  const keyboard = { buttons: [{ label: 'Site', url: 'https://example.com/' }] };
  for (const [body, field] of [
    [{ type: 'keyboard', body: 'hi' }, 'type'],
    [{ ...text, keyboard }, 'keyboard'],
    [{ ...text, markdown: '**hi**' }, 'markdown'],
    [{ ...text, origin: 'x' }, 'origin'],
    [{ ...text, agent_id: ann.agentId }, 'agent_id'],
    [{ ...text, private: true }, 'private'],
    [{ ...text, sticker: { id: 'ok' } }, 'sticker'],
    [{ type: 'text' }, 'body'],
    [{ type: 'location' }, 'coords'],
    [{ ...text, client_message_id: undefined }, 'client_message_id'],
    [{ ...text, client_message_id: 'two words' }, 'client_message_id'],
  ] as const) {
    const { status, problem } = await send(body);
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, [field]]);
  }
  expect(await app.sql(`SELECT FROM contacts WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
});

test('a visitor writes up to 10,000 characters, counted as code points', async () => {
  const { send } = await startVisitor();
  const longest = '😀'.repeat(10_000);
  expect(await send({ type: 'text', body: longest })).toMatchObject({ status: 201, data: { body: longest } });
  for (const body of [`${longest}x`, 'x'.repeat(10_001), '']) {
    expect((await send({ type: 'text', body })).problem).toMatchObject({
      status: 422,
      errors: { body: expect.any(Array) },
    });
  }
});

test('a visitor sends their own uploads only, none of other visitors or agents', async () => {
  const { app, ann, send, upload } = await startVisitor();
  const other = await addVisitor(app, ann);
  const theirs = await upload('theirs.txt', 'tea', other.call);
  const agents = (await ann.call(files.create, { body: new Form('agents.txt', 'tea') })).data;
  for (const id of [theirs.id, agents.id, 987_654]) {
    const { status, problem } = await send({ type: 'file', file: { id } });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['file.id']]);
  }
  const text = await upload('cat.png', 'no picture');
  expect((await send({ type: 'image', file: { id: text.id } })).status).toBe(422);
  expect((await send({ type: 'file', file: { id: text.id } })).status).toBe(201);
});

test('an upload not sent within a day can no longer be sent; one that was sent stays', async () => {
  const { app, send, upload, list } = await startVisitor();
  const [sent, forgotten] = [await upload('a.txt', 'a'), await upload('b.txt', 'b')];
  expect((await send({ type: 'file', file: { id: sent.id } })).status).toBe(201);
  app.clock.now = app.clock.now.add({ hours: 25 });
  expect((await send({ type: 'file', file: { id: forgotten.id } })).status).toBe(422);
  await app.run('files.sweep');
  const url = (await list()).data[0]?.url?.replace(app.publicUrl, '') ?? '';
  expect((await app.http.inject({ url })).body).toBe('a');
});

test('a visitor uploads thirty files an hour, independently of others', async () => {
  const { app, ann, visitor, params } = await startVisitor();
  const upload = (call = visitor.call) => call(routes.upload, { params, body: new Form('a.txt', 'a') });
  for (let count = 0; count < 30; count += 1) expect((await upload()).status).toBe(201);
  const refused = await upload();
  expect(refused).toMatchObject({ status: 429, problem: { reason: 'rate_limited' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
  expect((await upload((await addVisitor(app, ann)).call)).status).toBe(201);
  expect(await app.sql(`SELECT FROM files WHERE widget_id = ${ann.widgetId}`)).toHaveLength(31);
});

test('messages are listed newest first, all or those after a number, page by page', async () => {
  const { visitor, list } = await startVisitor();
  for (const body of ['a', 'b', 'c', 'd', 'e']) await visitor.write(body);
  const read = async (query: Record<string, unknown>) => {
    const found: (string | null)[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await list({ ...query, ...(cursor && { cursor }) });
      found.push(...page.data.map(({ body }) => body));
      cursor = page.next_cursor;
    } while (cursor);
    return found.join('');
  };
  expect(await read({})).toBe('edcba');
  expect(await read({ after_seq: 0, limit: 2 })).toBe('edcba');
  expect(await read({ after_seq: 3 })).toBe('ed');
  expect(await read({ after_seq: 2, limit: 1 })).toBe('edc');
  expect(await read({ after_seq: 5 })).toBe('');
});

test('a number to continue from must be an integer', async () => {
  const { visitor, params } = await startVisitor();
  for (const after_seq of [-1, 1.5, 'x', '']) {
    expect((await visitor.call(routes.listMessages, { params, query: { after_seq } })).status).toBe(422);
  }
});

test('a visitor sees no notes, no message origins and no messages of others', async () => {
  const { app, ann, params } = await startVisitor();
  const [ira, oleg] = [await addAnsweredVisitor(app, ann), await addAnsweredVisitor(app, ann)];
  await oleg.write('my card is 4111');
  const chat = { id: ira.chatId };
  await ann.call(messages.addNote, { params: chat, body: { body: 'secretword' } });
  await ann.call(messages.send, { params: chat, body: { type: 'text', body: 'yes', origin: 'bridge' } });
  const { data } = (await ira.call(routes.listMessages, { params })).data;
  expect(data.map(({ body, seq }) => [body, seq])).toEqual([
    ['yes', 3],
    ['hi', 2],
    ['hello', 1],
  ]);
  for (const message of data) {
    for (const hidden of ['origin', 'private', 'chat_id']) expect(message).not.toHaveProperty(hidden);
  }
});
