import { text } from 'node:stream/consumers';
import { api } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addChat, signedIn, withToken } from '../../../../test/callers.ts';
import { type OpenApp, openApp } from '../../../../test/harness.ts';
import { loadRows } from '../../../../test/load-rows.ts';
import { addAgent } from '../../../../test/people.ts';
import { mailHead } from './transcript.ts';

const { chats, files, messages } = api;

const MARKER = '[Экспорт ограничен безопасным размером]';

let app: OpenApp;
beforeAll(async () => {
  app = await openApp({}, { isolated: true, live: true });
});
afterAll(() => app.end());

/** A chat with one visitor message, at noon. */
async function startChat() {
  app.clock.now = Temporal.Instant.from('2026-03-01T12:00Z');
  const ann = await app.owner();
  const { params, visitor } = await addChat(app, ann);
  const request = {
    url: `/api/v1/chats/${params.id}/transcript`,
    headers: { authorization: `Bearer ${ann.token}` },
  };
  return {
    ann,
    visitor,
    params,
    request,
    /** A minute after the previous message. */
    send(body: object) {
      app.clock.now = app.clock.now.add({ minutes: 1 });
      return ann.call(messages.send, { params, body: { agent_id: ann.agentId, ...body } });
    },
    /** Lines of the response. */
    async export() {
      const { statusCode, body } = await app.http.inject(request);
      expect(statusCode).toBe(200);
      expect(body.endsWith('\n')).toBe(true);
      return body.slice(0, -1).split('\n');
    },
    /** Inserts many messages at once; `n` in the body is the number of the message. */
    fill: (count: number, body: string) =>
      loadRows(
        app,
        `INSERT INTO messages (widget_id, chat_id, seq, sender, type, body, created_at)
        SELECT ${ann.widgetId}, ${params.id}, n + 1, 'client', 'text', ${body}, '2026-03-01T12:00Z'
        FROM generate_series(1, ${count}) AS n`,
        `UPDATE chat_heads SET last_seq = ${count + 1}, version = version + 1 WHERE chat_id = ${params.id}`,
      ),
  };
}

test('a transcript is a text file named after the chat, for callers with the scope', async () => {
  const { ann, params, request } = await startChat();
  const { headers, rawPayload } = await app.http.inject(request);
  expect(headers['content-type']).toBe('text/plain; charset=UTF-8');
  expect(headers['content-disposition']).toBe(`attachment; filename="chat-${params.id}-transcript.txt"`);
  expect(rawPayload.subarray(0, 3)).not.toEqual(Buffer.from('\ufeff'));
  expect((await (await signedIn(app, ann))(chats.transcript, { params })).status).toBe(200);
  const readOnly = await withToken(app, ann, ['messages:read']);
  expect(await readOnly(chats.transcript, { params })).toMatchObject({
    status: 403,
    problem: { reason: 'missing_scope', required_scopes: ['transcripts:read'] },
  });
  const foreign = await app.owner();
  expect((await foreign.call(chats.transcript, { params })).status).toBe(404);
});

test('a transcript is streamed without a content length', async () => {
  const { request } = await startChat();
  const answer = await fetch(app.address + request.url, { headers: request.headers });
  expect(answer.headers.get('content-length')).toBeNull();
  expect(answer.headers.get('transfer-encoding')).toBe('chunked');
  expect(await answer.text()).toBe('[2026-03-01 12:00:00 UTC] Client: hello\n');
});

test('a transcript has messages in order with sender names, without notes', async () => {
  const { ann, visitor, params, send, export: read } = await startChat();
  await app.sql(`UPDATE users SET surname = 'Petrova' WHERE email = '${ann.email}'`);
  const bob = await addAgent(app, ann, 'operator');
  await send({ type: 'text', body: 'Добрый день!' });
  await ann.call(messages.addNote, { params, body: { body: 'secretword' } });
  await visitor.write('one more');
  await send({ type: 'text', body: 'sure', markdown: '**sure**', origin: 'bridge', agent_id: bob.agentId });
  expect(await read()).toEqual([
    '[2026-03-01 12:00:00 UTC] Client: hello',
    '[2026-03-01 12:01:00 UTC] Ann Petrova: Добрый день!',
    '[2026-03-01 12:01:00 UTC] Client: one more',
    '[2026-03-01 12:02:00 UTC] Bob: sure',
  ]);
});

test('a transcript names the AI and the system as such', async () => {
  const { ann, params, export: read } = await startChat();
  await app.sql(`
    WITH ai AS (
      INSERT INTO agents (widget_id, account_id, type, role, created_at)
      VALUES (${ann.widgetId}, ${ann.accountId}, 'ai', 'operator', now()) RETURNING id
    )
    INSERT INTO messages (widget_id, chat_id, seq, sender, agent_id, type, body, created_at)
    SELECT ${ann.widgetId}, ${params.id}, 2, 'ai', id, 'text', 'I can help', timestamptz '2026-03-01T12:00Z' FROM ai
    UNION ALL SELECT ${ann.widgetId}, ${params.id}, 3, 'system', NULL, 'text', 'Bob has joined', '2026-03-01T12:00Z';
    UPDATE chat_heads SET last_seq = 3, version = version + 1 WHERE chat_id = ${params.id}`);
  expect((await read()).slice(1)).toEqual([
    '[2026-03-01 12:00:00 UTC] AI: I can help',
    '[2026-03-01 12:00:00 UTC] System: Bob has joined',
  ]);
});

