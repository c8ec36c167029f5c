import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addKey, shareKnowledge } from '../../../../test/knowledge.ts';
import type { Owner } from '../../../../test/owners.ts';
import { until } from '../../../../test/until.ts';
import { setDue } from './store.ts';

const { kb } = api;
const shared = shareKnowledge();

async function start() {
  const { app, vendor } = shared();
  const ann = await app.owner();
  await addKey(ann);
  return { app, vendor, ann };
}

const upload = (owner: Owner, name: string, content: string | Buffer) =>
  owner.call(kb.createUpload, { body: new Form(name, content) });

const read = async (owner: Owner, id: number) => (await owner.call(kb.readUpload, { params: { id } })).data;

/** The upload once it has been read. */
async function ended(owner: Owner, id: number) {
  await until(async () => /ready|failed/.test((await read(owner, id)).status), 'the document is read');
  return read(owner, id);
}

const rulesOf = async (owner: Owner, id: number) =>
  (await owner.call(kb.listRules, { query: { source: `upload:${id}`, limit: 100 } })).data.data.toReversed();

const GUIDE = '# Delivery\n\nParcels arrive within three days.\n\n## Abroad\n\nAbroad it takes a week.\n';

test('a document becomes rules with the name of the file, in its order, all embedded', async () => {
  const { ann } = await start();
  const created = await upload(ann, 'guide.md', GUIDE);
  expect(created.status).toBe(202);
  const { id } = created.data;
  expect(created.data).toMatchObject({
    name: 'guide.md',
    type: 'markdown',
    size: Buffer.byteLength(GUIDE),
    reason: null,
  });
  expect(await ended(ann, id)).toMatchObject({ status: 'ready', reason: null, pages: null, chunk_count: 2 });
  const rules = await rulesOf(ann, id);
  expect(rules).toMatchObject([
    { chunk_index: 0, source_label: 'guide.md', source_ref: String(id), source_is_managed: false, has_embedding: true },
    { chunk_index: 1, has_embedding: true },
  ]);
  expect(rules[0]?.content).toMatch(/^Delivery\n\nParcels arrive/);
  expect(rules[1]?.content).toMatch(/^Delivery › Abroad\n\nAbroad/);
  expect((await ann.call(kb.listUploads)).data.data).toEqual([await read(ann, id)]);
});

test.each([
  ['picture.pdf', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')],
  ['program.txt', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3])],
  ['archive.docx', Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')],
  ['empty.txt', ''],
])('%s is refused by its content, and nothing is stored', async (name, content) => {
  const { ann, app } = await start();
  expect(await upload(ann, name, content)).toMatchObject({
    status: 422,
    problem: { errors: { file: expect.anything() } },
  });
  expect((await ann.call(kb.listUploads)).data.data).toEqual([]);
  expect(await app.sql(`SELECT FROM files WHERE widget_id = ${ann.widgetId}`)).toEqual([]);
});

test('without a credential that embeds, an upload is refused at once', async () => {
  const ann = await shared().app.owner();
  expect(await upload(ann, 'a.md', GUIDE)).toMatchObject({
    status: 422,
    problem: { reason: 'kb_embed_credential_missing' },
  });
});

test('a document without a text fails with its reason and leaves no rules', async () => {
  const { ann } = await start();
  const { data } = await upload(ann, 'blank.html', '<!doctype html><html><body><script>run()</script></body></html>');
  expect(await ended(ann, data.id)).toMatchObject({ status: 'failed', reason: 'no_text', chunk_count: 0 });
  expect(await rulesOf(ann, data.id)).toEqual([]);
});

test('a document whose texts could not be embedded in three tries fails, and none of its rules is stored', async () => {
  const { ann, vendor } = await start();
  vendor.usual = { status: 401 };
  const { data } = await upload(ann, 'guide.md', GUIDE);
  expect(await ended(ann, data.id)).toMatchObject({ status: 'failed', reason: 'embed_failed', chunk_count: 0 });
  expect(vendor.requests).toHaveLength(3);
  expect(await rulesOf(ann, data.id)).toEqual([]);
});

