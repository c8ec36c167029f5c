import { randomUUID } from 'node:crypto';
import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addKey, addRule, shareKnowledge } from '../../../../test/knowledge.ts';
import type { Owner } from '../../../../test/owners.ts';

const { kb } = api;
const shared = shareKnowledge();

async function start() {
  const { app, vendor } = shared();
  const ann = await app.owner();
  const key = await addKey(ann);
  return { app, vendor, ann, key };
}

const stored = async ({ sql }: ReturnType<typeof shared>['app'], { widgetId }: Owner) => {
  const [counts] = await sql<{ rules: number; words: number; vectors: number }>(`
    SELECT (SELECT count(*)::int FROM kb_rules WHERE widget_id = ${widgetId}) AS rules,
      (SELECT count(*)::int FROM kb_words WHERE widget_id = ${widgetId}) AS words,
      (SELECT count(*)::int FROM kb_vectors WHERE widget_id = ${widgetId}) AS vectors`);
  return counts;
};

test('a rule is stored trimmed, with its embedding, and read as it was created', async () => {
  const { ann, vendor, app } = await start();
  const created = await ann.call(kb.createRule, {
    body: { content: '  Parcels arrive within three days.\n', doc_id: 'd1' },
  });
  expect(created.status).toBe(201);
  expect(created.data).toMatchObject({
    content: 'Parcels arrive within three days.',
    doc_id: 'd1',
    source: 'manual',
    source_label: null,
    source_ref: null,
    source_is_managed: false,
    chunk_index: null,
    button_id: ann.widgetId,
    operator_id: null,
    has_embedding: true,
    embedding_model: 'model-a',
    embedding_dimensions: 3,
    used_30d: 0,
    last_used_at: null,
  });
  expect(created.data.token_count).toBeGreaterThan(5);
  expect((await ann.call(kb.readRule, { params: { id: created.data.id } })).data).toEqual(created.data);
  expect(vendor.requests.map(({ body }) => body.input)).toEqual([['Parcels arrive within three days.']]);
  expect(await stored(app, ann)).toEqual({ rules: 1, words: 1, vectors: 1 });
});

test.each(['button_id', 'operator_id', 'source_ref', 'chunk_index'])('%s cannot be written', async (name) => {
  const { ann, vendor } = await start();
  const { id } = await addRule(ann, 'one');
  vendor.requests.splice(0);
  for (const answer of [
    await ann.call(kb.createRule, { body: { content: 'two', [name]: 1 } }),
    await ann.call(kb.updateRule, { params: { id }, body: { content: 'two', [name]: null } }),
  ]) {
    expect(answer).toMatchObject({ status: 422, problem: { reason: 'kb_read_only_field' } });
    expect(Object.keys(answer.problem.errors ?? {})).toEqual([name]);
  }
  expect(vendor.requests).toEqual([]);
});

test('every other member of a rule is refused as unknown', async () => {
  const { ann } = await start();
  for (const name of ['id', 'source', 'source_label', 'token_count', 'has_embedding', 'created_at', 'used_30d']) {
    const answer = await ann.call(kb.createRule, { body: { content: 'two', [name]: 1 } });
    expect(answer).toMatchObject({
      status: 422,
      problem: { reason: 'validation_failed', errors: { [name]: expect.anything() } },
    });
  }
});

test('a content is 1 to 10,000 characters and not blank', async () => {
  const { ann } = await start();
  for (const content of ['', ' \n ', 'x'.repeat(10_001), null, 5])
    expect((await ann.call(kb.createRule, { body: { content } as never })).status).toBe(422);
  expect((await ann.call(kb.createRule, { body: { content: 'я'.repeat(10_000) } })).status).toBe(201);
});

test('without a credential that embeds, nothing is written and the key stays free', async () => {
  const { app } = shared();
  const ann = await app.owner();
  await addKey(ann, { provider: 'anthropic', embedding_model: null });
  const key = randomUUID();
  const create = () => ann.call(kb.createRule, { body: { content: 'hello' }, key });
  expect(await create()).toMatchObject({ status: 422, problem: { reason: 'kb_embed_credential_missing' } });
  expect(await stored(app, ann)).toEqual({ rules: 0, words: 0, vectors: 0 });
  await addKey(ann);
  expect((await create()).status).toBe(201);
});

