import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addKey, addRule, shareKnowledge, untilEmbedded } from '../../../../test/knowledge.ts';
import { addAssistant } from '../../../../test/operators.ts';
import { until } from '../../../../test/until.ts';

const { kb } = api;
const shared = shareKnowledge();

async function start() {
  const { app, vendor } = shared();
  return { app, vendor, ann: await app.owner() };
}

const modelsOf = (vendor: ReturnType<typeof shared>['vendor']) => vendor.requests.map(({ body }) => body.model);

test('texts are embedded with the key of the widget, else of its enabled assistants, the default one first', async () => {
  const { app, vendor, ann } = await start();
  const [first, chosen, off] = [
    await addAssistant(app, ann),
    await addAssistant(app, ann, { is_default: 'true' }),
    await addAssistant(app, ann, { enabled: 'false' }),
  ];
  await addKey(ann, { assistant_id: off, embedding_model: 'of-disabled' });
  const create = () => ann.call(kb.createRule, { body: { content: 'hello' } });
  expect(await create()).toMatchObject({ status: 422 });
  await addKey(ann, { assistant_id: first, embedding_model: 'of-first' });
  await create();
  await addKey(ann, { assistant_id: chosen, embedding_model: 'of-default' });
  await create();
  await addKey(ann, { provider: 'anthropic' });
  await addKey(ann, { embedding_model: 'of-widget', is_active: false });
  await create();
  await addKey(ann, { embedding_model: 'of-widget' });
  await create();
  const created = vendor.requests.filter(({ body }) => (body.input as string[]).length === 1);
  expect(created.map(({ body }) => body.model)).toEqual(
    expect.arrayContaining(['of-first', 'of-default', 'of-widget']),
  );
  await untilEmbedded(ann);
  const rules = (await ann.call(kb.listRules)).data.data;
  expect(new Set(rules.map(({ embedding_model }) => embedding_model))).toEqual(new Set(['of-widget']));
});

test('a backup embeds only with the same model', async () => {
  const { vendor, ann } = await start();
  const same = await addKey(ann, { embedding_model: 'model-a', api_key: 'sk-same' });
  await addKey(ann, { embedding_model: 'model-b', api_key: 'sk-other', backup_credential_id: same.id });
  vendor.next({ status: 401 });
  const refused = await ann.call(kb.createRule, { body: { content: 'hello' } });
  expect(refused.status).toBe(502);
  expect(new Set(modelsOf(vendor))).toEqual(new Set(['model-a']));
});

test('when the model changes, rules lose their embedding and get one of the new model in the background', async () => {
  const { app, vendor, ann } = await start();
  const key = await addKey(ann);
  for (const text of ['one', 'two', 'three']) await addRule(ann, text);
  vendor.usual = { status: 500 };
  await key.update({ embedding_model: 'model-b' });
  await until(async () => {
    const { data } = (await ann.call(kb.listRules)).data;
    return data.every(({ has_embedding, embedding_model }) => !has_embedding && embedding_model === null);
  }, 'the old embeddings are out of use');
  const failed = `SELECT FROM kb_states WHERE widget_id = ${ann.widgetId} AND embed_failures > 0`;
  await until(async () => (await app.sql(failed)).length > 0, 'an attempt has failed');
  vendor.usual = {};
  vendor.requests.splice(0);
  await key.update({ model: 'a-change-that-starts-it-again' });
  await untilEmbedded(ann);
  const rules = (await ann.call(kb.listRules)).data.data;
  expect(rules.map(({ embedding_model }) => embedding_model)).toEqual(['model-b', 'model-b', 'model-b']);
  expect(vendor.requests.map(({ body }) => [body.model, body.input])).toEqual([['model-b', ['three', 'two', 'one']]]);
});

test('the most used rules are embedded first, 96 a request', async () => {
  const { app, vendor, ann } = await start();
  const key = await addKey(ann);
  const { id } = await addRule(ann, 'often used');
  await app.sql(`
    WITH rules AS (
      INSERT INTO kb_rules (widget_id, content, hash, source, token_count, created_at, updated_at)
      SELECT ${ann.widgetId}, 'text ' || n, sha256(convert_to('text ' || n, 'UTF8')), 'manual', 1, now(), now()
      FROM generate_series(1, 100) AS n RETURNING widget_id, id
    ) INSERT INTO kb_words SELECT widget_id, id, '{}', '{}', 0 FROM rules`);
  await app.sql(`UPDATE kb_rules SET used_30d = 5 WHERE id = ${id}`);
  vendor.requests.splice(0);
  await key.update({ embedding_model: 'model-b' });
  await until(async () => {
    const [left] = await app.sql<{ count: number }>(`
      SELECT count(*)::int FROM kb_rules r LEFT JOIN kb_vectors v ON v.rule_id = r.id AND v.model = 'model-b'
      WHERE r.widget_id = ${ann.widgetId} AND v.rule_id IS NULL`);
    return left?.count === 0;
  }, 'every rule is embedded');
  const inputs = vendor.requests.map(({ body }) => body.input as string[]);
  expect(inputs.map(({ length }) => length)).toEqual([96, 5]);
  expect(inputs[0]?.slice(0, 2)).toEqual(['often used', 'text 100']);
});
