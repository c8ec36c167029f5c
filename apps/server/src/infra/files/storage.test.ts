import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
// @ts-expect-error: s3rver has no types
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataDirectory, makeDataDirectory } from '../../../test/server-process.ts';
import { createStorage, type Storage } from './storage.ts';

const KEY = '12/2026-11-15/5f0c_a-B';

/** A server that speaks S3 and knows the key S3RVER. It does not check signatures: s3.test.ts does. */
async function startS3() {
  const { directory, discard } = makeDataDirectory();
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'files' }],
  });
  const { port } = await server.run();
  const end = async () => {
    server.httpServer.closeAllConnections();
    await server.close();
    discard();
  };
  return { endpoint: `http://127.0.0.1:${port}`, end };
}

let server: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  server = await startS3();
});
afterAll(() => server.end());

const openDisk = () => createStorage({ directory: path.join(dataDirectory(), 'files'), s3: undefined });

/** Each test has a prefix of its own. */
function openS3() {
  const account = { region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' };
  const place = { endpoint: server.endpoint, bucket: 'files', prefix: `${randomUUID()}/` };
  return createStorage({ directory: '/nowhere', s3: { ...place, ...account } });
}

function stage(content: string | Buffer) {
  const file = path.join(dataDirectory(), 'staged');
  fs.writeFileSync(file, content);
  return file;
}

async function contentOf(storage: Storage, key: string) {
  const stream = await storage.read(key);
  return stream && (await buffer(stream));
}

describe.each([
  ['a directory', openDisk],
  ['S3', openS3],
])('%s', (_where, open) => {
  test('stores a file and removes the staged one', async () => {
    const storage = open();
    const content = Buffer.alloc(2 * 1024 * 1024, 'parley');
    const staged = stage(content);
    await storage.put(KEY, staged);
    expect(fs.existsSync(staged)).toBe(false);
    expect((await contentOf(storage, KEY))?.equals(content)).toBe(true);
  });

  test('stores an empty file', async () => {
    const storage = open();
    await storage.put(KEY, stage(''));
    expect(await contentOf(storage, KEY)).toEqual(Buffer.alloc(0));
  });

  test('keeps files of one day apart', async () => {
    const storage = open();
    await Promise.all(['a', 'b', 'c'].map((name) => storage.put(`12/2026-11-15/${name}`, stage(name))));
    await storage.remove('12/2026-11-15/b');
    const contents = await Promise.all(['a', 'b', 'c'].map((name) => contentOf(storage, `12/2026-11-15/${name}`)));
    expect(contents.map(String)).toEqual(['a', 'undefined', 'c']);
  });

  test('returns the later file when a key is put twice', async () => {
    const storage = open();
    await storage.put(KEY, stage('first'));
    await storage.put(KEY, stage('second'));
    expect(String(await contentOf(storage, KEY))).toBe('second');
  });

  test('has nothing under a key that was never put, was removed, or is only part of another', async () => {
    const storage = open();
    expect(await storage.read(KEY)).toBeUndefined();
    await storage.put(KEY, stage('x'));
    expect(await storage.read('12')).toBeUndefined();
    expect(await storage.read(`${KEY}/more`)).toBeUndefined();
    await storage.remove(KEY);
    expect(await storage.read(KEY)).toBeUndefined();
  });

  test('ignores the removal of a missing file', async () => {
    const storage = open();
    await storage.remove(KEY);
    await storage.put(KEY, stage('x'));
    await storage.remove(KEY);
    await storage.remove(KEY);
    await storage.remove(`${KEY}/more`);
  });

  test('releases a file that is not read to its end', async () => {
    const storage = open();
    await storage.put(KEY, stage(Buffer.alloc(4 * 1024 * 1024)));
    const [unread, begun] = [await storage.read(KEY), await storage.read(KEY)];
    unread?.destroy();
    for await (const _chunk of begun ?? []) break;
    expect(begun?.destroyed).toBe(true);
    expect(await contentOf(storage, KEY)).toHaveLength(4 * 1024 * 1024);
  });

  test.each([
    '',
    '/',
    '/etc/passwd',
    '..',
    '12/../../x',
    '12/./x',
    '12//x',
    '12/',
    '12/a b',
    '12/a\0',
    '12\\x',
    '12/é',
    '12/x\n',
  ])('refuses the invalid key %j and changes nothing', async (key) => {
    const storage = open();
    const staged = stage('x');
    await expect(storage.put(key, staged)).rejects.toThrow('Invalid file key');
    await expect(storage.read(key)).rejects.toThrow('Invalid file key');
    await expect(storage.remove(key)).rejects.toThrow('Invalid file key');
    expect(fs.existsSync(staged)).toBe(true);
  });
});