test.each([{ status: 401 }, { status: 500 }, { fault: 'malformed' }, { fault: 'reset' }] as const)(
  'a provider that fails is 502, writes nothing and frees the key: %o',
  async (script) => {
    const { app, ann, vendor } = await start();
    const { id } = await addRule(ann, 'before');
    const key = randomUUID();
    const create = () => ann.call(kb.createRule, { body: { content: 'after' }, key });
    vendor.usual = script;
    expect(await create()).toMatchObject({ status: 502, problem: { reason: 'kb_embed_provider_failed' } });
    const changed = await ann.call(kb.updateRule, { params: { id }, body: { content: 'after', doc_id: 'new' } });
    expect(changed).toMatchObject({ status: 502, problem: { reason: 'kb_embed_provider_failed' } });
    vendor.usual = {};
    expect((await ann.call(kb.readRule, { params: { id } })).data).toMatchObject({ content: 'before', doc_id: null });
    expect(await stored(app, ann)).toEqual({ rules: 1, words: 1, vectors: 1 });
    expect((await create()).status).toBe(201);
    const alerts = (await ann.call(api.aiAlerts.list)).data.data;
    expect(alerts).toMatchObject([{ kind: 'provider_failed' }]);
  },
);

test('a 5xx of the provider is tried once more', async () => {
  const { ann, vendor } = await start();
  vendor.next({ status: 503 });
  await addRule(ann, 'hello');
  expect(vendor.requests).toHaveLength(2);
});

test('a changed text is embedded again, an unchanged one is not', async () => {
  const { ann, vendor } = await start();
  const { id } = await addRule(ann, 'before');
  vendor.requests.splice(0);
  const update = async (body: { content?: string; doc_id?: string | null }) =>
    (await ann.call(kb.updateRule, { params: { id }, body })).data;
  expect(await update({ content: ' before ', doc_id: 'd' })).toMatchObject({
    content: 'before',
    doc_id: 'd',
    has_embedding: true,
  });
  expect(await update({ doc_id: null })).toMatchObject({ content: 'before', doc_id: null });
  expect(vendor.requests).toEqual([]);
  const after = await update({ content: 'after' });
  expect(after).toMatchObject({ content: 'after', doc_id: null, has_embedding: true });
  expect(vendor.requests.map(({ body }) => body.input)).toEqual([['after']]);
});

test('of two changes at once the last is stored with its own embedding', async () => {
  const { app, ann, vendor } = await start();
  const { id } = await addRule(ann, 'x');
  const held = Promise.withResolvers<void>();
  vendor.usual = async ({ body }) => {
    if ((body.input as string[])[0] === 'slow and long') await held.promise;
    return {};
  };
  const slow = ann.call(kb.updateRule, { params: { id }, body: { content: 'slow and long' } });
  const same = ann.call(kb.updateRule, { params: { id }, body: { content: 'x', doc_id: 'same' } });
  await ann.call(kb.updateRule, { params: { id }, body: { content: 'quick' } });
  await same;
  held.resolve();
  await slow;
  const { data } = await ann.call(kb.readRule, { params: { id } });
  expect(data.content).toBe('slow and long');
  const [vector] = await app.sql<{ signature: string; matches: boolean }>(`
    SELECT encode(v.vector, 'hex') AS signature, r.hash = sha256(convert_to(r.content, 'UTF8')) AS matches
    FROM kb_vectors v JOIN kb_rules r ON r.id = v.rule_id WHERE r.id = ${id}`);
  const [length, place, offset] = [data.content.length, 0, 0.5];
  const expected = Float16Array.from([length, place, offset], (value) => value / Math.hypot(length, place, offset));
  expect(vector).toEqual({ signature: Buffer.from(expected.buffer).toString('hex'), matches: true });
});

test('lists are newest first and filtered by source, document and text', async () => {
  const { ann, app } = await start();
  const [first, second] = [await addRule(ann, 'Refunds take Five days'), await addRule(ann, 'We open at nine')];
  await ann.call(kb.updateRule, { params: { id: second.id }, body: { doc_id: 'hours' } });
  await app.sql(`UPDATE kb_rules SET source = 'wish' WHERE id = ${second.id}`);
  const ids = async (query: { source?: string; doc_id?: string; q?: string }) =>
    (await ann.call(kb.listRules, { query })).data.data.map(({ id }) => id);
  expect(await ids({})).toEqual([second.id, first.id]);
  expect(await ids({ source: 'manual' })).toEqual([first.id]);
  expect(await ids({ doc_id: 'hours' })).toEqual([second.id]);
  expect(await ids({ q: 'five DAYS' })).toEqual([first.id]);
  for (const query of [{ source: 'crawler' }, { doc_id: 'other' }, { q: 'ten' }, { source: 'wish', q: 'five' }])
    expect(await ids(query)).toEqual([]);
});

