import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { Form } from '../../../../test/call.ts';
import { addKey, addRule, shareKnowledge } from '../../../../test/knowledge.ts';
import { until } from '../../../../test/until.ts';

const { kb } = api;
const shared = shareKnowledge();

test('the status of an empty knowledge base says that nothing can be embedded', async () => {
  const ann = await shared().app.owner();
  expect((await ann.call(kb.readStatus)).data).toEqual({
    rules: 0,
    embedded: 0,
    pending: 0,
    embedding: null,
    index: 'signature',
    uploads: { queued: 0, processing: 0, ready: 0, failed: 0 },
    crawler: null,
  });
});

test('the status counts rules, embeddings and uploads, and names the credential and its model', async () => {
  const { app, vendor } = shared();
  const ann = await app.owner();
  const key = await addKey(ann);
  const embedding = { credential_id: key.id, provider: 'openai', model: 'model-a' };
  const read = async () => (await ann.call(kb.readStatus)).data;
  expect(await read()).toMatchObject({ embedding: { ...embedding, dimensions: null } });
  await addRule(ann, 'one');
  await addRule(ann, 'two');
  await ann.call(kb.createUpload, {
    body: new Form('blank.html', '<!doctype html><html><body><script>run()</script></body></html>'),
  });
  await until(async () => (await read()).uploads.failed === 1, 'the upload has failed');
  expect(await read()).toMatchObject({
    rules: 2,
    embedded: 2,
    pending: 0,
    embedding: { ...embedding, dimensions: 3 },
    uploads: { queued: 0, processing: 0, ready: 0, failed: 1 },
  });
  vendor.usual = { status: 500 };
  await key.update({ embedding_model: 'model-b' });
  expect(await read()).toMatchObject({
    rules: 2,
    embedded: 0,
    pending: 2,
    embedding: { model: 'model-b', dimensions: null },
  });
});
