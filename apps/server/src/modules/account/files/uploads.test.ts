import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api, site } from '@parley/contract';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCall, Form } from '../../../../test/call.ts';
import { addVisitor } from '../../../../test/callers.ts';
import { type OpenApp, openApp, startApp } from '../../../../test/harness.ts';
import { addConnectedAgent } from '../../../../test/people.ts';
import { until } from '../../../../test/until.ts';

const MOST = 10_485_760;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const hello = () => new Form('hello.txt', 'hello');

let app: OpenApp;
let directory: string;
let origin: string;

beforeAll(async () => {
  directory = fs.mkdtempSync(path.join(tmpdir(), 'parley-uploads-'));
  app = await openApp({ DATA_DIR: directory });
  origin = await app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.end();
  fs.rmSync(directory, { recursive: true });
});

/** Calls over a network, since a large body arrives in chunks. */
function overSocket(token: string) {
  return createCall(
    async ({ method, url, headers, payload }) => {
      const answer = await fetch(`${origin}${url}`, {
        method: String(method),
        headers: headers as Record<string, string>,
        body: payload as string,
      });
      const [statusCode, body] = [answer.status, await answer.text()];
      const said = { statusCode, body, headers: Object.fromEntries(answer.headers), json: () => JSON.parse(body) };
      return said as unknown as LightMyRequestResponse;
    },
    { authorization: `Bearer ${token}` },
  );
}