test('the rules of one source are deleted together, and an unknown source has none', async () => {
  const { ann, app } = await start();
  const bob = await app.owner();
  await addKey(bob);
  for (const owner of [ann, bob]) await addRule(owner, 'kept');
  for (const text of ['one', 'two']) {
    const { id } = await addRule(ann, text);
    await app.sql(`UPDATE kb_rules SET source = 'upload:7', source_label = 'a.pdf' WHERE id = ${id}`);
  }
  const sources = async () =>
    (await ann.call(kb.listSources)).data.data.map(({ source, chunk_count }) => [source, chunk_count]);
  expect(await sources()).toEqual([
    ['manual', 1],
    ['upload:7', 2],
  ]);
  const remove = async (source: string) => {
    const { status, body } = await ann.call(kb.removeSource, { query: { source } });
    return { status, body };
  };
  expect(await remove('upload:7')).toEqual({ status: 200, body: { deleted: 2 } });
  expect(await remove('upload:7')).toEqual({ status: 200, body: { deleted: 0 } });
  expect(await sources()).toEqual([['manual', 1]]);
  expect((await bob.call(kb.listRules)).data.data).toHaveLength(1);
});

test('a widget has at most 50,000 rules', async () => {
  const { ann, app } = await start();
  await addRule(ann, 'one');
  await app.sql(`UPDATE kb_states SET rules = 50000 WHERE widget_id = ${ann.widgetId}`);
  const refused = await ann.call(kb.createRule, { body: { content: 'two' } });
  expect(refused).toMatchObject({ status: 409, problem: { reason: 'kb_limit_reached' } });
});

test('the counts of rules, words and their rules follow every change', async () => {
  const { ann, app } = await start();
  const [{ id }, other] = [await addRule(ann, 'tea tea coffee'), await addRule(ann, 'tea')];
  const counts = async () => {
    const [state] = await app.sql<{ rules: number; length: number }>(
      `SELECT rules, length FROM kb_states WHERE widget_id = ${ann.widgetId}`,
    );
    const words = await app.sql<{ rules: number }>(
      `SELECT rules FROM kb_word_counts WHERE widget_id = ${ann.widgetId} AND rules > 0 ORDER BY rules`,
    );
    return { ...state, words: words.map(({ rules }) => rules) };
  };
  expect(await counts()).toEqual({ rules: 2, length: 4, words: [1, 2] });
  await ann.call(kb.updateRule, { params: { id }, body: { content: 'coffee with milk' } });
  expect(await counts()).toEqual({ rules: 2, length: 4, words: [1, 1, 1, 1] });
  await ann.call(kb.removeRule, { params: { id: other.id } });
  expect(await counts()).toEqual({ rules: 1, length: 3, words: [1, 1, 1] });
  await ann.call(kb.removeSource, { query: { source: 'manual' } });
  expect(await counts()).toEqual({ rules: 0, length: 0, words: [] });
});

test('embedding is counted as usage of its purpose', async () => {
  const { ann } = await start();
  await addRule(ann, 'one');
  const { rows } = (await ann.call(api.aiUsage.read)).body as { rows: { purpose: string }[] };
  expect(rows).toMatchObject([{ purpose: 'embedding', model: 'model-a', calls: 1, failures: 0, input_tokens: 3 }]);
});

test('no text is embedded once four fifths of the daily budget are spent', async () => {
  const { ann, vendor } = await start();
  await ann.call(api.aiSettings.update, { body: { budget_widget_tokens: 3 } });
  await addRule(ann, 'one');
  vendor.requests.splice(0);
  const refused = await ann.call(kb.createRule, { body: { content: 'two' } });
  expect(refused).toMatchObject({ status: 502, problem: { reason: 'kb_embed_provider_failed' } });
  expect(vendor.requests).toEqual([]);
});
