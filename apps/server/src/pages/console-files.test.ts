import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../infra/log.ts';
import { createHttp } from '../kernel/http/http.ts';
import { addConsole } from './console-files.ts';

const SCRIPT = 'assets/index-AbC12345.js';
const CODE = `export const text = '${'console '.repeat(400)}';\n`;

/** A server of a console built from these files. */
function serve(files: Record<string, string | Buffer>) {
  const directory = path.join(tmpdir(), `parley-console-${randomUUID()}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), content);
  }
  const http = createHttp({ log: createLog('silent'), trustProxy: [], publicUrl: () => 'http://localhost:3000' });
  addConsole(http, { publicUrl: () => 'http://localhost:3000', directory });
  onTestFinished(async () => {
    await http.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const get = (name: string, headers: Record<string, string> = {}) => http.inject({ url: `/app/${name}`, headers });
  return { directory, http, get };
}

const BUILT = {
  'index.html': '<meta nonce="__nonce__"><meta name="build" content="__build__">',
  [SCRIPT]: CODE,
  [`${SCRIPT}.br`]: brotliCompressSync(CODE),
  [`${SCRIPT}.gz`]: gzipSync(CODE),
  'assets/font-AbC12345.woff2': 'font',
  'sw.js': 'self;',
  'manifest.webmanifest': '{}',
};

test('a file is sent in the best encoding that the build made and the browser accepts', async () => {
  const { get } = serve(BUILT);
  for (const [accepted, encoding, bytes] of [
    ['gzip, deflate, br, zstd', 'br', BUILT[`${SCRIPT}.br`]],
    ['gzip', 'gzip', BUILT[`${SCRIPT}.gz`]],
    ['br;q=0, gzip;q=0.5', 'gzip', BUILT[`${SCRIPT}.gz`]],
    ['gzip;q=0', undefined, Buffer.from(CODE)],
    ['identity', undefined, Buffer.from(CODE)],
    ['', undefined, Buffer.from(CODE)],
  ] as const) {
    const { headers, rawPayload } = await get(SCRIPT, { 'accept-encoding': accepted });
    expect([accepted, headers['content-encoding'], rawPayload]).toEqual([accepted, encoding, bytes]);
    expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-type': 'text/javascript; charset=utf-8' });
  }
  const font = await get('assets/font-AbC12345.woff2', { 'accept-encoding': 'br' });
  expect(font.headers).toMatchObject({ 'content-type': 'font/woff2' });
  expect(font.headers).not.toHaveProperty('content-encoding');
});

test('files whose names change with their content are immutable, and the others are revalidated', async () => {
  const { get } = serve(BUILT);
  expect((await get(SCRIPT)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  for (const name of ['sw.js', 'manifest.webmanifest']) {
    const { headers } = await get(name);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
    for (const known of [String(headers.etag), `"other", ${headers.etag}`, '*']) {
      expect([known, (await get(name, { 'if-none-match': known })).statusCode]).toEqual([known, 304]);
    }
    expect((await get(name, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  }
});

test('HEAD has the headers of a file without its body, and ranges are ignored', async () => {
  const { http, get } = serve(BUILT);
  const head = await http.inject({ method: 'HEAD', url: `/app/${SCRIPT}` });
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', `${CODE.length}`]);
  const part = await get(SCRIPT, { range: 'bytes=0-3' });
  expect([part.statusCode, part.body]).toEqual([200, CODE]);
});

test('a path that names no file is a screen, and a missing file is 404', async () => {
  const { get } = serve(BUILT);
  for (const name of ['', 'inbox/7', 'assets', 'assets/', 'index.html']) {
    const { statusCode, headers, body } = await get(name);
    expect([name, statusCode, headers['content-type']]).toEqual([name, 200, 'text/html; charset=utf-8']);
    expect(body).not.toMatch(/__nonce__|__build__/);
  }
  for (const name of [`${SCRIPT}.br`, `${SCRIPT}.gz`, 'assets/other.js', '..%2fpackage.json', '%00.js']) {
    const answer = await get(name);
    expect([name, answer.statusCode, answer.json().reason]).toEqual([name, 404, 'route_not_found']);
    expect(answer.headers).not.toHaveProperty('cache-control');
  }
});

test('a deleted file is 404, without a Cache-Control header', async () => {
  const { directory, get } = serve(BUILT);
  expect((await get(SCRIPT)).statusCode).toBe(200);
  rmSync(path.join(directory, 'assets'), { recursive: true });
  const answer = await get(SCRIPT, { 'accept-encoding': 'br' });
  expect([answer.statusCode, answer.json().reason]).toEqual([404, 'route_not_found']);
  expect(answer.headers).not.toHaveProperty('cache-control');
});

test('a console that is not built is 503 with the reason, and is served once it is built', async () => {
  const { directory, get } = serve({});
  for (const name of ['', 'build.json', SCRIPT]) {
    const answer = await get(name);
    expect([answer.statusCode, answer.json().detail]).toEqual([503, expect.stringContaining('is not built')]);
  }
  mkdirSync(directory);
  writeFileSync(path.join(directory, 'index.html'), BUILT['index.html']);
  expect((await get('')).statusCode).toBe(200);
});
