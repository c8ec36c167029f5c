import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api, site } from '@parley/contract';
// @ts-expect-error: the package has no types
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addAnsweredVisitor } from '../../../../test/callers.ts';
import { type OpenApp, openApp, startApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { PNG } from '../../../../test/pictures.ts';
import { frozenClock } from '../../../../test/running-app.ts';
import { freePort } from '../../../../test/scratch-cluster.ts';

/** An S3 server that can stop and restart. */
async function createBucket(directory: string) {
  const options = { address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: 'files' }] };
  const port = await freePort();
  interface Running {
    run: () => Promise<unknown>;
    close: () => Promise<void>;
    httpServer: import('node:http').Server;
  }
  let running: Running | undefined;
  return {
    url: `http://S3RVER:S3RVER@127.0.0.1:${port}/files/chat`,
    async start() {
      if (running) return;
      running = new S3rver({ ...options, port });
      await running?.run();
    },
    async stop() {
      running?.httpServer.closeAllConnections();
      await running?.close();
      running = undefined;
    },
    /** Keys of its objects. */
    keys: () =>
      fs
        .readdirSync(path.join(directory, 'files'), { recursive: true, encoding: 'utf8' })
        .flatMap((name) => /^(.*)\._S3rver_object$/.exec(name)?.[1] ?? []),
  };
}

let bucket: Awaited<ReturnType<typeof createBucket>>;
/** An app that stores its files in the bucket. */
let app: OpenApp;
let directory: string;
beforeAll(async () => {
  directory = fs.mkdtempSync(path.join(tmpdir(), 'parley-s3-'));
  bucket = await createBucket(path.join(directory, 'bucket'));
  app = await openApp({ DATA_DIR: path.join(directory, 'data'), S3_URL: bucket.url });
});
afterAll(async () => {
  await app.end();
  await bucket.stop();
  fs.rmSync(directory, { recursive: true });
});

/** An owner and a visitor of their widget. */
async function startWithBucket() {
  await bucket.start();
  app.clock.now = frozenClock().now;
  const ann = await app.owner();
  const visitor = await addAnsweredVisitor(app, ann);
  const params = { button_guid: ann.buttonGuid };
  return {
    ann,
    visitor,
    upload: () => ann.call(api.files.create, { body: new Form('hello.txt', 'hello') }),
    uploadAsVisitor: () => visitor.call(site.visitor.upload, { params, body: new Form('photo.png', PNG) }),
    send: (id: number) =>
      visitor.call(site.visitor.send, {
        params,
        body: { client_message_id: randomUUID(), type: 'image', file: { id } },
      }),
    follow: (address: unknown) => app.http.inject(new URL(String(address)).pathname),
    rows: () =>
      app.sql<{ id: number; key: string }>(
        `SELECT id::int, key FROM files WHERE widget_id = ${ann.widgetId} ORDER BY id`,
      ),
    keys: () => keysOf(ann),
    /** Files on the server's disk. */
    onDisk: () =>
      fs
        .readdirSync(path.join(directory, 'data/files'), { recursive: true, withFileTypes: true })
        .flatMap((each) => (each.isFile() ? each.name : [])),
  };
}

const keysOf = ({ widgetId }: Owner) => bucket.keys().filter((key) => key.startsWith(`chat/${widgetId}/`));

test('a bucket serves uploads, messages, downloads and the sweep', async () => {
  const { ann, visitor, ...files } = await startWithBucket();
  const { data: sent } = await files.uploadAsVisitor();
  const { data: unsent } = await files.uploadAsVisitor();
  expect((await files.send(sent.id)).status).toBe(201);

  const rows = await files.rows();
  expect(files.keys().sort()).toEqual(rows.map(({ key }) => `chat/${key}`).sort());
  for (const { key } of rows) expect(key).toMatch(new RegExp(`^${ann.widgetId}/\\d{4}-\\d\\d-\\d\\d/[0-9a-f-]{36}$`));
  expect(files.onDisk()).toEqual([]);

  const { data: messages } = await ann.call(api.messages.list, { params: { id: visitor.chatId } });
  const { statusCode, headers, rawPayload } = await files.follow(messages.data[0]?.url);
  expect({ statusCode, headers }).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': 'image/png', 'content-length': String(PNG.length) },
  });
  expect(rawPayload.equals(PNG)).toBe(true);

  app.clock.now = app.clock.now.add({ hours: 24, minutes: 3 });
  await app.run('files.sweep');
  expect(await files.rows()).toEqual(rows.filter(({ id }) => id === sent.id));
  expect(files.keys()).toEqual(rows.flatMap(({ id, key }) => (id === sent.id ? `chat/${key}` : [])));
  expect((await ann.call(api.files.read, { params: { id: unsent.id } })).status).toBe(404);
});

test('files of each widget are stored under its id', async () => {
  const { ann, upload } = await startWithBucket();
  const before = bucket.keys().length;
  await upload();
  const bob = await app.owner();
  await bob.call(api.files.create, { body: new Form('hello.txt', 'hello') });
  expect([keysOf(ann).length, keysOf(bob).length]).toEqual([1, 1]);
  expect(bucket.keys()).toHaveLength(before + 2);
});

test('while the bucket is unreachable, an upload fails and leaves nothing permanent', async () => {
  const { upload, uploadAsVisitor, rows, keys, onDisk } = await startWithBucket();
  await bucket.stop();
  for (const attempt of [upload, uploadAsVisitor]) {
    const { problem, headers } = await attempt();
    expect(problem).toMatchObject({ status: 503, reason: 'unavailable' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.stringify(problem)).not.toMatch(/127\.0\.0\.1|S3|ECONN/);
  }
  expect(onDisk()).toEqual([]);
  app.clock.now = app.clock.now.add({ minutes: 63 });
  // The next sweep retries what could not be removed.
  await expect(app.run('files.sweep')).rejects.toThrow('The file storage');
  await bucket.start();
  await app.run('files.sweep');
  expect(await rows()).toEqual([]);
  expect(keys()).toEqual([]);
});

test('an upload that failed on an unreachable bucket can be repeated with the same key', async () => {
  const { ann, keys } = await startWithBucket();
  const key = randomUUID();
  const upload = () => ann.call(api.files.create, { body: new Form('hello.txt', 'hello'), key });
  await bucket.stop();
  expect((await upload()).status).toBe(503);
  await bucket.start();
  expect((await upload()).status).toBe(201);
  expect((await upload()).status).toBe(409);
  expect(keys()).toHaveLength(1);
});

test('while the bucket is unreachable, a download fails and the response is not cached', async () => {
  const { uploadAsVisitor, follow } = await startWithBucket();
  const { data } = await uploadAsVisitor();
  await bucket.stop();
  const { statusCode, headers } = await follow(data.url);
  expect(statusCode).toBe(503);
  expect(headers['content-type']).toContain('application/problem+json');
  expect(headers['cache-control'] ?? 'no-store').not.toMatch(/max-age=[1-9]|immutable/);
  await bucket.start();
  expect((await follow(data.url)).rawPayload.equals(PNG)).toBe(true);
});

test('a missing bucket is treated as unreachable', async () => {
  await bucket.start();
  const env = { DATA_DIR: path.join(directory, 'other'), S3_URL: bucket.url.replace('/files/', '/other/') };
  const ann = await (await startApp(env, { connection: app.connection })).owner();
  const { problem } = await ann.call(api.files.create, { body: new Form('hello.txt', 'hello') });
  expect(problem).toMatchObject({ status: 503, reason: 'unavailable' });
});
