import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api, site } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addAnsweredVisitor, withToken } from '../../../../test/callers.ts';
import { type OpenApp, openApp, startApp } from '../../../../test/harness.ts';
import { frozenClock } from '../../../../test/running-app.ts';

const SWEEP = 'files.sweep';

/** An app whose files the test can read. */
let app: OpenApp;
let directory: string;
beforeAll(async () => {
  directory = fs.mkdtempSync(path.join(tmpdir(), 'parley-sweep-'));
  app = await openApp({ DATA_DIR: directory });
});
afterAll(async () => {
  await app.end();
  fs.rmSync(directory, { recursive: true });
});

/** An owner with helpers for files. */
async function startWithFiles() {
  app.clock.now = frozenClock().now;
  const ann = await app.owner();
  const params = { button_guid: ann.buttonGuid };
  const began = app.clock.now;
  const visitor = await addAnsweredVisitor(app, ann);
  const place = path.join(directory, 'files');
  const own = path.join(place, String(ann.widgetId));
  return {
    ann,
    visitor,
    place,
    upload: async (content: string) =>
      (await ann.call(api.files.create, { body: new Form(`${content}.txt`, content) })).data,
    uploadAsVisitor: async (content: string, by = visitor) =>
      (await by.call(site.visitor.upload, { params, body: new Form(`${content}.txt`, content) })).data,
    sendAsVisitor: (id: number, by = visitor) =>
      by.call(site.visitor.send, { params, body: { client_message_id: randomUUID(), type: 'file', file: { id } } }),
    sendAsAgent: (id: number, chatId = visitor.chatId) =>
      ann.call(api.messages.send, { params: { id: chatId }, body: { type: 'file', file: { id } } }),
    /** Runs the sweep after some time. */
    async sweepAfter(duration: Temporal.DurationLike) {
      app.clock.now = began.add(duration);
      await app.run(SWEEP);
    },
    /** Files by their rows and by their bytes. */
    async left() {
      const rows = await app.sql<{ name: string }>(`SELECT name FROM files WHERE widget_id = ${ann.widgetId}`);
      const entries = fs.readdirSync(own, { recursive: true, withFileTypes: true });
      const stored = entries.filter((entry) => entry.isFile());
      const bytesOf = ({ parentPath, name }: fs.Dirent) => fs.readFileSync(path.join(parentPath, name), 'utf8');
      return { rows: rows.map(({ name }) => name.replace('.txt', '')).sort(), bytes: stored.map(bytesOf).sort() };
    },
  };
}

const both = (...names: string[]) => ({ rows: names, bytes: names });

test('an upload that never finished is removed after an hour', async () => {
  const { upload, sweepAfter, left } = await startWithFiles();
  await upload('kept');
  const { id } = await upload('broken');
  // As after a crash between storing the bytes and the commit.
  await app.sql(`UPDATE files SET expires_at = created_at + interval '1 hour' WHERE id = ${id}`);
  await sweepAfter({ minutes: 59 });
  expect(await left()).toEqual(both('broken', 'kept'));
  await sweepAfter({ minutes: 63 });
  expect(await left()).toEqual(both('kept'));
});

