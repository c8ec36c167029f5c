import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api } from '@parley/contract';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { withToken } from '../../../../test/callers.ts';
import { type OpenApp, openApp, startApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { GIF, JPEG, PNG, WEBP } from '../../../../test/pictures.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const HTML = '<!doctype html><script>alert(1)</script>';

let app: OpenApp;
let ann: Owner;
let directory: string;

beforeAll(async () => {
  directory = fs.mkdtempSync(path.join(tmpdir(), 'parley-serving-'));
  app = await openApp({ DATA_DIR: directory });
  ann = await app.owner();
});
afterAll(async () => {
  await app.end();
  fs.rmSync(directory, { recursive: true });
});

/** The path of a new file. */
async function upload(name: string, bytes: string | Uint8Array) {
  const call = await withToken(app, ann);
  const quoted = name.replace(/["\\]/g, '\\$&');
  const { data } = await call(api.files.create, { body: new Form(quoted, bytes) });
  return new URL(data.url).pathname;
}

/** Path of the last file's bytes. */
async function lastKey() {
  const [last] = await app.sql<{ key: string }>('SELECT key FROM files ORDER BY id DESC LIMIT 1');
  return last?.key ?? '';
}

async function serve(name: string, bytes: string | Uint8Array, method: 'GET' | 'HEAD' = 'GET') {
  return app.http.inject({ method, url: await upload(name, bytes) });
}

test.each([
  ['image/png', 'a.png', PNG],
  ['image/jpeg', 'a.jpg', JPEG],
  ['image/gif', 'a.gif', GIF],
  ['image/webp', 'a.webp', WEBP],
  ['image/png', 'page.html', PNG],
])('an image is served as %s, even if it is named %s', async (type, name, bytes) => {
  const { statusCode, headers, rawPayload } = await serve(name, bytes);
  expect({ statusCode, headers }).toMatchObject({
    statusCode: 200,
    headers: {
      'content-type': type,
      'content-length': String(bytes.length),
      'content-disposition': `inline; filename="${name}"`,
    },
  });
  expect(rawPayload.equals(bytes)).toBe(true);
});

test.each([
  ['a page', 'page.html', HTML],
  ['an HTML page named as an image', 'photo.png', HTML],
  ['an SVG', 'drawing.svg', SVG],
  ['an SVG named as an image', 'photo.png', SVG],
  ['a script that starts like a GIF', 'photo.gif', 'GIF89a=1;alert(1)'],
  ['an HTML page after a PNG signature', 'photo.png', `\x89PNG${HTML}`],
  ['a script', 'a.js', 'alert(1)'],
  ['a stylesheet', 'a.css', 'body{}'],
  ['a document', 'a.pdf', '%PDF-1.7 hello'],
  ['a video', 'a.mp4', latin1('\0\0\0\x18ftypisom\0\0\x02\0')],
  ['another image format', 'a.bmp', latin1('BM\x46\0\0\0\0\0\0\0\x36\0\0\0')],
  ['a text', 'a.txt', 'hello'],
  ['an archive', 'a.zip', latin1('PK\x03\x04\x14\0')],
  ['nothing', 'empty.png', ''],
])('%s is served as a download, not inline', async (_what, name, content) => {
  const { statusCode, headers, rawPayload } = await serve(name, content);
  expect({ statusCode, headers }).toMatchObject({
    statusCode: 200,
    headers: {
      'content-type': 'application/octet-stream',
      'content-length': String(Buffer.byteLength(content)),
      'content-disposition': `attachment; filename="${name}"`,
    },
  });
  expect(rawPayload.equals(Buffer.from(content))).toBe(true);
});

test.each([
  ['an image', 'a.png', PNG],
  ['anything else', 'a.html', HTML],
])('%s cannot run scripts, and can be embedded on any site', async (_what, name, content) => {
  const { headers } = await serve(name, content);
  expect(headers).toMatchObject({
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'referrer-policy': 'no-referrer',
  });
  expect(headers).not.toHaveProperty('set-cookie');
  expect(headers).not.toHaveProperty('access-control-allow-origin');
});

test('a file is cached privately, no longer than its link is valid', async () => {
  const url = await upload('a.png', PNG);
  const before = app.clock.now;
  onTestFinished(() => {
    app.clock.now = before;
  });
  const [, day = ''] = /\.(\d{4}-\d\d-\d\d)\./.exec(url) ?? [];
  const end = Temporal.Instant.from(`${day}T00:00Z`).add({ hours: 48 });
  for (const seconds of [48 * 3_600, 3_600.5, 1, 0.5]) {
    app.clock.now = end.subtract({ milliseconds: seconds * 1_000 });
    const { headers } = await app.http.inject(url);
    expect(headers['cache-control']).toBe(`private, max-age=${Math.floor(seconds)}, immutable`);
  }
});

test('HEAD returns the headers of GET without the body', async () => {
  const url = await upload('a.png', PNG);
  const { headers: whole } = await app.http.inject(url);
  const { statusCode, headers, rawPayload } = await app.http.inject({ method: 'HEAD', url });
  const lasting = ({ date: _, 'x-request-id': __, connection: ___, ...rest }: typeof headers) => rest;
  expect(statusCode).toBe(200);
  expect(rawPayload).toHaveLength(0);
  expect(lasting(headers)).toEqual(lasting(whole));
  expect((await app.http.inject({ method: 'HEAD', url: url.replace(/\.[\w-]{22}\//, '.x/') })).statusCode).toBe(404);
});

test.each([
  'Отчёт за ноябрь.pdf',
  '报告 2026.txt',
  'レポート.txt',
  'تقرير.txt',
  'דוח.txt',
  'รายงาน.txt',
  'Müller’s ñandú.txt',
  '😀 party 👨‍👩‍👧.png',
  'say "hi".txt',
  "it's (1)*!.txt",
  'a;filename=b.html',
  '100%41.txt',
  'spaces   in.txt',
  `${'ж'.repeat(251)}.txt`,
])('the name %s is preserved', async (name) => {
  const { headers, statusCode } = await serve(name, 'hello');
  const disposition = String(headers['content-disposition']);
  expect(statusCode).toBe(200);
  expect(disposition).toMatch(/^attachment; filename="[^"\\]*"(; filename\*=UTF-8''[\w!#$&+.^`|~%-]+)?$/);
  const [, plain = '', encoded] = /filename="([^"]*)"(?:; filename\*=UTF-8''(.*))?$/.exec(disposition) ?? [];
  expect(encoded === undefined ? plain : decodeURIComponent(encoded)).toBe(name);
});

test('a large file is served byte for byte', async () => {
  const url = await upload('large.bin', 'x');
  const large = Buffer.alloc(10_000_000, Buffer.from(Array.from({ length: 251 }, (_, index) => index)));
  await app.sql(`UPDATE files SET size = ${large.length} WHERE key = '${await lastKey()}'`);
  fs.writeFileSync(path.join(directory, 'files', await lastKey()), large);
  const answer = await fetch(`${await app.http.listen({ port: 0, host: '127.0.0.1' })}${url}`);
  expect(answer.headers.get('content-length')).toBe('10000000');
  expect(Buffer.from(await answer.arrayBuffer()).equals(large)).toBe(true);
});

test('a file whose bytes are missing is 404, and the response is not cached', async () => {
  const url = await upload('a.png', PNG);
  fs.rmSync(path.join(directory, 'files', await lastKey()));
  const { statusCode, headers } = await app.http.inject(url);
  expect(statusCode).toBe(404);
  expect(headers['content-type']).toContain('application/problem+json');
  expect(headers['cache-control'] ?? 'no-store').not.toMatch(/max-age=[1-9]|immutable/);
  expect(headers).not.toHaveProperty('content-disposition');
});

test('a link is unavailable until the server is ready', async () => {
  const url = await upload('a.png', PNG);
  onTestFinished(() => void Object.assign(app, { state: 'ready' }));
  app.state = 'stopping';
  expect((await app.http.inject(url)).statusCode).toBe(503);
});

test('two nodes on one database and one directory serve each other’s files', async () => {
  const node = await startApp({ DATA_DIR: directory }, { connection: app.connection });
  for (const [here, there] of [
    [app, node],
    [node, app],
  ] as const) {
    const call = await withToken(here, ann);
    const { data } = await call(api.files.create, { body: new Form('a.png', PNG) });
    const { headers } = await (await withToken(there, ann))(api.files.read, { params: { id: data.id } });
    expect(headers.location).toBe(data.url);
    const { statusCode, rawPayload } = await there.http.inject(new URL(data.url).pathname);
    expect({ statusCode, isWhole: rawPayload.equals(PNG) }).toEqual({ statusCode: 200, isWhole: true });
  }
});