test('a transcript shows attachments by name without links, keyboards with one line a button, and other types as text', async () => {
  const { ann, send, export: read } = await startChat();
  const { id } = (await ann.call(files.create, { body: new Form('../прайс лист.txt', 'tea: 5') })).data;
  await send({ type: 'file', file: { id } });
  await send({ type: 'file', file: { id }, body: 'the prices' });
  await send({ type: 'sticker', sticker: { id: 'thanks' } });
  await send({ type: 'location', coords: { lat: 55.75, lng: -37.5 } });
  const buttons = [
    { label: 'Site', url: 'https://example.com/?a=b' },
    { label: 'Terms: all', url: 'https://example.com/terms', style: 'secondary' },
  ];
  await send({ type: 'keyboard', body: 'Where to?', keyboard: { buttons } });
  const lines = await read();
  expect(lines.slice(1)).toEqual([
    '[2026-03-01 12:01:00 UTC] Ann: [прайс лист.txt]',
    '[2026-03-01 12:02:00 UTC] Ann: the prices',
    '[прайс лист.txt]',
    '[2026-03-01 12:03:00 UTC] Ann: [thanks]',
    '[2026-03-01 12:04:00 UTC] Ann: [55.75, -37.5]',
    '[2026-03-01 12:05:00 UTC] Ann: Where to?',
    'Site: https://example.com/?a=b',
    'Terms: all: https://example.com/terms',
  ]);
});

test('a mail heads each message with day and time, and the year if it is not the current one', () => {
  const now = Temporal.Instant.from('2026-12-01T00:00Z');
  const at = '2026-11-07T03:06:37.123Z';
  expect(mailHead('en')(at, 'Jean-Luc Moreau', now)).toBe('7 Nov 03:06, Jean-Luc Moreau:');
  expect(mailHead('ru')(at, 'Мария', now)).toBe('7 ноября 03:06, Мария:');
  expect(mailHead('en')(at, 'Ann', now.add({ hours: 24 * 31 }))).toBe('7 Nov 2026 03:06, Ann:');
});

test('the transcript of an empty chat is an empty file', async () => {
  const { ann } = await startChat();
  const { data: contact } = await ann.call(api.contacts.create, { body: { name: 'Ira' } });
  const { data: chat } = await ann.call(chats.create, { body: { contact_id: contact.id } });
  const { statusCode, body } = await app.http.inject({
    url: `/api/v1/chats/${chat.id}/transcript`,
    headers: { authorization: `Bearer ${ann.token}` },
  });
  expect({ statusCode, body }).toEqual({ statusCode: 200, body: '' });
});

test('a transcript has up to 50,000 messages, and its last line says if it was cut', async () => {
  const { fill, params, export: read } = await startChat();
  await fill(49_999, 'n::text');
  const whole = await read();
  expect(whole).toHaveLength(50_000);
  expect(whole.at(-1)).toMatch(/: 49999$/);
  await app.sql(`
    INSERT INTO messages (widget_id, chat_id, seq, sender, type, body, created_at)
    SELECT widget_id, chat_id, 50001, 'client', 'text', 'too many', created_at FROM messages WHERE chat_id = ${params.id} AND seq = 1;
    UPDATE chat_heads SET last_seq = 50001, version = version + 1 WHERE chat_id = ${params.id}`);
  expect(await read()).toEqual([...whole, MARKER]);
});

test('a transcript has up to 10 MiB, in whole lines, with the marker at the end', async () => {
  const { fill, request } = await startChat();
  await fill(200, `n || repeat(' чай', 8000)`);
  const { rawPayload } = await app.http.inject(request);
  expect(rawPayload.length).toBeLessThanOrEqual(10 * 2 ** 20);
  expect(rawPayload.length).toBeGreaterThan(10 * 2 ** 20 - 100_000);
  const lines = rawPayload.toString().split('\n');
  expect(lines.slice(-2)).toEqual([MARKER, '']);
  const said = lines.slice(1, -2);
  expect(said).toEqual(said.map((_, at) => `[2026-03-01 12:00:00 UTC] Client: ${at + 1}${' чай'.repeat(8_000)}`));
});

test('a body is cut after 65,536 code points, and the last line says so', async () => {
  const { fill, export: read } = await startChat();
  await fill(3, `repeat('😀', 65534 + n)`);
  const lines = await read();
  const longest = `[2026-03-01 12:00:00 UTC] Client: ${'😀'.repeat(65_536)}`;
  expect(lines.slice(2)).toEqual([longest, longest, MARKER]);
});

test('a body of 65,536 characters is not cut', async () => {
  const { fill, export: read } = await startChat();
  await fill(1, `repeat('😀', 65536)`);
  expect((await read())[1]).toBe(`[2026-03-01 12:00:00 UTC] Client: ${'😀'.repeat(65_536)}`);
  expect(await read()).toHaveLength(2);
});

test('a long chat is read in batches while it is sent', async () => {
  const { fill, params, request } = await startChat();
  await fill(20_000, `repeat('x', 100)`);
  const stream = (await app.http.inject({ ...request, payloadAsStream: true })).stream();
  await new Promise((resolve) => stream.once('readable', resolve));
  await app.sql(`UPDATE messages SET body = 'the last' WHERE chat_id = ${params.id} AND seq = 20001`);
  expect((await text(stream)).endsWith('Client: the last\n')).toBe(true);
});

test('messages sent during an export are not in it', async () => {
  const { fill, request, visitor } = await startChat();
  await fill(5_000, 'n::text');
  const stream = (await app.http.inject({ ...request, payloadAsStream: true })).stream();
  await new Promise((resolve) => stream.once('readable', resolve));
  await visitor.write('later');
  expect((await text(stream)).endsWith('Client: 5000\n')).toBe(true);
});
