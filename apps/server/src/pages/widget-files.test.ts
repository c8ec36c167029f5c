import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createFileStore, type FileStore } from '../infra/files/file-store.ts';
import { createLog } from '../infra/log.ts';
import { createHttp } from '../kernel/http/http.ts';
import { addWidgetFiles, createWidgetFiles } from './widget-files.ts';

const log = createLog('silent');
const CODE = `export const text = '${'chat '.repeat(400)}';\n`;

function scratch() {
  const directory = path.join(tmpdir(), `parley-widget-${randomUUID()}`);
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const newStore = () => createFileStore({ directory: scratch(), s3: undefined });

/** The output of a widget build. */
function build(chunks: Record<string, string>) {
  const directory = scratch();
  mkdirSync(path.join(directory, 'assets'), { recursive: true });
  writeFileSync(path.join(directory, 'loader.js'), 'PARLEY_CONFIG;\n');
  writeFileSync(path.join(directory, 'legacy.js'), 'jivo_api;\n');
  writeFileSync(path.join(directory, 'preview.js'), 'startWidget;\n');
  writeFileSync(path.join(directory, 'manifest.json'), JSON.stringify({ chat: Object.keys(chunks)[0], locales: {} }));
  for (const [name, code] of Object.entries(chunks)) writeFileSync(path.join(directory, 'assets', name), code);
  return directory;
}

/** A server of one release. */
function serve(directory: string, storage: FileStore = newStore()) {
  const files = createWidgetFiles({ storage, log, directory });
  const http = createHttp({ log, trustProxy: [], publicUrl: () => 'http://localhost:3000' });
  addWidgetFiles(http, files);
  onTestFinished(async () => {
    await files.close();
    await http.close();
  });
  const get = (name: string, headers: Record<string, string> = {}) => http.inject({ url: `/widget/${name}`, headers });
  return { files, http, get };
}

test('a widget file is immutable and can be used by pages of any origin', async () => {
  const { get } = serve(build({ 'chat-AbC123_-.js': CODE, 'style-1234abcd.css': 'a {}' }));
  const answer = await get('chat-AbC123_-.js', { origin: 'https://anywhere.example' });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe(CODE);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'timing-allow-origin': '*',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  });
  expect((await get('style-1234abcd.css')).headers['content-type']).toBe('text/css; charset=utf-8');
});

test('a file is sent in the best encoding that the browser accepts', async () => {
  const { get } = serve(build({ 'chat-AbC12345.js': CODE }));
  const sent = async (accepted: string) => {
    const { rawPayload, headers } = await get('chat-AbC12345.js', { 'accept-encoding': accepted });
    return { encoding: headers['content-encoding'], bytes: rawPayload };
  };
  const [brotli, gzip] = [await sent('gzip, deflate, br, zstd'), await sent('gzip')];
  expect([brotli.encoding, brotliDecompressSync(brotli.bytes).toString()]).toEqual(['br', CODE]);
  expect([gzip.encoding, gunzipSync(gzip.bytes).toString()]).toEqual(['gzip', CODE]);
  for (const [accepted, encoding] of [
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['gzip;q=0', undefined],
    ['identity', undefined],
    ['', undefined],
  ] as const) {
    expect([accepted, (await sent(accepted)).encoding]).toEqual([accepted, encoding]);
  }
});

test('files compressed by the build are sent unchanged, and are 404 under their own names', async () => {
  const [code, brotli, gzip] = ['chat-AbC12345.js', 'chat-AbC12345.js.br', 'chat-AbC12345.js.gz'];
  const { get } = serve(build({ [code]: CODE, [brotli]: 'as small as can be', [gzip]: 'small' }));
  const sent = async (encoding: string) => (await get(code, { 'accept-encoding': encoding })).body;
  expect([await sent('br'), await sent('gzip'), await sent('identity')]).toEqual(['as small as can be', 'small', CODE]);
  expect((await get(brotli)).statusCode).toBe(404);
});

test('a cached file is 304, and HEAD has all headers without the body', async () => {
  const { get, http } = serve(build({ 'chat-AbC12345.js': CODE }));
  const tag = String((await get('chat-AbC12345.js')).headers.etag);
  for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
    expect([known, (await get('chat-AbC12345.js', { 'if-none-match': known })).statusCode]).toEqual([known, 304]);
  }
  expect((await get('chat-AbC12345.js', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  const head = await http.inject({ method: 'HEAD', url: '/widget/chat-AbC12345.js' });
  expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', tag]);
});

test('an unknown file is 404, and that response is not cached', async () => {
  const { get } = serve(build({ 'chat-AbC12345.js': CODE }));
  const names = [
    'chat-00000000.js',
    'loader.js',
    'legacy.js',
    'preview.js',
    'manifest.json',
    'chat.js',
    '..%2floader.js',
    'chat-AbC12345.js.map',
  ];
  for (const name of names) {
    const answer = await get(name);
    expect([name, answer.statusCode, answer.headers['cache-control']]).toEqual([name, 404, 'no-store']);
    expect(answer.json()).toMatchObject({ status: 404, reason: 'not_found' });
  }
});

test('files of an earlier release stay available to pages opened before the upgrade', async () => {
  const storage = newStore();
  const before = serve(build({ 'chat-before11.js': CODE, 'ru-before22.js': 'ru' }), storage);
  await before.files.publish();
  const after = serve(build({ 'chat-after111.js': 'after' }), storage);
  await after.files.publish();
  for (const [name, code] of [
    ['chat-before11.js', CODE],
    ['ru-before22.js', 'ru'],
    ['chat-after111.js', 'after'],
  ] as const) {
    const { statusCode, body, headers } = await after.get(name);
    expect([name, statusCode, body]).toEqual([name, 200, code]);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
    });
  }
});

test('a server serves the files of a later release once that release has started', async () => {
  const storage = newStore();
  const old = serve(build({ 'chat-before11.js': CODE }), storage);
  expect((await old.get('chat-after111.js')).statusCode).toBe(404);
  await serve(build({ 'chat-after111.js': 'after' }), storage).files.publish();
  expect((await old.get('chat-after111.js')).body).toBe('after');
});

test('a start stores only the files that are not stored yet', async () => {
  const storage = newStore();
  const put: string[] = [];
  const counting: FileStore = {
    ...storage,
    put: (key, file) => {
      put.push(key);
      return storage.put(key, file);
    },
  };
  const directory = build({ 'chat-AbC12345.js': CODE, 'en-AbC12345.js': 'en' });
  await serve(directory, counting).files.publish();
  expect(put.sort()).toEqual(['widget/chat-AbC12345_js', 'widget/en-AbC12345_js']);
  await serve(directory, counting).files.publish();
  expect(put).toHaveLength(2);
});

test('a failing storage does not fail the start, and files of this release are still served', async () => {
  const broken = Promise.reject(new Error('away'));
  broken.catch(() => undefined);
  const { files, get } = serve(build({ 'chat-AbC12345.js': CODE }), { ...newStore(), read: () => broken });
  await files.publish();
  expect((await get('chat-AbC12345.js')).statusCode).toBe(200);
});

test('a widget that is not built is 503 with the reason', async () => {
  const { get, files } = serve(path.join(scratch(), 'nothing'));
  await files.publish();
  const answer = await get('chat-AbC12345.js');
  expect([answer.statusCode, answer.json().detail]).toEqual([503, expect.stringContaining('is not built')]);
});
