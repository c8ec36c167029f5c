import { randomInt } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { api, site } from '@parley/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freshAddress } from '../../../../test/addresses.ts';
import { type Call, createCall, Form } from '../../../../test/call.ts';
import { addVisitor } from '../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { dataDirectory } from '../../../../test/server-process.ts';
import { MemoryCounter } from '../../../kernel/auth/memory-counter.ts';

const OF_VISITOR = 30;
const OF_NETWORK = 300;
const OF_WIDGET = 10_000;
const HOUR = 3_600;
const DAY = 86_400;

const hello = () => new Form('hello.txt', 'hello');

async function startWidget(env: Record<string, string> = {}) {
  const app = await startApp(env);
  return { app, ann: await app.owner() };
}

/** A new visitor who uploads from an address, their own or a shared one. */
async function addUploader(app: TestApp, owner: Owner, remoteAddress: () => string = freshAddress) {
  const { token } = await addVisitor(app, owner);
  const params = { button_guid: owner.buttonGuid };
  const call: Call = createCall((request) => app.http.inject({ ...request, remoteAddress: remoteAddress() }), {
    authorization: `Bearer ${token}`,
  });
  return {
    call,
    params,
    upload: () => call(site.visitor.upload, { params, body: hello() }),
    /** Distinct statuses of a number of uploads. */
    async uploadAll(count: number) {
      const answers = await Promise.all(
        Array.from({ length: count }, () => call(site.visitor.upload, { params, body: hello() })),
      );
      return [...new Set(answers.map(({ status }) => status))];
    },
  };
}

const filesOf = async ({ sql }: TestApp, { widgetId }: Owner) =>
  (await sql(`SELECT FROM files WHERE widget_id = ${widgetId}`)).length;

/** Thousands of uploads are too slow for a test, so each counts as many. */
function weighUploads(most: number, parts: number) {
  const { add } = MemoryCounter.prototype;
  const weighing = vi.spyOn(MemoryCounter.prototype, 'add').mockImplementation(function (this: MemoryCounter, key) {
    const weight = this.limit === most ? most / parts : 1;
    for (let count = 1; count < weight; count += 1) add.call(this, key);
    return add.call(this, key);
  });
  onTestFinished(() => weighing.mockRestore());
}

function expectRefusal({ problem, headers }: Awaited<ReturnType<Call>>, withinSeconds: number) {
  expect(problem).toMatchObject({ status: 429, reason: 'rate_limited' });
  const wait = Number(headers['retry-after']);
  expect(wait).toBeGreaterThan(withinSeconds - 120);
  expect(wait).toBeLessThanOrEqual(withinSeconds);
}

test('a visitor uploads 30 files an hour; one more is refused, and nothing is stored', async () => {
  const directory = dataDirectory();
  const { app, ann } = await startWidget({ DATA_DIR: directory });
  const ira = await addUploader(app, ann);
  expect(await ira.uploadAll(OF_VISITOR)).toEqual([201]);
  expectRefusal(await ira.upload(), HOUR);
  expect(await filesOf(app, ann)).toBe(OF_VISITOR);
  expect(fs.readdirSync(path.join(directory, 'files/staging'))).toEqual([]);
  // The visitor can still write, and others and agents can upload.
  const body = { client_message_id: 'a', type: 'text', body: 'hello' };
  expect((await ira.call(site.visitor.send, { params: ira.params, body })).status).toBe(201);
  expect((await (await addUploader(app, ann)).upload()).status).toBe(201);
  expect((await ann.call(api.files.create, { body: hello() })).status).toBe(201);
});

test('uploads refused for other reasons do not count', async () => {
  const { app, ann } = await startWidget();
  const ira = await addUploader(app, ann);
  for (let count = 0; count < 5; count++)
    expect((await ira.call(site.visitor.upload, { params: ira.params, body: {} })).status).toBe(422);
  expect(await ira.uploadAll(OF_VISITOR)).toEqual([201]);
});

test('all visitors of a network upload 300 files an hour', async () => {
  const { app, ann } = await startWidget();
  weighUploads(OF_NETWORK, 10);
  const network = `2001:db8:${randomInt(0x1_0000).toString(16)}`;
  let last = 0;
  const ofNetwork = () => {
    last += 1;
    return `${network}:2::${last.toString(16)}`;
  };
  for (let count = 0; count < 10; count++)
    expect((await (await addUploader(app, ann, ofNetwork)).upload()).status).toBe(201);
  expectRefusal(await (await addUploader(app, ann, ofNetwork)).upload(), HOUR);
  const bob = await app.owner();
  expectRefusal(await (await addUploader(app, bob, ofNetwork)).upload(), HOUR);
  expect(await filesOf(app, ann)).toBe(10);
  expect((await (await addUploader(app, ann, () => `${network}:3::1`)).upload()).status).toBe(201);
});

test('all visitors of a widget upload 10,000 files a day', async () => {
  const { app, ann } = await startWidget();
  weighUploads(OF_WIDGET, 4);
  for (let count = 0; count < 4; count++) expect((await (await addUploader(app, ann)).upload()).status).toBe(201);
  expectRefusal(await (await addUploader(app, ann)).upload(), DAY);
  expect(await filesOf(app, ann)).toBe(4);
  expect((await (await addUploader(app, await app.owner())).upload()).status).toBe(201);
});