test('an upload whose bytes could not be stored leaves no permanent row', async () => {
  const { ann, place, sweepAfter } = await startWithFiles();
  fs.mkdirSync(place, { recursive: true });
  fs.writeFileSync(path.join(place, String(ann.widgetId)), 'in the way');
  expect((await ann.call(api.files.create, { body: new Form('hello.txt', 'hello') })).status).toBe(500);
  expect(fs.readdirSync(path.join(place, 'staging'))).toEqual([]);
  await sweepAfter({ minutes: 63 });
  expect(await app.sql(`SELECT FROM files WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
});

test('staged files left by a crash are removed, and running uploads are not', async () => {
  const { place, sweepAfter } = await startWithFiles();
  const staging = path.join(place, 'staging');
  fs.mkdirSync(staging, { recursive: true });
  const changed = { old: 61, new: 59 };
  for (const [name, minutes] of Object.entries(changed)) {
    const at = app.clock.now.subtract({ minutes }).epochMilliseconds / 1_000;
    fs.writeFileSync(path.join(staging, name), 'half');
    fs.utimesSync(path.join(staging, name), at, at);
  }
  await sweepAfter({ minutes: 0 });
  expect(fs.readdirSync(staging)).toEqual(['new']);
  fs.rmSync(path.join(staging, 'new'));
});

test('an unsent visitor upload is removed after a day; sent files and uploads of agents stay', async () => {
  const { upload, uploadAsVisitor, sendAsVisitor, sweepAfter, left } = await startWithFiles();
  await upload('agent');
  await uploadAsVisitor('unsent');
  await sendAsVisitor((await uploadAsVisitor('sent')).id);
  await sweepAfter({ hours: 23, minutes: 59 });
  expect(await left()).toEqual(both('agent', 'sent', 'unsent'));
  await sweepAfter({ hours: 24, minutes: 3 });
  expect(await left()).toEqual(both('agent', 'sent'));
  await sweepAfter({ hours: 24 * 366 });
  expect(await left()).toEqual(both('agent', 'sent'));
});

test('a visitor can send an upload for a day; then it is gone, swept or not', async () => {
  const { ann, uploadAsVisitor, sendAsVisitor, sweepAfter, left } = await startWithFiles();
  const [last, late] = [await uploadAsVisitor('last'), await uploadAsVisitor('late')];
  const day = app.clock.now.add({ hours: 24 });
  const read = async () => (await (await withToken(app, ann))(api.files.read, { params: { id: late.id } })).status;
  const fetched = async () => (await app.http.inject(new URL(late.url).pathname)).statusCode;
  app.clock.now = day.subtract({ milliseconds: 1 });
  expect((await sendAsVisitor(last.id)).status).toBe(201);
  expect([await read(), await fetched()]).toEqual([302, 200]);
  app.clock.now = day;
  expect((await sendAsVisitor(late.id)).problem).toMatchObject({
    status: 422,
    errors: { 'file.id': [expect.any(String)] },
  });
  expect([await read(), await fetched()]).toEqual([404, 404]);
  await sweepAfter({ hours: 25 });
  expect(await left()).toEqual(both('last'));
});

test('a visitor upload that an agent sends becomes permanent', async () => {
  const { uploadAsVisitor, sendAsAgent, sweepAfter, left } = await startWithFiles();
  expect((await sendAsAgent((await uploadAsVisitor('forwarded')).id)).status).toBe(202);
  await sweepAfter({ hours: 48 });
  expect(await left()).toEqual(both('forwarded'));
});

test('erasing a contact removes the files of its chats, and no others', async () => {
  const { ann, visitor, ...files } = await startWithFiles();
  const other = await addAnsweredVisitor(app, ann);
  const theirs = await files.uploadAsVisitor('theirs');
  await files.sendAsVisitor(theirs.id);
  await files.sendAsAgent((await files.upload('for them')).id);
  await files.sendAsVisitor((await files.uploadAsVisitor('another', other)).id, other);
  await files.upload('unsent');
  await ann.call(api.contacts.remove, { params: { id: visitor.contactId } });
  expect((await app.http.inject(new URL(theirs.url).pathname)).statusCode).toBe(404);
  expect((await ann.call(api.files.read, { params: { id: theirs.id } })).status).toBe(404);
  await files.sweepAfter({ minutes: 3 });
  expect(await files.left()).toEqual(both('another', 'unsent'));
});

test('a file sent to two contacts stays while one of them remains', async () => {
  const { ann, visitor, upload, sendAsAgent, sweepAfter, left } = await startWithFiles();
  const other = await addAnsweredVisitor(app, ann);
  const { id, url } = await upload('prices');
  await sendAsAgent(id);
  await sendAsAgent(id, other.chatId);
  await ann.call(api.contacts.remove, { params: { id: visitor.contactId } });
  expect((await app.http.inject(new URL(url).pathname)).statusCode).toBe(200);
  await sweepAfter({ minutes: 3 });
  expect(await left()).toEqual(both('prices'));
  await ann.call(api.contacts.remove, { params: { id: other.contactId } });
  await sweepAfter({ minutes: 6 });
  expect(await left()).toEqual(both());
});

test('a sweep removes any number of files, also those whose bytes are missing', async () => {
  const { ann, upload, sweepAfter, left } = await startWithFiles();
  await upload('kept');
  await app.sql(`
    INSERT INTO files (widget_id, key, name, type, size, created_at, expires_at)
    SELECT ${ann.widgetId}, '${ann.widgetId}/2026-01-01/' || n, 'gone', 'text/plain', 1, now(), '${app.clock.now}'
    FROM generate_series(1, 1100) AS n`);
  await sweepAfter({ minutes: 3 });
  expect(await left()).toEqual(both('kept'));
});

test('concurrent sweeps on two nodes do not interfere', async () => {
  const { uploadAsVisitor, upload, left } = await startWithFiles();
  const other = await startApp({ DATA_DIR: directory }, { connection: app.connection });
  await upload('kept');
  for (const name of ['a', 'b', 'c', 'd']) await uploadAsVisitor(name);
  app.clock.now = app.clock.now.add({ hours: 25 });
  other.clock.now = app.clock.now;
  await Promise.all([app.run(SWEEP), other.run(SWEEP)]);
  expect(await left()).toEqual(both('kept'));
});