test('rules of a long document appear together', async () => {
  const { ann, vendor } = await start();
  const long = Array.from({ length: 100 }, (_, place) => `# Part ${place}\n\nText of part ${place}.`).join('\n\n');
  const held = Promise.withResolvers<void>();
  vendor.usual = async ({ body }) => {
    if ((body.input as string[]).length < 96) await held.promise;
    return {};
  };
  const { data } = await upload(ann, 'long.md', long);
  await until(() => vendor.requests.length === 2, 'the last batch is being embedded');
  expect(await read(ann, data.id)).toMatchObject({ status: 'processing', chunk_count: 0 });
  held.resolve();
  expect(await ended(ann, data.id)).toMatchObject({ status: 'ready', chunk_count: 100 });
});

test('a deleted upload takes its rules along', async () => {
  const { ann } = await start();
  const { data } = await upload(ann, 'guide.md', GUIDE);
  await ended(ann, data.id);
  expect((await ann.call(kb.removeUpload, { params: { id: data.id } })).status).toBe(204);
  expect(await rulesOf(ann, data.id)).toEqual([]);
  expect((await ann.call(kb.readUpload, { params: { id: data.id } })).status).toBe(404);
});

test('an upload that is deleted while it is read leaves nothing behind', async () => {
  const { ann, vendor, app } = await start();
  const held = Promise.withResolvers<void>();
  vendor.usual = async () => {
    await held.promise;
    return {};
  };
  const { data } = await upload(ann, 'guide.md', GUIDE);
  await until(() => vendor.requests.length === 1, 'its texts are being embedded');
  expect((await ann.call(kb.removeUpload, { params: { id: data.id } })).status).toBe(204);
  held.resolve();
  await until(async () => {
    const usage = await app.sql(`SELECT FROM ai_usage WHERE widget_id = ${ann.widgetId}`);
    return usage.length > 0;
  }, 'the embedding has ended');
  await upload(ann, 'next.md', '# Next\n\nAnother text.').then(({ data: next }) => ended(ann, next.id));
  expect(await rulesOf(ann, data.id)).toEqual([]);
});

test('the file of a document is released once it has been read', async () => {
  const { ann, app } = await start();
  const { data } = await upload(ann, 'guide.md', GUIDE);
  await ended(ann, data.id);
  const files = await app.sql<{ expires_at: string | null }>(
    `SELECT expires_at FROM files WHERE widget_id = ${ann.widgetId}`,
  );
  expect(files).toEqual([{ expires_at: expect.anything() }]);
});

test('a document whose lease has expired is read again, and its first reader stores nothing', async () => {
  const { ann, app, vendor } = await start();
  const held = Promise.withResolvers<void>();
  vendor.usual = async () => {
    if (vendor.requests.length === 1) await held.promise;
    return {};
  };
  const { data } = await upload(ann, 'guide.md', GUIDE);
  await until(() => vendor.requests.length === 1, 'its texts are being embedded');
  await app.sql(`UPDATE kb_uploads SET due_at = '2000-01-01', leases = leases + 1 WHERE id = ${data.id}`);
  expect(await ended(ann, data.id)).toMatchObject({ status: 'ready', chunk_count: 2 });
  held.resolve();
  await until(async () => {
    const [usage] = await app.sql<{ calls: number }>(`SELECT calls FROM ai_usage WHERE widget_id = ${ann.widgetId}`);
    return usage?.calls === 2;
  }, 'both readers have embedded its texts');
  expect(await rulesOf(ann, data.id)).toHaveLength(2);
});

test('only the last node that took a document can renew its lease', async () => {
  const { ann, app } = await start();
  const { data } = await upload(ann, 'guide.md', GUIDE);
  await ended(ann, data.id);
  await app.sql(`UPDATE kb_uploads SET due_at = '2100-01-01', leases = 2 WHERE id = ${data.id}`);
  const renew = (leases: number) =>
    setDue(
      app.unitOfWork.autocommit,
      { widget_id: ann.widgetId, id: data.id, leases },
      Temporal.Instant.from('2100-01-02T00:00Z'),
    );
  expect([await renew(1), await renew(2)]).toEqual([false, true]);
});