function filesIn(...below: string[]) {
  const place = path.join(directory, 'files', ...below);
  if (!fs.existsSync(place)) return [];
  return fs.readdirSync(place, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
}

const staged = () => filesIn('staging');

/** An uploader, with access to what is stored. */
async function addUploader() {
  const ann = await app.owner();
  return {
    ann,
    upload: (body: unknown, more: { key?: string; headers?: Record<string, string> } = {}) =>
      ann.call(api.files.create, { body, ...more }),
    /** Stored and staged files of the widget. */
    bytes: () => [...staged(), ...filesIn(String(ann.widgetId))],
    rows: () => app.sql<{ name: string }>(`SELECT name FROM files WHERE widget_id = ${ann.widgetId}`),
  };
}

const FORM = { 'content-type': 'multipart/form-data; boundary=cut' };
const part = (disposition: string, content = 'hello', type = 'text/plain') =>
  `--cut\r\ncontent-disposition: form-data; ${disposition}\r\ncontent-type: ${type}\r\n\r\n${content}\r\n`;
const FILE = part('name="file"; filename="a.txt"');
const URL_PART = '--cut\r\ncontent-disposition: form-data; name="url"\r\n\r\nhttps://example.com/a.txt\r\n';

test("an upload returns the file's id, name, type, size and link", async () => {
  const { upload, rows, bytes } = await addUploader();
  const { status, data } = await upload(new Form('Отчёт.pdf', '%PDF-1.7 hello'));
  expect(status).toBe(201);
  expect(data).toEqual({
    id: expect.any(Number),
    name: 'Отчёт.pdf',
    type: 'application/pdf',
    size: 14,
    url: expect.stringMatching(/^http:\/\/localhost:3000\/files\/[^/]+\/%D0%9E%D1%82%D1%87%D1%91%D1%82\.pdf$/),
    created_at: app.clock.now.toString({ fractionalSecondDigits: 3 }).replace('Z', '+00:00'),
  });
  expect(await rows()).toEqual([{ name: 'Отчёт.pdf' }]);
  expect(bytes()).toHaveLength(1);
});

test.each([
  ['image/png', 'page.png', '<!doctype html><script>alert(1)</script>', 'text/plain'],
  ['text/html', 'page.html', 'GIF89a\u0001\0\u0001\0\0\0\0!', 'image/gif'],
  ['application/pdf', 'a.pdf', 'hello', 'text/plain'],
])('a file declared as %s and named %s has the type of its bytes', async (said, name, content, type) => {
  const { upload } = await addUploader();
  const body = `${part(`name="file"; filename="${name}"`, content, said)}--cut--\r\n`;
  expect((await upload(body, { headers: FORM })).data).toMatchObject({ name, type });
});

test('an empty file is accepted', async () => {
  const { upload } = await addUploader();
  expect(await upload(new Form('empty.txt', ''))).toMatchObject({ status: 201, data: { size: 0 } });
});

test('a file of 10,485,760 bytes is stored; with one byte more it is 422, and nothing is stored', async () => {
  const { ann, rows, bytes } = await addUploader();
  const call = overSocket(ann.token);
  const upload = (size: number) => call(api.files.create, { body: new Form('large', Buffer.alloc(size)) });
  const { status, problem } = await upload(MOST + 1);
  expect({ status, problem }).toMatchObject({
    status: 422,
    problem: { reason: 'validation_failed', errors: { file: [expect.stringContaining('10485760')] } },
  });
  expect(await rows()).toEqual([]);
  expect(bytes()).toEqual([]);
  expect(await upload(MOST)).toMatchObject({ status: 201, data: { size: MOST } });
});

test('a file that arrives faster than it can be written is stored', async () => {
  const bob = await (await startApp()).owner();
  const sizes = [65_535, 65_536, 70_000, 140_000, 1_000_000];
  const answered: number[] = [];
  for (const size of sizes)
    void bob
      .call(api.files.create, { body: new Form('a', Buffer.alloc(size)) })
      .then(({ data }) => answered.push(data.size));
  await until(() => answered.length === sizes.length, 'all are answered', 5_000).catch(() => undefined);
  expect(answered.sort((a, b) => a - b)).toEqual(sizes);
});

test.each([
  ['a file and a URL', FILE + URL_PART, 'url'],
  ['a URL and a file', URL_PART + FILE, 'url'],
  ['a URL alone, which must be sent as JSON', URL_PART, 'url'],
  ['neither', '', 'file'],
  ['a file and another member', FILE + part('name="note"'), 'note'],
  ['a file under another name', part('name="upload"; filename="a.txt"'), 'upload'],
  ['a member that is not a file', part('name="file"'), 'file'],
  ['two files', FILE + FILE, 'file'],
])('a form with %s is refused by the name of the member, and nothing is stored', async (_what, parts, field) => {
  const { upload, rows, bytes } = await addUploader();
  const { status, problem } = await upload(`${parts}--cut--\r\n`, { headers: FORM });
  expect({ status, fields: Object.keys(problem.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  expect(await rows()).toEqual([]);
  expect(bytes()).toEqual([]);
});

test.each([
  ['neither', {}, 'url'],
  ['no body', undefined, 'url'],
  ['a URL and a file', { url: 'https://example.com/a.txt', file: 'hello' }, 'file'],
  ['a URL and another member', { url: 'https://example.com/a.txt', name: 'a.txt' }, 'name'],
  ['an invalid URL', { url: 7 }, 'url'],
  ['an empty URL', { url: '' }, 'url'],
  ['a URL that is too long', { url: `https://example.com/${'x'.repeat(2_048)}` }, 'url'],
])('JSON with %s is refused by the name of the member', async (_what, body, field) => {
  const { upload, rows } = await addUploader();
  const { status, problem } = await upload(body);
  expect({ status, fields: Object.keys(problem.errors ?? {}) }).toEqual({ status: 422, fields: [field] });
  expect(await rows()).toEqual([]);
});

test.each([
  'text/plain',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/mixed; boundary=cut',
  'image/png',
])('a file sent as %s instead of a form is 422', async (type) => {
  const { upload, bytes } = await addUploader();
  const { status, problem } = await upload(`${FILE}--cut--\r\n`, { headers: { 'content-type': type } });
  expect({ status, fields: Object.keys(problem.errors ?? {}) }).toEqual({ status: 422, fields: ['file'] });
  expect(bytes()).toEqual([]);
});

test.each([
  ['has no boundary', 'multipart/form-data', `${FILE}--cut--\r\n`],
  ['is cut off in the file', FORM['content-type'], FILE.slice(0, -4)],
  ['is cut off after the file', FORM['content-type'], FILE],
  ['is not valid JSON', 'application/json', '{"url":'],
])('a body that %s is malformed, and nothing is stored', async (_what, type, body) => {
  const { upload, rows, bytes } = await addUploader();
  expect((await upload(body, { headers: { 'content-type': type } })).status).toBe(400);
  expect(await rows()).toEqual([]);
  expect(bytes()).toEqual([]);
});

test('a used idempotency key is refused, and its upload is not stored', async () => {
  const { upload, rows, bytes } = await addUploader();
  const key = randomUUID();
  await upload(hello(), { key });
  const again = await upload(new Form('other.txt', 'other'), { key });
  expect(again.problem).toMatchObject({ status: 409, reason: 'idempotency_key_reused' });
  expect(await rows()).toEqual([{ name: 'hello.txt' }]);
  expect(bytes()).toHaveLength(1);
});

test('of two concurrent uploads with one key, one is stored', async () => {
  const { upload, rows, bytes } = await addUploader();
  const key = randomUUID();
  const answers = await Promise.all([upload(hello(), { key }), upload(hello(), { key })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await rows()).toHaveLength(1);
  expect(bytes()).toHaveLength(1);
});

test('a refused upload leaves its idempotency key unused', async () => {
  const { upload } = await addUploader();
  const key = randomUUID();
  expect((await upload({ url: 'ftp://example.com/a.txt' }, { key })).status).toBe(422);
  expect((await upload(hello(), { key })).status).toBe(201);
});

test.each([
  ['with a length', `content-length: ${MOST}\r\n\r\n${FILE.trimEnd()}`],
  ['in chunks', `transfer-encoding: chunked\r\n\r\n${FILE.length.toString(16)}\r\n${FILE}\r\n`],
])('a client that disconnects during an upload sent %s leaves nothing', async (_how, rest) => {
  const { ann, bytes, rows, upload } = await addUploader();
  const socket = net.connect((app.http.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  const head = ['POST /api/v1/files HTTP/1.1', 'host: x', `authorization: Bearer ${ann.token}`];
  const more = [`x-service-idempotency-key: ${randomUUID()}`, `content-type: ${FORM['content-type']}`];
  socket.write(`${[...head, ...more].join('\r\n')}\r\n${rest}`);
  await until(() => staged().length === 1, 'the file is arriving');
  socket.resetAndDestroy();
  await until(() => staged().length === 0, 'what arrived is gone');
  expect(await rows()).toEqual([]);
  expect(bytes()).toEqual([]);
  expect((await upload(hello())).status).toBe(201);
});

test('an operator uploads from the console', async () => {
  const { ann } = await addUploader();
  const bob = await addConnectedAgent(app, ann);
  const { status, data } = await bob.call(api.files.create, { body: hello() });
  expect(status).toBe(201);
  expect((await ann.call(api.files.read, { params: { id: data.id } })).status).toBe(302);
});

/** Two visitors of one widget who upload and send. */
async function addVisitors() {
  const started = await addUploader();
  const { ann } = started;
  const params = { button_guid: ann.buttonGuid };
  const [ira, max] = [await addVisitor(app, ann), await addVisitor(app, ann)];
  const send = (visitor: typeof ira, id: number, type = 'file') =>
    visitor.call(site.visitor.send, { params, body: { client_message_id: randomUUID(), type, file: { id } } });
  const give = (visitor: typeof ira, body: unknown) => visitor.call(site.visitor.upload, { params, body });
  return { ...started, ira, max, send, give };
}

test('only the visitor who uploaded a file can send it', async () => {
  const { ira, max, give, send } = await addVisitors();
  const { data: file } = await give(ira, new Form('photo.png', PNG));
  const refused = await send(max, file.id);
  expect(refused.problem).toMatchObject({ status: 422, errors: { 'file.id': [expect.any(String)] } });
  const { status, data: message } = await send(ira, file.id, 'image');
  expect({ status, message }).toMatchObject({
    status: 201,
    message: {
      type: 'image',
      name: 'photo.png',
      url: file.url,
      file: { id: file.id, type: 'image/png', size: PNG.length },
    },
  });
  // Not even after it was sent, and not by a visitor of another widget.
  expect((await send(max, file.id)).status).toBe(422);
  const bob = await app.owner();
  const stranger = await addVisitor(app, bob);
  const body = { client_message_id: randomUUID(), type: 'file', file: { id: file.id } };
  const params = { button_guid: bob.buttonGuid };
  expect((await stranger.call(site.visitor.send, { params, body })).status).toBe(422);
});

test('a visitor cannot send a file of an agent, or a file that is not an image as an image', async () => {
  const { ira, give, send, upload } = await addVisitors();
  expect((await send(ira, (await upload(hello())).data.id)).status).toBe(422);
  const { data } = await give(ira, new Form('photo.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'));
  expect((await send(ira, data.id, 'image')).problem.errors).toHaveProperty(['file.id']);
  expect((await send(ira, data.id)).status).toBe(201);
});

test('a visitor uploads by form only, up to the same size', async () => {
  const { ann, ira, rows, bytes } = await addVisitors();
  const call = overSocket(ira.token);
  const give = (body: unknown) => call(site.visitor.upload, { params: { button_guid: ann.buttonGuid }, body });
  for (const body of [{ url: 'https://example.com/a.txt' }, {}, '{"file":"hello"}'])
    expect((await give(body)).problem).toMatchObject({ status: 422, errors: { file: [expect.any(String)] } });
  expect((await give(new Form('large', Buffer.alloc(MOST + 1)))).problem).toMatchObject({
    status: 422,
    errors: { file: [expect.any(String)] },
  });
  expect(await rows()).toEqual([]);
  expect(bytes()).toEqual([]);
  expect((await give(new Form('large', Buffer.alloc(MOST)))).status).toBe(201);
});
